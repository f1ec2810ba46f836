/// An error in the bytes of a protobuf message.
enum PBFFault: Error, Hashable {
  case cut
  case badNumber
  case badWire
  case noField
  /// A field that is laid out in another way, or is there twice.
  case badField(String)
  /// A message that says too little, or what cannot be.
  case missing(String)
  /// A part of the format that is not read.
  case unread(String)
  /// More than any file needs.
  case tooMuch(String)

  var problem: OSMProblem {
    switch self {
    case .cut: .cut("a block")
    case .badNumber: .damaged("a number longer than 64 bits in a block")
    case .badWire: .damaged("a field of an unknown layout in a block")
    case .noField: .damaged("a field with the number 0 in a block")
    case .badField(let name): .damaged("\(name) is not laid out as OSM PBF has it")
    case .missing(let what): .damaged(what)
    case .unread(let what): .unsupported(what)
    case .tooMuch(let what): .tooLarge(what)
    }
  }
}

/// How a field is laid out; groups, which protobuf once had, are in no PBF file.
enum PBFWireType: UInt64 {
  case varint = 0
  case eight = 1
  case bytes = 2
  case four = 5
}

/// Goes through the fields or the numbers of one protobuf message.
///
/// Nothing is read beyond the bytes that it was given: every read is behind a comparison with `end`.
struct PBFReader {
  /// A stretch of bytes within a block.
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private var next: UnsafePointer<UInt8>
  private let end: UnsafePointer<UInt8>

  /// A valid address for empty readers; never read from.
  nonisolated(unsafe) private static let nothing = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  /// Begins at the front of `bytes`, which have to stay where they are.
  init(_ bytes: Bytes) {
    next = bytes.baseAddress ?? Self.nothing
    end = next + bytes.count
  }

  var isAtEnd: Bool { next == end }

  /// The number and the layout of the next field.
  mutating func field() throws(PBFFault) -> (number: UInt64, wire: PBFWireType) {
    let key = try varint()
    guard let wire = PBFWireType(rawValue: key & 7) else { throw .badWire }
    guard key >> 3 > 0 else { throw .noField }
    return (key >> 3, wire)
  }

  /// A number of up to ten bytes.
  @inline(__always)
  mutating func varint() throws(PBFFault) -> UInt64 {
    guard next != end else { throw .cut }
    let first = next.pointee
    next += 1
    return first < 0x80 ? UInt64(first) : try varint(after: first)
  }

  private mutating func varint(after first: UInt8) throws(PBFFault) -> UInt64 {
    var value = UInt64(first & 0x7F)
    var shift: UInt64 = 7
    while next != end {
      let byte = next.pointee
      next += 1
      // Only one bit of the tenth byte is left.
      if shift == 63, byte > 1 { throw .badNumber }
      value |= UInt64(byte & 0x7F) &<< shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw .cut
  }

  /// A number whose lowest bit is its sign.
  @inline(__always)
  mutating func zigzag() throws(PBFFault) -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  /// The number of a field.
  mutating func number(_ wire: PBFWireType, _ name: @autoclosure () -> String) throws(PBFFault) -> UInt64 {
    guard wire == .varint else { throw .badField(name()) }
    return try varint()
  }

  /// The bytes of a field.
  mutating func bytes(_ wire: PBFWireType, _ name: @autoclosure () -> String) throws(PBFFault) -> Bytes {
    guard wire == .bytes else { throw .badField(name()) }
    let count = try varint()
    guard count <= UInt64(end - next) else { throw .cut }
    defer { next += Int(count) }
    return Bytes(start: next, count: Int(count))
  }

  /// Passes over what a field holds.
  mutating func skip(_ wire: PBFWireType) throws(PBFFault) {
    switch wire {
    case .varint: _ = try varint()
    case .bytes: _ = try bytes(wire, "")
    case .eight, .four:
      let width = wire == .eight ? 8 : 4
      guard width <= end - next else { throw .cut }
      next += width
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// How many numbers are packed into the bytes: each ends with a byte below 128.
  var numbers: Int {
    var count = 0
    for byte in self where byte < 0x80 { count &+= 1 }
    return count
  }
}
