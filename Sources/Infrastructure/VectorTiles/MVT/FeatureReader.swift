/// Reads the features of one layer into its flat arrays.
struct FeatureReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let keys, values: UInt64
  private(set) var features: [VectorTileFeature] = []
  private(set) var tags: [UInt32] = []
  private(set) var geometry: GeometryReader

  /// For a layer of so many keys and values.
  init(_ bytes: UnsafeBufferPointer<UInt8>, keys: Int, values: Int, version: Int) {
    self.bytes = bytes
    self.keys = UInt64(keys)
    self.values = UInt64(values)
    geometry = GeometryReader(bytes, version: version)
  }

  /// Makes room for what so many bytes of features hold as a rule.
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
    do throws(GeometryFault) {
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
    var wire = WireReader(bytes, range)
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

  /// Reads pairs of a key and a value; a pair that means nothing is left out.
  private mutating func readTags(
    _ range: Range<Int>, _ warnings: inout VectorTileWarnings
  ) throws(VectorTileError) {
    var wire = WireReader(bytes, range)
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
