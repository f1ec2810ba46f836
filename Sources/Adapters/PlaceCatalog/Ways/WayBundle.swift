internal import Database

/// Ways that lie near one another, as one row of a region.
struct WayBundle {
  /// Ways of a bundle, so that few that nobody asked for are read with one that somebody did.
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

  /// What puts a bundle into its table; the bytes come as a text, which they are.
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

  /// What is read of a bundle, by its number.
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
