import Eye
import Game
import Geodesy
import HuntDomain
import Nearby
import PlaceSamples
import Testing
import Viewer
import Views

@Suite("The eye in the game")
struct EyePlayTests {
  /// A game of one treasure, 100 m to the north.
  private func session(_ view: PlayView, hasScene: Bool = true) throws -> Session {
    var session = Session(view: view, hasScene: hasScene)
    let hunt = try #require(Hunt(title: "One", treasures: [Treasure(place: place("t0", 100), radius: 10)]))
    _ = session.handle(.begin(GameSetup(hunt: hunt, source: "GPS")), at: .zero)
    return session
  }

  private func screen(_ session: Session) -> PlayScreen? {
    if case .play(let screen) = session.screen(at: .zero) { screen } else { nil }
  }

  @Test("keys and mouse change where the player looks, not where they face; f looks ahead again")
  func looking() throws {
    var session = try session(.map)
    func handle(_ events: SessionEvent...) { for event in events { _ = session.handle(event, at: .zero) } }
    func camera() throws -> EyeCamera { try #require(screen(session)?.eye?.camera) }
    #expect(screen(session)?.eye == nil)
    handle(.key(.character("e")))
    #expect(screen(session)?.eye == nil, "without a position nothing is ahead")
    handle(.location(.fix(fix())))
    #expect(try camera().fieldOfView == 360, "without a heading it is all around")
    handle(.heading(heading(90)))
    let ahead = try camera()
    #expect(ahead.fieldOfView == 75 && abs(ahead.heading.turn(to: Bearing(degrees: 90))) < 1)
    handle(.key(.character("+")), .key(.pageUp))
    #expect(try camera().fieldOfView == 60 && camera().pitch == 5)
    handle(.pointer(.wheel(steps: -1, column: 5, row: 5)))
    #expect(try camera().fieldOfView == 65)
    // The picture goes along with the hand: 16 of 80 columns to the left.
    handle(.pointer(.press(column: 40, row: 10)), .pointer(.drag(column: 24, row: 10)))
    #expect(try abs(camera().heading.turn(to: Bearing(degrees: 90 + 65 / 5))) < 1)
    handle(.key(.character(".")))
    #expect(try abs(camera().heading.turn(to: .north)) < 1, "there is the target")
    handle(.key(.character("f")))
    #expect(try camera() == ahead)
  }

  @Test("Enter tells about what is ahead, a click about what stands there; a key goes back to the eye")
  func details() throws {
    var session = try session(.eye)
    func handle(_ events: SessionEvent...) { for event in events { _ = session.handle(event, at: .zero) } }
    func title() -> String? { screen(session)?.page?.title }
    handle(.location(.fix(fix())), .heading(heading(90)), .key(.enter), .key(.enter))
    #expect(title() == nil, "nothing is ahead")
    handle(.heading(heading(10)), .key(.enter))
    #expect(title() == "T0")
    handle(.clicked("t0"), .key(.escape))
    #expect(title() == nil && screen(session)?.view == .eye)
    handle(.clicked("t0"))
    #expect(title() == "T0")
    handle(.key(.escape), .clicked("gone"))
    #expect(title() == nil)
  }

  @Test("the eye turns to what a sensor says, and looks at once where a key says; the compass never waits")
  func turning() throws {
    for view in [PlayView.eye, .compass] {
      var session = try session(view)
      func handle(_ event: SessionEvent, at seconds: Double) { _ = session.handle(event, at: .seconds(seconds)) }
      func heading(at seconds: Double) throws -> Bearing {
        guard case .play(let screen) = session.screen(at: .seconds(seconds)), let eye = screen.eye else {
          throw CancellationError()
        }
        #expect(eye.isMoving == (view == .eye && seconds == 1))
        return eye.camera.heading
      }
      handle(.location(.fix(fix())), at: 0)
      handle(.heading(PlaceSamples.heading(90)), at: 0)
      let before = try heading(at: 0.9)
      handle(.heading(PlaceSamples.heading(150)), at: 1)
      let (during, after) = try (heading(at: 1), heading(at: 1.5))
      #expect(before.turn(to: after) > 20)
      #expect(abs((view == .eye ? before : after).turn(to: during)) < 1)
      // With a compass, too, whose readings the turn by key then shifts.
      handle(.key(.character("d")), at: 1.6)
      let turned = try heading(at: 1.6)
      #expect(after.turn(to: turned) > 10)
      #expect(try abs(turned.turn(to: heading(at: 1.9))) < 1)
    }
  }

  @Test("who walks on a slow line has a picture with less in it")
  func detail() throws {
    var session = try session(.eye)
    for event in [SessionEvent.detail(.noWindows), .location(.fix(fix(speed: 1.4, course: 0)))] {
      _ = session.handle(event, at: .zero)
    }
    #expect(screen(session)?.eye?.detail == .noWindows)
    _ = session.handle(.detail(.full), at: .zero)
    #expect(screen(session)?.eye?.detail == .full)
  }

  @Test("sparks fly where a treasure was found, for a second and a half, and then the picture rests")
  func burst() throws {
    let hunt = try #require(Hunt(title: "One", treasures: [Treasure(place: place("t0", 100), radius: 10)]))
    var walk = PlayedWalk(hunt)
    walk.press(.character("e"))
    func eye(after seconds: Double) throws -> EyeScreen {
      guard case .play(let screen) = walk.session.screen(at: .seconds(walk.seconds + seconds)) else {
        throw CancellationError()
      }
      return try #require(screen.eye)
    }
    walk.stand(0, for: 5)
    #expect(try eye(after: 0).burst == nil && !eye(after: 0).isMoving)
    while !walk.session.isFinished, walk.seconds < 60 { walk.stand(95) }
    #expect(walk.session.isFinished)
    let progress = try stride(from: 0, to: 1.5, by: 0.25).map { try #require(eye(after: $0).burst).progress }
    #expect(progress == progress.sorted() && progress.first == 0 && Set(progress).count == progress.count)
    #expect(try abs(eye(after: 1).burst?.distance ?? 0) < 6 && eye(after: 1).isMoving)
    #expect(try eye(after: 1.5).burst == nil && !eye(after: 1.5).isMoving)
  }

  @Test("the compass has what lies ahead behind its places, unless that is switched off or no heading is known")
  func scene() throws {
    for hasScene in [true, false] {
      var session = try session(.compass, hasScene: hasScene)
      _ = session.handle(.location(.fix(fix())), at: .zero)
      #expect(screen(session)?.eye == nil)
      _ = session.handle(.heading(heading(90)), at: .zero)
      #expect(screen(session)?.eye?.camera.fieldOfView == (hasScene ? 90 : nil))
    }
  }

  @Test("who watches a game that was played on the map can look ahead, and as the player did again")
  func spectator() throws {
    var session = try session(.map)
    _ = session.handle(.location(.fix(fix())), at: .zero)
    var spectator = Spectator()
    func seen() -> EyeScreen? {
      screen(spectator.look(at: session, columns: 80, rows: 24, now: .zero).seen)?.eye
    }
    #expect(seen() == nil)
    _ = spectator.press(.character("e"), in: session, at: .zero)
    #expect(seen() != nil && spectator.isOwn)
    _ = spectator.press(.character("r"), in: session, at: .zero)
    #expect(seen() == nil && !spectator.isOwn)
  }

  @Test("the picture moves between the fixes of a walk and rests afterwards; played again it moves in the same way")
  func motion() throws {
    var session = Session(view: .eye)
    let hunt = try #require(Hunt(title: "One", treasures: [Treasure(place: place("t0", 100), radius: 10)]))
    let moments =
      [SessionMoment(.begin(GameSetup(hunt: hunt, source: "GPS")), at: .zero)]
      + (0..<6).map { second in
        let metres = 1.4 * Double(second)
        return SessionMoment(
          .location(.fix(fix(metres, at: Double(second), speed: 1.4, course: 0))), at: .seconds(second))
      }
    let recording = Recording(moments)
    var machine = TimeMachine(recording, from: session)
    var frames: [GameScreen] = []
    for step in 0..<120 {
      let now = Duration.milliseconds(100 * step)
      for moment in moments where moment.time == now { _ = session.handle(moment.event, at: now) }
      frames.append(session.screen(at: now))
      #expect(machine.state(at: now).screen(at: now) == frames.last)
    }
    let eyes = frames.map { frame -> EyeScreen? in if case .play(let screen) = frame { screen.eye } else { nil } }
    #expect(frames.map(\.isMoving) == (0..<120).map { $0 < 70 }, "two seconds after the last fix it is at rest")
    #expect(Set(eyes.prefix(60).map { $0?.stand }).count == 60)
  }
}
