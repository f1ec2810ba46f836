package import Views

/// What the layers and features of one schema of vector tiles are on our map; read from a file.
///
/// Schemas name the same things differently; through their tables all of them draw alike.
package struct StyleTable: Hashable, Sendable {
  /// What the schema is called: `openmaptiles`.
  package let schema: String
  /// Names of layers that tell the schema from others.
  package let knownBy: Set<String>
  /// What lies under everything, where the schema has no layer for it.
  package let ground: GroundKind?
  /// Properties that may hold a feature's name, the best first.
  package let names: [String]
  /// The rules of each layer, of which the first that is for a feature decides; other layers are not drawn.
  package let rules: [String: [StyleRule]]

  /// How well the table fits to the layers of a map; 0 when it knows none of them.
  func fit(to layers: Set<String>) -> Int {
    let own = layers.intersection(knownBy).count
    // A layer that only this schema has says more than any number of layers that many have.
    return own * 1000 + layers.count { rules[$0] != nil }
  }
}

extension Collection<StyleTable> {
  /// The table that fits best; of equal ones the one with fewer layers of its own, which has more of them there.
  func best(for layers: Set<String>) -> StyleTable? {
    let fitting = filter { $0.fit(to: layers) > 0 }
    return fitting.max { left, right in
      (left.fit(to: layers), -left.rules.count, right.schema) < (right.fit(to: layers), -right.rules.count, left.schema)
    }
  }
}
