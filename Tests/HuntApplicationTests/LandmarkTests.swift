import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import PlaceSamples
import Testing
import Views

/// "I am facing the ...", asked through a session.
@Suite("The question which place the player faces")
struct LandmarkTests {
  /// A session in a view, with three places to the north, east and south, and a treasure far beyond sight.
  private func session(_ view: PlayView = .split, isPlaced: Bool = true, accuracy: Double = 4) throws -> Session {
    let treasure = Treasure(place: place("far", 50_000), radius: 10, points: 10)
    let hunt = try #require(Hunt(title: "Facing", treasures: [treasure]))
    let places = [place("church", 100), place("mill", 200, toward: 90), place("oak", 300, toward: 180)]
    var session = Session(view: view)
    _ = session.handle(.resize(columns: 20, rows: 8), at: .zero)
    _ = session.handle(.begin(GameSetup(hunt: hunt, places: places, source: "GPS")), at: .zero)
    if isPlaced { _ = session.handle(.location(.fix(fix(accuracy: accuracy))), at: .zero) }
    return session
  }

  private func press(_ session: inout Session, _ keys: Key...) -> [SessionEffect] {
    keys.flatMap { session.handle(.key($0), at: .zero) }
  }

  private func play(_ session: Session) throws -> PlayScreen {
    guard case .play(let screen) = session.screen(at: .zero) else { throw NotPlaying() }
    return screen
  }

  private struct NotPlaying: Error {}

  private func heading(_ session: Session) throws -> String? {
    let screen = try play(session)
    return screen.compass?.heading ?? screen.map?.heading
  }

  @Test("opens on o in every view, nearest first, without what nobody sees", arguments: PlayView.allCases)
  func opens(view: PlayView) throws {
    var session = try session(view)
    #expect(try play(session).landmarks == nil)
    #expect(press(&session, .character("o")).isEmpty)
    let question = try #require(try play(session).landmarks)
    #expect(question.rows.map(\.label) == ["CHURCH", "MILL", "OAK"])
    #expect(question.rows.map(\.direction) == ["N", "E", "S"])
    #expect(question.selected == 0)
  }

  @Test("is answered by Enter, or by a number")
  func answers() throws {
    var session = try session()
    _ = press(&session, .character("o"), .down, .enter)
    #expect(try play(session).landmarks == nil)
    #expect(try heading(session) == "90° E ±6° landmark")
    _ = press(&session, .character("o"), .character("3"))
    #expect(try heading(session) == "180° S ±6° landmark")
    _ = press(&session, .character("o"), .up, .enter)
    #expect(try heading(session) == "180° S ±6° landmark")
  }

  @Test("is put away by Esc, and other keys neither answer it nor do anything else")
  func putAway() throws {
    var session = try session(.map)
    let before = try heading(session)
    _ = press(&session, .character("o"), .character("9"), .character("0"), .character("c"), .left, .character("x"))
    #expect(try play(session).landmarks != nil)
    #expect(try play(session).view == .map)
    _ = press(&session, .escape)
    #expect(try play(session).landmarks == nil)
    #expect(try heading(session) == before)
    #expect(press(&session, .character("o"), .character("q")).last == .quit)
  }

  @Test("is not asked where no place would say anything")
  func nothingToFace() throws {
    var lost = try session(isPlaced: false)
    _ = press(&lost, .character("o"))
    #expect(try play(lost).landmarks == nil)
    #expect(try play(lost).message != nil)
    var vague = try session(accuracy: 250)
    _ = press(&vague, .character("o"))
    #expect(try play(vague).landmarks?.rows.map(\.label) == ["OAK"])
  }

  @Test("stands still while the player walks, and follows with its distances")
  func standsStill() throws {
    var session = try session()
    _ = press(&session, .character("o"))
    _ = session.handle(.location(.fix(fix(150, toward: 180, at: 100))), at: .seconds(100))
    let question = try #require(try play(session).landmarks)
    #expect(question.rows.map(\.label) == ["CHURCH", "MILL", "OAK"])
    #expect(question.rows.map(\.distance) == ["250 m", "250 m", "150 m"])
  }

  /// A session in Munich, at 11:11 UTC of 2026-05-01, when the sun stands in the south, 15° above the equator, and the full
  /// moon is below the horizon.
  private func sunny(_ utc: Int64 = 1_777_633_860_000) throws -> Session {
    var session = try session()
    var fix = fix(at: 1)
    fix.utc = Timestamp(milliseconds: utc)
    _ = session.handle(.location(.fix(fix)), at: .seconds(1))
    return session
  }

  @Test("offers the sun where it stands, and gives a heading within three degrees of a low one")
  func sun() throws {
    var session = try sunny()
    _ = press(&session, .character("o"))
    let question = try #require(try play(session).landmarks)
    #expect(question.rows.map(\.label) == ["The sun", "CHURCH", "MILL", "OAK"])
    #expect(question.rows.first?.distance == "57° high")
    _ = press(&session, .enter)
    #expect(try heading(session) == "180° S ±6° landmark")
    // An hour before sunset.
    var evening = try sunny(1_777_658_400_000)
    _ = press(&evening, .character("o"), .character("1"))
    #expect(try heading(evening)?.hasSuffix("±3° landmark") == true)
  }

  @Test("offers the moon by night, and nothing of the sky before a receiver has told the time")
  func moon() throws {
    var night = try sunny(1_777_672_800_000)
    _ = press(&night, .character("o"))
    #expect(try play(night).landmarks?.rows.first?.label == "The moon")
    var timeless = try session()
    _ = press(&timeless, .character("o"))
    #expect(try play(timeless).landmarks?.rows.first?.label == "CHURCH")
  }

  @Test("a place that one stands on by now says nothing")
  func tooNear() throws {
    var session = try session()
    _ = press(&session, .character("o"))
    _ = session.handle(.location(.fix(fix(100, at: 100))), at: .seconds(100))
    let before = try heading(session)
    _ = press(&session, .enter)
    #expect(try heading(session) == before)
    #expect(try play(session).message == "CHURCH is too near to say where you look.")
  }
}
