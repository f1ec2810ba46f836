import Geodesy
import HuntApplication
import HuntDomain
import Testing

/// A game whose time is driven by the test: positions come once a second.
private struct Walk {
  private(set) var session: Session
  private(set) var seconds = 0.0
  private(set) var saved: [HuntEvent] = []

  init(_ hunt: Hunt, saved: [HuntEvent] = [], geiger: Bool = false, choice: SourceChoice? = nil) {
    session = Session(geiger: Geiger(isOn: geiger))
    _ = session.handle(.begin(Game(hunt: hunt, source: "GPS", choice: choice, saved: saved)), at: .zero)
    self.saved = saved
  }

  @discardableResult
  mutating func handle(_ event: SessionEvent) -> [SessionEffect] {
    let effects = session.handle(event, at: .seconds(seconds))
    for case .save(let events) in effects { saved += events }
    return effects
  }

  @discardableResult
  mutating func press(_ keys: Key...) -> [SessionEffect] { keys.flatMap { handle(.key($0)) } }

  @discardableResult
  mutating func type(_ text: String) -> [SessionEffect] { text.flatMap { handle(.key(.character($0))) } }

  /// Stands so many metres north of home for some seconds.
  @discardableResult
  mutating func stand(_ metres: Double, for duration: Int = 1, accuracy: Double = 4) -> [SessionEffect] {
    (0..<duration).flatMap { _ -> [SessionEffect] in
      seconds += 1
      return handle(.location(.fix(fix(metres, at: seconds, accuracy: accuracy))))
    }
  }

  /// Lets time pass without positions.
  @discardableResult
  mutating func wait(_ duration: Double) -> [SessionEffect] {
    seconds += duration
    return handle(.tick)
  }

  /// Walks from one place to another at walking speed.
  @discardableResult
  mutating func walk(from start: Double, to end: Double) -> [SessionEffect] {
    stride(from: start, to: end, by: start < end ? 1.4 : -1.4).flatMap { stand($0) }
  }

  var screen: PlayScreen? {
    if case .play(let screen) = session.screen(at: .seconds(seconds)) { screen } else { nil }
  }
}

extension [SessionEffect] {
  fileprivate var news: [SessionNews] { compactMap { if case .tell(let news) = $0 { news } else { nil } } }
  fileprivate var replies: [String] { news.compactMap { if case .reply(let text) = $0 { text } else { nil } } }
  /// What was told beside positions and answers, by name.
  fileprivate var words: [String] {
    news.compactMap { news in
      switch news {
      case .found(let find, _, _): "found \(find.treasure.id)"
      case .opened(let treasure): "opened \(treasure.id)"
      case .entered(let treasure): "entered \(treasure.id)"
      case .left(let treasure): "left \(treasure.id)"
      case .asked(let treasure, _): "asked \(treasure.id)"
      case .answered(let treasure, _): "answered \(treasure.id)"
      case .answeredWrongly(let treasure, let price): "wrong \(treasure.id) \(price)"
      case .claimed(let treasure, let price, _, _): "claimed \(treasure.id) \(price)"
      case .expired(let treasure): "expired \(treasure.id)"
      case .timeUp: "time up"
      case .gained(let item): "gained \(item.id)"
      case .hint(let treasure, let hint): "hint \(treasure.id) \(hint.text)"
      case .resumed: "resumed"
      case .finished: "finished"
      default: nil
      }
    }
  }
}

/// A mill that asks for a year and holds a key, a gate that wants the key, and a well that offers a choice.
private func mill(_ change: (inout [Treasure], inout Hunt) -> Void = { _, _ in }) throws -> Hunt {
  var mill = Treasure(
    place: place("mill", 0), zone: .circle(radius: 20),
    hints: [Hint("Look up."), Hint("Over the door.", price: 3), Hint("Eighteen.", after: .seconds(60))], points: 10)
  mill.question = Question("Built when?", rule: .number(1823, tolerance: 0), price: 2)
  mill.arrival = "The wheel turns."
  mill.items = ["key"]
  var gate = Treasure(place: place("gate", 200), radius: 20, points: 5)
  gate.requirement = .holds("key")
  gate.visibility = .always
  var well = Treasure(place: place("well", 400), radius: 20, points: 5)
  well.question = Question("How deep?", rule: .choice(options: ["3 m", "9 m", "20 m"], right: [1]))
  var treasures = [mill, gate, well]
  var empty = try #require(Hunt(title: "Mill", order: .any, treasures: treasures))
  change(&treasures, &empty)
  var hunt = try #require(Hunt(title: "Mill", order: .any, treasures: treasures))
  hunt.items = [Item(id: "key", name: "a rusty key")]
  hunt.limit = empty.limit
  hunt.message = empty.message
  return hunt
}

@Suite("A hunt that is played")
struct HuntPlayTests {
  @Test("the time played is saved on quitting and once a minute without an event, and counts in the next sitting")
  func timePlayed() throws {
    let far = Treasure(place: place("far", 5000), radius: 10)
    var hunt = try #require(Hunt(title: "Test", treasures: [far]))
    hunt.limit = .seconds(1000)
    var walk = Walk(hunt)
    // Before the first fix no time is played.
    #expect(walk.press(.character("q")) == [.quit])
    walk.stand(0)
    #expect(walk.saved.map(\.kind) == [.began, .opened("far")])
    for _ in 0..<59 { walk.wait(1) }
    #expect(walk.saved.count == 2)
    walk.wait(1)
    #expect(walk.saved.last == HuntEvent(.played, time: .seconds(61)))
    walk.wait(9)
    #expect(walk.press(.character("q")) == [.save([HuntEvent(.played, time: .seconds(70))]), .quit])
    let next = HuntProgress(hunt, replaying: walk.saved)
    #expect(next.timeLeft(for: nil, at: .zero) == .seconds(931))
  }

  /// Finds what lies at home, stays for two minutes, and leaves, by fixes of a simulation that say the date.
  private func simulated(_ hunt: Hunt, on day: Timestamp) -> Walk {
    var walk = Walk(hunt, choice: .steer(from: nil))
    for second in 0..<120 {
      walk.wait(1)
      // It trembles, so that the position is averaged.
      var report = fix(second % 2 == 0 ? 0 : 0.5, at: walk.seconds)
      (report.utc, report.accuracySource) = (day.advanced(by: report.time), .simulation)
      walk.handle(.location(.fix(report)))
    }
    walk.wait(5)
    walk.press(.character("q"))
    return walk
  }

  @Test("the date that a simulation makes up is not saved; what a receiver says is, as soon as it does")
  func simulatedDates() throws {
    let treasures = [place("near", 0), place("far", 5000)].map { Treasure(place: $0, radius: 20) }
    let hunt = try #require(Hunt(title: "Test", order: .any, treasures: treasures))
    let day = Timestamp(milliseconds: 1_767_225_600_000)
    var walk = simulated(hunt, on: day)
    #expect(walk.saved.contains { if case .found("near", _) = $0.kind { true } else { false } })
    #expect(walk.saved.contains { $0.kind == .played })
    #expect(walk.saved.allSatisfy { $0.utc == nil })

    // The next source counts from zero again. As long as it says no date, nobody goes on with the one made up.
    walk.handle(.sourceChanged(.gpsd("")))
    walk.handle(.location(.fix(fix(0, at: 0))))
    walk.wait(61)
    #expect(walk.saved.last == HuntEvent(.played, time: .seconds(walk.seconds)))
    var dated = fix(0, at: 61)
    dated.utc = Timestamp(milliseconds: 1_777_629_600_000)
    walk.handle(.location(.fix(dated)))
    walk.wait(61)
    let later = dated.utc?.advanced(by: .seconds(61))
    #expect(walk.saved.last == HuntEvent(.played, time: .seconds(walk.seconds), utc: later))
  }

  @Test("where windows open by the date a simulated one is saved too, so that a game that goes on keeps them shut")
  func simulatedWindow() throws {
    let day = Timestamp(milliseconds: 1_767_225_600_000)
    var late = Treasure(place: place("late", 5000), radius: 20)
    late.window = TimeWindow(from: day.advanced(by: .seconds(3600)), to: nil)
    let near = Treasure(place: place("near", 0), radius: 20)
    let hunt = try #require(Hunt(title: "Test", order: .any, treasures: [near, late]))
    var again = Walk(hunt, saved: simulated(hunt, on: day).saved)
    again.wait(1)
    #expect(!again.saved.contains { $0.kind == .opened("late") })
  }

  @Test("a question is asked inside the zone, answered wrongly at a price and rightly with what follows")
  func question() throws {
    var walk = Walk(try mill())
    let entering = walk.stand(0, for: 6)
    #expect(entering.words.suffix(2) == ["entered mill", "asked mill"])
    #expect(walk.screen?.message == "You are at MILL. The wheel turns. Built when?")
    #expect(walk.screen?.messageKey == KeyHelp("Enter", "answer"))
    walk.press(.enter)
    #expect(walk.screen?.answering?.prompt == "Built when?")
    #expect(walk.screen?.answering?.note == "A wrong answer costs 2 points.")
    // Every key belongs to the line now, also those that mean something in the game.
    walk.type("qm")
    #expect(walk.screen?.answering?.input?.before == "qm")
    #expect(walk.press(.enter).words == ["wrong mill 2"])
    #expect(walk.screen?.answering?.note == "“qm” is not the answer. 2 points lost.")
    #expect(walk.screen?.answering?.input?.before == "")
    walk.type("1823")
    let effects = walk.press(.enter)
    #expect(effects.words == ["answered mill", "found mill", "gained key", "opened gate"])
    #expect(walk.screen?.answering == nil)
    #expect(walk.screen?.message == "“1823” is the answer. Found: MILL! You take: a rusty key.")
    #expect(walk.screen?.hunt.points == "8 of 20 points")
  }

  @Test(
    "where zones that ask overlap, the question asked last is answered first, and then the other one is asked again")
  func overlap() throws {
    var walk = Walk(
      try mill { treasures, _ in
        var tower = Treasure(place: place("tower", 6), zone: .circle(radius: 20), points: 5)
        tower.question = Question("How high?", rule: .number(40, tolerance: 0))
        treasures.append(tower)
      })
    #expect(walk.stand(0, for: 6).words.filter { $0.hasPrefix("asked") } == ["asked mill", "asked tower"])
    #expect(walk.screen?.compass?.target?.label == "TOWER")
    walk.press(.enter)
    #expect(walk.screen?.answering?.prompt == "How high?")
    let first = walk.handle(.action(.answer("40")))
    #expect(first.words == ["answered tower", "found tower", "asked mill"])
    #expect(walk.screen?.message?.hasSuffix("Built when?") == true)
    #expect(walk.screen?.messageKey == KeyHelp("Enter", "answer"))
    #expect(walk.handle(.action(.answer("1823"))).words.prefix(2) == ["answered mill", "found mill"])
  }

  @Test("everything is saved before it is heard, and heard before it is told")
  func order() throws {
    var walk = Walk(try mill())
    var turns = [walk.stand(0), walk.stand(0, for: 1), walk.stand(0), walk.stand(0), walk.press(.enter)]
    walk.type("1823")
    turns.append(walk.press(.enter))
    turns.append(walk.walk(from: 0, to: 210))
    var saves = 0
    for turn in turns {
      for (index, effect) in turn.enumerated() {
        guard case .save = effect else { continue }
        saves += 1
        // Whatever stands before belongs to the turns before.
        if index > 0, case .sound = turn[index - 1] { Issue.record("heard before it was saved: \(turn)") }
      }
    }
    #expect(saves >= 4)
    let last = try #require(turns.dropLast().last)
    let kinds = last.compactMap { effect -> Int? in
      switch effect {
      case .save: 0
      case .sound: 1
      case .tell: 2
      default: nil
      }
    }
    #expect(kinds == kinds.sorted() && kinds.first == 0 && kinds.contains(1) && kinds.last == 2)
  }

  @Test("a choice is made with arrows and digits, and answered with Enter")
  func choice() throws {
    var walk = Walk(try mill())
    walk.stand(400, for: 6)
    walk.press(.enter)
    #expect(walk.screen?.answering?.options == ["3 m", "9 m", "20 m"])
    walk.press(.up)
    #expect(walk.screen?.answering?.selected == 2)
    walk.press(.down, .down, .character("9"), .character("0"))
    #expect(walk.screen?.answering?.selected == 1)
    walk.press(.character("3"))
    #expect(walk.press(.enter).words == ["wrong well 0"])
    #expect(walk.screen?.answering?.note == "“20 m” is not the answer.")
    walk.press(.character("2"))
    #expect(walk.press(.enter).words == ["answered well", "found well"])
  }

  @Test("who leaves while answering has no line to answer in, and is told")
  func leaves() throws {
    var walk = Walk(try mill())
    walk.stand(0, for: 6)
    walk.press(.enter)
    let effects = walk.walk(from: 0, to: 120)
    #expect(effects.words.contains("left mill"))
    #expect(walk.screen?.answering == nil)
    #expect(walk.handle(.action(.answer("1823"))).replies == ["Nothing is asked now."])
  }

  @Test("a hint that costs is read when it is asked for twice; one that waits says how long; all can be read again")
  func hints() throws {
    var walk = Walk(try mill())
    walk.stand(100, for: 2)
    #expect(walk.press(.character("i")).words == ["hint mill Look up."])
    let question = "The next hint for MILL costs 3 points: ask again to read it."
    #expect(walk.press(.character("i")).replies == [question])
    // Anything else in between, and it has to be asked for twice again.
    #expect(walk.screen?.messageKey == KeyHelp("i", "read it"))
    walk.press(.character("m"))
    #expect(walk.screen?.messageKey == KeyHelp("Enter", "go on"))
    #expect(walk.press(.character("i")).replies == [question])
    #expect(walk.screen?.hunt.points == "0 of 20 points")
    #expect(walk.handle(.action(.hint)).words == ["hint mill Over the door."])
    #expect(walk.screen?.hunt.points == "-3 of 20 points")
    #expect(walk.screen?.hunt.hint == "Over the door.")
    #expect(
      walk.press(.character("i")).replies == [
        "Hints for MILL: 1. Look up. 2. Over the door. The next hint for MILL can be read in 59 s."
      ])
    walk.wait(60)
    #expect(walk.press(.character("i")).words == ["hint mill Eighteen."])
    #expect(
      walk.press(.character("i")).replies == [
        "Hints for MILL: 1. Look up. 2. Over the door. 3. Eighteen. There are no more hints."
      ])
  }

  @Test("the only hint, asked for again, is told again with a word that there are no more, and the screen stays")
  func onlyHint() throws {
    var walk = Walk(try mill { treasures, _ in treasures[0].hints = [Hint("Look up.")] })
    walk.stand(100, for: 2)
    #expect(walk.press(.character("i")).replies == [])
    let screen = walk.screen
    let again = walk.press(.character("i"))
    #expect(again.words == ["hint mill Look up."] && again.replies == ["There are no more hints."])
    #expect(walk.screen == screen)
  }

  @Test("who steers meanwhile has to ask for a priced hint twice again")
  func steeredAway() throws {
    var walk = Walk(try mill(), choice: .steer(from: nil))
    walk.stand(100, for: 2)
    walk.press(.character("i"), .character("i"), .up)
    #expect(walk.press(.character("i")).words == [])
    #expect(walk.press(.character("i")).words == ["hint mill Over the door."])
  }

  @Test("a hint of what is locked or not in sight is refused with the reason")
  func noHint() throws {
    var locked = Walk(
      try mill { treasures, _ in
        treasures[0].visibility = .near(metres: 50); treasures.remove(at: 2)
      })
    locked.stand(180)
    #expect(locked.press(.character("i")).replies == ["There is no hint for GATE yet. First take a rusty key."])
    var hidden = Walk(
      try mill { treasures, _ in
        treasures = [treasures[0]]
        treasures[0].visibility = .near(metres: 50)
      })
    hidden.stand(180)
    #expect(
      hidden.press(.character("i")).replies == ["Something is hidden here: walk about until it shows."])
  }

  @Test("who is there and not believed can claim, when they say so twice")
  func claim() throws {
    var walk = Walk(try mill())
    walk.stand(22, for: 10, accuracy: 40)
    #expect(walk.press(.character("C")).replies.first?.hasPrefix("MILL cannot be claimed now.") == true)
    #expect(walk.screen?.hunt.claim == nil && walk.screen?.footer.contains(KeyHelp("C", "claim")) == false)
    walk.stand(22, for: 200, accuracy: 40)
    #expect(walk.screen?.hunt.claim == "C claims it for 5 points.")
    #expect(walk.screen?.footer.contains(KeyHelp("C", "claim")) == true)
    #expect(walk.press(.character("C")).replies.first?.contains("costs 5 points") == true)
    #expect(walk.screen?.messageKey == KeyHelp("C", "claim it"))
    let effects = walk.press(.character("C"))
    #expect(effects.words.contains("claimed mill 5"))
    #expect(walk.screen?.hunt.found == "1 of 3" && walk.screen?.hunt.points == "5 of 20 points")
    #expect(walk.screen?.map?.marks.contains { $0.role == .claimed } == true)
  }

  @Test("a better fix is asked for once, and again only when the circle is another one")
  func obstacle() throws {
    var walk = Walk(try mill())
    let first = walk.stand(28, for: 30, accuracy: 25)
    let told = first.news.compactMap {
      if case .obstacle(let treasure, let why) = $0 { (treasure.id, why) } else { nil }
    }
    #expect(told.count == 1 && told.first?.0 == "mill")
    guard case .accuracy(let distance, let accuracy) = told.first?.1 else {
      Issue.record("\(told)")
      return
    }
    #expect(abs(distance - 8) < 0.5 && abs(accuracy - 25) < 0.5)
    #expect(
      walk.screen?.hunt.obstacle?.hasSuffix("wait for a better fix or move into the open.") == true)
  }

  @Test("n goes through the open treasures, which stay the target until they are found")
  func nextTarget() throws {
    var walk = Walk(try mill())
    walk.stand(150)
    #expect(walk.screen?.compass?.target?.label == "MILL")
    #expect(walk.press(.character("n")).replies.first?.hasPrefix("Now to WELL, 250 m north") == true)
    walk.stand(140)
    #expect(walk.screen?.compass?.target?.label == "WELL")
    #expect(walk.press(.character("n")).replies.first?.hasPrefix("Now to MILL") == true)
  }

  @Test("a treasure that is seen and locked says what has to be done first")
  func locked() throws {
    var walk = Walk(try mill())
    walk.stand(180)
    #expect(walk.screen?.map?.marks.contains { $0.role == .locked && $0.label == "GATE" } == true)
    walk.press(.character("t"))
    let row = try #require(walk.screen?.page?.rows.first { $0.name == "GATE" })
    #expect(row.role == .locked)
    #expect(row.value == "locked, 20 m north, 5 points. First take a rusty key.")
  }

  @Test("what is hidden until the player is near is neither seen nor a target before")
  func hidden() throws {
    var walk = Walk(
      try mill { treasures, _ in
        treasures = [treasures[0]]
        treasures[0].visibility = .near(metres: 50)
      })
    let effects = walk.stand(100)
    #expect(effects.words == [])
    #expect(walk.screen?.compass?.target == nil)
    #expect(walk.screen?.map?.marks.isEmpty == true)
    #expect(walk.screen?.hunt.target == "Something is hidden here: walk about until it shows.")
    walk.walk(from: 100, to: 40)
    #expect(walk.screen?.compass?.target?.label == "MILL")
    #expect(walk.screen?.map?.marks.count == 1)
  }

  @Test("time runs out for a treasure and for the hunt, by the clock alone, and the end is told once")
  func timeLimits() throws {
    var walk = Walk(
      try mill { treasures, hunt in
        treasures[0].limit = .seconds(30)
        hunt.limit = .seconds(90)
      })
    walk.stand(100)
    #expect(walk.screen?.hunt.timeLeft == "00:30 left")
    #expect(walk.wait(29).words == [])
    let expired = walk.wait(2)
    #expect(expired.words.contains("expired mill") && expired.contains(.sound(.alarm)))
    #expect(walk.screen?.hunt.timeLeft == "00:59 left")
    let end = walk.wait(60)
    #expect(end.words.suffix(2) == ["time up", "finished"])
    #expect(walk.session.isFinished)
    #expect(walk.screen?.hunt.target == "Time is up.")
    #expect(walk.screen?.message == "The hunt is over. Press q to leave.")
    #expect(walk.wait(60) == [])
    #expect(walk.stand(0, for: 5).words == [])
  }

  @Test("a game goes on where it was left: finds, points, things, hints, and the time that was played")
  func resumed() throws {
    var first = Walk(try mill { _, hunt in hunt.limit = .seconds(300) })
    first.stand(0, for: 6)
    first.press(.character("i"), .enter)
    first.type("1823")
    first.press(.enter)
    #expect(first.seconds == 6)
    let left = try #require(first.screen?.hunt)

    var session = Session()
    let game = Game(hunt: try mill { _, hunt in hunt.limit = .seconds(300) }, source: "GPS", saved: first.saved)
    let news = session.handle(.begin(game), at: .seconds(1000)).news
    #expect(news.contains(.resumed(found: 1, of: 3, points: 10, time: .seconds(6))))
    #expect(news.words == ["resumed"])
    var again = Walk(game.hunt, saved: first.saved)
    #expect(again.screen?.message == "Welcome back: 1 of 3 found, 10 points, 00:06 played.")
    #expect(again.screen?.hunt.found == left.found && again.screen?.hunt.points == left.points)
    #expect(again.screen?.hunt.timeLeft == "04:55 left")
    let effects = again.stand(200, for: 6)
    #expect(effects.words.contains("found gate"))
    let times = again.saved.map(\.time)
    #expect(times == times.sorted())
    #expect(try #require(times.last) > .seconds(6))
  }

  @Test("what happened in the sittings before is no news, and a game that is over is over")
  func resumedAtTheEnd() throws {
    var walk = Walk(
      try mill { treasures, _ in
        treasures = [treasures[1]]; treasures[0].requirement = nil
      })
    #expect(walk.stand(200, for: 6).words.suffix(2) == ["found gate", "finished"])
    var session = Session()
    let game = Game(
      hunt: try mill { treasures, _ in
        treasures = [treasures[1]]; treasures[0].requirement = nil
      }, source: "GPS",
      saved: walk.saved)
    let effects = session.handle(.begin(game), at: .zero)
    #expect(effects.words == ["resumed", "finished"])
    #expect(session.isFinished)
  }

  @Test("what is not saved is said until it is, and play goes on")
  func notSaved() throws {
    var walk = Walk(try mill())
    #expect(walk.handle(.cannotSave("the disk is full")).news == [.notSaved(reason: "the disk is full")])
    #expect(walk.handle(.cannotSave("the disk is full")) == [])
    #expect(walk.screen?.notSaved == "not saved yet: the disk is full")
    #expect(walk.stand(0, for: 6).words.contains("asked mill"))
    #expect(walk.handle(.savedAgain).news == [.savedAgain])
    #expect(walk.handle(.savedAgain) == [])
    #expect(walk.screen?.notSaved == nil)
  }

  @Test("who takes another source and rehearses reads why and what to do, and sees it until the end")
  func rehearsal() throws {
    var walk = Walk(try mill())
    walk.handle(.sourceChanged(.walker(seed: 1)))
    #expect(walk.handle(.rehearses("Nothing is saved.")).news == [.notSaved(reason: "Nothing is saved.")])
    #expect(walk.screen?.message == "Positions come from the walker now. Nothing is saved.")
    #expect(walk.handle(.rehearses("Nothing is saved.")) == [])
    walk.press(.escape)
    #expect(walk.screen?.notSaved == "rehearsal, not saved")
    #expect(walk.handle(.action(.status)).replies.first?.hasSuffix("Nothing is saved.") == true)
    #expect(walk.handle(.savedAgain) == [])
    #expect(walk.screen?.notSaved == "rehearsal, not saved")
  }

  @Test("the player is alerted at a hundred metres and at thirty, once each")
  func alerts() throws {
    var walk = Walk(try mill())
    func chimes(_ effects: [SessionEffect]) -> Int { effects.count { $0 == .sound(.chime) } }
    let far = walk.walk(from: 300, to: 110)
    // Half way between the two, both were crossed to the one behind and none to the one ahead.
    #expect(chimes(far) == 0)
    let near = walk.walk(from: 110, to: 50)
    #expect(chimes(near) == 1)
    #expect(walk.screen?.message == "100 m to MILL.")
    walk.press(.escape)
    #expect(chimes(walk.walk(from: 50, to: 70)) == 0)
    #expect(chimes(walk.walk(from: 70, to: 26)) == 1)
    #expect(walk.screen?.message == "30 m to MILL.")
    #expect(chimes(walk.walk(from: 26, to: 95)) == 0)
  }

  @Test("b switches beeps that come the faster the nearer the target is")
  func geiger() throws {
    func beeps(_ metres: Double) throws -> Int {
      var walk = Walk(try mill())
      walk.stand(metres)
      #expect(walk.wait(1).contains(.beep) == false)
      walk.press(.character("b"))
      var count = 0
      for _ in 0..<50 {
        walk.stand(metres)
        count += walk.handle(.tick).count { $0 == .beep }
        count += (0..<4).map { _ in walk.wait(0.2) }.joined().count { $0 == .beep }
      }
      walk.press(.character("b"))
      #expect(walk.wait(1).contains(.beep) == false)
      return count
    }
    #expect(try beeps(40) > 2 * beeps(150))
  }

  @Test("words do what keys do")
  func actions() throws {
    var walk = Walk(try mill())
    walk.stand(100)
    #expect(walk.handle(.action(.way)).replies.first?.hasPrefix("MILL, 100 m south") == true)
    #expect(walk.handle(.action(.status)).replies == ["Found 0 of 3, 0 points. Open: MILL, WELL."])
    #expect(walk.handle(.action(.help)).replies.count == 1)
    #expect(walk.handle(.action(.turn(degrees: 90))).replies.count == 1)
    #expect(walk.handle(.action(.steer(.faster))).replies.count == 1)
    #expect(walk.handle(.action(.claim)).replies.count == 1)
    #expect(walk.handle(.action(.nextTarget)).replies.first?.hasPrefix("Now to WELL") == true)
    #expect(walk.handle(.action(.quit)).last == .quit)
  }

  @Test("a page is scrolled no farther than the view says, and one key up moves it back at once")
  func pages() throws {
    var walk = Walk(try mill())
    for key in ["?", "g", "t"] as [Character] {
      walk.press(.character(key))
      walk.handle(.pageEnds(at: 3))
      for _ in 0..<20 { walk.press(.down) }
      #expect(walk.screen?.page?.scrolled == 3)
      walk.press(.pageDown, .end, .up)
      #expect(walk.screen?.page?.scrolled == 2)
      walk.press(.home)
      #expect(walk.screen?.page?.scrolled == 0)
      walk.press(.escape)
      #expect(walk.screen?.page == nil)
    }
  }

  @Test("the page of a cache tells its listing, and its hint when it is asked for")
  func listing() throws {
    var walk = Walk(
      try mill { treasures, _ in
        var listing = CacheListing(code: "GC1")
        listing.type = "Traditional Cache"
        (listing.difficulty, listing.terrain) = (1.5, 4)
        listing.description = ["One.", "Two."]
        listing.encodedHint = "Haqre gur ebbg [left]"
        listing.logs = [.init(date: Timestamp(milliseconds: 0), kind: "Found it", finder: "Ada", text: "TFTC")]
        treasures[0].listing = listing
      })
    walk.stand(50)
    walk.press(.character("p"))
    let rows = try #require(walk.screen?.page?.rows)
    func value(_ name: String) -> String? { rows.first { $0.name == name }?.value }
    #expect(value("Code") == "GC1" && value("Difficulty") == "1.5" && value("Terrain") == "4")
    #expect(value("Log") == "Found it by Ada on 1970-01-01")
    #expect(value("Hint")?.hasPrefix("Haqre gur ebbg [left]") == true)
    walk.press(.character("r"))
    #expect(walk.screen?.page?.rows.first { $0.name == "Hint" }?.value == "Under the root [left]")
    walk.press(.escape, .character("n"))
    // The well has no page; the one of another treasure is not shown in its place.
    walk.press(.character("p"))
    #expect(walk.screen?.page == nil)
    #expect(walk.screen?.message == "There is no listing for WELL.")
  }
}

extension [SessionNews] {
  fileprivate var words: [String] { map(SessionEffect.tell).words }
}
