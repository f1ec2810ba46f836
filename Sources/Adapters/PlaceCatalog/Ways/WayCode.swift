internal import HuntDomain
internal import OSMExtracts

/// Ways as bytes: of each its kind, the number of its points, and the steps from one point to the next, of the first
/// from the last of the way before.
///
/// All of them whole numbers of six bits a byte, the lowest first; the bit above says that there is more. So every byte
/// is ASCII, and the whole a text to whoever binds it.
enum WayCode {
  /// The kinds by their numbers, which never change.
  static let kinds: [Way.Kind] = [.footway, .path, .steps, .service, .street, .road, .motorway]

  /// Bytes that a point takes at most: two numbers of 33 bits.
  static let mostBytesOfPoint = 12

  static let more: UInt8 = 0x40
  static let payload: UInt8 = 0x3F
}

/// Writes ways one behind the other.
struct WayEncoder {
  private(set) var bytes: [UInt8] = []
  private(set) var count = 0
  private var latitude: Int64 = 0
  private var longitude: Int64 = 0

  /// Appends a way.
  mutating func append(_ way: MappedWay) {
    put(UInt64(WayCode.kinds.firstIndex(of: way.kind) ?? 0))
    put(UInt64(way.points.count))
    for point in way.points {
      put(signed: Int64(point.latitude) - latitude)
      put(signed: Int64(point.longitude) - longitude)
      (latitude, longitude) = (Int64(point.latitude), Int64(point.longitude))
    }
    count += 1
  }

  /// The bytes as a text.
  var text: String { String(decoding: bytes, as: Unicode.ASCII.self) }

  /// Numbers near nothing are small, whatever their sign (zigzag).
  private mutating func put(signed value: Int64) { put(UInt64(bitPattern: value << 1 ^ value >> 63)) }

  private mutating func put(_ value: UInt64) {
    var rest = value
    while rest > UInt64(WayCode.payload) {
      bytes.append(UInt8(truncatingIfNeeded: rest) & WayCode.payload | WayCode.more)
      rest >>= 6
    }
    bytes.append(UInt8(rest))
  }
}

/// Reads ways that an encoder has written; anything else is refused.
struct WayDecoder {
  /// The bytes are not as they were written.
  struct Damage: Error {}

  private let bytes: [UInt8]
  private var offset = 0
  private var latitude: Int64 = 0
  private var longitude: Int64 = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// All ways of some bytes.
  static func ways(_ bytes: [UInt8]) throws(Damage) -> [MappedWay] {
    var decoder = WayDecoder(bytes)
    var ways: [MappedWay] = []
    while let way = try decoder.next() { ways.append(way) }
    return ways
  }

  /// The next way; nothing at the end.
  mutating func next() throws(Damage) -> MappedWay? {
    guard offset < bytes.count else { return nil }
    let (kind, count) = (try number(), try number())
    // A point has two bytes at least, so that no number makes room for more than there is.
    guard kind < UInt64(WayCode.kinds.count), count > 1, count <= UInt64(bytes.count - offset) / 2 else {
      throw Damage()
    }
    var points: [FixedPlace] = []
    points.reserveCapacity(Int(count))
    for _ in 0..<count { points.append(try point()) }
    return MappedWay(kind: WayCode.kinds[Int(kind)], points: points)
  }

  private mutating func point() throws(Damage) -> FixedPlace {
    latitude &+= try signed()
    longitude &+= try signed()
    guard let north = Int32(exactly: latitude), let east = Int32(exactly: longitude),
      let place = FixedPlace(latitude: north, longitude: east)
    else { throw Damage() }
    return place
  }

  private mutating func signed() throws(Damage) -> Int64 {
    let value = try number()
    return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
  }

  private mutating func number() throws(Damage) -> UInt64 {
    var (value, shift) = (UInt64(0), UInt64(0))
    while offset < bytes.count, shift < 60 {
      let byte = bytes[offset]
      offset += 1
      guard byte < 0x80 else { throw Damage() }
      value |= UInt64(byte & WayCode.payload) << shift
      if byte & WayCode.more == 0 { return value }
      shift += 6
    }
    throw Damage()
  }
}
