import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Testing
import Views

/// Three treasures along a line to the north: at 0, 100 and 200 metres.
private let hunt = Hunt(
  title: "Line",
  treasures: (0..<3).map { index in
    Treasure(place: place("t\(index)", Double(index) * 100), radius: 10, hint: "hint \(index)", points: 10)
  })

/// Someone who plays and whose source may change.
private struct Player {
  var session: Session
  private(set) var news: [SessionNews] = []

  init(source: SourceChoice = .walker(seed: 1), sources: [Offers.Source] = alternatives, view: PlayView = .split) throws
  {
    session = Session(view: view)
    let game = GameSetup(hunt: try #require(hunt), source: source.label, choice: source, alternatives: sources)
    handle(.begin(game))
  }

  @discardableResult
  mutating func handle(_ event: SessionEvent, at seconds: Double = 0) -> [SessionEffect] {
    let effects = session.handle(event, at: .seconds(seconds))
    news += effects.compactMap { if case .tell(let news) = $0 { news } else { nil } }
    return effects
  }

  @discardableResult
  mutating func press(_ keys: Key..., at seconds: Double = 0) -> [SessionEffect] {
    keys.flatMap { handle(.key($0), at: seconds) }
  }

  /// Three fixes `metres` north of home, enough to be inside a zone: `time` by its source, at `seconds` of the session.
  mutating func stand(_ metres: Double, time: Double, at seconds: Double, speed: Double? = nil) {
    for _ in 0..<3 { handle(.location(.fix(fix(metres, at: time, speed: speed))), at: seconds) }
  }

  /// Two fixes at a place, one second apart: what it takes to be believed to be there.
  mutating func stay(_ metres: Double, time: Double, at seconds: Double) {
    stand(metres, time: time, at: seconds)
    stand(metres, time: time + 1, at: seconds)
  }

  func play(at seconds: Double = 0) throws -> PlayScreen {
    guard case .play(let screen) = session.screen(at: .seconds(seconds)) else {
      throw Missing()
    }
    return screen
  }

  struct Missing: Error {}

  var found: [String] {
    news.compactMap { if case .found(let find, _, _) = $0 { find.treasure.id } else { nil } }
  }
}

@Suite("Changing the source while playing")
struct SessionSwitchTests {
  @Test("find, switch, find: nothing is lost or doubled, and the source's name changes")
  func finds() throws {
    var player = try Player()
    player.stay(0, time: 1, at: 10)
    player.press(.enter)
    player.press(.character("i"))
    #expect(try player.play(at: 10).gps == "walker 3D ±4 m")
    player.press(.character("v"))
    // The game goes on beneath.
    player.stay(100, time: 9, at: 14)
    #expect(try player.play(at: 14).switching != nil)
    let effects = player.press(.down, .down, .down, .enter, at: 14)
    let whole = try #require(hunt)
    let left = try #require(Hunt(title: "Line", treasures: Array(whole.treasures.suffix(1))))
    #expect(
      effects == [
        .changeSource(.steer(from: nil), at: Standpoint(position: fix(100).position, looking: .north, hunt: left))
      ])
    player.handle(.sourceChanged(.steer(from: nil)), at: 14)
    #expect(try player.play(at: 14).gps.hasPrefix("steered searching"))
    #expect(try player.play(at: 14).isStale)
    // The new source counts from 0, and says again where the player is.
    player.stand(100, time: 0, at: 14)
    player.stay(200, time: 59, at: 74)
    #expect(player.found == ["t0", "t1", "t2"])
    let screen = try player.play(at: 74)
    #expect(screen.hunt.found == "3 of 3" && screen.hunt.points == "30 of 30 points" && screen.clock == "01:14")
    #expect(screen.gps == "steered 3D ±4 m" && !screen.isStale)
    #expect(player.news.count { if case .finished = $0 { true } else { false } } == 1)
  }

  @Test("a new source is told the civil time, as far as the game knows it")
  func civilTime() throws {
    var player = try Player()
    func told() -> [Timestamp?] {
      player.press(.character("v"), at: 70)
      return player.press(.down, .down, .down, .enter, at: 70).map { effect in
        if case .changeSource(_, let standpoint) = effect { standpoint.utc } else { nil }
      }
    }
    #expect(told() == [nil])
    player.press(.escape, .escape)
    var dated = fix(0, at: 10)
    dated.utc = Timestamp(milliseconds: 1_782_036_000_000)
    player.handle(.location(.fix(dated)), at: 10)
    #expect(told() == [Timestamp(milliseconds: 1_782_036_060_000)])
  }

  @Test("the times of fixes and finds go on, whatever the new source counts from")
  func times() throws {
    var player = try Player()
    for (time, now) in [(0.0, 0.0), (100, 20)] { player.handle(.location(.fix(fix(500, at: time))), at: now) }
    player.handle(.sourceChanged(.gpsd("")), at: 30)
    for (time, now) in [(0.0, 31.0), (5, 36)] { player.handle(.location(.fix(fix(500, at: time))), at: now) }
    player.handle(.sourceChanged(.steer(from: nil)), at: 400)
    player.stay(0, time: 0, at: 400)
    let times = player.news.compactMap { if case .fix(let fix) = $0 { fix.time / .seconds(1) } else { nil } }
    #expect(times == [0, 100, 100, 105, 400, 400, 400, 401, 401, 401])
    let finds = player.news.compactMap { if case .found(let find, _, _) = $0 { find.time } else { nil } }
    #expect(finds.count == 1 && finds.allSatisfy { [.seconds(400), .seconds(401)].contains($0) })
  }

  @Test("a source that cannot be opened leaves the old one and says why; the answer is still there")
  func failure() throws {
    var player = try Player()
    player.stand(500, time: 0, at: 0)
    player.press(.character("v"), .down, .down, .enter, .character("x"), .character("q"))
    #expect(try player.play().switching?.input?.before == "xq")
    let effects = player.press(.enter)
    guard case .changeSource(.trace("xq"), _) = effects.first else { throw Player.Missing() }
    #expect(player.handle(.cannotChangeSource("xq:1: error: no such file")) == [])
    #expect(try player.play().message == "Still on walker: xq:1: error: no such file")
    #expect(try player.play().gps == "walker 3D ±4 m")
    player.press(.character("v"), .enter)
    #expect(try player.play().switching?.input?.before == "xq")
  }

  @Test("Esc, v and left go back to the game as it was; q quits; other keys are not the game's")
  func back() throws {
    for key in [.escape, .left, .backspace, .character("v"), .character("h")] as [Key] {
      var player = try Player(view: .map)
      player.stand(50, time: 0, at: 0)
      let before = try player.play()
      player.press(.character("v"))
      #expect(try player.play().footer.map(\.key) == ["Enter", "Esc", "↑↓"])
      for other in [.character("m"), .character("+"), .tab, .character("?"), .character("c")] as [Key] {
        #expect(player.press(other) == [])
      }
      #expect(player.press(key) == [])
      #expect(try player.play() == before)
    }
    var player = try Player()
    #expect(player.press(.character("v"), .character("q")).last == .quit)
  }

  @Test("the trail goes on after a jump, and nothing of it lies between")
  func trail() throws {
    var player = try Player(view: .map)
    for step in 0..<5 { player.stand(Double(step) * 3, time: Double(step), at: Double(step)) }
    player.handle(.sourceChanged(.gpsd("")), at: 5)
    for step in 0..<5 { player.stand(60 + Double(step) * 3, time: Double(step), at: 6 + Double(step)) }
    let map = try #require(try player.play(at: 11).map)
    #expect(map.trail.count == 10)
    let rows = map.trail.map(\.y).sorted()
    let gaps = zip(rows, rows.dropFirst()).map { $1 - $0 }.sorted()
    // One gap of 48 metres, all others of three.
    #expect((gaps.last ?? 0) > 10 * (gaps.dropLast().last ?? 0))
  }

  @Test("the way from the last place of one source to the first of another is no course")
  func jump() throws {
    var player = try Player()
    player.stand(0, time: 100, at: 100)
    player.handle(.sourceChanged(.gpsd("")), at: 101)
    player.handle(.location(.fix(fix(80, toward: 90, at: 0))), at: 101)
    #expect(try player.play(at: 101).compass?.heading.hasPrefix("heading unknown") == true)
  }

  @Test("a single fix finds nothing, also where the source is changed before each of them")
  func singleFixes() throws {
    var player = try Player()
    for index in 0..<8 {
      let now = Double(index) * 30
      player.handle(.sourceChanged(index.isMultiple(of: 2) ? .steer(from: nil) : .gpsd("")), at: now)
      player.stand(0, time: 0, at: now)
    }
    #expect(player.found == [])
    player.stand(0, time: 1, at: 211)
    #expect(player.found == ["t0"])
  }

  @Test("a trace that ends offers another source on a terminal, and is the end without one")
  func ends() throws {
    var player = try Player(source: .huntTrace)
    player.stay(0, time: 0, at: 0)
    #expect(player.handle(.locationEnded, at: 3) == [])
    #expect(!player.session.isFinished)
    #expect(try player.play(at: 3).message == "The trace has ended. Press v for another source, q to leave.")
    player.press(.character("v"), .enter)
    player.handle(.sourceChanged(.gpsd("")), at: 4)
    player.stay(100, time: 0, at: 5)
    #expect(player.found == ["t0", "t1"])
    // Who has found everything reads of the last find, not of the source.
    player.stay(200, time: 9, at: 14)
    #expect(player.handle(.locationEnded, at: 15) == [])
    #expect(try player.play(at: 15).message == "Found: T2!")
    var alone = try Player(source: .huntTrace, sources: [])
    alone.handle(.locationEnded, at: 3)
    #expect(alone.session.isFinished)
    #expect(alone.press(.character("v")) == [])
    #expect(try alone.play().switching == nil && alone.play().footer.allSatisfy { $0.key != "v" })
  }

  @Test("what a session is told outside of a game changes nothing")
  func elsewhere() {
    var session = Session(offers: offers)
    let before = session.screen(at: .zero)
    #expect(session.handle(.sourceChanged(.huntTrace), at: .zero) == [])
    #expect(session.handle(.cannotChangeSource("no"), at: .zero) == [])
    #expect(session.screen(at: .zero) == before)
  }
}

@Suite("Steering by keys")
struct SessionSteeringTests {
  @Test("while the player steers, keys drive; panning is on hjkl")
  func keys() throws {
    var player = try Player(source: .steer(from: nil))
    player.stand(50, time: 0, at: 0, speed: 1.4)
    let wishes: [(Key, Steering)] = [
      (.left, .turn(degrees: -15)), (.right, .turn(degrees: 15)), (.up, .faster), (.down, .slower),
      (.character(" "), .halt), (.character("a"), .turn(degrees: -5)), (.character("d"), .turn(degrees: 5)),
    ]
    for (key, wish) in wishes { #expect(player.press(key) == [.steer(wish)]) }
    #expect(try player.play().map?.isFollowing == true)
    #expect(player.press(.character("l")) == [])
    #expect(try player.play().map?.isFollowing == false)
    #expect(try player.play().footer.contains(KeyHelp("↑↓", "1.4 m/s")))
    player.press(.character("?"))
    #expect(try player.play().page?.rows.contains { $0.name == "↑ ↓" && $0.value == "faster, slower" } == true)
  }

  @Test("in the compass view h and l steer, because there is no map to move")
  func compass() throws {
    var player = try Player(source: .steer(from: nil), view: .compass)
    #expect(player.press(.character("h")) == [.steer(.turn(degrees: -15))])
    #expect(player.press(.character("l")) == [.steer(.turn(degrees: 15))])
  }

  @Test("nothing is driven under the help page, in the flow, and by another source")
  func notSteered() throws {
    var player = try Player(source: .steer(from: nil))
    #expect(player.press(.character("?"), .up, .escape) == [])
    #expect(player.press(.character("v"), .up, .down, .character(" "), .left, .escape, .escape) == [])
    #expect(player.press(.up) == [.steer(.faster)])
    player.handle(.sourceChanged(.gpsd("")))
    #expect(player.press(.up, .left, .character(" "), .character("a")) == [])
    player.handle(.sourceChanged(.steer(from: nil)))
    #expect(player.press(.up) == [.steer(.faster)])
  }

  @Test("whoever turned by keys before looks where the steered walker looks")
  func heading() throws {
    var player = try Player(view: .compass)
    player.press(.character("d"))
    player.handle(.sourceChanged(.steer(from: nil)))
    player.handle(.heading(PlaceSamples.heading(200)))
    #expect(try player.play().compass?.heading == "200° S ±6° compass")
  }
}

@Suite("The clock of a session")
struct SessionClockTests {
  @Test("it follows the wall at the speed of the source, without a jump at any change")
  func speeds() {
    var clock = SessionClock()
    #expect(clock.time(at: .seconds(10)) == .seconds(10))
    clock.run(at: 20, from: .seconds(10))
    #expect(clock.time(at: .seconds(10)) == .seconds(10))
    #expect(clock.time(at: .seconds(13)) == .seconds(70))
    clock.run(at: 1, from: .seconds(13))
    #expect(clock.time(at: .seconds(14)) == .seconds(71))
    clock.run(at: 0.5, from: .seconds(15))
    #expect(clock.time(at: .seconds(17)) == .seconds(73))
  }

  @Test("it never goes back", arguments: 1...20 as ClosedRange<UInt64>)
  func monotone(seed: UInt64) {
    var chance = SeededGenerator(seed: seed)
    var (clock, wall, last) = (SessionClock(), Duration.zero, Duration.zero)
    for _ in 0..<500 {
      wall += .milliseconds(Int.random(in: 0...2000, using: &chance))
      if chance.uniform() < 0.2 {
        let speed = [0.01, 0.5, 1, 20, 10_000, -1, .nan, .infinity].randomElement(using: &chance) ?? 1
        // A wall that was read a little earlier must not turn the clock back either.
        clock.run(at: speed, from: wall - .milliseconds(Int.random(in: 0...5, using: &chance)))
      }
      let now = clock.time(at: wall)
      #expect(now >= last)
      last = now
    }
  }
}
