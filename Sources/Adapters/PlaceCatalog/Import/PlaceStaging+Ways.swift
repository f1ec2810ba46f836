internal import Database
internal import OSMExtracts

extension PlaceStaging {
  /// By what OpenStreetMap calls them: of a way that is in two files the later counts.
  static let wayTables = "CREATE TABLE ways (way INTEGER PRIMARY KEY, cell INTEGER NOT NULL, bytes BLOB NOT NULL)"

  /// Takes the ways that an object makes.
  func add(_ walkway: OSMWalkway) throws(DatabaseError) {
    var encoder = WayEncoder()
    for way in MappedWay.ways(of: walkway) { encoder.append(way) }
    let line = walkway.lines[0]
    let middle = line[line.count / 2]
    try putWay.bind(walkway.id, at: 1)
    try putWay.bind(PlaceCode.cell(Int64(middle.latitude), Int64(middle.longitude)), at: 2)
    try putWay.bind(encoder.text, at: 3)
    try putWay.run()
  }

  /// Calls `body` with every way, neighbours near one another.
  func eachWay(_ body: (MappedWay) throws(DatabaseError) -> Void) throws(DatabaseError) {
    // Sorted by the database, which does it outside of the memory where there are many.
    let rows = try connection.prepare("SELECT bytes FROM ways ORDER BY cell, way")
    while try rows.step() {
      guard let ways = try? WayDecoder.ways(rows.bytes() ?? []) else {
        throw DatabaseError(damage: "what was gathered is not as it was written")
      }
      for way in ways { try body(way) }
    }
  }
}
