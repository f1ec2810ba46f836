/// One layer of a vector tile: features, and what they share, in flat arrays.
package struct VectorTileLayer: Sendable {
  /// Its name as it stands in the file; not fit to print as it is.
  package let name: String
  /// The version of the format, 1 or 2.
  package let version: Int
  /// How many units the tile's sides have, at least 1; 4096 where the file says nothing.
  package let extent: Int32
  /// The keys of tags, as they stand in the file.
  package let keys: [String]
  /// The values of tags, shared by all features.
  package let values: VectorTileValues
  /// The features, in the order of the file.
  package let features: [VectorTileFeature]
  /// The tags of all features: index of a key, index of a value, and so on; always within ``keys`` and ``values``.
  package let tags: [UInt32]
  /// The parts of all features' geometries: points, lines or rings.
  package let parts: [VectorTilePart]
  /// The points of all parts.
  package let points: [VectorTilePoint]

  /// The index of a key; nothing where no feature of the layer has it.
  package func key(_ name: String) -> Int? { keys.firstIndex(of: name) }

  /// The index of a feature's value for a key in ``values``; nothing where the feature has no such tag.
  package func valueIndex(of key: Int?, in feature: VectorTileFeature) -> Int? {
    guard let key else { return nil }
    let wanted = UInt32(truncatingIfNeeded: key)
    return tags.withUnsafeBufferPointer { tags in
      var index = Int(feature.firstTag)
      let end = Int(feature.endTag)
      while index < end {
        if tags[index] == wanted { return Int(tags[index + 1]) }
        index += 2
      }
      return nil
    }
  }

  /// A feature's value for a key; nothing where the feature has no such tag.
  package func value(of key: Int?, in feature: VectorTileFeature) -> VectorTileValue? {
    valueIndex(of: key, in: feature).map { values[$0] }
  }
}

/// What a feature is.
package enum VectorTileKind: UInt8, Hashable, Sendable {
  /// The file does not say; such a feature has no parts.
  case unknown = 0
  case point = 1
  case line = 2
  case area = 3
}

/// One feature of a layer: where in the layer's arrays its tags and its geometry lie.
package struct VectorTileFeature: Hashable, Sendable {
  /// Its number, where it has one; numbers may repeat.
  package let id: UInt64?
  /// Whether it is of points, lines or areas.
  package let kind: VectorTileKind
  let firstTag, endTag, firstPart, endPart: UInt32

  /// Its tags in the layer's `tags`, of even length.
  package var tags: Range<Int> { Int(firstTag)..<Int(endTag) }
  /// Its parts in the layer's `parts`: one part of all points, one a line, or one a ring, an outer ring before its
  /// holes.
  package var parts: Range<Int> { Int(firstPart)..<Int(endPart) }
}

/// A run of points: one line, one ring, or the points of a feature of points.
package struct VectorTilePart: Hashable, Sendable {
  let firstPoint, endPoint: UInt32
  /// Whether a ring is a border to the outside; the rings after it up to the next outer one are its holes.
  ///
  /// The first ring of a feature always is, the others where they turn the same way (surveyor's formula). False for
  /// points and lines.
  package let isOuter: Bool

  /// Its points in the layer's `points`: at least 1, for a line at least 2, for a ring at least 3, whose last is not
  /// its first again.
  package var points: Range<Int> { Int(firstPoint)..<Int(endPoint) }
}

/// A point in units of the tile: x eastwards, y southwards from its north-western corner.
///
/// Real ones lie a little around `0 ..< extent`; hostile ones anywhere in `Int32`.
package struct VectorTilePoint: Hashable, Sendable {
  /// Units eastwards.
  package var x: Int32
  /// Units southwards.
  package var y: Int32

  /// Creates a point.
  package init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}
