import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Testing
import Views

@Suite("A hunt that is played")
struct HuntPlayTests {
  @Test("a loop that was held up opens nothing: fixes that are heard late are no more than one")
  func stall() throws {
    let hunt = try #require(Hunt(title: "Late", treasures: [Treasure(place: place("oak", 0), radius: 20, hint: "")]))
    var session = Session()
    var effects = session.handle(.begin(GameSetup(hunt: hunt, source: "GPS")), at: .zero)
    let hear = { (second: Double) in SessionEvent.location(.fix(fix(8, at: second, accuracy: 12))) }
    // The loop stood still for nine seconds; the tick came first, and then all that had waited.
    effects += session.handle(.tick, at: .seconds(10))
    for second in 1...9 { effects += session.handle(hear(Double(second)), at: .seconds(10)) }
    #expect(effects.words.filter { $0.hasPrefix("found") } == [])
    effects += session.handle(hear(11), at: .seconds(11))
    #expect(effects.words.filter { $0.hasPrefix("found") } == ["found oak"])
  }

  /// What is remarked on while fixes are heard, one a second.
  private func remarks(on updates: [LocationUpdate]) throws -> [ReceiverRemark] {
    let hunt = try #require(Hunt(title: "Far", treasures: [Treasure(place: place("oak", 0), radius: 20, hint: "")]))
    var session = Session()
    var effects = session.handle(.begin(GameSetup(hunt: hunt, source: "GPS")), at: .zero)
    for (second, update) in updates.enumerated() {
      effects += session.handle(.location(update), at: .seconds(second))
    }
    return effects.compactMap { if case .tell(.remark(let remark)) = $0 { remark } else { nil } }
  }

  @Test("latitude and longitude zero far from the hunt is remarked on once, until another position comes")
  func nullIsland() throws {
    let zero = Coordinate(clampingLatitude: 0, wrappingLongitude: 0)
    let unknown = (0..<3).map { LocationUpdate.fix(Fix(position: zero, time: .seconds($0), accuracy: 5)) }
    let known = (3..<9).map { LocationUpdate.fix(fix(500, at: Double($0))) }
    #expect(try remarks(on: unknown) == [.nullIsland])
    #expect(try remarks(on: unknown + known) == [.nullIsland])
    #expect(try remarks(on: known) == [])
  }

  @Test("a date before 2010 is remarked on once, and not of a simulated walker")
  func oldDate() throws {
    let date = Timestamp(milliseconds: 1_157_889_600_000)
    func walk(_ utc: Timestamp, _ source: Fix.AccuracySource) -> [LocationUpdate] {
      (0..<3).map { second in
        var fix = fix(500, at: Double(second))
        (fix.utc, fix.accuracySource) = (utc, source)
        return .fix(fix)
      }
    }
    #expect(try remarks(on: walk(date, .receiver)) == [.oldDate(date)])
    #expect(try remarks(on: walk(date, .simulation)) == [])
    #expect(try remarks(on: walk(Timestamp(milliseconds: 1_777_200_000_000), .receiver)) == [])
  }

  @Test("which receiver of several is followed is told when it changes, and stands on the page about the position")
  func receivers() throws {
    func follows(_ name: String, _ others: String...) -> FollowedReceiver {
      FollowedReceiver(name: name, others: others, option: "gpsd:localhost:2947:DEVICE")
    }
    let (first, more, second) = (follows("a", "b"), follows("a", "b", "c"), follows("b", "a"))
    let updates = [first, more, second, follows("c")].map { LocationUpdate.receiver($0) }
    #expect(try remarks(on: updates) == [.follows(first), .follows(second)])
    var service = NearbyPOIService()
    service.receive(.receiver(first), at: .zero)
    let rows = Wording.details(service.snapshot(at: .zero), source: "GPS")
    #expect(rows.contains { $0.name == "Receiver" && $0.value.hasPrefix("a; there is also b. --from gpsd:localhost") })
  }

  @Test(
    "a fix after the position was lost counts when it comes, also with the time of the last one",
    arguments: [LocationUpdate.lost(reason: "gone"), .searching(satellitesInView: 3)])
  func afterLoss(loss: LocationUpdate) throws {
    let hunt = try #require(Hunt(title: "Late", treasures: [Treasure(place: place("oak", 0), radius: 20, hint: "")]))
    var session = Session()
    var effects = session.handle(.begin(GameSetup(hunt: hunt, source: "GPS")), at: .zero)
    func hear(_ metres: Double, at second: Double, now: Double) {
      effects += session.handle(.tick, at: .seconds(now))
      effects += session.handle(.location(.fix(fix(metres, at: second, accuracy: 12))), at: .seconds(now))
    }
    for second in 1...8 { hear(30, at: Double(second), now: Double(second)) }
    effects += session.handle(.location(loss), at: .seconds(9))
    // Two fixes within half a second are one, and prove nothing.
    hear(2, at: 8, now: 20)
    hear(2, at: 8.5, now: 20.5)
    #expect(effects.words.filter { $0.hasPrefix("found") } == [])
    hear(2, at: 9.5, now: 21.5)
    #expect(effects.words.filter { $0.hasPrefix("found") } == ["found oak"])
  }

  @Test("sleep of the computer is told, and is no time played")
  func sleep() throws {
    var walk = PlayedWalk(try mill())
    walk.stand(200, for: 3)
    let clock = walk.screen?.hunt
    let effects = walk.handle(.slept(.seconds(3600)))
    #expect(effects == [.tell(.slept(.seconds(3600)))])
    #expect(walk.screen?.message == "The computer was asleep for 60 min; the time played stood still.")
    #expect(walk.screen?.hunt == clock)
  }

  @Test("a question is asked inside the zone, answered wrongly at a price and rightly with what follows")
  func question() throws {
    var walk = PlayedWalk(try mill())
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

  @Test("what an answer finds has the receiver's time, as what a fix finds has")
  func answerTime() throws {
    var walk = PlayedWalk(try mill())
    for second in 1...6 {
      var here = fix(0, at: Double(second))
      here.utc = Timestamp(milliseconds: 1_777_629_600_000 + Int64(second) * 1000)
      _ = walk.handle(.location(.fix(here)))
    }
    _ = walk.handle(.action(.answer("1823")))
    let find = try #require(walk.saved.first { if case .found = $0.kind { true } else { false } })
    #expect(find.utc?.description.hasPrefix("2026-05-01T10:00:0") == true)
  }

  @Test(
    "where zones that ask overlap, the question asked last is answered first, and then the other one is asked again")
  func overlap() throws {
    var walk = PlayedWalk(
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

  @Test("a choice is made with arrows and digits, and answered with Enter")
  func choice() throws {
    var walk = PlayedWalk(try mill())
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

  @Test(
    "a wrong choice is told in the words of the option that was meant, whatever number was typed",
    arguments: [
      ("3", "20 m"), ("c", "20 m"), ("20 m", "20 m"), ("0", "0"), ("-1", "3 m"), ("\(Int.min)", "\(Int.min)"),
      ("\(Int.max)", "\(Int.max)"), ("1e400", "1e400"),
    ])
  func wrongChoice(typed: String, told: String) throws {
    var walk = PlayedWalk(try mill())
    walk.stand(400, for: 6)
    #expect(walk.handle(.action(.answer(typed))).words == ["wrong well 0"])
    #expect(walk.screen?.message == "“\(told)” is not the answer.")
  }

  @Test("an option whose text is a number is meant by it before the option of that number")
  func numbersToChoose() throws {
    let options = Question("How many?", rule: .choice(options: ["5", "3", "1"], right: [0]))
    let hunt = Hunt(
      title: "One",
      treasures: [Treasure(place: place("pond", 0), radius: 20)].map { (pond) -> Treasure in
        var pond = pond
        pond.question = options
        return pond
      })
    var walk = PlayedWalk(try #require(hunt))
    walk.stand(0, for: 6)
    #expect(walk.handle(.action(.answer("3"))).words == ["wrong pond 0"])
    #expect(walk.screen?.message == "“3” is not the answer.")
    #expect(walk.handle(.action(.answer("1"))).words == ["wrong pond 0"])
    #expect(walk.handle(.action(.answer("5"))).words.first == "answered pond")
  }

  @Test("who leaves while answering has no line to answer in, and is told")
  func leaves() throws {
    var walk = PlayedWalk(try mill())
    walk.stand(0, for: 6)
    walk.press(.enter)
    let effects = walk.walk(from: 0, to: 120)
    #expect(effects.words.contains("left mill"))
    #expect(walk.screen?.answering == nil)
    #expect(walk.handle(.action(.answer("1823"))).replies == ["Nothing is asked now."])
  }

  @Test("who is there and not believed can claim, when they say so twice")
  func claim() throws {
    var walk = PlayedWalk(try mill())
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
    var walk = PlayedWalk(try mill())
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
    var walk = PlayedWalk(try mill())
    walk.stand(150)
    #expect(walk.screen?.compass?.target?.label == "MILL")
    #expect(walk.press(.character("n")).replies.first?.hasPrefix("Now to WELL, 250 m north") == true)
    walk.stand(140)
    #expect(walk.screen?.compass?.target?.label == "WELL")
    #expect(walk.press(.character("n")).replies.first?.hasPrefix("Now to MILL") == true)
  }

  @Test("a treasure that is seen and locked says what has to be done first")
  func locked() throws {
    var walk = PlayedWalk(try mill())
    walk.stand(180)
    #expect(walk.screen?.map?.marks.contains { $0.role == .locked && $0.label == "GATE" } == true)
    walk.press(.character("t"))
    let row = try #require(walk.screen?.page?.rows.first { $0.name == "GATE" })
    #expect(row.role == .locked)
    #expect(row.value == "locked, 20 m north, 5 points. First take a rusty key.")
  }

  @Test("what is hidden until the player is near is neither seen nor a target before")
  func hidden() throws {
    var walk = PlayedWalk(
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
    walk.press(.character("-"), .character("-"))
    #expect(walk.screen?.compass?.target?.label == "MILL")
    #expect(walk.screen?.map?.marks.count == 1)
  }

  @Test("time runs out for a treasure and for the hunt, by the clock alone, and the end is told once")
  func timeLimits() throws {
    var walk = PlayedWalk(
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

  @Test("the player is alerted at a hundred metres and at thirty, once each")
  func alerts() throws {
    var walk = PlayedWalk(try mill())
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
  func beeper() throws {
    func beeps(_ metres: Double) throws -> Int {
      var walk = PlayedWalk(try mill())
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
    var walk = PlayedWalk(try mill())
    walk.stand(100)
    #expect(walk.handle(.action(.way)).replies.first?.hasPrefix("MILL, 100 m south") == true)
    #expect(
      walk.handle(.action(.look)).replies.first?.hasPrefix("North: ") == true)
    #expect(walk.handle(.action(.status)).replies == ["Found 0 of 3, 0 points. Open: MILL, WELL."])
    #expect(walk.handle(.action(.help)).replies.count == 1)
    #expect(walk.handle(.action(.turn(degrees: 90))).replies.count == 1)
    #expect(walk.handle(.action(.steer(.faster))).replies.count == 1)
    #expect(walk.handle(.action(.claim)).replies.count == 1)
    #expect(walk.handle(.action(.nextTarget)).replies.first?.hasPrefix("Now to WELL") == true)
    #expect(walk.handle(.action(.quit)).last == .quit)
  }
}
