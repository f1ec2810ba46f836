internal import Database
internal import EventDomain
internal import Events
internal import SystemKit

/// A player's claims in one file.
final class OutboxFile: Outbox {
  private let player: PlayerID
  private let database: Guarded<Connection>

  init(path: String, of player: PlayerID) throws(EventTrouble) {
    self.player = player
    do throws(DatabaseError) {
      let file = try EventSchema.open(path, EventSchema.outbox)
      try file.execute(EventSchema.draft)
      database = Guarded(file)
    } catch {
      throw .damaged("\(error)")
    }
  }

  func add(_ piece: String) throws(EventTrouble) -> Int {
    try database.withLock { database throws(EventTrouble) in
      var number = 0
      do throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
          let rows = try database.rows(
            "INSERT INTO claims (piece, decided) VALUES (?, 0) RETURNING number", [.text(piece)])
          number = rows.first?.first?.integer.map { Int($0) } ?? 0
          try database.execute("DELETE FROM draft")
        }
      } catch { throw EventTrouble(error) }
      return number
    }
  }

  func keep(_ draft: String) throws(EventTrouble) {
    try rows("INSERT OR REPLACE INTO draft (id, piece) VALUES (1, ?)", [.text(draft)])
  }

  func draft() throws(EventTrouble) -> String? { try rows("SELECT piece FROM draft").first?.text(0) }

  func unsent(atMost count: Int) throws(EventTrouble) -> [Claim] {
    var claims: [Claim] = []
    for row in try rows(
      """
      SELECT number, piece FROM claims WHERE number > (SELECT number FROM sent) ORDER BY number LIMIT ?
      """, [.init(count)])
    {
      claims.append(Claim(ClaimID(player, try row.number(0)), piece: try row.text(1)))
    }
    return claims
  }

  func lastSent() throws(EventTrouble) -> Int { try rows("SELECT number FROM sent").first?.number(0) ?? 0 }

  func noteSent(_ number: Int) throws(EventTrouble) {
    try rows("UPDATE sent SET number = ?", [.init(number)])
    // What was said to claims that the event does not have any more is void.
    try rows("UPDATE claims SET decided = 0, refusal = NULL WHERE decided = 1 AND number > ?", [.init(number)])
  }

  func undecided() throws(EventTrouble) -> [ClaimID] {
    var ids: [ClaimID] = []
    for row in try rows(
      "SELECT number FROM claims WHERE decided = 0 AND number <= (SELECT number FROM sent) ORDER BY number")
    {
      ids.append(ClaimID(player, try row.number(0)))
    }
    return ids
  }

  func note(_ ruling: Ruling) throws(EventTrouble) {
    try rows(
      "UPDATE claims SET decided = 1, refusal = ? WHERE number = ?",
      [.init(ruling.refusal), .init(ruling.claim.number)])
  }

  @discardableResult
  private func rows(_ sql: String, _ values: [DatabaseValue] = []) throws(EventTrouble) -> [[DatabaseValue]] {
    try database.withLock { database throws(EventTrouble) in
      do throws(DatabaseError) { return try database.rows(sql, values) } catch { throw EventTrouble(error) }
    }
  }
}
