import Game
import Geodesy
import Nearby
import Numbers
import PlaceSamples
import Testing
import Viewer
import Views

/// Somebody who watches a recording: keys, and the time that passes.
private struct Viewer {
  var replay: ReplayViewer
  private var wall = Duration.zero

  init(
    _ recording: Recording, isRead: Bool = true, _ change: (inout ReplayOptions) -> Void = { $0.isPaused = true }
  ) {
    var options = ReplayOptions()
    change(&options)
    replay = ReplayViewer(recording, from: Session(), options: options)
    _ = replay.handle(.resize(columns: 80, rows: 24))
    if isRead { replay.read(.max) }
    _ = replay.handle(.tick(wall))
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> [ViewingEffect] { keys.flatMap { replay.handle(.key($0)) } }

  mutating func type(_ text: String) {
    for character in text { press(.character(character)) }
    press(.enter)
  }

  /// Lets so many seconds of the wall pass, a tenth at a time.
  mutating func wait(_ seconds: Double) {
    for _ in 0..<Int((seconds * 10).rounded()) {
      wall += .milliseconds(100)
      _ = replay.handle(.tick(wall))
    }
  }

  /// Seconds of the recording that is seen.
  var seconds: Double { replay.seen / .seconds(1) }

  var play: PlayScreen? { if case .play(let screen) = replay.screen.game { screen } else { nil } }
}

@Suite("A viewer of a recording")
struct ReplayViewerTests {
  @Test("plays as time passes, as fast as it is told, and stops at the end")
  func plays() throws {
    var viewer = Viewer(try straightRecording(seconds: 101)) { $0.speed = PlaybackSpeed(4) }
    viewer.wait(5)
    #expect(abs(viewer.seconds - 20) < 1e-6)
    viewer.press(.character(" "))
    viewer.wait(5)
    #expect(abs(viewer.seconds - 20) < 1e-6 && !viewer.replay.isPlaying)
    viewer.press(.character("]"), .character(" "))
    viewer.wait(1)
    #expect(abs(viewer.seconds - 28) < 1e-6)
    viewer.press(.character("["), .character("["), .character("["))
    #expect(viewer.replay.speed == .life)
    viewer.press(.character("["), .backspace)
    #expect(viewer.replay.speed == .life)
    viewer.wait(100)
    #expect(viewer.seconds == 100 && !viewer.replay.isPlaying && !viewer.replay.isMoving)
    viewer.press(.character(" "))
    #expect(viewer.seconds == 0 && viewer.replay.isPlaying)
  }

  @Test("begins with the first moment, not with the minute in which a game was chosen")
  func beginning() throws {
    let recording = try straightRecording(seconds: 101)
    let later = Recording(
      (0..<recording.count).lazy.map { index in
        SessionMoment(recording[index].event, at: recording[index].time + .seconds(60))
      })
    var viewer = Viewer(later)
    #expect(viewer.seconds == 60 && viewer.play != nil)
    viewer.press(.right, .home)
    #expect(viewer.seconds == 60)
    viewer.type("g50%")
    #expect(viewer.seconds == 110)
  }

  @Test("shows after any keys what playing from the beginning shows at that time", arguments: [21, 22, 23] as [UInt64])
  func exact(seed: UInt64) throws {
    let recording = try RecordedPlay(seed: seed, count: 400).recording
    var chance = SeededGenerator(seed: seed)
    var viewer = Viewer(recording, isRead: false) { $0.maxGap = .seconds(1) }
    let keys: [Key] = [
      .left, .right, .pageUp, .pageDown, .home, .end, .character(","), .character("."), .character("n"),
      .character("p"), .character(" "), .character("]"), .character("["), .character("b"), .character("1"),
      .character("L"),
    ]
    var truth = [Session()]
    for index in 0..<recording.count {
      var session = truth[index]
      _ = session.handle(recording[index].event, at: recording[index].time)
      truth.append(session)
    }
    for step in 0..<120 {
      viewer.press(keys.randomElement(using: &chance) ?? .home)
      if step % 3 == 0 { viewer.wait(0.3) }
      let now = viewer.replay.seen
      var session = truth[recording.count(through: now)]
      _ = session.handle(.resize(columns: 80, rows: viewer.replay.layout.gameRows), at: now)
      #expect(viewer.replay.screen.game == session.screen(at: now), "seed \(seed), step \(step), \(now)")
    }
  }

  @Test("goes by tens of seconds, by minutes, and to both ends")
  func seeks() throws {
    var viewer = Viewer(try straightRecording(seconds: 301))
    viewer.press(.right)
    #expect(viewer.seconds == 10)
    viewer.press(.pageDown, .right, .left, .left)
    #expect(viewer.seconds == 60)
    viewer.press(.pageUp)
    #expect(viewer.seconds == 0)
    viewer.press(.left)
    #expect(viewer.seconds == 0)
    viewer.press(.end)
    #expect(viewer.seconds == 300)
    viewer.press(.right, .pageDown)
    #expect(viewer.seconds == 300)
    viewer.press(.home)
    #expect(viewer.seconds == 0)
  }

  @Test("goes from moment to moment, and stands still for that")
  func steps() throws {
    var viewer = Viewer(try straightRecording(seconds: 20, gaps: [3: 7])) { _ in }
    viewer.press(.character("."), .character("."))
    #expect(viewer.seconds == 2 && !viewer.replay.isPlaying)
    viewer.press(.character("."))
    #expect(viewer.seconds == 9)
    viewer.press(.character(","))
    #expect(viewer.seconds == 2)
    viewer.press(.character(","))
    #expect(viewer.seconds == 1)
    viewer.press(.end, .character("."))
    #expect(viewer.seconds == 25)
    viewer.press(.home, .character(","))
    #expect(viewer.seconds == 0)
  }

  @Test("goes from event to event")
  func events() throws {
    var viewer = Viewer(try straightRecording(seconds: 90))
    let marks = viewer.replay.machine.marks
    #expect(marks.map(\.kind).filter { $0 == .found }.count == 2)
    var times: [Duration] = []
    var labels: [String] = []
    for _ in 0..<20 {
      viewer.press(.character("n"))
      guard times.last != viewer.replay.seen else { break }
      times.append(viewer.replay.seen)
      labels.append(try #require(viewer.replay.screen.timeline.event))
    }
    let moments = Set(marks.map(\.time)).subtracting([.zero])
    #expect(times == moments.sorted())
    #expect(labels.contains("Found: T20"))
    #expect(labels.contains { $0.hasPrefix("Found: T60. Finished: ") })
    #expect(viewer.replay.screen.timeline.event == "Nothing happened later")
    viewer.press(.end)
    for time in times.reversed() {
      viewer.press(.character("p"))
      #expect(viewer.replay.seen == time)
    }
  }

  @Test("goes back to the event before while it plays, though some time has passed since the last key")
  func eventsWhilePlaying() throws {
    var viewer = Viewer(try straightRecording(seconds: 90)) { _ in }
    viewer.press(.end, .character("p"))
    let last = viewer.seconds
    viewer.wait(0.5)
    viewer.press(.character("p"))
    #expect(viewer.replay.isPlaying && viewer.seconds < last)
  }

  @Test(
    "goes where somebody types", arguments: [("1:30", 90), ("45s", 45), ("40%", 120), ("9:59:59", 300), ("+30s", 80)])
  func goesTo(text: String, seconds: Double) throws {
    var viewer = Viewer(try straightRecording(seconds: 301))
    viewer.press(.pageDown, .left, .character("g"))
    #expect(viewer.replay.screen.timeline.prompt?.note == SeekTarget.examples)
    viewer.type(text)
    #expect(viewer.seconds == seconds && viewer.replay.screen.timeline.prompt == nil)
  }

  @Test("says what a time looks like, and takes the next try; Escape and an empty line lead back")
  func prompt() throws {
    var viewer = Viewer(try straightRecording(seconds: 301))
    viewer.press(.character("g"))
    viewer.type("q?n")
    #expect(viewer.replay.screen.timeline.prompt?.before == "q?n")
    #expect(viewer.replay.screen.timeline.prompt?.note.hasPrefix("That is no time") == true)
    viewer.press(.control("u"))
    viewer.type(String(repeating: "9", count: 100))
    #expect(viewer.replay.screen.timeline.prompt?.before.count == SeekTarget.longest)
    viewer.press(.control("u"), .character("1"), .character("m"), .left, .character("."), .character("5"))
    #expect(viewer.replay.screen.timeline.prompt?.before == "1.5" && viewer.replay.screen.timeline.prompt?.after == "m")
    viewer.press(.enter)
    #expect(viewer.seconds == 90)
    viewer.press(.character("g"), .character("5"), .escape)
    #expect(viewer.replay.screen.timeline.prompt == nil && viewer.seconds == 90)
    viewer.press(.character("g"), .enter)
    #expect(viewer.replay.screen.timeline.prompt == nil && viewer.seconds == 90)
  }

  @Test("begins again at the end when it is told to")
  func loop() throws {
    var viewer = Viewer(try straightRecording(seconds: 11)) { $0.start = .time(.seconds(4)) }
    viewer.press(.character("L"))
    #expect(viewer.replay.screen.timeline.states == ["loop"])
    viewer.wait(8)
    #expect(viewer.replay.isPlaying && viewer.seconds >= 4 && viewer.seconds < 7)
    viewer.press(.character("L"))
    viewer.wait(8)
    #expect(!viewer.replay.isPlaying && viewer.seconds == 10)
  }

  @Test("remembers up to nine bookmarks, in the order of time, and forgets them")
  func bookmarks() throws {
    var viewer = Viewer(try straightRecording(seconds: 301)) {
      $0.isPaused = true
      $0.bookmarks = [.seconds(200), .seconds(-5), .seconds(1e9)]
    }
    #expect(viewer.replay.bookmarks == [.zero, .seconds(200), .seconds(300)])
    viewer.press(.character("2"))
    #expect(viewer.seconds == 200)
    viewer.press(.right, .character("b"), .home, .character("3"))
    #expect(viewer.seconds == 210)
    let kinds = viewer.replay.screen.timeline.marks.map(\.kind)
    #expect(kinds.suffix(4) == [.bookmark(1), .bookmark(2), .bookmark(3), .bookmark(4)])
    viewer.press(.character("b"))
    #expect(viewer.replay.bookmarks == [.zero, .seconds(200), .seconds(300)])
    viewer.press(.character("9"))
    #expect(viewer.seconds == 210 && viewer.replay.screen.timeline.event == "There is no bookmark 9: b sets one")
    for _ in 0..<20 { viewer.press(.character("."), .character("b")) }
    #expect(viewer.replay.bookmarks.count == 9)
  }

  @Test("shows a part, though everything before it has happened")
  func part() throws {
    let recording = try straightRecording(seconds: 301)
    var viewer = Viewer(recording) {
      $0.start = .time(.seconds(100))
      $0.end = .fraction(0.5)
    }
    #expect(viewer.seconds == 100)
    #expect(viewer.play?.hunt.found == "2 of 2")
    viewer.press(.end)
    #expect(viewer.seconds == 150)
    viewer.press(.home, .left, .character("g"))
    viewer.type("50%")
    #expect(viewer.seconds == 125)
    viewer.press(.character("p"))
    #expect(viewer.seconds == 125)
    #expect(Viewer(recording) { ($0.start, $0.end) = (.time(.seconds(200)), .time(.seconds(10))) }.seconds == 200)
  }

  @Test("passes over a long pause quickly; the session's time goes on as it was")
  func pauses() throws {
    let recording = try straightRecording(seconds: 21, gaps: [10: 3600])
    var viewer = Viewer(recording) { $0.maxGap = .seconds(4) }
    viewer.wait(9)
    #expect(abs(viewer.seconds - 9) < 1e-6)
    viewer.wait(2)
    #expect(abs(viewer.seconds - 1809) < 1e-3)
    viewer.wait(3)
    #expect(abs(viewer.seconds - 3610) < 1e-3)
    #expect(viewer.play?.clock == "1:00:10")
  }

  // MARK: - Reading

  @Test("shows as far as it has read, says so, and goes on to where it was sent")
  func reading() throws {
    var viewer = Viewer(try straightRecording(seconds: 1000), isRead: false) { $0.isPaused = true }
    viewer.press(.end)
    #expect(viewer.seconds < 999 && viewer.replay.isReading && viewer.replay.isMoving)
    #expect(viewer.replay.screen.timeline.states.last?.hasPrefix("reading ") == true)
    #expect(viewer.replay.screen.timeline.reached < 0.2)
    viewer.press(.character("n"), .end)
    let before = viewer.seconds
    viewer.replay.read(300)
    viewer.wait(0.1)
    #expect(viewer.seconds > before)
    // Ticks read too.
    viewer.wait(3)
    #expect(viewer.seconds == 999 && !viewer.replay.isReading && !viewer.replay.isMoving)
    #expect(viewer.replay.screen.timeline.states == ["paused"])
  }

  @Test("goes to the next event, and sets a bookmark there, before all is read")
  func eventsAhead() throws {
    var viewer = try Viewer(straightRecording(seconds: 3000, treasures: [20, 700]), isRead: false)
    viewer.press(.character("n"), .character("n"), .character("b"))
    let (found, there) = (viewer.replay.screen.timeline.clock, viewer.replay.seen)
    #expect(viewer.replay.isReading && there > .seconds(600))
    viewer.press(.home, .character("1"))
    #expect(viewer.replay.seen == there && viewer.replay.screen.timeline.clock == found)
  }

  @Test("waits for what was not read before it plays on")
  func waits() throws {
    var viewer = Viewer(try straightRecording(seconds: 1000), isRead: false) { $0.start = .time(.seconds(900)) }
    #expect(viewer.seconds < 900)
    viewer.wait(0.5)
    #expect(viewer.seconds < 900)
    viewer.replay.read(.max)
    viewer.wait(0.1)
    #expect(viewer.seconds >= 900 && viewer.seconds < 900.5)
  }

  @Test("has missed nothing when somebody comes back from the shell")
  func away() throws {
    var viewer = Viewer(try straightRecording(seconds: 1000)) { _ in }
    _ = viewer.replay.handle(.tick(.seconds(100_000)))
    #expect(viewer.seconds == 1)
    _ = viewer.replay.handle(.tick(.seconds(-100_000)))
    #expect(viewer.seconds == 1)
  }

  // MARK: - Looking

  @Test("changes the view for who looks on, keeps it over a seek, and gives the recorded one back")
  func sight() throws {
    var viewer = Viewer(try straightRecording(seconds: 301))
    let zoom = { (viewer: Viewer) in viewer.play?.map?.scale.label }
    let (view, scale) = (viewer.play?.view, zoom(viewer))
    viewer.press(.character("m"), .character("-"), .character("-"), .character("-"), .character("-"))
    #expect(viewer.play?.view == .map && zoom(viewer) != scale)
    let own = zoom(viewer)
    viewer.press(.end, .home, .character("n"))
    #expect(viewer.play?.view == .map && zoom(viewer) == own)
    #expect(viewer.replay.screen.timeline.states.contains("own view"))
    viewer.press(.character("r"))
    #expect(viewer.play?.view == view && zoom(viewer) == scale)
    viewer.press(.tab)
    #expect(viewer.play?.view != view)
  }

  @Test("never does anything in the game", arguments: "iCnopvwxaQSZ!".map { Key.character($0) })
  func noAction(key: Key) throws {
    let recording = try straightRecording(seconds: 60)
    var (viewer, other) = (Viewer(recording), Viewer(recording))
    viewer.press(.right, key)
    other.press(.right)
    viewer.press(.character("g"))
    viewer.type("12s")
    other.press(.character("g"))
    other.type("12s")
    #expect(viewer.replay.screen.game == other.replay.screen.game)
  }

  @Test("puts news away, until there are others")
  func news() throws {
    var viewer = Viewer(try straightRecording(seconds: 90))
    viewer.press(.character("g"))
    viewer.type("30s")
    #expect(viewer.play?.message?.hasPrefix("Found: T20!") == true)
    viewer.press(.enter)
    #expect(viewer.play?.message == nil)
    viewer.press(.character("."), .escape)
    #expect(viewer.play?.message == nil)
    viewer.press(.end)
    #expect(viewer.play?.message?.hasPrefix("Found: T60!") == true)
    viewer.press(.character("p"), .character("p"), .character("p"), .character("g"))
    viewer.type("30s")
    #expect(viewer.play?.message?.hasPrefix("Found: T20!") == true)
  }

  @Test("opens pages of its own and of the game, which scroll and go away")
  func pages() throws {
    var viewer = Viewer(try straightRecording(seconds: 60))
    viewer.press(.character("?"))
    #expect(viewer.replay.screen.help?.title == "Keys")
    _ = viewer.replay.handle(.pageEnds(at: 5))
    viewer.press(.down, .down)
    #expect(viewer.replay.screen.help?.scrolled == 2 && viewer.seconds == 0)
    viewer.press(.escape)
    #expect(viewer.replay.screen.help == nil)
    viewer.press(.character("t"))
    #expect(viewer.play?.page != nil)
    _ = viewer.replay.handle(.pageEnds(at: 5))
    viewer.press(.down)
    #expect(viewer.play?.page?.scrolled == 1)
    viewer.press(.escape)
    #expect(viewer.play?.page == nil)
    viewer.press(.character("d"))
    #expect(viewer.play?.page?.title == "Position")
    #expect(viewer.press(.character("q")) == [.quit])
  }

  @Test("knows how to leave, to stop, and to draw anew")
  func effects() throws {
    var viewer = Viewer(try straightRecording(seconds: 60))
    #expect(viewer.press(.character("q")) == [.quit] && viewer.press(.control("c")) == [.quit])
    #expect(viewer.press(.control("z")) == [.suspend] && viewer.press(.control("l")) == [.redraw])
    viewer.press(.character("?"))
    #expect(viewer.press(.character("q")) == [.quit])
  }

  @Test("goes where somebody presses on the line, and leaves the rest to the map")
  func mouse() throws {
    var viewer = Viewer(try straightRecording(seconds: 301))
    let layout = viewer.replay.layout
    let row = try #require(layout.lineRow)
    _ = viewer.replay.handle(.pointer(.press(column: layout.margin + layout.lineColumns - 1, row: row)))
    #expect(viewer.seconds == 300)
    _ = viewer.replay.handle(.pointer(.drag(column: layout.margin, row: row)))
    #expect(viewer.seconds == 0)
    for pointer in [Pointer.press(column: 5, row: 5), .wheel(steps: 3, column: 5, row: 5), .release(column: 1, row: 1)]
    {
      _ = viewer.replay.handle(.pointer(pointer))
    }
    #expect(viewer.seconds == 0 && viewer.replay.screen.timeline.states.contains("own view"))
    // Whoever drags the map means the map, wherever the mouse comes.
    _ = viewer.replay.handle(.pointer(.press(column: 5, row: 5)))
    _ = viewer.replay.handle(.pointer(.drag(column: 40, row: row)))
    #expect(viewer.seconds == 0)
  }

  @Test("asks for the tiles that are seen, keeps them over a seek, and asks for others where others are seen")
  func tiles() throws {
    let corners = [home.offset(by: 90_000, toward: .north), home.offset(by: 90_000, toward: Bearing(degrees: 135))]
    let facts = TileSetFacts(zooms: 0...14, bounds: try #require(BoundingBox(around: corners)))
    let hunt = try mill()
    var moments = [SessionMoment(.begin(GameSetup(hunt: hunt, tiles: facts, source: "trace")), at: .zero)]
    moments += (0..<200).map { second in
      SessionMoment(.location(.fix(fix(Double(second) * 40, at: Double(second)))), at: .seconds(second))
    }
    var options = ReplayOptions()
    options.isPaused = true
    var replay = ReplayViewer(Recording(moments), from: Session(view: .map), options: options)
    replay.read(.max)
    func tiles(_ effects: [ViewingEffect]) -> [TileID] {
      effects.flatMap { if case .fetch(let tiles) = $0 { tiles } else { [TileID]() } }
    }
    let first = tiles(replay.handle(.resize(columns: 80, rows: 24)))
    #expect(!first.isEmpty)
    #expect(tiles(replay.handle(.tick(.zero))).isEmpty)
    for tile in first { _ = replay.handle(.tile(tile, .missing)) }
    let far = tiles(replay.handle(.key(.end)))
    #expect(!far.isEmpty && Set(far).isDisjoint(with: first))
    #expect(tiles(replay.handle(.key(.home))).isEmpty)
  }

  // MARK: - Anything at all

  @Test("survives whatever happens to it, on screens of any size", arguments: [41, 42] as [UInt64])
  func fuzz(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let recordings = [
      Recording([]), Recording([SessionMoment(.tick, at: .seconds(5))]),
      try RecordedPlay(seed: seed, count: 120).recording,
    ]
    let keys: [Key] =
      "?gbLrtdmcsuf0123456789,.[]np+-hjkl :%x".map { .character($0) }
      + [.left, .right, .up, .down, .pageUp, .pageDown, .home, .end, .enter, .escape, .tab, .backspace, .control("l")]
    for recording in recordings {
      var options = ReplayOptions()
      options.speed = PlaybackSpeed([.nan, 1000, -4, 0.1].randomElement(using: &chance) ?? 1)
      options.maxGap = [nil, .zero, .seconds(-4), .seconds(2)].randomElement(using: &chance) ?? nil
      options.start =
        [nil, .fraction(.nan), .time(.seconds(-9)), .step(.seconds(1e12))].randomElement(using: &chance) ?? nil
      options.bookmarks = [.seconds(-1), .seconds(1e15), .zero]
      var replay = ReplayViewer(recording, from: Session(), options: options)
      var wall = Duration.zero
      for _ in 0..<400 {
        let numbers = [Int.min, -1, 0, 1, 3, 9, 25, 90, Int.max]
        let (one, other) = (numbers.randomElement(using: &chance) ?? 0, numbers.randomElement(using: &chance) ?? 0)
        switch Int.random(in: 0..<10, using: &chance) {
        case 0: _ = replay.handle(.resize(columns: one, rows: other))
        case 1: _ = replay.handle(.pointer(.press(column: one, row: other)))
        case 2: _ = replay.handle(.pageEnds(at: one))
        case 3:
          wall += .seconds(chance.uniform() * 3 - 0.5)
          _ = replay.handle(.tick(wall))
        default: _ = replay.handle(.key(keys.randomElement(using: &chance) ?? .home))
        }
        let timeline = replay.screen.timeline
        #expect((0...1).contains(timeline.cursor) && timeline.marks.allSatisfy { (0...1).contains($0.position) })
        #expect(replay.seen >= .zero && replay.seen <= recording.end)
      }
    }
  }
}
