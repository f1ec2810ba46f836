import EventDomain
import HuntDomain
import Numbers
import PlainUI
import Testing

@Suite("The leaderboard in lines")
struct BoardLinesTests {
  private func row(_ rank: Int, player: String?, team: String?) -> Standings.Row {
    Standings.Row(
      rank: rank, team: team, player: player, id: nil, points: 10 - rank, found: 3,
      last: Timestamp(milliseconds: 1_777_629_600_000))
  }

  private func board(_ rows: [Standings.Row], total: Int, prizes: [Standings.First] = []) -> Board {
    Board(entries: 0, rows: rows, total: total, latest: [], prizes: prizes, isClosed: false)
  }

  private var first: Standings.First {
    let time = Timestamp(milliseconds: 0)
    let id = PlayerID(String(repeating: "A", count: PlayerID.length))!
    let find = LedgerFind(
      claim: ClaimID(id, 1), treasure: "gate", name: "The\u{1B} Gate", team: nil, player: "Ann", points: 5,
      played: .seconds(1), found: time, received: time, prize: "a pen", wins: false, isSimulated: false)
    return Standings.First(find: find, settled: time)
  }

  @Test("has a line for each row, says how many more there are, and then who holds the prizes")
  func page() {
    let rows = [row(1, player: "Ann\u{1B}[2J\n", team: "Foxes"), row(2, player: nil, team: "Owls")]
    #expect(
      BoardLines.page(board(rows, total: 4, prizes: [first])) == """
        1.  Ann[2J, Foxes: 9 points, 3 found, last 2026-05-01T10:00:00Z
        2.  Owls: 8 points, 3 found, last 2026-05-01T10:00:00Z
        ... and 2 more
        Prizes:
        a pen (The Gate): Ann

        """)
    #expect(!BoardLines.page(board(rows, total: 2)).contains("more"))
    #expect(BoardLines.page(board([], total: 0)) == "Nothing is found yet.\n")
  }

  @Test("has a JSON object for each row, with what a player or a team has")
  func json() {
    let rows = [row(1, player: "Ann", team: "Foxes"), row(2, player: nil, team: "Owls")]
    let rest = #""found":3,"last":"2026-05-01T10:00:00Z"}"#
    #expect(
      BoardLines.json(board(rows, total: 9)) == """
        {"rank":1,"team":"Foxes","player":"Ann","points":9,\(rest)
        {"rank":2,"team":"Owls","points":8,\(rest)

        """)
    #expect(BoardLines.json(board([], total: 0)) == "")
  }
}
