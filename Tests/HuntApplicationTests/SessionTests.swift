import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Places
import Testing
import Views

/// A hunt along a line to the north: at 0, 100 and 200 metres.
private func game(order: Hunt.Order = .sequence, places: [PointOfInterest] = []) throws -> GameSetup {
  let treasures = [
    Treasure(place: place("t0", 0), radius: 10, hint: "under the oak", points: 10),
    Treasure(place: place("t1", 100), radius: 10, message: "Well done.", points: 10),
    Treasure(place: place("t2", 200), radius: 10, points: 10),
  ]
  let hunt = try #require(Hunt(title: "Line", order: order, treasures: treasures))
  return GameSetup(hunt: hunt, places: places, source: "GPS")
}

/// A session that plays.
private func playing(
  _ game: GameSetup, view: PlayView = .split, at now: Duration = .zero
) -> Session {
  var session = Session(view: view)
  _ = session.handle(.begin(game), at: now)
  return session
}

extension Session {
  fileprivate func play(at now: Duration) -> PlayScreen? {
    if case .play(let screen) = screen(at: now) { screen } else { nil }
  }

  fileprivate func onboarding(at now: Duration = .zero) -> OnboardingScreen? {
    if case .onboarding(let screen) = screen(at: now) { screen } else { nil }
  }

  @discardableResult
  fileprivate mutating func press(_ keys: Key..., at now: Duration = .zero) -> [SessionEffect] {
    keys.flatMap { handle(.key($0), at: now) }
  }

  /// One fix.
  @discardableResult
  fileprivate mutating func hear(north metres: Double, at seconds: Double) -> [SessionEffect] {
    handle(.location(.fix(fix(metres, at: seconds))), at: .seconds(seconds))
  }

  /// A fix of a source that has begun at a time.
  @discardableResult
  fileprivate mutating func stand(north metres: Double, at seconds: Double, begun: Double = 0) -> [SessionEffect] {
    handle(.location(.fix(fix(metres, at: seconds - begun))), at: .seconds(seconds))
  }

  /// Two fixes at a place, the last one at `seconds`: what it takes to be believed to be there.
  @discardableResult
  fileprivate mutating func stay(north metres: Double, until seconds: Double, begun: Double = 0) -> [SessionEffect] {
    stand(north: metres, at: seconds - 1, begun: begun) + stand(north: metres, at: seconds, begun: begun)
  }
}

extension [SessionEffect] {
  fileprivate var found: [String] {
    news.compactMap { if case .found(let find, _, _) = $0 { find.treasure.id } else { nil } }
  }

  fileprivate var finishes: Int { news.count { if case .finished = $0 { true } else { false } } }
}

@Suite("A session that plays")
struct SessionPlayTests {
  @Test("a find sounds, is told once, shows its message, and opens the next treasure")
  func find() throws {
    var session = playing(try game(places: [place("pub", 50)]))
    #expect(session.play(at: .zero)?.hunt.found == "0 of 3")
    let effects = session.stay(north: 1, until: 5)
    #expect(effects.contains(.sound(.fanfare)))
    #expect(effects.found == ["t0"])
    #expect(session.stand(north: 1, at: 6).found == [])
    let screen = try #require(session.play(at: .seconds(6)))
    #expect(screen.message == "Found: T0!")
    #expect(screen.hunt.found == "1 of 3")
    #expect(screen.hunt.points == "10 of 30 points")
    #expect(screen.hunt.target == "T1, 99 m north")
    // Later stages of a sequence stay hidden; what is found and ordinary places are seen.
    #expect(screen.map?.list.map(\.label) == ["T0", "PUB", "T1"])
    // However fast time passes, the news wait until they are put away.
    #expect(session.play(at: .seconds(7000))?.message == "Found: T0!")
    #expect(session.press(.enter) == [])
    #expect(session.play(at: .seconds(7000))?.message == nil)
  }

  @Test("finishing is told once, with the time since the start, and the news stay on the screen")
  func finished() throws {
    var session = playing(try game(), at: .seconds(100))
    // A source counts from when it was opened.
    var effects = [0.0, 100, 200].enumerated().flatMap {
      session.stay(north: $1, until: 110 + Double($0) * 10, begun: 100)
    }
    #expect(effects.found == ["t0", "t1", "t2"])
    #expect(effects.finishes == 1)
    let ending = effects.news.last { if case .finished = $0 { true } else { false } }
    guard case .finished(let found, let total, let points, let time, let isWon) = ending else {
      Issue.record("no ending")
      return
    }
    #expect(found == 3 && total == 3 && points == 30 && isWon)
    #expect((.seconds(20)...(.seconds(30))).contains(time))
    #expect(session.isFinished)
    effects = session.handle(.locationEnded, at: .seconds(140)) + session.stand(north: 0, at: 150)
    #expect(effects.finishes == 0)
    #expect(effects.found == [])
    let screen = try #require(session.play(at: .seconds(900)))
    #expect(screen.message == "Found: T2!")
    #expect(screen.hunt.target == "All treasures found.")
    #expect(screen.hunt.isCompleted)
    #expect(session.press(.character("i")).news == [.reply("There is nothing left to look for.")])
  }

  @Test("a source that ends finishes the game as far as it came")
  func sourceEnds() throws {
    var session = playing(try game())
    session.stay(north: 0, until: 1)
    let effects = session.handle(.locationEnded, at: .seconds(9))
    #expect(effects == [.tell(.finished(found: 1, of: 3, points: 10, time: .seconds(9), isWon: false))])
    #expect(session.handle(.locationEnded, at: .seconds(10)) == [])
    #expect(session.play(at: .seconds(900))?.message == "The GPS has ended. Press q to leave.")
    session.press(.enter)
    #expect(session.play(at: .seconds(900))?.message == nil)
  }

  @Test("in any order, two circles that overlap are found by one fix, both told, both counted")
  func twoAtOnce() throws {
    let treasures = [2.0, 5].map { Treasure(place: place("t\(Int($0))", $0), radius: 10) }
    let hunt = try #require(Hunt(title: "Two", order: .any, treasures: treasures))
    var session = playing(GameSetup(hunt: hunt, source: "GPS"))
    let effects = session.stay(north: 0, until: 1)
    #expect(effects.found == ["t2", "t5"])
    #expect(effects.count { $0 == .sound(.fanfare) } == 1)
    #expect(effects.finishes == 1)
  }

  @Test("a hint is told when it is asked for and then stays with its treasure")
  func hint() throws {
    var session = playing(try game())
    #expect(session.play(at: .zero)?.hunt.hint == nil)
    let news = session.press(.character("i")).news
    #expect(news.count == 1)
    if case .hint(let treasure, let hint) = news.first {
      #expect(treasure.id == "t0" && hint.text == "under the oak")
    } else {
      Issue.record("no hint")
    }
    #expect(session.play(at: .zero)?.hunt.hint == "under the oak")
    session.stay(north: 0, until: 1)
    #expect(session.play(at: .seconds(1))?.hunt.hint == nil)
    #expect(session.press(.character("i"), at: .seconds(2)).news == [.reply("There is no hint for T1.")])
    #expect(session.play(at: .seconds(2))?.message == "There is no hint for T1.")
  }

  @Test("what the sensor says is told on")
  func sensorNews() throws {
    var session = playing(try game())
    #expect(
      session.handle(.location(.searching(satellitesInView: 3)), at: .zero).news == [.searching(satellitesInView: 3)])
    #expect(session.handle(.location(.lost(reason: "gone")), at: .zero).news == [.lost(reason: "gone")])
    #expect(session.play(at: .seconds(12))?.gps == "GPS not there")
    #expect(session.play(at: .seconds(12))?.isStale == true)
    #expect(session.hear(north: 500, at: 20).news.first == .fix(fix(500, at: 20)))
    #expect(session.play(at: .seconds(20))?.isStale == false)
  }

  @Test("a jump finds nothing, moves nobody, is told with its reason, and is believed when others agree")
  func jump() throws {
    var session = playing(try game(order: .any))
    for second in 0...5 { session.stand(north: 50, at: Double(second)) }
    let before = try #require(session.play(at: .seconds(5)))
    let effects = session.hear(north: 200, at: 6)
    #expect(effects.found == [])
    guard case .held(let held) = effects.news.first, effects.count == 1 else {
      Issue.record("\(effects)")
      return
    }
    #expect(held.why.word == "jump" && held.fix == fix(200, at: 6))
    let screen = try #require(session.play(at: .seconds(6)))
    #expect(screen.map?.player == before.map?.player)
    #expect(screen.gps == "GPS 3D ±4 m" && !screen.isStale)
    #expect(
      screen.hunt.trouble == "Not believed: 150 m in 1 s is too far to be true; waiting for a second fix there.")
    #expect(session.hear(north: 200, at: 7).found == [])
    #expect(session.hear(north: 200, at: 8).found == [])
    #expect(session.play(at: .seconds(8))?.hunt.trouble == nil)
    #expect((9...12).flatMap { session.hear(north: 200, at: Double($0)).found } == ["t2"])
  }

  @Test("a receiver that comes back with a fix that is not believed does not seem to have one")
  func jumpAfterLoss() throws {
    var session = playing(try game())
    session.stand(north: 50, at: 0)
    _ = session.handle(.location(.lost(reason: "gone")), at: .seconds(1))
    var far = fix(90_000, at: 2)
    (far.utc, far.accuracy) = (Timestamp(milliseconds: 0), 4000)
    _ = session.handle(.location(.fix(far)), at: .seconds(2))
    #expect(session.play(at: .seconds(2))?.gps == "GPS searching 2 s")
    #expect(session.play(at: .seconds(2))?.isStale == true)
  }

  @Test("who stands still sees the average, and finds by it")
  func average() throws {
    let treasure = Treasure(place: place("t", 0), radius: 2)
    var session = playing(GameSetup(hunt: try #require(Hunt(title: "One", treasures: [treasure])), source: "GPS"))
    var found: [String] = []
    for second in 0...43 {
      var trembling = fix(3, toward: Double(second) * 90, at: Double(second), accuracy: 8, speed: 0)
      (trembling.satellitesUsed, trembling.satellitesSeen) = (9, 14)
      found += session.handle(.location(.fix(trembling)), at: .seconds(second)).found
    }
    #expect(found == ["t"])
    let screen = try #require(session.play(at: .seconds(43)))
    #expect(screen.gps == "GPS 3D ±7 m")
    #expect(
      screen.longerGPS == [
        "GPS 3D ±7 m 9/14, averaged over 43 s", "GPS 3D ±7 m, averaged over 43 s", "GPS 3D ±7 m 9/14",
      ])
  }

  @Test("arrows never close a page, also one that is seen whole")
  func arrowsStay() throws {
    var session = playing(try game())
    session.press(.character("?"))
    _ = session.handle(.pageEnds(at: 0), at: .zero)
    session.press(.down, .up, .pageDown, .home)
    #expect(session.play(at: .zero)?.page?.title == "Keys")
    _ = session.handle(.pageEnds(at: 3), at: .zero)
    session.press(.down)
    #expect(session.play(at: .zero)?.page?.scrolled == 1)
    session.press(.escape)
    #expect(session.play(at: .zero)?.page == nil)
  }

  @Test("g tells who says the heading and how long ago, and by how much a needle is off")
  func headingDetails() throws {
    func rows(_ session: Session, at seconds: Int) -> [String: String] {
      let rows = session.play(at: .seconds(seconds))?.page?.rows ?? []
      return Dictionary(rows.map { ($0.name, $0.value) }) { $1 }
    }
    var session = playing(try game())
    session.press(.character("g"))
    #expect(rows(session, at: 0)["Heading"] == "unknown" && rows(session, at: 0)["Declination"] == "not known")
    session.stand(north: 50, at: 1)
    _ = session.handle(
      .heading(Heading(bearing: Bearing(degrees: 45), source: .compass, uncertainty: 12)), at: .seconds(2))
    let told = rows(session, at: 4)
    #expect(
      told["Heading"]?.hasPrefix("45° NE ±") == true && told["Heading"]?.hasSuffix(" compass, heard 2 s ago") == true)
    // Between 3.5° and 4.5° in all years that the model is made for, says NOAA's calculator.
    let declination = try #require(told["Declination"])
    #expect(declination.hasPrefix("a compass points ") && declination.hasSuffix(" of north"))
  }

  @Test("a receiver that names the satellites in view before those that it uses is not shown to use none")
  func unusedSatellites() throws {
    var session = playing(try game())
    var early = fix(500, at: 1)
    (early.satellitesUsed, early.satellitesSeen) = (0, 25)
    _ = session.handle(.location(.fix(early)), at: .seconds(1))
    session.press(.character("g"))
    let screen = try #require(session.play(at: .seconds(1)))
    #expect(
      screen.longerGPS.contains { $0.hasSuffix(" 25 in view") } && !screen.longerGPS.contains { $0.contains("0/25") })
    #expect(screen.page?.rows.contains { $0.value == "25 seen" } == true)
  }

  @Test("why nothing is saved is read to its end: in the news, and on the page of the treasures")
  func notSavedReason() throws {
    let reason = "This hunt is being played in another window, and saved there."
    var session = playing(try game())
    _ = session.handle(.cannotSave(reason), at: .zero)
    #expect(session.play(at: .zero)?.message == "Not saved yet: \(reason)")
    session.press(.enter, .character("t"))
    #expect(session.play(at: .zero)?.page?.rows.first?.value == "Not saved yet: \(reason)")
    _ = session.handle(.savedAgain, at: .zero)
    #expect(session.play(at: .zero)?.page?.rows.first?.value != "Not saved yet: \(reason)")
  }

  @Test("g shows everything about the position until a key that does not scroll, and q quits")
  func details() throws {
    var session = playing(try game())
    session.press(.character("g"))
    #expect(session.play(at: .zero)?.page?.rows.map(\.name) == ["Sensor", "Heading", "Declination", "Held"])
    session.stand(north: 50, at: 1)
    session.stand(north: 9000, at: 2)
    let details = try #require(session.play(at: .seconds(4))?.page)
    #expect(
      details.rows.map(\.name) == [
        "Sensor", "Trouble", "Mode", "Satellites", "Accuracy", "Average", "Age", "Speed", "Course", "Altitude",
        "Position", "Time", "Heading", "Declination", "Held",
      ])
    #expect(details.rows.last?.value.hasPrefix("2 s ago: 9.0 km in 1 s is too far") == true)
    session.press(.down, .down, .up, .pageDown)
    #expect(session.play(at: .zero)?.page?.scrolled == 5)
    #expect(session.press(.character("m")) == [])
    #expect(session.play(at: .zero)?.page == nil)
    #expect(session.play(at: .zero)?.view == .split)
    session.press(.character("g"), .up)
    #expect(session.play(at: .zero)?.page?.scrolled == 0)
    #expect(session.press(.character("q")).last == .quit)
  }

  @Test("keys choose the view")
  func views() throws {
    var session = playing(try game())
    func seen() -> [Bool] { [session.play(at: .zero)?.map != nil, session.play(at: .zero)?.compass != nil] }
    #expect(seen() == [true, true])
    session.press(.character("m"))
    #expect(seen() == [true, false])
    session.press(.tab)
    #expect(seen() == [false, true])
    session.press(.tab)
    #expect(session.play(at: .zero)?.view == .split)
    session.press(.character("c"), .character("s"))
    #expect(session.play(at: .zero)?.view == .split)
  }

  @Test("keys move, zoom and follow the map")
  func mapKeys() throws {
    var session = playing(try game(), view: .map)
    session.stand(north: 500, at: 0)
    let before = try #require(session.play(at: .zero)?.map)
    session.press(.character("+"))
    #expect(session.play(at: .zero)?.map?.scale != before.scale)
    session.press(.character("-"))
    #expect(session.play(at: .zero)?.map?.scale == before.scale)
    session.press(.left)
    #expect(session.play(at: .zero)?.map?.isFollowing == false)
    #expect(session.play(at: .zero)?.footer.contains(KeyHelp("f", "follow")) == true)
    session.press(.character("f"))
    #expect(session.play(at: .zero)?.map == before)
  }

  @Test("keys turn the player; x gives the heading back; up and down are no turn")
  func turnKeys() throws {
    var session = playing(try game(), view: .compass)
    _ = session.handle(.heading(heading(100)), at: .zero)
    func line() -> String? { session.play(at: .zero)?.compass?.heading }
    session.press(.up, .down, .character("k"), .character("j"))
    #expect(line() == "100° E ±6° compass")
    session.press(.right)
    #expect(line() == "115° SE ±9° manual")
    session.press(.character("a"), .character("a"))
    #expect(line() == "85° E ±13° manual")
    session.press(.character("x"))
    #expect(line() == "100° E ±6° compass")
    session.press(.character("d"), .left)
    #expect(line() == "100° E ±11° manual")
  }

  @Test("help covers the game until the next key, which does nothing else, but q quits")
  func help() throws {
    var session = playing(try game())
    session.press(.character("?"))
    #expect(session.play(at: .zero)?.page?.rows.isEmpty == false)
    #expect(session.press(.character("m")) == [])
    #expect(session.play(at: .zero)?.page == nil)
    #expect(session.play(at: .zero)?.view == .split)
    session.press(.character("?"))
    #expect(session.press(.character("q")).last == .quit)
  }

  @Test("quit, suspend and redraw are wishes to the world")
  func effects() throws {
    var session = playing(try game())
    #expect(session.press(.character("q")).last == .quit)
    #expect(session.press(.control("c")).last == .quit)
    #expect(session.press(.control("z")) == [.suspend])
    #expect(session.press(.control("l")) == [.redraw])
    #expect(session.press(.control("x"), .pageUp, .home, .character("ß")) == [])
  }

  @Test(
    "no size of a terminal is too small, too large or too wrong",
    arguments: [(0, 0), (1, 1), (72, 0), (0, 72), (20, 8), (500, 1000), (-1, -1), (.max, .max), (.min, .max)])
  func sizes(columns: Int, rows: Int) throws {
    for view in PlayView.allCases {
      var session = playing(try game(places: [place("a", 5)]), view: view)
      session.stand(north: 40, at: 0)
      #expect(session.handle(.resize(columns: columns, rows: rows), at: .zero) == [])
      let layout = try #require(session.play(at: .zero)).layout
      for pane in [layout.map, layout.compass].compactMap(\.self) {
        #expect(pane.columns >= 0 && pane.rows >= 0)
        #expect(pane.columns <= max(0, columns) && pane.rows <= max(0, rows))
      }
    }
  }

  @Test("panes share the body without overlapping", arguments: [(80, 24), (72, 12), (71, 24), (40, 12), (200, 60)])
  func panes(columns: Int, rows: Int) throws {
    var session = playing(try game())
    _ = session.handle(.resize(columns: columns, rows: rows), at: .zero)
    let layout = try #require(session.play(at: .zero)).layout
    let (map, compass) = (try #require(layout.map), try #require(layout.compass))
    if columns >= 72 {
      #expect(map.columns + 1 + compass.columns == columns)
      #expect(map.rows == rows - 4 && compass.rows == rows - 4)
    } else {
      #expect(map.rows + compass.rows == rows - 4)
      #expect(compass.row == map.row + map.rows)
    }
  }
}

@Suite("A session that asks what to play")
struct SessionOnboardingTests {
  @Test("from the first page to the game")
  func wholeWay() throws {
    var session = Session(offers: offers)
    #expect(session.onboarding()?.step == "Step 1 of 3")
    #expect(session.onboarding()?.items.map(\.isSelected) == [true, false, false])
    #expect(session.press(.enter) == [.listen(.gpsd("localhost"))])
    #expect(session.onboarding()?.lines.first == "GPS searching")
    _ = session.handle(.location(.fix(fix(accuracy: 4))), at: .zero)
    #expect(session.onboarding()?.lines == ["GPS 3D ±4 m", "You are at \(fix().position). Ready."])
    #expect(session.press(.enter, .down, .enter) == [.load(.gpsd("localhost"), huntPath: "b.gpx")])
    #expect(session.screen(at: .zero) == .loading("Loading b.gpx"))
    let game = try game()
    #expect(session.handle(.begin(game), at: .seconds(9)) == [.tell(.started(game.hunt, source: "GPS"))])
    #expect(session.play(at: .seconds(9))?.clock == "00:00")
    #expect(session.handle(.begin(game), at: .seconds(10)) == [])
  }

  @Test("only a real receiver is listened to before the game")
  func simulated() {
    var session = Session(offers: offers)
    #expect(session.press(.down, .down, .enter) == [])
    #expect(session.onboarding()?.title == "Which hunt?" && session.onboarding()?.step == "Step 2 of 2")
    #expect(session.press(.enter) == [.load(.walker(seed: 7), huntPath: "a.gpx")])
  }

  @Test("a lost receiver says why and what to do")
  func lost() {
    var session = Session(offers: offers)
    session.press(.enter)
    _ = session.handle(.location(.lost(reason: "no gpsd on localhost:2947")), at: .zero)
    #expect(session.onboarding()?.lines.dropFirst().first == "no gpsd on localhost:2947")
  }

  @Test("back from the fix closes the receiver and forgets what it said; back from the first page quits")
  func back() {
    var session = Session(offers: offers)
    session.press(.enter)
    _ = session.handle(.location(.fix(fix())), at: .zero)
    #expect(session.press(.escape) == [.stopListening])
    session.press(.enter)
    #expect(session.onboarding()?.lines.first == "GPS searching")
    #expect(session.press(.left, .left) == [.stopListening, .quit])
  }

  @Test("a hunt that cannot be loaded says why; back leads to the hunts with the receiver open again")
  func cannotBegin() {
    var session = Session(offers: offers)
    session.press(.enter, .enter, .down, .enter)
    #expect(session.handle(.cannotBegin("b.gpx, line 3: no"), at: .zero) == [])
    #expect(session.screen(at: .zero) == .loading("b.gpx, line 3: no"))
    #expect(session.handle(.location(.fix(fix())), at: .zero) == [])
    #expect(session.press(.escape) == [.listen(.gpsd("localhost"))])
    #expect(session.onboarding()?.step == "Step 3 of 3")
    #expect(session.onboarding()?.items.map(\.isSelected) == [false, true, false])
    // What arrives too late begins nothing.
    #expect((try? game()).map { session.handle(.begin($0), at: .zero) } == [])
    #expect(session.onboarding() != nil)
  }

  @Test("back from loading without a receiver closes what was opened for the hunt")
  func cannotBeginSimulated() {
    var session = Session(offers: offers)
    session.press(.down, .down, .enter, .enter, .enter)
    #expect(session.press(.backspace) == [.stopListening])
  }

  @Test("a session started from flags can only be left while it loads")
  func flags() {
    var session = Session()
    #expect(session.screen(at: .zero) == .loading("Loading"))
    _ = session.handle(.cannotBegin("no such file"), at: .zero)
    #expect(session.press(.escape) == [.quit])
    #expect(session.press(.character("q")).last == .quit)
    #expect(session.press(.enter) == [])
  }
}
