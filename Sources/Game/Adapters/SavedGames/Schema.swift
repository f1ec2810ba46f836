internal import Database
internal import Game
internal import HuntDomain

/// The tables of saved games, and the way from older ones.
enum Schema {
  /// The schema version that this program writes, stored in the file's `user_version`.
  static let version: Int64 = 2

  /// The tables and their texts, which a file must have to the letter.
  private static let tables = [
    (
      "games",
      """
      CREATE TABLE games (id INTEGER PRIMARY KEY AUTOINCREMENT, hunt TEXT NOT NULL, title TEXT NOT NULL, \
      content INTEGER NOT NULL, found INTEGER NOT NULL, total INTEGER NOT NULL, points INTEGER NOT NULL, \
      isOver INTEGER NOT NULL, played INTEGER NOT NULL, sum INTEGER NOT NULL)
      """
    ),
    (
      "events",
      """
      CREATE TABLE events (id INTEGER PRIMARY KEY, game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE, \
      number INTEGER NOT NULL, kind TEXT NOT NULL, treasure TEXT, word TEXT, amount REAL, whole INTEGER, \
      seconds INTEGER NOT NULL, attoseconds INTEGER NOT NULL, utc INTEGER, sum INTEGER NOT NULL, \
      UNIQUE (game, number))
      """
    ),
  ]

  static let addGame =
    "INSERT INTO games (id, hunt, title, content, found, total, points, isOver, played, sum) "
    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  static let changeGame =
    "UPDATE games SET (hunt, title, content, found, total, points, isOver, played, sum) = "
    + "(?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?"
  static let putEvent =
    "INSERT INTO events (game, number, kind, treasure, word, amount, whole, seconds, attoseconds, utc, sum) "
    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
  static let eventColumns =
    "game, number, kind, treasure, word, amount, whole, seconds, attoseconds, utc, sum"
  static let gameColumns = "id, hunt, title, content, found, total, points, isOver, played, sum"

  /// Migrates an open file to this version from any older one.
  ///
  /// Throws: an error of damage if it holds something else. Its version must not be newer.
  static func prepare(_ connection: Connection) throws(DatabaseError) {
    let version = try connection.number("PRAGMA user_version") ?? 0
    switch version {
    case 0:
      // An empty database is new; any other without our tables is foreign.
      guard try connection.number("SELECT count(*) FROM sqlite_schema") == 0 else {
        throw DatabaseError(damage: "it holds no saved games")
      }
      try connection.transaction { () throws(DatabaseError) in try create(connection) }
    case 1: try connection.transaction { () throws(DatabaseError) in try migrate(connection) }
    default: break
    }
    try check(connection)
  }

  private static func create(_ connection: Connection) throws(DatabaseError) {
    for (_, text) in tables { try connection.execute(text) }
    try connection.execute("PRAGMA user_version = \(version)")
  }

  /// Checks that the tables are those of this schema, and intact.
  private static func check(_ connection: Connection) throws(DatabaseError) {
    let found = try connection.rows(
      "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY rowid", limit: 10)
    guard found.map({ $0[0].text }) == tables.map(\.0), found.map({ $0[1].text }) == tables.map(\.1) else {
      throw DatabaseError(damage: "its tables are not those of saved games")
    }
    let verdict = try connection.rows("PRAGMA quick_check(1)", limit: 1).first?.first?.text
    guard verdict == "ok" else { throw DatabaseError(damage: verdict ?? "it cannot be checked") }
  }

  /// From version 1, which had the time in seconds, one game a hunt, no sums and no summary.
  private static func migrate(_ connection: Connection) throws(DatabaseError) {
    let games = try connection.rows("SELECT id, hunt, title FROM games ORDER BY id")
    let events = try connection.rows(
      "SELECT game, kind, treasure, word, amount, whole, seconds, utc FROM events ORDER BY game, number")
    try connection.execute("DROP TABLE events; DROP TABLE games")
    try create(connection)
    var all = SalvagedRows()
    for game in games {
      guard let id = game[0].integer, let hunt = game[1].text else { continue }
      all.games[id] = GameSummary(
        id: id, hunt: hunt, title: game[2].text ?? hunt, content: 0, found: 0, total: 0, points: 0, isOver: false,
        played: .init(milliseconds: 0))
    }
    for event in events {
      guard let game = event[0].integer, let row = EventRow(version1: event), let event = row.event else { continue }
      all.events[game, default: [:]][Int64(all.events[game]?.count ?? 0)] = event
    }
    try all.write(to: connection)
  }
}

extension EventRow {
  /// A row of version 1: kind, treasure, word, amount, whole, seconds with their fraction, utc; after the game's id.
  fileprivate init?(version1 row: [DatabaseValue]) {
    guard row.count == 8, let kind = row[1].text, let seconds = row[6].real, (0...1e10).contains(seconds) else {
      return nil
    }
    self.init(.init(.began, time: .seconds(seconds)))
    self.kind = kind
    treasure = row[2].text
    word = row[3].text
    amount = row[4].real
    whole = row[5].integer
    utc = row[7].integer
  }
}
