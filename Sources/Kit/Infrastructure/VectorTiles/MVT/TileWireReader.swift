/// Goes through the fields of one protobuf message, which lies in a range of the tile's bytes.
///
/// Nothing is read beyond the range: every read is behind a comparison with `end`, which lies within the bytes.
struct TileWireReader {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position: Int
  private let end: Int

  /// Begins at the front of `range`, which lies within `bytes`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    (position, end) = (range.lowerBound, range.upperBound)
  }

  var isAtEnd: Bool { position == end }

  /// The number and the wire type of the next field.
  mutating func field() throws(VectorTileError) -> (number: UInt64, wire: TileWireType) {
    let start = position
    let key = try varint()
    guard let wire = TileWireType(rawValue: UInt8(key & 7)) else {
      throw VectorTileError(.badWire(UInt8(key & 7)), at: start)
    }
    guard key >> 3 > 0 else { throw VectorTileError(.noField, at: start) }
    return (key >> 3, wire)
  }

  /// A number of up to ten bytes.
  mutating func varint() throws(VectorTileError) -> UInt64 {
    guard position < end else { throw VectorTileError(.cut, at: position) }
    let first = bytes[position]
    position += 1
    return first < 0x80 ? UInt64(first) : try varint(after: first)
  }

  private mutating func varint(after first: UInt8) throws(VectorTileError) -> UInt64 {
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while position < end {
      let byte = bytes[position]
      position += 1
      // Only one bit of the tenth byte is left.
      if shift == 63, byte > 1 { throw VectorTileError(.badNumber, at: position) }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw VectorTileError(.cut, at: position)
  }

  /// Returns the range of a field's bytes; throws if the wire type is not `.bytes`.
  mutating func range(_ wire: TileWireType, _ field: @autoclosure () -> String) throws(VectorTileError) -> Range<Int> {
    guard wire == .bytes else { throw VectorTileError(.wrongWire(field: field()), at: position) }
    let length = try varint()
    guard length <= UInt64(end - position) else { throw VectorTileError(.cut, at: position) }
    let start = position
    position += Int(length)
    return start..<position
  }

  /// The number of a field, which has to be of wire type `.varint`.
  mutating func number(_ wire: TileWireType, _ field: @autoclosure () -> String) throws(VectorTileError) -> UInt64 {
    guard wire == .varint else { throw VectorTileError(.wrongWire(field: field()), at: position) }
    return try varint()
  }

  /// The bits of a field of fixed width, which has to be of `wire`, least byte first.
  mutating func fixed(
    _ wire: TileWireType, as wanted: TileWireType, _ field: @autoclosure () -> String
  ) throws(VectorTileError) -> UInt64 {
    guard wire == wanted else { throw VectorTileError(.wrongWire(field: field()), at: position) }
    let start = position
    try skip(wanted)
    return bytes[start..<position].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Passes over what a field holds.
  mutating func skip(_ wire: TileWireType) throws(VectorTileError) {
    switch wire {
    case .varint: _ = try varint()
    case .bytes: _ = try range(wire, "")
    case .eight, .four:
      let width = wire == .eight ? 8 : 4
      guard width <= end - position else { throw VectorTileError(.cut, at: position) }
      position += width
    }
  }
}

/// How a field is laid out; groups, which protobuf once had, are in no vector tile.
enum TileWireType: UInt8 {
  case varint = 0
  case eight = 1
  case bytes = 2
  case four = 5
}
