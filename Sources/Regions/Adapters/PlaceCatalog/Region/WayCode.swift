internal import Database
internal import OSMExtracts
internal import Places

/// Ways as bytes: of each its kind, the number of its points, its name, and the steps from one point to the next, of the
/// first from the last of the way before.
///
/// All are integers in groups of six bits a byte, the lowest first; the bit above says that more follow. So every byte
/// is ASCII, and the whole can be bound as SQLite text.
enum WayCode {
  /// The kinds by their numbers, which never change.
  static let kinds: [Way.Kind] = [.footway, .path, .steps, .service, .street, .road, .motorway]

  /// Set in the number of the kind of a way that has a name; the name follows, as the number of its Unicode scalars and
  /// each of them.
  static let named: UInt64 = 8
  /// Characters of a name that are kept.
  static let mostCharacters = 100
  /// Unicode scalars of a name that are read; a character may have several.
  static let mostScalars: UInt64 = 400

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
    let name = (way.name?.unicodeScalars).map { Array($0.prefix(Int(WayCode.mostScalars))) } ?? []
    put(UInt64(WayCode.kinds.firstIndex(of: way.kind) ?? 0) | (name.isEmpty ? 0 : WayCode.named))
    put(UInt64(way.points.count))
    if !name.isEmpty { put(UInt64(name.count)) }
    for scalar in name { put(UInt64(scalar.value)) }
    for point in way.points {
      put(signed: Int64(point.latitude) - latitude)
      put(signed: Int64(point.longitude) - longitude)
      (latitude, longitude) = (Int64(point.latitude), Int64(point.longitude))
    }
    count += 1
  }

  /// The bytes as a text.
  var text: String { String(decoding: bytes, as: Unicode.ASCII.self) }

  /// Writes a signed number in zigzag encoding, which keeps small magnitudes short.
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

  /// Decodes all ways.
  static func ways(_ bytes: [UInt8]) throws(Damage) -> [MappedWay] {
    var decoder = WayDecoder(bytes)
    var ways: [MappedWay] = []
    while let way = try decoder.next() { ways.append(way) }
    return ways
  }

  /// The next way; `nil` at the end.
  mutating func next() throws(Damage) -> MappedWay? {
    guard offset < bytes.count else { return nil }
    let (head, count) = (try number(), try number())
    let kind = head & ~WayCode.named
    // A point takes at least two bytes, so a corrupt count cannot reserve more memory than the data justifies.
    guard kind < UInt64(WayCode.kinds.count), count > 1, count <= UInt64(bytes.count - offset) / 2 else {
      throw Damage()
    }
    let name = head & WayCode.named == 0 ? nil : try name()
    var points: [FixedPlace] = []
    points.reserveCapacity(Int(count))
    for _ in 0..<count { points.append(try point()) }
    return MappedWay(kind: WayCode.kinds[Int(kind)], points: points, name: name)
  }

  private mutating func name() throws(Damage) -> String {
    let count = try number()
    guard (1...WayCode.mostScalars).contains(count) else { throw Damage() }
    var name = String.UnicodeScalarView()
    for _ in 0..<count {
      guard let scalar = UInt32(exactly: try number()).flatMap(Unicode.Scalar.init) else { throw Damage() }
      name.append(scalar)
    }
    return String(name)
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

/// Ways that lie near one another, as one row of a region.
struct WayBundle {
  /// The most ways in a bundle: a bundle is read whole, so a small one keeps the surplus small.
  static let most = 64
  /// Bytes behind which a bundle takes no further way; one of the longest comes on top.
  static let mostBytes = 16 << 10

  private var encoder = WayEncoder()
  private var box: WayBox?
  var count: Int { encoder.count }
  var isFull: Bool { count >= Self.most || encoder.bytes.count >= Self.mostBytes }

  /// Appends a way.
  mutating func append(_ way: MappedWay) {
    encoder.append(way)
    if box == nil { box = way.box } else { box?.take(way.box) }
  }

  // MARK: - As a row

  static let tables = """
    CREATE TABLE ways (id INTEGER PRIMARY KEY, south INTEGER NOT NULL, west INTEGER NOT NULL, \
    north INTEGER NOT NULL, east INTEGER NOT NULL, count INTEGER NOT NULL, sum INTEGER NOT NULL, bytes BLOB NOT NULL);
    CREATE INDEX way_boxes ON ways (south, west, north, east);
    """

  /// The statement that inserts a bundle; the bytes are ASCII and are bound as text.
  static let insertion =
    "INSERT INTO ways (south, west, north, east, count, sum, bytes) VALUES (?, ?, ?, ?, ?, ?, CAST(? AS BLOB))"

  /// Puts it into the table.
  func put(into statement: Statement) throws(DatabaseError) {
    guard let box else { return }
    for (place, side) in [box.south, box.west, box.north, box.east].enumerated() {
      try statement.bind(side, at: place + 1)
    }
    try statement.bind(Int64(count), at: 5)
    try statement.bind(Self.sum(encoder.bytes, in: box, count: Int64(count)), at: 6)
    try statement.bind(encoder.text, at: 7)
    try statement.run()
  }

  /// The statement that reads a bundle by its number.
  static let selection = "SELECT south, west, north, east, count, sum, bytes FROM ways WHERE id = ?"

  /// The ways of the row that a statement is at.
  ///
  /// Throws: where they are not as they were written.
  static func ways(_ row: Statement) throws(DatabaseError) -> [MappedWay] {
    let box = WayBox(south: row.integer(0), west: row.integer(1), north: row.integer(2), east: row.integer(3))
    let (count, bytes) = (row.integer(4), row.bytes(6) ?? [])
    guard sum(bytes, in: box, count: count) == row.integer(5), let ways = try? WayDecoder.ways(bytes),
      Int64(ways.count) == count
    else { throw DatabaseError(damage: "its ways are not as they were written") }
    return ways
  }

  private static func sum(_ bytes: [UInt8], in box: WayBox, count: Int64) -> Int64 {
    var hash = ContentHash()
    for number in [box.south, box.west, box.north, box.east, count] { hash.add(UInt64(bitPattern: number)) }
    bytes.withUnsafeBytes { hash.add($0) }
    return Int64(bitPattern: hash.value)
  }
}
