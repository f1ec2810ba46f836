internal import Database
internal import Geodesy
internal import HuntDomain
internal import Numbers
internal import OSMExtracts
internal import Places

/// The staging database of an import; of two records with one key the later replaces the earlier.
///
/// Each file is read in one transaction, so the database always holds whole files, and an interrupted import resumes
/// after the last of them.
final class PlaceStaging {
  private static let version: Int64 = 3
  let connection: Connection
  private let put: Statement
  /// Puts a way into its table.
  let putWay: Statement
  /// The files whose places are all in here, in their order.
  private(set) var done: [RegionSource] = []
  /// The number of places from the current file so far.
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

  /// Opens the staging file of an earlier import with the same selection and boot id, or creates a new one.
  ///
  /// Writes are not flushed to disk, so a file from before a restart is not trusted.
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

  /// The number of staged places.
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

  /// Creates a copy of `source` with the number of places it yielded.
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
    // The database sorts, because it can spill large sorts to disk.
    let rows = try connection.prepare("SELECT bytes FROM ways ORDER BY cell, way")
    while try rows.step() {
      guard let ways = try? WayDecoder.ways(rows.bytes() ?? []) else {
        throw DatabaseError(damage: "what was gathered is not as it was written")
      }
      for way in ways { try body(way) }
    }
  }
}

/// A staged place, on its way into the region.
struct StagedPlace {
  let key: String
  var name: String?
  var kind: String?
  var category: Int64
  var keys: Int64
  let position: Coordinate
  var tags: PlaceTags
  /// Whether it is an object of OpenStreetMap, or has a double that is.
  private(set) var isMapped: Bool
  private let latitude, longitude: Int64

  /// Reads the place of an id.
  init(_ id: Int64, from reader: Statement) throws(DatabaseError) {
    try reader.bind(id, at: 1)
    defer { reader.reset() }
    guard try reader.step(), let key = reader.text(0),
      let position = PlaceCode.position(reader.integer(5), reader.integer(6))
    else { throw DatabaseError(damage: "what was gathered is not as it was written") }
    self.key = key
    // The keys of all other places are prefixed with their file's name.
    isMapped = !key.utf8.contains(UInt8(ascii: ":"))
    name = reader.text(1)
    kind = reader.text(2)
    category = reader.integer(3)
    keys = reader.integer(4)
    (latitude, longitude) = (reader.integer(5), reader.integer(6))
    self.position = position
    tags = TagText.decode(reader.text(7) ?? "")
  }

  /// Adds what a duplicate has and this place lacks.
  mutating func absorb(_ other: StagedPlace) {
    name = name ?? other.name
    kind = kind ?? other.kind
    keys |= other.keys
    isMapped = isMapped || other.isMapped
    tags = other.tags.merging(tags)
    let whole = PlaceRecord(key: key, position: position, kind: kind, tags: tags)
    category = Int64(PlaceCode.number(whole.category))
  }

  /// Puts it into the table of places.
  func put(into statement: Statement, number: Int) throws(DatabaseError) {
    try statement.bind(Int64(number), at: 1)
    try statement.bind(key, at: 2)
    try statement.bind(name, at: 3)
    try statement.bind(kind, at: 4)
    try statement.bind(category, at: 5)
    try statement.bind(keys, at: 6)
    try statement.bind(latitude, at: 7)
    try statement.bind(longitude, at: 8)
    try statement.bind(TagText.encode(tags), at: 9)
    try statement.run()
  }
}

/// Makes the words by which a place is found.
struct PlaceWords {
  private var words = SearchText()
  private let categories = PlaceCategory.allCases.map(\.word)
  /// Keys whose values are looked for, besides those of the vocabulary.
  private static let telling = PlaceVocabulary.keys + ["cuisine", "sport", "religion", "denomination", "operator"]

  /// Puts the words of a place into the table of words.
  mutating func put(_ place: StagedPlace, into statement: Statement, number: Int) throws(DatabaseError) {
    let names = place.tags.names.filter { $0 != place.name }
    try statement.bind(Int64(number), at: 1)
    try statement.bind(words.words(place.name ?? ""), at: 2)
    // The separator occurs in no name, so no phrase matches across two names.
    try statement.bind(names.map { words.words($0) }.joined(separator: " ¦ "), at: 3)
    try statement.bind(words.words(what(place)), at: 4)
    try statement.run()
  }

  private func what(_ place: StagedPlace) -> String {
    var parts = [categories[Int(clamping: place.category) % categories.count], place.kind ?? ""]
    for key in Self.telling {
      if let value = place.tags[key], value != "yes", value != place.kind { parts.append(value) }
    }
    return parts.joined(separator: " ")
  }
}
