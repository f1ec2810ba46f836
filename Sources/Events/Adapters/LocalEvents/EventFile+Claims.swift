internal import Database
internal import EventDomain
internal import Events
internal import HuntDomain

extension EventFile: ClaimDesk {
  func submit(_ claim: Claim) throws(EventTrouble) {
    guard claim.piece.utf8.count <= Claim.largest else { throw .refused("the claim is too large") }
    try rows(
      "INSERT INTO claims (player, number, time, piece) VALUES (?, ?, ?, ?) ON CONFLICT (player, number) DO NOTHING",
      [.text(claim.id.player.text), .init(claim.id.number), .init(now()), .text(claim.piece)])
    changes.note()
  }

  func has(_ id: ClaimID) throws(EventTrouble) -> Bool {
    try !rows("SELECT 1 FROM claims WHERE player = ? AND number = ?", Self.key(of: id)).isEmpty
  }

  func ruling(on id: ClaimID) throws(EventTrouble) -> Ruling? {
    let found = try rows("SELECT sequence, refusal FROM rulings WHERE player = ? AND number = ?", Self.key(of: id))
    guard let row = found.first else { return nil }
    return Ruling(id, sequence: try row.number(0), finds: try finds(of: id), refusal: row[1].text)
  }

  nonisolated func rulings(for player: PlayerID) -> AsyncStream<Ruling> {
    let (stream, _) = rulingReaders.listen()
    return AsyncStream { continuation in
      let task = Task {
        for await ruling in stream where ruling.claim.player == player { continuation.yield(ruling) }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// What was said of the finds of a claim.
  private func finds(of id: ClaimID) throws(EventTrouble) -> [Ruling.Find] {
    var finds: [Ruling.Find] = []
    for row in try rows(
      "SELECT treasure, counts, text FROM rulingFinds WHERE player = ? AND number = ? ORDER BY place",
      Self.key(of: id))
    {
      finds.append(Ruling.Find(treasure: try row.text(0), counts: try row.number(1) != 0, text: try row.text(2)))
    }
    return finds
  }

  func rulings(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [GivenRuling] {
    try await wait(atMost: time) { () throws(EventTrouble) in
      var rulings: [GivenRuling] = []
      for row in try rows(
        """
        SELECT player, number, sequence, refusal, place, time FROM rulings WHERE place > ? ORDER BY place LIMIT ?
        """, [.init(place), .init(count)])
      {
        let id = ClaimID(try row.player(0), try row.number(1))
        let ruling = Ruling(id, sequence: try row.number(2), finds: try finds(of: id), refusal: row[3].text)
        rulings.append(GivenRuling(ruling, place: try row.number(4), time: try row.time(5)))
      }
      return rulings
    }
  }

  func claims(
    after sequence: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [ReceivedClaim] {
    try await wait(atMost: time) { () throws(EventTrouble) in
      try received(
        "SELECT player, number, sequence, time, piece FROM claims WHERE sequence > ? ORDER BY sequence LIMIT ?",
        [.init(sequence), .init(count)])
    }
  }

  func claims(of player: PlayerID, before sequence: Int) throws(EventTrouble) -> [ReceivedClaim] {
    try received(
      """
      SELECT player, number, sequence, time, piece FROM claims WHERE player = ? AND sequence < ? ORDER BY sequence
      """, [.text(player.text), .init(sequence)])
  }

  func answer(_ rulings: [Ruling]) throws(EventTrouble) {
    try transaction { () throws(DatabaseError) in for ruling in rulings { try write(ruling) } }
    changes.note()
  }

  func tell(_ rulings: [Ruling]) { for ruling in rulings { rulingReaders.tell(ruling) } }

  private func write(_ ruling: Ruling) throws(DatabaseError) {
    let key = Self.key(of: ruling.claim)
    try database.rows(
      "INSERT OR REPLACE INTO rulings (player, number, sequence, refusal, time) VALUES (?, ?, ?, ?, ?)",
      key + [.init(ruling.sequence), .init(ruling.refusal), .init(now())])
    try database.rows("DELETE FROM rulingFinds WHERE player = ? AND number = ?", key)
    for (place, find) in ruling.finds.enumerated() {
      try database.rows(
        "INSERT INTO rulingFinds (player, number, place, treasure, counts, text) VALUES (?, ?, ?, ?, ?, ?)",
        key + [.init(place), .text(find.treasure), .init(find.counts), .text(find.text)])
    }
  }

  func lastAnswered() throws(EventTrouble) -> Int {
    try rows("SELECT coalesce(max(sequence), 0) FROM rulings").first?.number(0) ?? 0
  }

  private func received(_ sql: String, _ values: [DatabaseValue]) throws(EventTrouble) -> [ReceivedClaim] {
    var claims: [ReceivedClaim] = []
    for row in try rows(sql, values) {
      let claim = Claim(ClaimID(try row.player(0), try row.number(1)), piece: try row.text(4))
      claims.append(ReceivedClaim(claim, sequence: try row.number(2), time: try row.time(3)))
    }
    return claims
  }

  private static func key(of id: ClaimID) -> [DatabaseValue] { [.text(id.player.text), .init(id.number)] }
}
