import Game
import Geodesy
import HuntDomain
import Nearby
import Places
import PlainUI
import Testing
import Views

extension Narrator {
  /// What there is to say about one piece of news.
  fileprivate mutating func sentences(for news: SessionNews, at now: Duration, view: View) -> [String] {
    sentences(for: [news], at: now, view: view)
  }
}

/// A session and a narrator, as the plain voice couples them.
private struct Story {
  private(set) var session = Session()
  private var narrator = Narrator()

  init(_ hunt: Hunt = hunt, source: String = "walker") {
    _ = session.handle(.begin(GameSetup(hunt: hunt, source: source)), at: .zero)
  }

  mutating func tell(_ event: SessionEvent, at seconds: Double) -> [String] {
    let now = Duration.seconds(seconds)
    let news = session.handle(event, at: now).compactMap { if case .tell(let news) = $0 { news } else { nil } }
    return narrator.sentences(for: news, at: now) { [session] in session.way(at: now) }
  }

  /// Stands so many metres south of home, or walks there in the direction of `course`.
  mutating func stand(_ metres: Double, at seconds: Double, course: Double? = nil) -> [String] {
    let fix = Fix(
      position: home.offset(by: metres, toward: Bearing(degrees: 180)), time: .seconds(seconds), accuracy: 4,
      speed: course == nil ? 0 : 1.4, course: course.map { Bearing(degrees: $0) })
    return tell(.location(.fix(fix)), at: seconds)
  }
}

@Suite("The plain voice")
struct PlainNarratorTests {
  @Test("begins with the hunt, how much there is to find, and where positions come from, in one line")
  func start() {
    var narrator = Narrator()
    let sentences = narrator.sentences(for: .started(hunt, source: "trace"), at: .zero) { nil }
    #expect(
      sentences == ["Three Things. A short walk. 2 treasures to find; positions come from the trace."])
  }

  @Test("says one treasure, nothing for a summary that is missing, and who listens says how to ask")
  func startSmall() throws {
    var narrator = Narrator(listens: true)
    let small = try #require(Hunt(title: "One", treasures: [well]))
    #expect(
      narrator.sentences(for: .started(small, source: "GPS"), at: .zero) { nil }
        == ["One. 1 treasure to find; positions come from the GPS. Type help for the commands."])
  }

  @Test("says where the target lies with the first position, and then once a minute, oftener when it is near")
  func pause() {
    var story = Story()
    #expect(
      story.stand(500, at: 1)
        == ["00:01 Well: 500 m, north, walk ten metres to hear which way to turn; walker 3D ±4 m."])
    #expect(story.stand(490, at: 2) == [])
    #expect(story.stand(440, at: 60.9) == [])
    #expect(story.stand(430, at: 61) == ["01:01 Well: 430 m, north, getting warmer."])
    #expect(story.stand(460, at: 121) == ["02:01 Well: 460 m, north, getting colder."])
    #expect(story.stand(190, at: 181) == ["03:01 Well: 190 m, north, getting warmer."])
    #expect(story.stand(170, at: 200) == [])
    #expect(story.stand(168, at: 201) == ["03:21 Well: 168 m, north, getting warmer."])
  }

  @Test("is silent while nothing changes that is worth the words")
  func unchanged() {
    var story = Story()
    #expect(story.stand(180, at: 0).count == 1)
    for second in 1...300 { #expect(story.stand(180 + Double(second % 2), at: Double(second)) == []) }
    #expect(story.stand(170, at: 301).count == 1)
  }

  @Test("alerts once at 100 m and once at 30 m, at once")
  func alerts() {
    var story = Story()
    _ = story.stand(120, at: 0)
    #expect(story.stand(99, at: 2) == ["00:02 Within 100 m: Well: 99 m, north, getting warmer."])
    #expect(story.stand(101, at: 3) == [])
    #expect(story.stand(98, at: 4) == [])
    #expect(story.stand(45, at: 60).count == 1)
    #expect(story.stand(29, at: 69) == ["01:09 Within 30 m: Well: 29 m, north, getting warmer."])
    #expect(story.stand(35, at: 71) == [])
    #expect(story.stand(28, at: 73) == [])
  }

  @Test("who begins near by is not alerted to where they are")
  func beginsNear() {
    var story = Story()
    #expect(story.stand(90, at: 0).first?.hasPrefix("00:00 Well: 90 m") == true)
    #expect(story.stand(50, at: 60).first?.hasPrefix("01:00 Well: 50 m") == true)
    #expect(story.stand(29, at: 70).first?.hasPrefix("01:10 Within 30 m: ") == true)
  }

  @Test("says the direction on the clock face and the turn while the player walks")
  func clockFace() {
    var story = Story()
    var said: [String] = []
    for second in 0..<70 { said += story.stand(300 - Double(second), at: Double(second), course: 270) }
    #expect(said.last?.contains("Well: 24") == true, "\(said)")
    #expect(said.last?.contains("3 o'clock, north, turn right 90°, getting warmer.") == true, "\(said)")
  }

  @Test("says soon that the player goes astray, once, and that they are on the way again")
  func astray() {
    var story = Story()
    var said: [String] = []
    for second in 0..<30 { said += story.stand(800 - Double(second) * 1.4, at: Double(second), course: 0) }
    #expect(said.count <= 2, "\(said)")
    var astray: [String] = []
    for second in 30..<60 { astray += story.stand(758, at: Double(second), course: 120) }
    #expect(astray.count == 1, "\(astray)")
    #expect(astray.first?.contains("8 o'clock, north, turn left 120°") == true, "\(astray)")
    var back: [String] = []
    for second in 60..<80 { back += story.stand(758 - Double(second - 60) * 1.4, at: Double(second), course: 0) }
    #expect(back.count == 1, "\(back)")
    #expect(back.first?.contains("12 o'clock, north") == true && back.first?.contains("turn") == false, "\(back)")
  }

  @Test("says that the position is lost once, and once that it is back")
  func lost() {
    var story = Story()
    _ = story.stand(180, at: 0)
    #expect(story.tell(.location(.lost(reason: "gpsd is gone")), at: 1) == ["The position is lost: gpsd is gone."])
    #expect(story.tell(.location(.lost(reason: "gpsd is still gone")), at: 2) == [])
    #expect(story.tell(.location(.searching(satellitesInView: 2)), at: 3) == [])
    #expect(story.stand(180, at: 4) == ["The position is back."])
    #expect(story.stand(180, at: 5) == [])
    #expect(
      story.tell(.location(.searching(satellitesInView: nil)), at: 6) == ["The receiver is searching for satellites."])
  }

  @Test("says once that a position was not believed, and why, until one is")
  func held() {
    var story = Story()
    for second in 0...5 { _ = story.stand(180, at: Double(second)) }
    #expect(
      story.stand(-820, at: 6) == [
        "A position was not believed: 1.0 km in 1 s is too far to be true; waiting for a second fix there."
      ])
    #expect(story.stand(-820, at: 7) == [])
    #expect(story.stand(180, at: 8) == [])
    #expect(story.stand(820, at: 9).count == 1)
  }

  @Test("says again that a position was not believed, after it was lost meanwhile")
  func heldAndLost() {
    var story = Story()
    for second in 0...5 { _ = story.stand(180, at: Double(second)) }
    #expect(story.stand(-820, at: 6).count == 1)
    #expect(story.tell(.location(.lost(reason: "unplugged")), at: 7) == ["The position is lost: unplugged."])
    let vague = Fix(position: home, time: .seconds(8), accuracy: 5000)
    let said = story.tell(.location(.fix(vague)), at: 8)
    #expect(said.count == 1 && said.first?.hasPrefix("A position was not believed: ") == true, "\(said)")
    #expect(story.tell(.location(.searching(satellitesInView: 3)), at: 9) == [])
    #expect(story.tell(.location(.fix(vague)), at: 10) == [])
  }

  @Test("says a find at once, and with the next position where the next treasure lies, without a trend")
  func find() {
    var story = Story()
    for second in [0.0, 10] { _ = story.stand(180, at: second) }
    #expect(story.stand(5, at: 20) == ["00:20 Found: Well, 1 of 2. It is deep."])
    #expect(
      story.stand(5, at: 21)
        == ["00:21 Oak: 205 m, north, walk ten metres to hear which way to turn; walker 3D ±4 m."])
  }

  @Test("says a find without a message without a blank at the end, and the end of the hunt")
  func end() {
    var story = Story()
    for second in 0...1 { _ = story.stand(0, at: Double(second)) }
    #expect(story.stand(-200, at: 129).count == 1)
    #expect(
      story.stand(-200, at: 130) == ["02:10 Found: Oak, 2 of 2.", "All 2 treasures found, 15 points, 02:10."])
    #expect(story.tell(.locationEnded, at: 131) == [])
  }

  @Test("says when the walk ends before everything is found")
  func endOfWalk() {
    var story = Story()
    for second in 0...1 { _ = story.stand(0, at: Double(second)) }
    #expect(story.tell(.locationEnded, at: 60) == ["The walk is over: 1 of 2 treasures found, 5 points, 01:00."])
  }

  @Test("says one point, not one points")
  func onePoint() {
    var narrator = Narrator()
    let news = SessionNews.finished(found: 1, of: 3, points: 1, time: .seconds(3), isWon: false)
    #expect(
      narrator.sentences(for: news, at: .zero) { nil }
        == ["The walk is over: 1 of 3 treasures found, 1 point, 00:03."])
  }

  @Test("says a hint when it is asked for")
  func hint() {
    var story = Story()
    _ = story.stand(180, at: 0)
    #expect(story.tell(.key(.character("i")), at: 1) == ["A hint for Well: Look down."])
  }

  private static let riddle = Question(
    "Which bird?", rule: .choice(options: ["heron", "crow"], right: [0]), price: 2)

  /// A piece of news, and the only sentence about it.
  private static let examples: [(SessionNews, String?)] = [
    (.opened(well), "Well can be found now; a hint is free."),
    (.opened(oak), "Oak can be found now."),
    (.entered(well), "You are at Well."),
    (.left(well), "You have left Well."),
    (
      .asked(well, riddle),
      "Well asks: Which bird? Answer: 1 heron, 2 crow; type a and a number; a wrong answer costs 2 points."
    ),
    (
      .asked(well, Question("What year?", rule: .number(1823, tolerance: 0))),
      "Well asks: What year? Answer: type a and a number."
    ),
    (
      .asked(well, Question("Whose?", rule: .text(["Ada"]))), "Well asks: Whose? Answer: type a and your words."
    ),
    (.answered(well, .text("ada")), "That is the answer at Well."),
    (
      .answeredWrongly(well, price: 2),
      "That is not the answer at Well, 2 points lost: try another one, or type hint."
    ),
    (.answeredWrongly(well, price: 0), "That is not the answer at Well: try another one, or type hint."),
    (.claimed(well, price: 3, count: 1, of: 2), "00:09 Claimed: Well, 1 of 2, for 3 points. It is deep."),
    (.expired(well), "The time for Well is up: it cannot be found any more."),
    (.timeUp, "The time for this hunt is up."),
    (.gained(Item(id: "rope", name: "a rope")), "You carry a rope now."),
    (
      .obstacle(well, .accuracy(distance: 18, accuracy: 25)),
      "Well: 18 m to its zone; your GPS is good to 25 m: wait for a better fix or move into the open; "
        + "after 3 min there it can be claimed."
    ),
    (.obstacle(well, .dwell(fixes: 2)), "Well: In place: hold still for two more fixes."),
    (.obstacle(well, .distance(18)), "Well: 18 m to its zone."),
    (.obstacle(well, .distance(180)), nil), (.obstacle(well, .question), nil), (.obstacle(well, .noPosition), nil),
    (
      .obstacle(oak, .requirement(.all([.found("well"), .holds("no such thing")]))),
      "Oak: First find Well and take something."
    ),
    (.reply("Nothing is asked now."), "Nothing is asked now."),
    (
      .resumed(found: 1, of: 2, points: 1, time: .seconds(750)),
      "The hunt goes on where you left it: 1 of 2 found, 1 point, 12:30 played."
    ),
    (.notSaved(reason: "The disk is full."), "Progress is not saved: The disk is full. The game goes on."),
    (.savedAgain, "Progress is saved again."),
    (
      .finished(found: 1, of: 2, points: 5, time: .seconds(60), isWon: true),
      "The hunt is won: 1 of 2 treasures found, 5 points, 01:00."
    ),
  ]

  @Test("says one sentence about each piece of news, and what to do next", arguments: examples)
  func news(news: SessionNews, sentence: String?) {
    var narrator = Narrator()
    _ = narrator.sentences(for: .started(hunt, source: "walker"), at: .zero) { nil }
    #expect(narrator.sentences(for: news, at: .seconds(9)) { nil } == [sentence].compactMap(\.self))
  }

  @Test("says many treasures that open at once in one sentence, and no arrival beside the find")
  func joined() throws {
    var narrator = Narrator()
    #expect(
      narrator.sentences(for: [.opened(well), .opened(oak)], at: .zero) { nil }
        == ["2 treasures can be found now; status names them."])
    var progress = HuntProgress(hunt)
    let find = try progress.find(by: Fix(position: home, time: .seconds(2)))
    #expect(
      narrator.sentences(for: [.entered(well), .found(find, count: 1, of: 2)], at: .zero) { nil }
        == ["00:00 Found: Well, 1 of 2. It is deep."])
    #expect(
      narrator.sentences(for: [.entered(well), .asked(well, Self.riddle)], at: .zero) { nil }.count == 1)
  }

  @Test("says the same obstacle once, until something else was said of the treasure")
  func sameObstacle() {
    var narrator = Narrator()
    let news = SessionNews.obstacle(well, .dwell(fixes: 2))
    #expect(narrator.sentences(for: news, at: .zero) { nil }.count == 1)
    #expect(narrator.sentences(for: news, at: .seconds(1)) { nil } == [])
    _ = narrator.sentences(for: .left(well), at: .seconds(2)) { nil }
    #expect(narrator.sentences(for: news, at: .seconds(3)) { nil }.count == 1)
  }

  @Test("offers a claim to who stands in doubt, once the game grants one, and not before")
  func claim() {
    var story = Story()
    var said: [(second: Int, text: String)] = []
    for second in 0...400 {
      let fix = Fix(position: home, time: .seconds(second), accuracy: 60, speed: 0)
      said += story.tell(.location(.fix(fix)), at: Double(second)).map { (second, $0) }
    }
    let offers = said.filter { $0.text.contains("type claim") }
    #expect(offers.count == 2 && (181...190).contains(offers[0].second), "\(said)")
    #expect(story.tell(.action(.claim), at: 401).first?.contains("claim again") == true)
    #expect(story.tell(.action(.claim), at: 402).first?.contains("Claimed: Well") == true)
  }

  @Test("says that a treasure has opened when the way to it does not follow")
  func openedElsewhere() {
    var story = Story()
    _ = story.stand(180, at: 0)
    let way = { [session = story.session] in session.way(at: .zero) }
    var narrator = Narrator()
    #expect(narrator.sentences(for: .opened(oak), at: .zero, view: way) == ["Oak can be found now."])
    #expect(narrator.sentences(for: .opened(well), at: .zero, view: way) == [])
  }

  @Test("says no way to who stands there and is asked")
  func asking() {
    var story = Story()
    var narrator = Narrator()
    _ = story.stand(180, at: 0)
    let fix = SessionNews.fix(Fix(position: home, time: .zero, accuracy: 4))
    let way = { [session = story.session] in session.way(at: .zero) }
    #expect(narrator.sentences(for: fix, at: .zero, view: way).count == 1)
    _ = narrator.sentences(for: .asked(well, Self.riddle), at: .zero) { nil }
    #expect(narrator.sentences(for: fix, at: .seconds(100), view: way) == [])
    _ = narrator.sentences(for: .left(well), at: .seconds(100)) { nil }
    var fresh = Narrator()
    #expect(fresh.sentences(for: fix, at: .seconds(101), view: way).count == 1)
  }

  @Test("never says what a terminal could obey, nor more than one line at once", arguments: hostileNames)
  func hostile(name: String) throws {
    let place = PointOfInterest(id: "a", name: name, position: home)
    let treasure = Treasure(place: place, radius: 10, hint: name, message: name)
    let hunt = try #require(Hunt(title: name, summary: name, treasures: [treasure]))
    var narrator = Narrator()
    var said = narrator.sentences(for: .started(hunt, source: name), at: .zero) { nil }
    var story = Story(hunt, source: name)
    said += story.stand(180, at: 0) + story.tell(.location(.lost(reason: name)), at: 1)
    said += story.tell(.key(.character("i")), at: 2) + story.stand(0, at: 3)
    #expect(said.count >= 5)
    for sentence in said {
      let isHarmless = sentence.unicodeScalars.allSatisfy {
        switch $0.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        case .format: $0 == "\u{200D}"
        default: true
        }
      }
      #expect(isHarmless, "\(sentence.debugDescription)")
    }
  }
}
