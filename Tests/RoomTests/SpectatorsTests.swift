import EventDomain
import Geodesy
import HuntDomain
import Numbers
import Places
import Room
import Testing

/// An event as spectators see it.
private struct Show {
  static let spot = Coordinate(latitude: 0.000_1, longitude: 0.000_2)!
  var spectators: Spectators
  /// Seconds since the event has begun.
  var time: Int64 = 0

  init(sharing: Bool = true, precision: Double = 0, scoring: EventRules.Scoring = .players, _ stages: [Treasure] = []) {
    let plan = EventPlan(
      id: EventID("aaaaaaaaaa")!, name: "Spring", hunt: "Three Things", scoring: scoring, maxSpeed: 7,
      positions: .init(precision: precision, areShared: sharing))
    let hunt = Hunt(title: "Three Things", treasures: stages.isEmpty ? [Self.stage("bell")] : stages)!
    spectators = Spectators(plan, of: hunt)
    hear(.roster(RoomRoster(joined: [Spring.ann, Spring.ben, Spring.cleo], invited: [.init("Dora")])))
  }

  static func stage(_ id: String, _ change: (inout Treasure) -> Void = { _ in }) -> Treasure {
    var stage = Treasure(place: PointOfInterest(id: id, name: "The \(id)", position: spot), radius: 8)
    change(&stage)
    return stage
  }

  var now: Timestamp { Timestamp(milliseconds: 1_777_000_000_000 + time * 1000) }

  @discardableResult mutating func hear(_ event: RoomEvent) -> Bool { spectators.handle(event, at: now) }

  mutating func wait(_ seconds: Int64) {
    time += seconds
    hear(.tick)
  }

  mutating func move(_ player: PlayerID, to place: Coordinate = spot) {
    hear(.positions([PlayerPosition(player, team: nil, at: place, accuracy: 3, time: now)]))
  }

  mutating func find(_ treasure: String, by player: Player, points: Int = 5, prize: String? = nil) {
    hear(
      .finds([
        LedgerFind(
          claim: ClaimID(player.id, 1), treasure: treasure, name: "The \(treasure)", team: player.team,
          player: player.name, points: points, played: .seconds(60), found: now, received: now, prize: prize,
          wins: false, isSimulated: false)
      ]))
  }

  /// The names of those who are on the map.
  func seen() -> [String] { spectators.people(at: now).map(\.party.name) }
}

@Suite("Spectators see of players")
struct SpectatorPositionTests {
  @Test("nothing unless the event shares positions")
  func unshared() {
    var show = Show(sharing: false)
    show.move(Spring.ann.id)
    #expect(show.seen() == [])
    var shared = Show()
    shared.move(Spring.ann.id)
    #expect(shared.seen() == ["Ann"])
  }

  @Test("where they are as exactly as the event allows, whatever they say")
  func rounded() {
    var show = Show(precision: 100)
    show.move(Spring.ann.id)
    let place = show.spectators.people(at: show.now)[0].position
    #expect(place != Show.spot && place.distance(to: Show.spot) < 100)
    show.move(Spring.ann.id, to: Coordinate(latitude: 0.000_2, longitude: 0.000_1)!)
    #expect(show.spectators.people(at: show.now)[0].position == place)
  }

  @Test("nothing of those who do not take part, or not any more")
  func strangers() {
    var show = Show()
    for player in [Spring.ann.id, Spring.ben.id, PlayerID("ZZZZZZZZZZZZZZZZ")!] { show.move(player) }
    #expect(show.seen() == ["Ann", "Ben"])
    show.hear(.roster(RoomRoster(joined: [Spring.ann, Spring.ben], void: [Spring.ben.id])))
    #expect(show.seen() == ["Ann"])
  }

  @Test("for a minute that they are there, then that they are not heard, and nothing when the event forgets them")
  func ageing() {
    var show = Show()
    show.move(Spring.ann.id)
    show.wait(60)
    #expect(show.spectators.people(at: show.now).map(\.isOld) == [false])
    show.wait(1)
    #expect(show.spectators.people(at: show.now).map(\.isOld) == [true])
    show.wait(540)
    #expect(show.seen() == [])
    show.move(Spring.ann.id)
    #expect(show.seen() == ["Ann"])
  }

  @Test("nothing when the event is over, also of those who still move")
  func closed() {
    var show = Show()
    show.move(Spring.ann.id)
    show.spectators.close()
    #expect(show.seen() == [] && show.spectators.screen.isClosed)
    show.move(Spring.ann.id)
    #expect(show.seen() == [])
  }

  @Test("those who were heard last, if there are very many")
  func many() {
    var show = Show()
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let players = (0..<Spectators.mostPeople + 20).map { number in
      Player(
        PlayerID("AAAAAAAAAAAAA\(letters[number / 576])\(letters[number / 24 % 24])\(letters[number % 24])")!,
        name: "\(number)")
    }
    show.hear(.roster(RoomRoster(joined: players)))
    for player in players {
      show.wait(1)
      show.move(player.id)
    }
    #expect(show.seen() == players.dropFirst(20).map(\.name))
  }
}

@Suite("Spectators see of treasures")
struct SpectatorTreasureTests {
  @Test("only those that the hunt shows to everybody from the beginning")
  func visible() {
    let show = Show([
      Show.stage("first"), Show.stage("next"), Show.stage("always") { $0.visibility = .always },
      Show.stage("near") {
        $0.visibility = .near(metres: 50)
        $0.requirement = .all([])
      },
      Show.stage("later") {
        $0.visibility = .revealed(.found("first"))
        $0.requirement = .all([])
      },
      Show.stage("free") { $0.requirement = .all([]) },
    ])
    #expect(show.spectators.screen.stages.map(\.name) == ["The first", "The always", "The free"])
  }

  @Test("no more when somebody has found one, but who it was")
  func found() {
    var show = Show([Show.stage("first"), Show.stage("next")])
    show.find("first", by: Spring.ann)
    show.find("next", by: Spring.ann)
    show.find("first", by: Spring.ben)
    let stages = show.spectators.screen.stages
    #expect(stages.map(\.name) == ["The first"])
    #expect(stages[0].found == 2 && stages[0].first?.name == "Ann")
    #expect(show.spectators.screen.finds.map(\.treasure) == ["The first", "The next", "The first"])
    #expect(show.spectators.screen.finds.map(\.isFirst) == [false, true, true])
  }

  @Test("prizes that are won, with their winners")
  func prizes() {
    var show = Show([Show.stage("first") { $0.prize = "A bottle" }])
    #expect(show.spectators.screen.prizes == [])
    show.find("first", by: Spring.ben, prize: "A bottle")
    show.find("first", by: Spring.ann, prize: "A bottle")
    #expect(show.spectators.screen.prizes.map(\.holder.name) == ["Ben"])
    #expect(show.spectators.screen.finds.map(\.prize) == [nil, "A bottle"])
  }
}

@Suite("The leaderboard of spectators")
struct SpectatorBoardTests {
  @Test("has the same number for a team or a player wherever they are")
  func groups() {
    var show = Show()
    for player in [Spring.ann, Spring.ben, Spring.cleo] {
      show.find("bell", by: player, points: player == Spring.ben ? 9 : 5)
      show.move(player.id)
    }
    let screen = show.spectators.screen
    #expect(screen.rows.map(\.party.name) == ["Ben", "Ann", "Cleo"])
    #expect(screen.rows.map(\.party.group) == [1, 0, 2])
    #expect(screen.finds.map(\.party.group) == [2, 1, 0])
    #expect(show.spectators.people(at: show.now).map(\.party.group) == [0, 1, 2])
  }

  @Test("has teams where they get the points")
  func teams() {
    var show = Show(scoring: .teams)
    show.find("bell", by: Spring.ben)
    show.find("bell", by: Spring.cleo, points: 7)
    let screen = show.spectators.screen
    #expect(screen.hasTeamScores && screen.rows.map(\.party.name) == ["Cleo", "Owls"])
    #expect(screen.rows.map(\.party.team) == [nil, nil] && screen.rows.map(\.party.group) == [2, 1])
  }

  @Test("says when there is something new")
  func news() {
    var show = Show()
    let news: [RoomEvent] = [.roster(RoomRoster(joined: [Spring.ann])), .positions([]), .tick]
    #expect(news.map { show.hear($0) } == [true, false, false])
    #expect(show.spectators.screen.joined == 1)
  }
}
