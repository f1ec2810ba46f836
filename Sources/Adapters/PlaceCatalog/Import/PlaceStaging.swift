internal import Database
internal import Geodesy
internal import HuntDomain

/// What an import has gathered: a database of its own, in which of two records with one key the later counts.
///
/// A file is read in one transaction, so that what is in here is always whole files; an import that was cut off goes
/// on behind the last of them.
final class PlaceStaging {
  private static let version: Int64 = 2
  let connection: Connection
  private let put: Statement
  /// Puts a way into its table.
  let putWay: Statement
  /// The files whose places are all in here, in their order.
  private(set) var done: [RegionSource] = []
  /// How many places the file that is being read gave so far.
  private(set) var countOfFile = 0

  private static let tables = """
    CREATE TABLE state (selection TEXT NOT NULL, boot TEXT NOT NULL);
    CREATE TABLE files (number INTEGER PRIMARY KEY, path TEXT NOT NULL, format TEXT NOT NULL, size INTEGER NOT NULL, \
    modified INTEGER NOT NULL, hash TEXT NOT NULL, count INTEGER NOT NULL);
    CREATE TABLE staged (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, latitude INTEGER NOT NULL, \
    longitude INTEGER NOT NULL, name TEXT, folded TEXT, kind TEXT, category INTEGER NOT NULL, keys INTEGER NOT NULL, \
    isArea INTEGER NOT NULL, tags TEXT NOT NULL);
    \(wayTables);
    PRAGMA user_version = \(version)
    """

  /// Opens what an import of the same selection left behind since the machine was started, or begins anew.
  ///
  /// What was not brought to the disk before the machine stopped is not trusted.
  init(path: String, selection: PlaceSelection, boot: String) throws(DatabaseError) {
    if let kept = try? Self.kept(path, selection, boot) {
      connection = kept.connection
      done = kept.done
    } else {
      CatalogFolder.remove(path)
      connection = try Connection(path: path)
      try connection.hurry()
      try connection.execute(Self.tables)
      try connection.rows("INSERT INTO state VALUES (?, ?)", [.text(selection.text), .text(boot)])
    }
    put = try connection.prepare(
      "INSERT OR REPLACE INTO staged (key, latitude, longitude, name, folded, kind, category, keys, isArea, tags) "
        + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
    putWay = try connection.prepare("INSERT OR REPLACE INTO ways VALUES (?, ?, CAST(? AS BLOB))")
  }

  private static func kept(
    _ path: String, _ selection: PlaceSelection, _ boot: String
  ) throws(DatabaseError) -> (connection: Connection, done: [RegionSource])? {
    guard !boot.isEmpty, FileStamp(path) != nil else { return nil }
    let connection = try Connection(path: path)
    try connection.hurry()
    guard try connection.number("PRAGMA user_version") == version,
      try connection.rows("SELECT selection, boot FROM state") == [[.text(selection.text), .text(boot)]],
      try connection.rows("PRAGMA quick_check(1)") == [[.text("ok")]]
    else { return nil }
    let rows = try connection.rows("SELECT path, format, size, modified, hash, count FROM files ORDER BY number")
    let done = rows.compactMap(RegionSource.init)
    return done.isEmpty ? nil : (connection, done)
  }

  // MARK: - Gathering

  /// Takes all places of a file, or none.
  func gather(_ source: RegionSource, _ read: () throws(CatalogProblem) -> Void) throws(StagingError) {
    countOfFile = 0
    do throws(DatabaseError) { try connection.execute("BEGIN IMMEDIATE") } catch { throw .database(error) }
    do throws(CatalogProblem) { try read() } catch {
      try? connection.execute("ROLLBACK")
      throw .problem(error)
    }
    let read = RegionSource(source, count: countOfFile)
    do throws(DatabaseError) {
      let values = [DatabaseValue.integer(Int64(done.count))] + read.values
      try connection.rows("INSERT INTO files VALUES (?, ?, ?, ?, ?, ?, ?)", values)
      try connection.execute("COMMIT")
    } catch {
      try? connection.execute("ROLLBACK")
      throw .database(error)
    }
    done.append(read)
  }

  private var words = SearchText()

  /// Takes a place.
  func add(_ record: PlaceRecord) throws(DatabaseError) {
    let latitude = PlaceCode.fixed(record.position.latitude)
    let longitude = PlaceCode.fixed(record.position.longitude)
    let name = record.givenName
    try put.bind(record.key, at: 1)
    try put.bind(latitude, at: 2)
    try put.bind(longitude, at: 3)
    try put.bind(name, at: 4)
    try put.bind(name.map { words.plain($0) }, at: 5)
    try put.bind(record.tags.kind ?? record.kind, at: 6)
    try put.bind(Int64(PlaceCode.number(record.category)), at: 7)
    try put.bind(Int64(PlaceCode.keys(record.tags)), at: 8)
    try put.bind(record.isArea ? 1 : 0, at: 9)
    try put.bind(TagText.encode(record.tags), at: 10)
    try put.run()
    countOfFile += 1
  }

  // MARK: - What was gathered

  /// How many places there are.
  func count() throws(DatabaseError) -> Int { Int(try connection.number("SELECT count(*) FROM staged") ?? 0) }

  /// Calls `body` with each lot of places that have one name, as it is compared.
  func eachNamesake(_ body: ([Doubles.Candidate]) -> Void) throws(DatabaseError) {
    let rows = try connection.prepare(
      "SELECT folded, id, latitude, longitude, kind, isArea FROM staged WHERE folded <> '' ORDER BY folded, id")
    var name: String?
    var lot: [Doubles.Candidate] = []
    while try rows.step() {
      let next = rows.text(0)
      if next != name {
        if lot.count > 1 { body(lot) }
        lot.removeAll(keepingCapacity: true)
        name = next
      }
      guard let position = PlaceCode.position(rows.integer(2), rows.integer(3)) else { continue }
      lot.append(
        Doubles.Candidate(
          id: rows.integer(1), position: position, kind: rows.text(4), isArea: rows.integer(5) != 0))
    }
    if lot.count > 1 { body(lot) }
  }

  /// The ids of all places, neighbours near one another.
  func ordered() throws(DatabaseError) -> [Int64] {
    let rows = try connection.prepare("SELECT id, latitude, longitude FROM staged ORDER BY id")
    var cells: [(cell: Int64, id: Int64)] = []
    while try rows.step() {
      cells.append((PlaceCode.cell(rows.integer(1), rows.integer(2)), rows.integer(0)))
    }
    cells.sort { $0 < $1 }
    return cells.map(\.id)
  }

  /// The place of an id.
  func reader() throws(DatabaseError) -> Statement {
    try connection.prepare(
      "SELECT key, name, kind, category, keys, latitude, longitude, tags FROM staged WHERE id = ?")
  }
}

/// Why a file was not gathered.
enum StagingError: Error {
  case database(DatabaseError)
  case problem(CatalogProblem)
}

extension RegionSource {
  /// A row of a table of files, without its number.
  init?(_ row: [DatabaseValue]) {
    guard row.count == 6, let path = row[0].text, let format = row[1].text.flatMap(SourceFormat.init),
      let size = row[2].integer, let modified = row[3].integer, let hash = row[4].text,
      let count = row[5].integer.flatMap({ Int(exactly: $0) })
    else { return nil }
    self.init(
      path: path, format: format, size: size, modified: Timestamp(milliseconds: modified), hash: hash, count: count)
  }

  /// The same, as it is put into a table.
  var values: [DatabaseValue] {
    [
      .text(path), .text(format.rawValue), .integer(size), .integer(modified.milliseconds), .text(hash),
      .integer(Int64(count)),
    ]
  }

  /// The same file, with what it gave.
  init(_ source: RegionSource, count: Int) {
    self.init(
      path: source.path, format: source.format, size: source.size, modified: source.modified, hash: source.hash,
      count: count)
  }

  /// Whether two are the same file with the same bytes.
  func isSame(as other: RegionSource) -> Bool {
    path == other.path && format == other.format && size == other.size && hash == other.hash
  }
}
