internal import Database
package import EventDomain
package import Events

/// A player's claims in one file.
final class OutboxFile: Outbox {
  private static let tables = """
    CREATE TABLE claims (number INTEGER PRIMARY KEY, piece TEXT NOT NULL, refusal TEXT, decided INTEGER NOT NULL);
    CREATE TABLE sent (id INTEGER PRIMARY KEY CHECK (id = 1), number INTEGER NOT NULL);
    INSERT INTO sent (id, number) VALUES (1, 0);
    """
  private static let draft =
    "CREATE TABLE IF NOT EXISTS draft (id INTEGER PRIMARY KEY CHECK (id = 1), piece TEXT NOT NULL)"

  private let player: PlayerID
  private let database: EventDatabase

  init(path: String, of player: PlayerID) throws(EventTrouble) {
    self.player = player
    database = try EventDatabase(path, tables: Self.tables, later: [Self.draft])
  }

  func add(_ piece: String) throws(EventTrouble) -> Int {
    try database.transaction { connection throws(DatabaseError) in
      try connection.rows("INSERT INTO claims (piece, decided) VALUES (?, 0)", [.text(piece)])
      try connection.execute("DELETE FROM draft")
    }
    return try database.rows("SELECT max(number) FROM claims").first?.number(0) ?? 0
  }

  func keep(_ draft: String) throws(EventTrouble) {
    try database.rows("INSERT OR REPLACE INTO draft (id, piece) VALUES (1, ?)", [.text(draft)])
  }

  func draft() throws(EventTrouble) -> String? { try database.rows("SELECT piece FROM draft").first?.text(0) }

  func unsent(atMost count: Int) throws(EventTrouble) -> [Claim] {
    var claims: [Claim] = []
    for row in try database.rows(
      "SELECT number, piece FROM claims WHERE number > (SELECT number FROM sent) ORDER BY number LIMIT ?",
      [.init(count)])
    {
      claims.append(Claim(ClaimID(player, try row.number(0)), piece: try row.text(1)))
    }
    return claims
  }

  func lastSent() throws(EventTrouble) -> Int {
    try database.rows("SELECT number FROM sent").first?.number(0) ?? 0
  }

  func noteSent(_ number: Int) throws(EventTrouble) {
    try database.rows("UPDATE sent SET number = ?", [.init(number)])
    // What was said to claims that the event does not have any more is void.
    try database.rows("UPDATE claims SET decided = 0, refusal = NULL WHERE decided = 1 AND number > ?", [.init(number)])
  }

  func undecided() throws(EventTrouble) -> [ClaimID] {
    var ids: [ClaimID] = []
    for row in try database.rows(
      "SELECT number FROM claims WHERE decided = 0 AND number <= (SELECT number FROM sent) ORDER BY number")
    {
      ids.append(ClaimID(player, try row.number(0)))
    }
    return ids
  }

  func note(_ ruling: Ruling) throws(EventTrouble) {
    try database.rows(
      "UPDATE claims SET decided = 1, refusal = ? WHERE number = ?",
      [.init(ruling.refusal), .init(ruling.claim.number)])
  }
}

/// Opens the outbox of a player in a file, and makes it if need be.
///
/// Throws: ``EventTrouble/damaged(_:)`` with the reason why the file cannot be used.
package func openOutbox(at path: String, of player: PlayerID) throws(EventTrouble) -> any Outbox {
  try OutboxFile(path: path, of: player)
}
