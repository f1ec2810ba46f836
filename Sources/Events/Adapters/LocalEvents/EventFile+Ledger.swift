internal import Database
internal import EventDomain
internal import Events
internal import HuntDomain

extension EventFile: FindLedger {
  private static let columns = """
    player, number, treasure, name, team, playerName, points, played, found, received, prize, wins, simulated, started
    """

  func append(_ finds: [LedgerFind], after place: Int) throws(EventTrouble) {
    var isNext = false
    try transaction { () throws(DatabaseError) in
      let last = try database.number("SELECT coalesce(max(place), 0) FROM finds") ?? 0
      isNext = last == place
      guard isNext else { return }
      for (index, find) in finds.enumerated() {
        try database.rows(
          "INSERT INTO finds (\(Self.columns), place) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          Self.values(of: find) + [.init(place + index + 1)])
      }
    }
    guard isNext else { throw .conflict }
    changes.note()
  }

  func finds(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [LedgerFind] {
    try await wait(atMost: time) { () throws(EventTrouble) in
      var finds: [LedgerFind] = []
      for row in try rows(
        "SELECT \(Self.columns) FROM finds WHERE place > ? ORDER BY place LIMIT ?", [.init(place), .init(count)])
      {
        finds.append(try Self.find(of: row))
      }
      return finds
    }
  }

  func takeLease(_ holder: String, until end: Timestamp, now: Timestamp) throws(EventTrouble) -> Bool {
    try rows(
      """
      INSERT INTO lease (id, holder, until) VALUES (1, ?, ?) ON CONFLICT (id) DO UPDATE \
      SET holder = excluded.holder, until = excluded.until WHERE lease.holder = excluded.holder OR lease.until <= ?
      """, [.text(holder), .init(end), .init(now)])
    return try rows("SELECT holder FROM lease").first?.text(0) == holder
  }

  private static func values(of find: LedgerFind) -> [DatabaseValue] {
    [
      .text(find.claim.player.text), .init(find.claim.number), .text(find.treasure), .text(find.name),
      .init(find.team), .text(find.player), .init(find.points), .init(find.played.milliseconds), .init(find.found),
      .init(find.received), .init(find.prize), .init(find.wins), .init(find.isSimulated),
      find.started.map { .init($0) } ?? .null,
    ]
  }

  private static func find(of row: [DatabaseValue]) throws(EventTrouble) -> LedgerFind {
    LedgerFind(
      claim: ClaimID(try row.player(0), try row.number(1)), treasure: try row.text(2), name: try row.text(3),
      team: row[4].text, player: try row.text(5), points: try row.number(6),
      played: .milliseconds(try row.number(7)), found: try row.time(8), received: try row.time(9),
      started: row[13].integer.map { Timestamp(milliseconds: $0) }, prize: row[10].text, wins: try row.number(11) != 0,
      isSimulated: try row.number(12) != 0)
  }
}

extension Duration {
  /// Whole milliseconds, cut to what a number of 53 bits has.
  fileprivate var milliseconds: Int { Int(min(max(self / .milliseconds(1), -9e15), 9e15)) }
}
