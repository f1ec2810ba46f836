import Geodesy
import HuntApplication
import HuntDomain
import PlainUI
import Testing

/// A session and a narrator, as the plain voice couples them.
private struct Story {
  private(set) var session = Session()
  private var narrator = Narrator()

  init(_ hunt: Hunt = hunt, source: String = "walker") {
    _ = session.handle(.begin(Game(hunt: hunt, source: source)), at: .zero)
  }

  mutating func tell(_ event: SessionEvent, at seconds: Double) -> [String] {
    let now = Duration.seconds(seconds)
    return session.handle(event, at: now).flatMap { effect in
      guard case .tell(let news) = effect else { return [] as [String] }
      return narrator.sentences(for: news, at: now) { [session] in session.way(at: now) }
    }
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
  @Test("begins with the hunt, how much there is to find, and where positions come from")
  func start() {
    var narrator = Narrator()
    let sentences = narrator.sentences(for: .started(hunt, source: "trace"), at: .zero) { nil }
    #expect(
      sentences == ["Three Things. A short walk.", "2 treasures to find; positions come from the trace."])
  }

  @Test("says one treasure, and nothing for a summary that is missing")
  func startSmall() throws {
    var narrator = Narrator()
    let small = try #require(Hunt(title: "One", treasures: [well]))
    #expect(
      narrator.sentences(for: .started(small, source: "GPS"), at: .zero) { nil }
        == ["One.", "1 treasure to find; positions come from the GPS."])
  }

  @Test("says where the target lies with the first position, and then once a minute")
  func pause() {
    var story = Story()
    #expect(story.stand(180, at: 1) == ["00:01 Well: 180 m, north. walker 3D ±4 m."])
    #expect(story.stand(170, at: 2) == [])
    #expect(story.stand(120, at: 60.9) == [])
    #expect(story.stand(110, at: 61) == ["01:01 Well: 110 m, north, getting warmer. walker 3D ±4 m."])
    #expect(story.stand(140, at: 121) == ["02:01 Well: 140 m, north, getting colder. walker 3D ±4 m."])
    #expect(story.stand(141, at: 181) == ["03:01 Well: 141 m, north. walker 3D ±4 m."])
  }

  @Test("says the direction on the clock face while the player walks")
  func clockFace() {
    var story = Story()
    var said: [String] = []
    for second in 0..<70 { said += story.stand(300 - Double(second), at: Double(second), course: 270) }
    #expect(said.last?.contains("Well: 240 m, 3 o'clock, north, getting warmer.") == true, "\(said)")
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
    _ = story.stand(180, at: 0)
    #expect(story.stand(5, at: 10) == ["00:10 Found: Well, 1 of 2. It is deep."])
    #expect(story.stand(5, at: 11) == ["00:11 Oak: 205 m, north. walker 3D ±4 m."])
  }

  @Test("says a find without a message without a blank at the end, and the end of the hunt")
  func end() {
    var story = Story()
    _ = story.stand(0, at: 1)
    #expect(
      story.stand(-200, at: 130) == ["02:10 Found: Oak, 2 of 2.", "All 2 treasures found, 15 points, 02:10."])
    #expect(story.tell(.locationEnded, at: 131) == [])
  }

  @Test("says when the walk ends before everything is found")
  func endOfWalk() {
    var story = Story()
    _ = story.stand(0, at: 1)
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
    #expect(said.count >= 7)
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
