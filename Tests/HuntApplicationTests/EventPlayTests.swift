import Eye
import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Places
import Testing
import Views

@Suite("A game that is part of an event")
struct EventPlayTests {
  private var session: Session
  private var now = Duration.zero

  init() throws {
    session = Session(view: .split)
    let hunt = try #require(Hunt(title: "One", treasures: [Treasure(place: place("t0", 100), radius: 10)]))
    handle(.begin(GameSetup(hunt: hunt, source: "GPS")))
    handle(.location(.fix(fix())))
    handle(.heading(heading(0)))
  }

  @discardableResult
  private mutating func handle(_ event: SessionEvent) -> [SessionNews] {
    session.handle(event, at: now).compactMap { if case .tell(let news) = $0 { news } else { nil } }
  }

  private var screen: PlayScreen? { if case .play(let screen) = session.screen(at: now) { screen } else { nil } }

  private func mate(_ id: String = "A", name: String = "Ann", north metres: Double = 40, age: Int = 0) -> Mate {
    Mate(id, name: name, team: "Foxes", at: place("x", metres).position, age: .seconds(age))
  }

  private var marks: [MapScreen.Mark] { screen?.map?.marks.filter(\.role.isMate) ?? [] }

  private func find(_ id: String, whose: Leaderboard.Whose = .mate) -> Leaderboard.Find {
    Leaderboard.Find(
      id, treasure: "t0", name: "The Gate", player: "Ann", team: "Foxes", prize: nil, whose: whose)
  }

  private func board(_ finds: [Leaderboard.Find] = [], isClosed: Bool = false) -> Leaderboard {
    Leaderboard(
      event: "Spring",
      rows: [.init(rank: 1, player: "Ann", team: "Foxes", points: 5, found: 1, whose: .own)], total: 1, latest: finds,
      prizes: [], isClosed: isClosed)
  }

  @Test("shows other players with the ages of their positions, as old after three minutes, and not after ten")
  mutating func ages() {
    handle(.mates([mate(age: 12)]))
    #expect(marks.map(\.label) == ["Ann 12 s"] && marks.map(\.role) == [.mate])
    #expect(screen?.compass?.marks.contains { $0.label == "Ann 12 s" && $0.distance == "40 m" } == true)
    #expect(screen?.eye?.sights.contains { $0.name == "Ann 12 s" && $0.role == .mate } == true)
    now = .seconds(167)
    #expect(marks.map(\.label) == ["Ann 2 min"])
    now = .seconds(168)
    #expect(marks.map(\.label) == ["Ann 3 min"] && marks.map(\.role) == [.oldMate])
    now = .seconds(587)
    #expect(marks.map(\.label) == ["Ann 9 min"])
    now = .seconds(588)
    #expect(marks.isEmpty)
  }

  @Test("keeps the newest position of each, in whatever order they come")
  mutating func newest() {
    now = .seconds(60)
    handle(.mates([mate(north: 40, age: 5), mate("B", name: "Ben", north: 30, age: 1)]))
    handle(.mates([mate(north: 20, age: 50)]))
    #expect(Set(marks.map(\.label)) == ["Ann 5 s", "Ben 1 s"])
    #expect(marks.first { $0.label == "Ann 5 s" }?.distance == "40 m")
    handle(.mates([mate(north: 25, age: 3)]))
    #expect(marks.first { $0.label == "Ann 3 s" }?.distance == "25 m")
    // Whoever is off the map has an arrow at its edge, while there is news of them.
    handle(.mates([mate(north: 900), mate("B", name: "Ben", north: 800, age: 0)]))
    #expect(marks.isEmpty)
    #expect(screen?.map?.pointers.filter { $0.role == .mate }.map(\.label) == ["Ben 0 s", "Ann 0 s"])
    now = .seconds(300)
    #expect(screen?.map?.pointers.contains { $0.role.isMate } == false)
    // They are no places: nothing is told of them where places are.
    handle(.key("w"))
    #expect(screen?.page?.rows.contains { $0.name.hasPrefix("Ann") } == false)
  }

  @Test("says on mates where the others are, nearest first")
  mutating func told() {
    #expect(handle(.action(.mates)) == [.mates([], "There is no news of other players.")])
    handle(.mates([mate(age: 12), mate("B", name: "Ben", north: -30, age: 200)]))
    guard case .mates(let mates, let text)? = handle(.action(.mates)).first else {
      Issue.record("nothing was said")
      return
    }
    #expect(mates.map(\.mate.name) == ["Ben", "Ann"])
    #expect(
      text == "Ben of Foxes: 30 m south, 6 o'clock, 3 min ago, no news since. "
        + "Ann of Foxes: 40 m north, 12 o'clock, 12 s ago.")
    #expect(screen?.message == text)
  }

  @Test("tells of each find of a team mate once, and of none that was there before")
  mutating func finds() {
    let old = find("A.old")
    #expect(handle(.board(board([old]))).isEmpty)
    let told = SessionNews.announced(Announcement(.mateFound, "Ann has found The Gate.", treasure: "t0"))
    let finds = [find("A.new"), find("C.other", whose: .other), find("D.own", whose: .own), old]
    #expect(handle(.board(board(finds))) == [told])
    #expect(handle(.board(board(finds))).isEmpty)
    #expect(screen?.message == "Ann has found The Gate.")
    handle(.key(.escape))
    #expect(screen?.message == nil)
  }

  /// A game of three treasures, north of each other, at the first fix.
  private mutating func begin(_ order: Hunt.Order, saved: [HuntEvent] = []) throws {
    let treasures = [20.0, 40, 60].enumerated().map { index, metres in
      Treasure(place: place("t\(index)", metres), radius: 10, points: 5)
    }
    let hunt = try #require(Hunt(title: "Three", order: order, treasures: treasures))
    session = Session(view: .split)
    handle(.begin(GameSetup(hunt: hunt, source: "GPS", saved: saved)))
    handle(.location(.fix(fix())))
    handle(.heading(heading(0)))
  }

  private var pageRows: [String] { screen?.page?.rows.filter { $0.role != nil }.map(\.value) ?? [] }

  @Test("marks what a team mate has found, goes for what nobody has, and has found nothing by that")
  mutating func shared() throws {
    try begin(.any)
    #expect(screen?.hunt.target.hasPrefix("T0, 20 m north") == true)
    handle(.mateFinds([MateFind("t0", by: "Ann")]))
    #expect(screen?.hunt.target == "T1, 40 m north" && screen?.hunt.found == "0 of 3")
    #expect(screen?.map?.marks.first { $0.role == .found }?.label.hasPrefix("T0 (Ann)") == true)
    #expect(screen?.compass?.marks.contains { $0.label == "T0 (Ann)" && $0.role == .found } == true)
    handle(.key("t"))
    #expect(pageRows.map { String($0.prefix(12)) } == ["found by Ann", "open, 40 m n", "open, 60 m n"])
    handle(.key(.escape))
    // Round and round among the others.
    for _ in 1...4 { handle(.key("n")) }
    #expect(screen?.hunt.target == "T1, 40 m north")
    #expect(
      handle(.action(.status)) == [
        .reply("Found 0 of 3, 0 points. Open: T1, T2. Your team has found: T0 (Ann).")
      ])
    handle(.mateFinds([MateFind("t1", by: "Ben"), MateFind("t2", by: "Ann"), MateFind("t0", by: "Ben")]))
    #expect(screen?.hunt.target == "Your team has found everything that is open.")
    #expect(handle(.action(.status)).contains { "\($0)".contains("T0 (Ann), T1 (Ben), T2 (Ann)") })
    // The player's own way goes on as if nobody had.
    for second in 1...4 {
      now = .seconds(second)
      handle(.location(.fix(Fix(position: place("x", 40).position, time: now, accuracy: 2))))
    }
    #expect(screen?.hunt.found == "1 of 3")
    handle(.key("t"))
    #expect(pageRows.map { $0.hasPrefix("found by") } == [true, false, true])
  }

  @Test("still goes for what a team mate has found if it opens what nobody has found")
  mutating func opening() throws {
    try begin(.sequence)
    handle(.mateFinds([MateFind("t0", by: "Ann")]))
    #expect(screen?.hunt.target == "T0, 20 m north, found by Ann")
    #expect(screen?.map?.marks.first { $0.label.hasPrefix("T0") }?.role == .target)
    handle(.mateFinds([MateFind("t1", by: "Ann"), MateFind("t2", by: "Ben")]))
    #expect(screen?.hunt.target == "Your team has found everything that is open.")
  }

  @Test("opens the leaderboard with B, and says there if there is none; any other key goes back")
  mutating func page() {
    handle(.key("B"))
    #expect(screen?.page?.rows.first?.value.hasPrefix("There is no leaderboard") == true)
    handle(.key(.escape))
    handle(.board(board([find("A.new")], isClosed: true)))
    handle(.key("B"))
    let rows = screen?.page?.rows ?? []
    #expect(screen?.page?.title == "Spring: the leaderboard")
    #expect(rows.first?.value == "The event is closed: this is the end.")
    #expect(rows.contains { $0.name == "1. you ▶" && $0.value == "Ann of Foxes, 5 points, 1 found" })
    #expect(rows.last?.value == "  Ann of Foxes found The Gate")
    handle(.key(.escape))
    #expect(screen?.page == nil)
  }

  @Test("says on board how the event stands")
  mutating func standings() {
    guard case .board(nil, _)? = handle(.action(.board)).first else {
      Issue.record("there is no board yet")
      return
    }
    let board = board([find("A.new")])
    handle(.board(board))
    #expect(
      handle(.action(.board)) == [
        .board(board, "1. You: Ann of Foxes, 5 points, 1 found. Latest: Ann of Foxes found The Gate.")
      ])
  }

  @Test("what the event says does not change what keys mean, for a judge plays the game without it")
  func keys() throws {
    let announcement = SessionEvent.announced(Announcement(.message, "Lunch at noon."))
    let events: [SessionEvent] = [.mates([mate(north: 5)]), .board(board()), .board(board([find("A")])), announcement]
    var asked = Treasure(place: place("t1", 0), radius: 10)
    asked.question = Question("How many?", rule: .number(4, tolerance: 0), price: 1)
    let keys: [Key] = [.enter, "B", "i", .enter, "4", .enter, "e", .enter, "i", .escape, .enter]
    func play(with extra: [SessionEvent]) throws -> [SessionNews] {
      var session = Session(view: .split)
      var news: [SessionNews] = []
      func handle(_ event: SessionEvent, _ now: Int) {
        for case .tell(let piece) in session.handle(event, at: .seconds(now)) {
          if case .announced = piece { continue }
          news.append(piece)
        }
      }
      let hunt = try #require(Hunt(title: "One", treasures: [asked, Treasure(place: place("t2", 200), radius: 10)]))
      handle(.begin(GameSetup(hunt: hunt, source: "GPS")), 0)
      for second in 1...8 { handle(.location(.fix(fix(at: Double(second)))), second) }
      for key in keys {
        for event in extra { handle(event, 9) }
        handle(.key(key), 9)
      }
      return news
    }
    #expect(try play(with: events) == play(with: []))
  }

  @Test("the same events at the same times give the same screens")
  func deterministic() throws {
    func play() throws -> PlayScreen? {
      var game = try EventPlayTests()
      game.handle(.mates([game.mate(age: 3), game.mate("B", name: "Ben", north: -20)]))
      game.handle(.board(game.board()))
      game.now = .seconds(9)
      game.handle(.board(game.board([game.find("A")])))
      return game.screen
    }
    let first = try play()
    #expect(try first != nil && first == play())
  }
}
