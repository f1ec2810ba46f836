import Game
import Geodesy
import Glibc
import HuntDomain
import Nearby
import Numbers
import Places
import SessionLogs
import TerminalUI
import TextCanvas
import Views

/// Somebody who plays without sense, and a world in which everything goes wrong now and then; both watch whether the
/// game keeps what it promises.
struct FuzzedPlayer {
  private let hunt: Hunt
  private let huntText: String
  private let recordPath: String?
  private var recorder: SessionLogWriter?
  private var session = Session()
  private var now = Duration.zero
  private var size = (columns: 80, rows: 24)
  private var scenery = Scenery()

  // What the world knows.
  private var position: Coordinate
  private var sourceStart = Duration.zero
  private var latestFix = Duration.zero
  /// What is on the disk, and what waits until there is room on it.
  private var stored: [HuntEvent] = []
  private var waiting: [HuntEvent] = []
  private var isDiskFull = false
  private var isRehearsal = false
  private var opensSources = true

  // What is watched.
  /// The fold of all events of this sitting and of those before.
  private var fold: HuntProgress
  private var latestEvent = Duration.zero
  /// Treasures in whose zones a believed position has been.
  private var inside: Set<String> = []
  /// The value of ``inside`` before the last fix, for a fix that corrects it, with the zones that the game has counted.
  private var insideBefore: Set<String> = []
  /// The time of the last believed fix; `nil` if the next one corrects nothing.
  private var believedTime: Duration?
  private var isOver = false

  init(_ hunt: Hunt, _ text: String, record path: String?) {
    (self.hunt, huntText, recordPath) = (hunt, text, path)
    fold = HuntProgress(hunt)
    position = hunt.treasures[0].place.position.offset(by: 60, toward: Bearing(degrees: 200))
    sit()
  }

  /// Traps with words: `precondition` has none in a build with the optimiser.
  private func require(_ holds: Bool, _ words: @autoclosure () -> String) {
    if !holds { fatalError(words()) }
  }

  // MARK: - Sittings

  /// Begins where the disk says that the game was left.
  private mutating func sit() {
    removeRecord()
    let header = SessionLogHeader(version: "fuzz", began: "", voice: .screen)
    recorder = recordPath.flatMap { SessionLogWriter(path: $0, header) }
    (session, scenery, now) = (Session(), Scenery(), .zero)
    (sourceStart, latestFix, isOver, isRehearsal) = (.zero, .zero, false, false)
    fold = HuntProgress(hunt, replaying: stored)
    latestEvent = stored.map(\.time).max() ?? .zero
    believedTime = nil
    let game = GameSetup(
      hunt: hunt, asksForPlaces: true, source: "GPS", choice: .gpsd(""),
      alternatives: [
        .init(.gpsd(""), title: "GPS", detail: "", question: .gpsd),
        .init(.walker(seed: 1), title: "Walker", detail: ""),
        .init(.steer(from: nil), title: "Steer", detail: "", question: .place),
      ], saved: stored)
    happen(.resize(columns: size.columns, rows: size.rows))
    let recorded = RecordedGame(game, hunt: .init(path: "hunt.geojson", text: huntText), map: nil)
    recorder?.note(TimedLogEntry(.begin(recorded), at: now))
    follow(session.handle(.begin(game), at: now))
  }

  /// Ends the sitting: what waits has a last chance.
  mutating func leave() {
    happen(.action(.quit))
    if !isDiskFull { store([]) }
    guard waiting.isEmpty, !isRehearsal else { return waiting = [] }
    let kept = HuntProgress(hunt, replaying: stored)
    require(kept.points == fold.points && kept.finds == fold.finds && kept.items == fold.items, "lost on the disk")
  }

  // MARK: - What happens

  /// Takes what happens next.
  mutating func goOn(_ feed: inout FuzzFeed) {
    switch feed.byte() % 33 {
    case 0...6: walk(&feed)
    case 7...10: press(feed.one(of: Self.keys))
    case 11, 12: for byte in feed.bytes(feed.byte() % 16) { type(byte) }
    case 13: happen(.action(.answer(feed.one(of: Self.answers))))
    case 14: for character in feed.one(of: Self.answers) { press(.character(character)) }
    case 15: happen(.action(feed.one(of: Self.actions)))
    case 16: now += feed.time()
    case 17: tick(&feed)
    case 18: stand(&feed)
    case 19: happen(.location(.lost(reason: "gone")))
    case 20: happen(.location(.searching(satellitesInView: feed.byte() == 0 ? nil : 3)))
    case 21: turn(&feed)
    case 22: change(to: feed.one(of: Self.choices))
    case 23: happen(.slept(feed.time()))
    case 24: resize(&feed)
    case 25: point(&feed)
    case 26: places(&feed)
    case 27: isDiskFull.toggle()
    case 28: opensSources.toggle()
    case 29: happen(.locationEnded)
    case 30: happen(.pageEnds(at: feed.byte()))
    case 31: happen(.clicked(feed.byte() % 2 == 0 ? "t0" : "nowhere"))
    default:
      leave()
      sit()
    }
    if session.isFinished != isOver {
      require(session.isFinished, "a game that was over goes on")
      isOver = true
    }
    let screen = session.screen(at: now)
    look(at: screen)
    // Most of the time would go into pictures.
    if feed.byte() % 4 == 0 { draw(screen) }
  }

  private mutating func happen(_ event: SessionEvent) {
    switch event {
    case .location(.fix), .tick, .key, .pointer, .heading, .places: break
    default: believedTime = nil
    }
    recorder?.note(TimedLogEntry(.event(event), at: now))
    follow(session.handle(event, at: now))
  }

  /// Steps toward a treasure, or away from it, a second each.
  private mutating func walk(_ feed: inout FuzzFeed) {
    let goal = fold.resolved(feed.one(of: hunt.treasures)).place.position
    let (step, course) = (Double(feed.byte()) / 16, Double(feed.byte()) / 8 - 16)
    let accuracy = feed.one(of: Self.accuracies)
    for _ in 0..<(1 + feed.byte() % 16) {
      now += .seconds(1)
      let way = min(step, position.distance(to: goal))
      if way > 0 {
        position = position.offset(by: way, toward: Bearing(degrees: position.bearing(to: goal).degrees + course))
      }
      fix(accuracy, at: now - sourceStart)
    }
  }

  /// A jump to a treasure, or near to it, told late or at once, by a receiver that says a date or none.
  private mutating func stand(_ feed: inout FuzzFeed) {
    let goal = fold.resolved(feed.one(of: hunt.treasures)).place.position
    position = goal.offset(by: Double(feed.byte() % 64), toward: Bearing(degrees: Double(feed.byte())))
    // A source has a clock of its own.
    let late = feed.byte() % 8 == 0 ? .seconds(-2) : feed.time()
    let utc = feed.one(of: [nil, 0, 1_767_225_600_000, 2_000_000_000_000, -1, Int64.min, Int64.max])
    fix(feed.one(of: Self.accuracies), at: now - sourceStart - late, utc: utc)
  }

  private mutating func fix(_ accuracy: Double?, at time: Duration, utc: Int64? = nil) {
    latestFix = max(latestFix, time)
    happen(
      .location(
        .fix(
          Fix(
            position: position, time: latestFix, utc: utc.map { Timestamp(milliseconds: $0) }, accuracy: accuracy,
            accuracySource: isRehearsal ? .simulation : .receiver))))
  }

  private mutating func press(_ key: Key) { happen(.key(key)) }

  private mutating func type(_ byte: UInt8) {
    let scalar = Unicode.Scalar(byte)
    if CharacterWidth.isPrintable(scalar) { press(.character(Character(scalar))) }
  }

  private mutating func tick(_ feed: inout FuzzFeed) {
    let pause = feed.time()
    for _ in 0..<(1 + feed.byte() % 8) {
      now += pause
      happen(.tick)
    }
  }

  private mutating func turn(_ feed: inout FuzzFeed) {
    let bearing = Bearing(degrees: Double(feed.byte()) * 1.5)
    happen(
      .heading(
        Heading(
          bearing: bearing, source: feed.one(of: [.compass, .course]), uncertainty: Double(feed.byte()),
          reference: feed.one(of: [.trueNorth, .magneticNorth]))))
  }

  private mutating func change(to choice: SourceChoice) {
    guard opensSources else { return happen(.cannotChangeSource("it cannot be opened")) }
    happen(.sourceChanged(choice))
    (sourceStart, latestFix) = (now, .zero)
    if case .walker = choice, !isRehearsal {
      // As the game does it: what waits has a last chance, and nothing is saved from there on.
      if !isDiskFull { store([]) }
      isRehearsal = true
      happen(.rehearses("From here on nothing is saved."))
    }
  }

  private mutating func resize(_ feed: inout FuzzFeed) {
    let other = (feed.byte(), feed.byte())
    size = feed.one(of: [(80, 24), (0, 0), (1, 1), (20, 8), (500, 30), other, (19, 99), (65_535, 65_535)])
    happen(.resize(columns: size.columns, rows: size.rows))
  }

  private mutating func point(_ feed: inout FuzzFeed) {
    let (column, row) = (feed.byte() - 20, feed.byte() - 20)
    switch feed.byte() % 4 {
    case 0: happen(.pointer(.wheel(steps: feed.byte() - 128, column: column, row: row)))
    case 1: happen(.pointer(.press(column: column, row: row)))
    case 2: happen(.pointer(.drag(column: column, row: row)))
    default: happen(.pointer(.release(column: column, row: row)))
    }
  }

  private mutating func places(_ feed: inout FuzzFeed) {
    let source = 1 + feed.byte() % 3
    let list = (0..<(feed.byte() % 8)).map { number in
      let position = position.offset(by: Double(feed.byte()) * 4, toward: Bearing(degrees: Double(number) * 50))
      return PointOfInterest(id: feed.one(of: ["mill", "a", "\(number)"]), name: "Place \(number)", position: position)
    }
    let answer = PlacesAnswer(
      list, trouble: feed.byte() % 2 == 0 ? "it is slow" : nil, isAwaitingBetter: feed.byte() % 2 == 0)
    happen(.places(answer, source: source, around: feed.one(of: PlacesQuestion.Focus.allCases)))
  }

  // MARK: - What the game wants

  private mutating func follow(_ effects: [SessionEffect]) {
    for case .tell(.fix(let fix)) in effects { believe(fix) }
    for effect in effects {
      switch effect {
      case .save(let events): save(events)
      case .tell(let news): hear(news)
      case .changeSource(let choice, _): change(to: choice)
      default: break
      }
    }
    if effects.contains(where: { if case .save = $0 { true } else { false } }) { look(at: session.screen(at: now)) }
  }

  private mutating func believe(_ fix: Fix) {
    if fix.time == believedTime { inside = insideBefore } else { (insideBefore, believedTime) = (inside, fix.time) }
    for treasure in hunt.treasures.map(fold.resolved)
    where ZoneGround(treasure.zone, at: treasure.place.position).depth(of: fix.position) >= 0 {
      inside.insert(treasure.id)
    }
  }

  private mutating func save(_ events: [HuntEvent]) {
    for event in events {
      require(event.time >= latestEvent, "time goes back: \(event) after \(latestEvent)")
      latestEvent = event.time
      switch event.kind {
      case .entered(let id), .found(let id, _):
        require(inside.contains(id), "nobody was ever at \(id): \(event)")
        insideBefore.insert(id)
      default: break
      }
      let before = fold
      fold.apply(event)
      require(fold.points >= before.points || event.kind.costs, "points are lost by \(event)")
    }
    guard !isRehearsal else { return }
    if isDiskFull {
      waiting += events
      happen(.cannotSave("the disk is full"))
    } else {
      store(events)
    }
  }

  private mutating func store(_ events: [HuntEvent]) {
    let isLate = !waiting.isEmpty
    stored += waiting + events
    waiting = []
    if isLate { happen(.savedAgain) }
  }

  private func hear(_ news: SessionNews) {
    switch news {
    case .found(let find, let count, let total):
      require(fold.finds.contains { $0.treasure.id == find.treasure.id }, "told before it was to be saved: \(find)")
      require(count <= fold.finds.count && total == hunt.count, "found \(count) of \(total)")
    case .resumed(let found, _, let points, let time):
      require(found == fold.finds.count && points == fold.points, "it goes on with \(found) found, \(points) points")
      require(time == latestEvent, "it goes on at \(time) instead of \(latestEvent)")
    case .finished(let found, _, let points, let time, let isWon):
      require(found == fold.finds.count && points == fold.points && isWon == fold.isWon, "a false end: \(news)")
      require(time >= latestEvent, "it ended at \(time), before its last event at \(latestEvent)")
    default: break
    }
  }

  /// Compares what is shown with what has happened, and with what is on the disk.
  private func look(at screen: GameScreen) {
    guard case .play(let screen) = screen else { return }
    require(screen.hunt.found == "\(fold.finds.count) of \(hunt.count)", "shown: \(screen.hunt.found) found")
    require(screen.hunt.points == "\(fold.points) of \(hunt.totalPoints) points", "shown: \(screen.hunt.points)")
    require(screen.hunt.isCompleted == fold.isCompleted, "shown as \(screen.hunt.isCompleted ? "" : "not ")completed")
    if screen.notSaved == nil { require(waiting.isEmpty && !isRehearsal, "nobody says that it is not saved") }
  }

  private mutating func draw(_ screen: GameScreen) {
    guard size.columns * size.rows <= 20_000 else { return }
    var canvas = Canvas(size: CanvasSize(columns: size.columns, rows: size.rows))
    drawGame(screen, on: &canvas, glyphs: .braille, scenery: &scenery)
  }

  // MARK: - The record

  /// Plays the last sitting again from its record: the same things lead to the same screen.
  func checkRecord() {
    guard let recordPath, let recorder else { return }
    recorder.close()
    require(recorder.trouble == nil, "the session is not recorded: \(recorder.trouble ?? "")")
    let record: SessionLog
    do { record = try SessionLog(path: recordPath) } catch { fatalError("line \(error.line): \(error)") }
    var again = Session()
    for moment in record.moments {
      switch moment.entry {
      case .event(let event): _ = again.handle(event, at: moment.time)
      case .begin(let game):
        _ = again.handle(.begin(game.game(hunt: hunt, map: .empty, tiles: nil)), at: moment.time)
      default: fatalError("nobody wrote \(moment)")
      }
    }
    require(again.screen(at: now) == session.screen(at: now), "the record leads to something else")
  }

  func removeRecord() { if let recordPath { unlink(recordPath) } }

  // MARK: - Words

  private static let accuracies: [Double?] = [nil, 2, 4, 8, 15, 40, 60, 500, 1e7, 0]
  private static let answers = ["1823", "1", "2", "3", "3 m", "no", "", "9 m", "-9", "1e999", "٣", "0x10", "e\u{301}"]
  private static let actions: [PlayAction] =
    PlayWords.actions + [.turn(degrees: 30), .turn(degrees: -1e300), .steer(.turn(degrees: 15))]
  private static let choices =
    SourceKind.allCases.map(\.facts.usual) + [.gpsd("localhost:2947"), .trace("a.gpx")]
  private static let keys: [Key] =
    tableKeys + "123 ".map(Key.character) + [
      .up, .down, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .enter, .tab, .backTab, .backspace, .escape,
      .control("l"), .control("c"), .control("z"), .control("u"), .control("w"),
    ]

  /// The keys of a game, in an order that does not change from run to run.
  private static let tableKeys: [Key] = {
    let tables = [true, false].map { KeyTable.play(isSteered: $0, hasOffers: true) }
    return Set(tables.flatMap(\.rows).flatMap(\.commands.keys)).sorted { "\($0)" < "\($1)" }
  }()
}

extension HuntEvent.Kind {
  /// Whether it may take points away.
  fileprivate var costs: Bool {
    switch self {
    case .answeredWrongly, .readHint, .claimed: true
    default: false
    }
  }
}
