internal import Database
internal import Geodesy
internal import HuntDomain
internal import Numbers

/// The tables of a region's database.
enum RegionSchema {
  /// The schema version that this program writes, stored in the file's `user_version`.
  ///
  /// Version 1 had no ways, version 2 no names of them.
  static let version: Int64 = 3
  /// The versions that are read.
  private static let readable = 1...version
  /// Tells the file from other databases: `TROV` in ASCII, kept in `application_id`.
  static let application: Int64 = 0x5452_4F56

  /// Places are numbered from 1 without a gap, in the order of the index.
  ///
  /// The words are folded before they get into
  /// the index, which for its part only parts them at spaces.
  static let tables = """
    CREATE TABLE region (key TEXT PRIMARY KEY, value NOT NULL) WITHOUT ROWID;
    CREATE TABLE files (number INTEGER PRIMARY KEY, path TEXT NOT NULL, format TEXT NOT NULL, size INTEGER NOT NULL, \
    modified INTEGER NOT NULL, hash TEXT NOT NULL, count INTEGER NOT NULL);
    CREATE TABLE places (id INTEGER PRIMARY KEY, source TEXT NOT NULL, name TEXT, kind TEXT, \
    category INTEGER NOT NULL, keys INTEGER NOT NULL, latitude INTEGER NOT NULL, longitude INTEGER NOT NULL, \
    tags TEXT NOT NULL);
    CREATE VIRTUAL TABLE words USING fts5 (name, other, what, content='', tokenize='ascii');
    \(WayBundle.tables)
    """

  static let columns = "id, source, name, kind, category, latitude, longitude, tags"

  /// Checks that an open file is a region of a version that is read.
  static func check(_ connection: Connection, _ region: RegionName) throws(CatalogProblem) {
    let found: (application: Int64?, version: Int64)
    do throws(DatabaseError) {
      found = (
        try connection.number("PRAGMA application_id"), try connection.number("PRAGMA user_version") ?? 0
      )
    } catch { throw CatalogProblem(reading: error, of: region) }
    guard found.application == application else { throw .damaged(region, "it is another kind of file") }
    guard found.version <= version else { throw CatalogProblem(newer: region) }
    guard readable.contains(found.version) else { throw .damaged(region, "its version is unknown") }
  }

  // MARK: - The summary

  /// Writes the summary of a region.
  static func write(_ summary: RegionSummary, to connection: Connection) throws(DatabaseError) {
    var values: [(String, DatabaseValue)] = [
      ("imported", .integer(summary.imported.milliseconds)), ("keys", .text(summary.keys)),
      ("attribution", .text(summary.attribution.joined(separator: "\n"))), ("count", .integer(Int64(summary.count))),
      ("generation", .integer(summary.generation)), ("ways", .integer(Int64(summary.ways.count))),
    ]
    if let box = summary.box {
      values += [
        ("south", .real(box.south)), ("west", .real(box.west)), ("north", .real(box.north)), ("east", .real(box.east)),
      ]
    }
    for (key, value) in values { try connection.rows("INSERT INTO region VALUES (?, ?)", [.text(key), value]) }
    for (number, source) in summary.sources.enumerated() {
      try connection.rows(
        "INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?)", [.integer(Int64(number))] + source.values)
    }
  }

  /// Reads the summary of a region.
  static func summary(_ region: RegionName, from connection: Connection) throws(DatabaseError) -> RegionSummary {
    var values: [String: DatabaseValue] = [:]
    for row in try connection.rows("SELECT key, value FROM region", limit: 100) {
      if let key = row[0].text { values[key] = row[1] }
    }
    let files = try connection.rows(
      "SELECT path, format, size, modified, hash, count FROM files ORDER BY number", limit: 10_000)
    guard let imported = values["imported"]?.integer, let generation = values["generation"]?.integer,
      let count = values["count"]?.integer, (0...Int64(Int32.max)).contains(count)
    else { throw DatabaseError(damage: "it does not say what it is") }
    return RegionSummary(
      name: region, imported: Timestamp(milliseconds: imported), sources: files.compactMap(RegionSource.init),
      keys: PlaceText.clean(values["keys"]?.text ?? ""),
      attribution: (values["attribution"]?.text ?? "").split(separator: "\n").map { PlaceText.clean(String($0)) },
      count: Int(count), box: box(values), ways: WaySupply(stored: values["ways"]?.integer), generation: generation)
  }

  private static func box(_ values: [String: DatabaseValue]) -> BoundingBox? {
    guard let south = values["south"]?.real, let west = values["west"]?.real, let north = values["north"]?.real,
      let east = values["east"]?.real, let corner = Coordinate(latitude: south, longitude: west),
      let opposite = Coordinate(latitude: north, longitude: east)
    else { return nil }
    return BoundingBox(southWest: corner, northEast: opposite)
  }
}

extension CatalogProblem {
  /// The region was made by a newer version of this program.
  init(newer region: RegionName) {
    self.init(.newer, "The region \(region) was made by a newer version of this program. Nothing of it was changed.")
  }
}
