/// One tile of a map in the format Mapbox Vector Tile, 2.1 or 1: layers of features, in the order of the file.
///
/// ```swift
/// let tile = try VectorTile(bytes)
/// for layer in tile.layers where layer.name == "roads" {
///   let kind = layer.key("kind")  // once a layer
///   for feature in layer.features where feature.kind == .line {
///     let value = layer.valueIndex(of: kind, in: feature)  // values are shared: classify each index once
///     for part in layer.parts[feature.parts] { draw(layer.points[part.points]) }
///   }
/// }
/// ```
///
/// What is wrong in one feature costs this feature and is a warning; what is wrong in the build of a layer refuses
/// the tile.
package struct VectorTile: Sendable {
  /// The layers, in the order of the file; names may repeat, which is warned about.
  package let layers: [VectorTileLayer]
  /// What was wrong with single features, in the order of the file.
  package let warnings: VectorTileWarnings

  /// How many features were read, over all layers.
  package var featureCount: Int { layers.reduce(0) { $0 + $1.features.count } }

  /// Reads a tile that is not compressed; no bytes at all are a tile without layers.
  ///
  /// Throws: where the bytes are no vector tile, are cut, or hold more than ``VectorTileLimits`` allow.
  package init(_ bytes: [UInt8]) throws(VectorTileError) {
    var reader = TileReader(bytes)
    try reader.read()
    (layers, warnings) = (reader.layers, reader.warnings)
  }

  /// Reads a tile as files and servers have it: plain, or compressed with gzip or zlib, which its first bytes tell.
  ///
  /// Throws: also where it cannot be inflated. Offsets count in the inflated tile.
  package init(compressed bytes: [UInt8]) throws(VectorTileError) {
    // No layer begins so, and what is packed in a way that leaves no mark (Brotli) does.
    guard bytes.isEmpty || bytes[0] == 0x1A || Inflate.looksCompressed(bytes) else {
      throw VectorTileError(bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) ? .zstd : .noTile, at: 0)
    }
    guard Inflate.looksCompressed(bytes) else {
      try self.init(bytes)
      return
    }
    let plain: [UInt8]
    do throws(InflateError) { plain = try Inflate.inflate(bytes, limit: VectorTileLimits.bytes) } catch {
      throw VectorTileError(.compression(error), at: 0)
    }
    try self.init(plain)
  }
}

/// How much a tile may hold; real ones of dense cities hold a hundredth of it.
package enum VectorTileLimits {
  /// Bytes of a tile, inflated: 64 MiB.
  package static let bytes = 64 << 20
  /// Points of all layers together.
  package static let points = 4 << 20
  /// Features of all layers together.
  package static let features = 1 << 20
  /// Keys and values of all layers together.
  package static let words = 1 << 20
  /// Layers of a tile.
  package static let layers = 4096
}

/// One layer of a vector tile: features, and what they share, in flat arrays.
package struct VectorTileLayer: Sendable {
  /// Its name as it stands in the file; not fit to print as it is.
  package let name: String
  /// The version of the format, 1 or 2.
  package let version: Int
  /// How many units the tile's sides have, at least 1; 4096 if the file does not say.
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

  /// The index of a key; `nil` if no feature of the layer has it.
  package func key(_ name: String) -> Int? { keys.firstIndex(of: name) }

  /// The index of a feature's value for a key in ``values``; `nil` if the feature has no such tag.
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

  /// A feature's value for a key; `nil` if the feature has no such tag.
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

/// A value of a tag.
package enum VectorTileValue: Hashable, Sendable {
  /// As it stands in the file, not fit to print as it is; bytes that are no UTF-8 are U+FFFD.
  case text(String)
  /// Always finite; also whole numbers beyond `Int64`.
  case number(Double)
  case integer(Int64)
  case boolean(Bool)
  /// No value, or a number that is none.
  case nothing

  /// The value as a text; `nil` for other kinds.
  package var text: String? { if case .text(let value) = self { value } else { nil } }

  /// The value as a number, whole or not; `nil` for other kinds.
  package var number: Double? {
    switch self {
    case .number(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }
}

/// The values of a layer; a text is only made when it is asked for.
package struct VectorTileValues: RandomAccessCollection, Sendable {
  /// A value as it is kept: what it is, and its bits, or where its text lies.
  struct Slot {
    enum Kind: UInt8 { case nothing, text, number, integer, boolean }
    var kind: Kind
    var bits: UInt64
  }

  var slots: [Slot] = []
  /// The tile's bytes, which the texts are in.
  let bytes: [UInt8]

  /// 0.
  package var startIndex: Int { 0 }
  /// How many values there are.
  package var endIndex: Int { slots.count }

  /// The value at an index.
  package subscript(index: Int) -> VectorTileValue {
    let slot = slots[index]
    switch slot.kind {
    case .nothing: return .nothing
    case .text: return .text(String(decoding: bytes[slot.range], as: UTF8.self))
    case .number: return .number(Double(bitPattern: slot.bits))
    case .integer: return .integer(Int64(bitPattern: slot.bits))
    case .boolean: return .boolean(slot.bits != 0)
    }
  }
}

extension VectorTileValues.Slot {
  /// No value.
  static let nothing = Self(kind: .nothing, bits: 0)

  /// A text that lies in these bytes of the tile.
  static func text(_ range: Range<Int>) -> Self {
    Self(kind: .text, bits: UInt64(range.lowerBound) << 32 | UInt64(range.upperBound))
  }

  /// A number, where it is one.
  static func number(_ value: Double) -> Self {
    value.isFinite ? Self(kind: .number, bits: value.bitPattern) : .nothing
  }

  /// A whole number.
  static func integer(_ value: Int64) -> Self { Self(kind: .integer, bits: UInt64(bitPattern: value)) }

  /// Where a text lies; both ends fit into 32 bits because a tile has no more than 64 MiB.
  fileprivate var range: Range<Int> { Int(bits >> 32)..<Int(bits & 0xFFFF_FFFF) }
}
