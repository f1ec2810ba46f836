/// Reads one layer in two rounds, because features may stand before the keys and values that they mean.
struct LayerReader {
  private var wire: WireReader
  private let start: Int
  private(set) var warnings: VectorTileWarnings

  private var name: String?
  private var version: UInt64?
  private var extent: UInt64 = 4096
  private var keys: [String] = []
  private var values: VectorTileValues
  private var features: [Range<Int>] = []

  /// Begins with the message of a layer in the tile's bytes.
  init(_ wire: WireReader, bytes: [UInt8], warnings: VectorTileWarnings) {
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
    var reader = FeatureReader(wire.bytes, keys: keys.count, values: values.count, version: Int(version))
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
    var wire = WireReader(wire.bytes, range)
    return try slot(&wire)
  }

  private mutating func slot(_ wire: inout WireReader) throws(VectorTileError) -> VectorTileValues.Slot {
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
