import EventDomain
import Game
import Geodesy
import HuntDomain
import Numbers
import Testing

@Suite("What an event says to a game")
struct EventInboxTests {
  private let ann = Player(Self.id("A"), name: "Ann", team: "Foxes")
  private var inbox: EventInbox

  init() { inbox = EventInbox(of: ann, in: "Spring") }

  private static func id(_ letter: String) -> PlayerID {
    PlayerID(String(repeating: letter, count: PlayerID.length))!
  }

  private func ruling(_ number: Int, _ text: String, counts: Bool = true) -> Ruling {
    Ruling(ClaimID(ann.id, number), sequence: number, finds: [.init(treasure: "oak", counts: counts, text: text)])
  }

  private mutating func takeTexts() -> [String] {
    inbox.take().map { event in
      switch event {
      case .announced(let announcement): announcement.text
      case .mateFinds(let finds): finds.map { "\($0.player): \($0.treasure)" }.joined(separator: ", ")
      case .board(let board): "board of \(board.total)"
      default: "\(event)"
      }
    }
  }

  private func board(total: Int, rows: [Standings.Row] = [], latest: [LedgerFind] = []) -> Board {
    Board(entries: 0, rows: rows, total: total, latest: latest, prizes: [], isClosed: false)
  }

  @Test("is told once, in the order in which it was said; of leaderboards the newest comes, last")
  mutating func order() {
    inbox.add(board(total: 1))
    inbox.add(EventMessage("Hello", at: Timestamp(milliseconds: 0)))
    inbox.add(board(total: 2))
    inbox.add(EventMessage("Rain", at: Timestamp(milliseconds: 0), age: .seconds(150)))
    #expect([takeTexts(), takeTexts()] == [["Hello", "Rain (said 2 min ago)", "board of 2"], []])
  }

  @Test("names each find of a mate once, and none of the player's own")
  mutating func mates() {
    let own = TeamFind(treasure: "oak", player: ann.id, name: "Ann")
    let one = TeamFind(treasure: "well", player: Self.id("B"), name: "Ben")
    inbox.add([own, one])
    #expect(takeTexts() == ["Ben: well"])
    inbox.add([own, one, TeamFind(treasure: "mill", player: Self.id("C"), name: "Cy")])
    #expect(takeTexts() == ["Cy: mill"])
    inbox.add([own])
    #expect(takeTexts() == [])
  }

  @Test("a ruling that comes waits until those before it are told")
  mutating func rulings() {
    inbox.add(ruling(2, "Two."))
    inbox.add(ruling(3, "Three."))
    #expect(takeTexts() == [] && inbox.rulings.keys.sorted() == [2, 3])
    inbox.add(told: [ruling(1, "One."), ruling(2, "Two.")])
    #expect(takeTexts() == ["One.", "Two."] && inbox.rulings.keys.sorted() == [3])
  }

  @Test("a ruling says of each find whether it counts, and of a piece that is not believed why")
  mutating func refused() {
    let refused = Ruling(ClaimID(ann.id, 2), sequence: 2, finds: [], refusal: "It is of another hunt.")
    inbox.add(told: [ruling(1, "Somebody was faster.", counts: false), refused])
    #expect(
      inbox.take() == [
        .announced(Announcement(.ruling, "Somebody was faster.", treasure: "oak", counts: false)),
        .announced(Announcement(.ruling, "It is of another hunt.", counts: false)),
      ])
  }

  @Test("a lost connection is told once, and so is its return, before what the referee says then")
  mutating func connection() {
    inbox.add(told: [])
    #expect(takeTexts() == [])
    inbox.add(unreachable: "the event cannot be reached: no route")
    inbox.add(unreachable: "the event cannot be reached: no name")
    #expect(takeTexts() == ["The event cannot be reached: no route. What you find is kept, and sent later."])
    inbox.add(told: [ruling(1, "It counts.")])
    inbox.add(told: [])
    #expect(takeTexts() == ["The event can be reached again.", "It counts."])
    inbox.add(unreachable: "the event cannot be reached: no name")
    #expect(takeTexts().count == 1)
  }

  @Test("keeps the newest position of each other player, of so many as are shown")
  mutating func positions() {
    func position(_ player: PlayerID, _ latitude: Double) -> PlayerPosition {
      let place = Coordinate(clampingLatitude: latitude, wrappingLongitude: 0)
      return PlayerPosition(player, team: nil, at: place, time: Timestamp(milliseconds: 0))
    }
    let told = [position(ann.id, 1), position(Self.id("C"), 1), position(Self.id("B"), 2), position(Self.id("C"), 3)]
    #expect(told.map { inbox.add($0) } == [false, true, true, true])
    #expect(
      [inbox.takePositions(), inbox.takePositions()] == [[position(Self.id("B"), 2), position(Self.id("C"), 3)], []])
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    for first in letters {
      for last in letters {
        let player = PlayerID(String(repeating: first, count: PlayerID.length - 1) + String(last))!
        _ = inbox.add(position(player, 1))
      }
    }
    let shown = inbox.takePositions().count
    #expect(shown == Mates.most)
  }

  @Test("a leaderboard says whose rows and finds are the player's own or of a mate")
  mutating func whose() throws {
    func row(_ id: PlayerID?, _ team: String?) -> Standings.Row {
      Standings.Row(
        rank: 1, team: team, player: nil, id: id, points: 0, found: 0, last: Timestamp(milliseconds: 0))
    }
    func whose(of player: Player) throws -> [Leaderboard.Whose] {
      var inbox = EventInbox(of: player, in: "Spring")
      inbox.add(
        board(
          total: 5,
          rows: [
            row(ann.id, "Foxes"), row(Self.id("B"), "Foxes"), row(Self.id("C"), nil), row(nil, "Foxes"),
            row(nil, "Owls"),
          ]))
      guard case .board(let board) = try #require(inbox.take().first) else { return [] }
      #expect(board.event == "Spring")
      return board.rows.map(\.whose)
    }
    #expect(try whose(of: ann) == [.own, .mate, .other, .own, .other])
    // Players without a team are no mates of each other.
    #expect(try whose(of: Player(Self.id("D"), name: "Dee")) == Array(repeating: .other, count: 5))
  }

  @Test(
    "the age of a position is by two clocks, and never below nothing or above a day",
    arguments: [
      (5_000, 2_000, 3_000), (2_000, 5_000, 0), (.max, .min, 86_400_000), (.min, .max, 86_400_000),
      (1_000_000_000, 0, 86_400_000),
    ] as [(Int64, Int64, Int64)])
  func age(now: Int64, then: Int64, age: Int64) {
    let place = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
    let position = PlayerPosition(ann.id, team: nil, at: place, time: Timestamp(milliseconds: then))
    #expect(Mate(ann, at: position, now: Timestamp(milliseconds: now)).age == .milliseconds(age))
  }

  @Test("others know a position as exactly as the event allows, and its circle is no smaller than that")
  func exactness() {
    let place = Coordinate(clampingLatitude: 48.1374, wrappingLongitude: 11.5755)
    func told(_ precision: Double, _ accuracy: Double?) -> PlayerPosition {
      PlayerPosition(
        of: ann, at: place, accuracy: accuracy, by: .init(precision: precision), time: Timestamp(milliseconds: 0))
    }
    #expect(
      told(0, 4) == PlayerPosition(ann.id, team: "Foxes", at: place, accuracy: 4, time: Timestamp(milliseconds: 0)))
    #expect(told(200, 4).accuracy == 200 && told(200, 300).accuracy == 300 && told(200, nil).accuracy == nil)
    #expect(told(200, 4).position.distance(to: place) <= 200 / 2 * 1.42)
    #expect(told(200, 4).position != place)
  }
}
