/// Reads a tile: its layers, one after another.
struct TileReader {
  private let bytes: [UInt8]
  private(set) var layers: [VectorTileLayer] = []
  private(set) var warnings = VectorTileWarnings()

  /// Begins with a tile that is not compressed.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads all of it.
  mutating func read() throws(VectorTileError) {
    guard bytes.count <= VectorTileLimits.bytes else { throw VectorTileError(.tooLarge("bytes"), at: 0) }
    let bytes = bytes
    try bytes.withUnsafeBufferPointer { (buffer) throws(VectorTileError) in
      try read(TileWireReader(buffer, 0..<buffer.count))
    }
  }

  private mutating func read(_ start: TileWireReader) throws(VectorTileError) {
    var wire = start
    var names: Set<String> = []
    var budget = TileBudget()
    while !wire.isAtEnd {
      let offset = wire.position
      let field = try wire.field()
      switch field.number {
      case 3:
        let range = try wire.range(field.wire, "a layer")
        let layer = try readLayer(TileWireReader(wire.bytes, range), &budget)
        if !names.insert(layer.name).inserted { warnings.add(.repeatedLayer, at: offset) }
        try budget.takeLayer(at: offset)
        layers.append(layer)
      // What others may add to the format.
      case 16...: try wire.skip(field.wire)
      default: throw VectorTileError(.strayField(field.number), at: offset)
      }
    }
  }

  private mutating func readLayer(
    _ wire: TileWireReader, _ budget: inout TileBudget
  ) throws(VectorTileError) -> VectorTileLayer {
    var layer = LayerReader(wire, bytes: bytes, warnings: warnings)
    try layer.readShared(&budget)
    let result = try layer.readFeatures(&budget)
    warnings = layer.warnings
    return result
  }
}

/// What a tile may still hold, so that a small file cannot take much memory.
struct TileBudget {
  private var layers = VectorTileLimits.layers
  private var features = VectorTileLimits.features
  private var words = VectorTileLimits.words
  private(set) var points = VectorTileLimits.points

  mutating func takeLayer(at offset: Int) throws(VectorTileError) {
    layers -= 1
    guard layers >= 0 else { throw VectorTileError(.tooLarge("layers"), at: offset) }
  }

  mutating func takeFeature(at offset: Int) throws(VectorTileError) {
    features -= 1
    guard features >= 0 else { throw VectorTileError(.tooLarge("features"), at: offset) }
  }

  /// Counts one key or value; throws if there are too many.
  mutating func takeWord(at offset: Int) throws(VectorTileError) {
    words -= 1
    guard words >= 0 else { throw VectorTileError(.tooLarge("keys and values"), at: offset) }
  }

  /// Counts `count` points; at most as many as are left.
  mutating func take(points count: Int) { points -= count }
}

/// Reads one layer in two rounds, because features may stand before the keys and values that they mean.
struct LayerReader {
  private var wire: TileWireReader
  private let start: Int
  private(set) var warnings: VectorTileWarnings

  private var name: String?
  private var version: UInt64?
  private var extent: UInt64 = 4096
  private var keys: [String] = []
  private var values: VectorTileValues
  private var features: [Range<Int>] = []

  /// Begins with the message of a layer in the tile's bytes.
  init(_ wire: TileWireReader, bytes: [UInt8], warnings: VectorTileWarnings) {
    self.wire = wire
    self.warnings = warnings
    start = wire.position
    values = VectorTileValues(bytes: bytes)
  }

  /// The first round: everything but the features, of which only the places are noted.
  mutating func readShared(_ budget: inout TileBudget) throws(VectorTileError) {
    while !wire.isAtEnd {
      let offset = wire.position
      let field = try wire.field()
      switch field.number {
      case 1: name = text(try wire.range(field.wire, "the name of a layer"))
      case 2:
        try budget.takeFeature(at: offset)
        features.append(try wire.range(field.wire, "a feature"))
      case 3:
        try budget.takeWord(at: offset)
        keys.append(text(try wire.range(field.wire, "a key")))
      case 4:
        try budget.takeWord(at: offset)
        values.slots.append(try value(in: try wire.range(field.wire, "a value")))
      case 5: extent = try wire.number(field.wire, "the extent of a layer")
      case 15: version = try wire.number(field.wire, "the version of a layer")
      default:
        // From 16 on the format leaves room for others.
        if field.number < 16 { warnings.add(.strayLayerField(field.number), at: offset) }
        try wire.skip(field.wire)
      }
    }
  }

  /// The second round: the features, now that all is known that they mean.
  mutating func readFeatures(_ budget: inout TileBudget) throws(VectorTileError) -> VectorTileLayer {
    guard let name else { throw VectorTileError(.nameless, at: start) }
    if self.version == nil { warnings.add(.versionless, at: start) }
    let version = self.version ?? 1
    guard version == 1 || version == 2 else { throw VectorTileError(.badVersion(version), at: start) }
    guard extent > 0, let extent = Int32(exactly: extent) else { throw VectorTileError(.badExtent(extent), at: start) }
    var reader = TileFeatureReader(wire.bytes, keys: keys.count, values: values.count, version: Int(version))
    reader.reserve(features: features.count, bytes: features.reduce(0) { $0 + $1.count })
    for feature in features { try reader.read(feature, &budget, &warnings) }
    return VectorTileLayer(
      name: name, version: Int(version), extent: extent, keys: keys, values: values, features: reader.features,
      tags: reader.tags, parts: reader.geometry.parts, points: reader.geometry.points)
  }

  /// The text of a name or a key; warns where it has to be mended.
  private mutating func text(_ range: Range<Int>) -> String {
    let bytes = wire.bytes[range]
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    warnings.add(.notUTF8, at: range.lowerBound)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The value that a message holds: its first field, as the format allows no other.
  ///
  /// What follows it is not looked at, and a text that ends within a character is mended without a word: programs that
  /// count letters instead of bytes write both, and all others show such tiles.
  private mutating func value(in range: Range<Int>) throws(VectorTileError) -> VectorTileValues.Slot {
    guard !range.isEmpty else {
      warnings.add(.noValue, at: range.lowerBound)
      return .nothing
    }
    var wire = TileWireReader(wire.bytes, range)
    return try slot(&wire)
  }

  private mutating func slot(_ wire: inout TileWireReader) throws(VectorTileError) -> VectorTileValues.Slot {
    let offset = wire.position
    let field = try wire.field()
    switch field.number {
    case 1: return .text(try wire.range(field.wire, "a value of text"))
    case 2:
      let bits = try wire.fixed(field.wire, as: .four, "a value of four bytes")
      return finite(Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))), at: offset)
    case 3:
      return finite(Double(bitPattern: try wire.fixed(field.wire, as: .eight, "a value of eight bytes")), at: offset)
    case 4: return .integer(Int64(bitPattern: try wire.number(field.wire, "a whole value")))
    case 5:
      let value = try wire.number(field.wire, "a whole value")
      return Int64(exactly: value).map { .integer($0) } ?? .number(Double(value))
    case 6:
      let value = try wire.number(field.wire, "a whole value")
      return .integer(Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1))
    case 7: return .init(kind: .boolean, bits: try wire.number(field.wire, "a truth value"))
    default: throw VectorTileError(.unknownValue, at: offset)
    }
  }

  private mutating func finite(_ value: Double, at offset: Int) -> VectorTileValues.Slot {
    if !value.isFinite { warnings.add(.notFinite, at: offset) }
    return .number(value)
  }
}

/// Reads the features of one layer into its flat arrays.
struct TileFeatureReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let keys, values: UInt64
  private(set) var features: [VectorTileFeature] = []
  private(set) var tags: [UInt32] = []
  private(set) var geometry: TileGeometryReader

  /// Creates a reader for a layer of `keys` keys and `values` values.
  init(_ bytes: UnsafeBufferPointer<UInt8>, keys: Int, values: Int, version: Int) {
    self.bytes = bytes
    self.keys = UInt64(keys)
    self.values = UInt64(values)
    geometry = TileGeometryReader(bytes, version: version)
  }

  /// Reserves memory for what `bytes` bytes of features usually hold.
  mutating func reserve(features count: Int, bytes: Int) {
    features.reserveCapacity(count)
    tags.reserveCapacity(8 * count)
    geometry.reserve(features: count, bytes: bytes)
  }

  /// What a feature says, before it is believed.
  private struct Draft {
    var id: UInt64?
    var kind: UInt64 = 0
    var tags, geometry: Range<Int>?
    var hasTagsTwice = false
    var hasGeometryTwice = false

    /// The field that it has twice.
    var repeated: String? { hasTagsTwice ? "tags" : hasGeometryTwice ? "geometry" : nil }
  }

  /// Reads one feature; where it is wrong, it is left out and warned about.
  ///
  /// Throws: where its fields cannot be told apart, or the tile holds too much.
  mutating func read(
    _ range: Range<Int>, _ budget: inout TileBudget, _ warnings: inout VectorTileWarnings
  ) throws(VectorTileError) {
    let draft = try draft(range, &warnings)
    func leaveOut(_ problem: VectorTileProblem) { warnings.add(problem, at: range.lowerBound) }
    if let field = draft.repeated { return leaveOut(.repeatedField(field)) }
    guard let kind = UInt8(exactly: draft.kind).flatMap(VectorTileKind.init(rawValue:)) else {
      return leaveOut(.unknownKind(draft.kind))
    }
    guard let shape = draft.geometry else { return leaveOut(.noGeometry) }
    let part = UInt32(geometry.parts.count)
    do throws(TileGeometryFault) {
      let count = geometry.points.count
      if try geometry.read(shape, kind, limit: budget.points) { warnings.add(.repeatedPoint, at: shape.lowerBound) }
      budget.take(points: geometry.points.count - count)
    } catch {
      if error == .tooMany { throw VectorTileError(.tooLarge("points"), at: shape.lowerBound) }
      return leaveOut(.badGeometry(error.description))
    }
    let tag = UInt32(tags.count)
    if let range = draft.tags { try readTags(range, &warnings) }
    features.append(
      VectorTileFeature(
        id: draft.id, kind: kind, firstTag: tag, endTag: UInt32(tags.count), firstPart: part,
        endPart: UInt32(geometry.parts.count)))
  }

  private func draft(
    _ range: Range<Int>, _ warnings: inout VectorTileWarnings
  ) throws(VectorTileError) -> Draft {
    var wire = TileWireReader(bytes, range)
    var draft = Draft()
    while !wire.isAtEnd {
      let offset = wire.position
      let field = try wire.field()
      switch field.number {
      case 1: draft.id = try wire.number(field.wire, "the id of a feature")
      case 2:
        draft.hasTagsTwice = draft.tags != nil
        draft.tags = try wire.range(field.wire, "the tags of a feature")
      case 3: draft.kind = try wire.number(field.wire, "the type of a feature")
      case 4:
        draft.hasGeometryTwice = draft.geometry != nil
        draft.geometry = try wire.range(field.wire, "the geometry of a feature")
      default:
        warnings.add(.strayLayerField(field.number), at: offset)
        try wire.skip(field.wire)
      }
    }
    return draft
  }

  /// Reads pairs of a key and a value; a meaningless pair is left out.
  private mutating func readTags(
    _ range: Range<Int>, _ warnings: inout VectorTileWarnings
  ) throws(VectorTileError) {
    var wire = TileWireReader(bytes, range)
    while !wire.isAtEnd {
      let offset = wire.position
      let key = try wire.varint()
      guard !wire.isAtEnd else { return warnings.add(.oddTags, at: offset) }
      let value = try wire.varint()
      if key >= keys {
        warnings.add(.badKey(key), at: offset)
      } else if value >= values {
        warnings.add(.badValue(value), at: offset)
      } else {
        // Both fit: a tile has far fewer keys and values.
        tags.append(UInt32(truncatingIfNeeded: key))
        tags.append(UInt32(truncatingIfNeeded: value))
      }
    }
  }
}
