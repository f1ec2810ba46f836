internal import Database

/// The tables of an event, and of a player's outbox, in one file each.
enum EventSchema {
  /// The version of the tables, in the file's `user_version`.
  private static let version: Int64 = 2

  /// The tables of an event.
  static let event = """
    CREATE TABLE claims (sequence INTEGER PRIMARY KEY AUTOINCREMENT, player TEXT NOT NULL, number INTEGER NOT NULL, \
    time INTEGER NOT NULL, piece TEXT NOT NULL, UNIQUE (player, number));
    CREATE TABLE rulings (place INTEGER PRIMARY KEY AUTOINCREMENT, player TEXT NOT NULL, number INTEGER NOT NULL, \
    sequence INTEGER NOT NULL, refusal TEXT, time INTEGER NOT NULL, UNIQUE (player, number));
    CREATE INDEX rulingsInOrder ON rulings (sequence);
    CREATE TABLE rulingFinds (player TEXT NOT NULL, number INTEGER NOT NULL, place INTEGER NOT NULL, \
    treasure TEXT NOT NULL, counts INTEGER NOT NULL, text TEXT NOT NULL, PRIMARY KEY (player, number, place));
    CREATE TABLE finds (place INTEGER PRIMARY KEY, player TEXT NOT NULL, number INTEGER NOT NULL, \
    treasure TEXT NOT NULL, name TEXT NOT NULL, team TEXT, playerName TEXT NOT NULL, points INTEGER NOT NULL, \
    played INTEGER NOT NULL, found INTEGER NOT NULL, received INTEGER NOT NULL, started INTEGER, prize TEXT, wins INTEGER NOT NULL, \
    simulated INTEGER NOT NULL, UNIQUE (treasure, player));
    CREATE TABLE lease (id INTEGER PRIMARY KEY CHECK (id = 1), holder TEXT NOT NULL, until INTEGER NOT NULL);
    CREATE TABLE players (id TEXT PRIMARY KEY, name TEXT NOT NULL, team TEXT, wave INTEGER, joined INTEGER);
    CREATE TABLE positions (player TEXT PRIMARY KEY, team TEXT, latitude REAL NOT NULL, longitude REAL NOT NULL, \
    accuracy REAL, time INTEGER NOT NULL);
    """

  /// The tables of a book of invitations.
  static let invitations = """
    CREATE TABLE invitations (id TEXT PRIMARY KEY, name TEXT NOT NULL, team TEXT, wave INTEGER, key TEXT, player TEXT UNIQUE, \
    joined INTEGER, revoked INTEGER);
    """

  /// How many may come within a minute with each invitation for many, which books of before do not have.
  static let paces = "CREATE TABLE IF NOT EXISTS paces (invitation TEXT PRIMARY KEY, pace INTEGER NOT NULL)"

  /// The invitations with which too much was sent, and since when they are void; books of before have no such table.
  static let voids = "CREATE TABLE IF NOT EXISTS voids (invitation TEXT PRIMARY KEY, time INTEGER NOT NULL)"

  /// The tables of an outbox.
  static let outbox = """
    CREATE TABLE claims (number INTEGER PRIMARY KEY, piece TEXT NOT NULL, refusal TEXT, decided INTEGER NOT NULL);
    CREATE TABLE sent (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL);
    INSERT INTO sent (id, number) VALUES (1, 0);
    """

  /// The table of an outbox's draft, which files of before do not have.
  static let draft = "CREATE TABLE IF NOT EXISTS draft (id INTEGER PRIMARY KEY CHECK (id = 1), piece TEXT NOT NULL)"

  /// Opens a file, and makes its tables if it is new.
  ///
  /// Throws: also where the file holds something else, or tables of a newer version.
  static func open(_ path: String, _ tables: String) throws(DatabaseError) -> Connection {
    let connection = try Connection(path: path)
    try connection.execute("PRAGMA journal_mode = WAL")
    switch try connection.number("PRAGMA user_version") ?? 0 {
    case 0:
      guard try connection.number("SELECT count(*) FROM sqlite_schema") == 0 else {
        throw DatabaseError(damage: "it holds no event")
      }
      try connection.transaction { () throws(DatabaseError) in
        try connection.execute(tables)
        try connection.execute("PRAGMA user_version = \(version)")
      }
    case version: break
    default: throw DatabaseError(damage: "it was written by another version of Trove")
    }
    return connection
  }
}
