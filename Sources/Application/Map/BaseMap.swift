package import Geodesy

/// What lies under the game: lines and areas of one map, ready to be drawn from any point of view.
package struct BaseMap: Hashable, Sendable {
  /// What a shape is; the order is the order of drawing, from the bottom up.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case land, beach, meadow, park, wood, water, building, cliff, wall, stream, pier, path, road, boundary
  }

  /// One line or area.
  package struct Shape: Hashable, Sendable {
    package let kind: Kind
    package let name: String?
    /// For an area its rings, the outer first; for a line one row of places.
    package let parts: [[Geocentric]]
    package let isArea: Bool
    /// A sphere around all places, for leaving out what is not in view.
    fileprivate let middle: Geocentric
    fileprivate let radius: Double

    /// Creates a shape; nothing for a line of one place or an area without a ring of three.
    package init?(kind: Kind, name: String? = nil, parts: [[Coordinate]], isArea: Bool) {
      let fewest = isArea ? 3 : 2
      let kept = parts.filter { $0.count >= fewest }
      guard let box = BoundingBox(around: kept.joined()) else { return nil }
      self.kind = kind
      self.name = name
      self.parts = kept.map { $0.map(Geocentric.init) }
      self.isArea = isArea
      middle = Geocentric(box.centre)
      radius = self.parts.joined().map { [middle] in middle.chord(to: $0) }.max() ?? 0
    }

    /// Whether any of it may lie within `metres` of a place.
    func mayLie(within metres: Double, of place: Geocentric) -> Bool {
      place.chord(to: middle) - radius <= metres
    }
  }

  /// In the order of drawing.
  package let shapes: [Shape]
  /// Whether the map says where land is; only then the rest is sea.
  package let hasLand: Bool
  /// Whose data it is, for the footer.
  package let attribution: String

  /// A map without anything on it: the sea.
  package static let empty = BaseMap(shapes: [], attribution: "")

  /// Creates a map; shapes are put into the order of drawing, areas of one kind as they are listed.
  package init(shapes: [Shape], attribution: String) {
    let ranks = Dictionary(uniqueKeysWithValues: Kind.allCases.enumerated().map { ($1, $0) })
    self.shapes =
      shapes.enumerated()
      .sorted { (ranks[$0.element.kind] ?? 0, $0.offset) < (ranks[$1.element.kind] ?? 0, $1.offset) }
      .map(\.element)
    self.attribution = attribution
    hasLand = shapes.contains { $0.kind == .land && $0.isArea }
  }
}
