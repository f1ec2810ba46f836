import EventDomain
import Events
import NATSEvents
import Testing

@Suite("A leaderboard from outside")
struct EventWireTests {
  @Test("has no more players than an event can have", arguments: [Int.max, -1, 12, Int.min])
  func players(_ count: Int) throws {
    let row = #"{"rank": 1, "points": 5, "found": 1, "last": 0}"#
    let text = """
      {"entries": 1, "total": 1, "rows": [\(Array(repeating: row, count: 200).joined(separator: ","))], "latest": [], \
      "prizes": [], "closed": false, "players": \(count)}
      """
    let board = try #require(Board(message: Array(text.utf8)))
    #expect(board.players == min(max(0, count), Board.mostPlayers))
    // Would trap if it did not fit.
    #expect(board.time >= .zero)
  }
}
