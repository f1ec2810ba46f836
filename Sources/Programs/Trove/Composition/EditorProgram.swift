import ArgumentParser
import CommandKit
import Editor
import Game
import PlaceFiles
import TerminalUI
import TextCanvas

/// Everything that the hunt editor needs.
struct EditorSetup {
  let options: EditorOptions
  let start: AuthoringStart
  let sensors: Sensors
  /// The file as it is, and what it holds.
  let file: String
  let document: HuntDocument

  /// Takes the whole terminal until the author leaves.
  func work() async throws(CommandFailure) {
    let screen = try FullScreen(MapStyling(nil), colour: options.color, isASCII: options.ascii)
    try await screen.take { terminal, screen in
      var loop = TerminalLoop(on: terminal, clock: .continuous) { hear in
        EditorProgram(self, terminal: terminal, screen: screen, hear: hear)
      }
      return await loop.run()
    }
  }
}

/// The hunt editor on a terminal: passes events to the author's session, and performs its effects.
private struct EditorProgram: TerminalProgram {
  /// Events that do not come from the terminal.
  enum Event: Sendable {
    /// The author's source has spoken, the one of this number.
    case sensor(SessionEvent, generation: Int)
    /// The walker of the preview has moved, the one of this number.
    case preview(SessionEvent, generation: Int)
    /// The answer to a state that was to be saved.
    case saving(AuthoringEvent)
  }

  private let setup: EditorSetup
  private let terminal: Terminal
  private let glyphs: GlyphLevel
  /// Receives the events.
  private let hear: @Sendable (Event) -> Void
  private var authoring: Authoring
  private let keeper: DraftKeeper
  private var source = SensorSubscription()
  /// The walker of the preview.
  private var walker = SensorSubscription()
  private var scenery: Scenery
  /// The time of the editor: simulated sources run at their own speed.
  private var clock = SessionClock()

  init(_ setup: EditorSetup, terminal: Terminal, screen: FullScreen, hear: @escaping @Sendable (Event) -> Void) {
    (self.setup, self.terminal, self.hear) = (setup, terminal, hear)
    scenery = screen.scenery
    glyphs = screen.glyphs
    authoring = Authoring(setup.start)
    var file = DraftFile(setup.document, path: setup.file)
    keeper = DraftKeeper(save: { file.save($0) }, answer: { hear(.saving($0.map { .cannotSave($0) } ?? .saved)) })
    if setup.sensors.isSimulated { clock.run(at: setup.options.sensorOptions.speed ?? 1, from: .zero) }
    source.open(setup.sensors) { hear(.sensor($0, generation: $1)) }
  }

  mutating func close() {
    source.close()
    walker.close()
    if let why = keeper.close() { Output.error("The last change is not saved: \(why)") }
  }

  var takesText: Bool { authoring.takesText }

  /// How often ages and clocks are redrawn without another event.
  var tickTime: Duration? { .milliseconds(200) }

  mutating func handle(_ event: ProgramEvent<Event>, at time: Duration) -> Reaction {
    let now = clock.time(at: time)
    switch event {
    case .outside(.sensor(let event, let generation)):
      guard source.isOpen(generation), let event = event.ofSensor else { return .nothing }
      return follow(event, at: now) ? .drawSoon : .quit
    case .outside(.preview(let event, let generation)):
      guard walker.isOpen(generation) else { return .nothing }
      return follow(.preview(event), at: now) ? .drawSoon : .quit
    case .outside(.saving(let answer)): return follow(answer, at: now) ? .drawSoon : .quit
    case .key(let key): return follow(.key(key), at: now) ? .draw : .quit
    // The editor has no use for a mouse.
    case .pointer: return .nothing
    case .resize(let size): return follow(.resize(columns: size.columns, rows: size.rows), at: now) ? .draw : .quit
    case .tick: return follow(.tick, at: now) ? .drawSoon : .quit
    case .ended: return .quit
    }
  }

  /// Returns whether the work goes on.
  private mutating func follow(_ event: AuthoringEvent, at now: Duration) -> Bool {
    for effect in authoring.handle(event, at: now) {
      switch effect {
      case .quit: return false
      case .save(let revision): keeper.save(revision)
      case .steer(let steering): source.steer(steering)
      case .preview(let standpoint): openPreview(at: standpoint, now)
      case .steerPreview(let steering): walker.steer(steering)
      case .endPreview: walker.close()
      case .redraw: terminal.forget()
      // Stopping is the terminal's own.
      case .suspend: break
      }
    }
    return true
  }

  private mutating func openPreview(at standpoint: Standpoint, _ now: Duration) {
    do throws(CommandFailure) {
      let sensors = try Sensors.open(
        .steer(from: nil), hunt: nil, at: standpoint, options: setup.options.sensorOptions)
      walker.open(sensors) { [hear] in hear(.preview($0, generation: $1)) }
    } catch {
      _ = authoring.handle(.preview(.cannotBegin(error.message)), at: now)
    }
  }

  // MARK: - Frames

  func screen(at time: Duration) -> AuthoringView { authoring.view(at: clock.time(at: time)) }

  mutating func draw(_ view: AuthoringView, on canvas: inout Canvas, at time: Duration) -> Scroll? {
    drawAuthoring(view, on: &canvas, glyphs: glyphs, scenery: &scenery)
    return scenery.scroll
  }

  func pageEnd(of view: AuthoringView, size: CanvasSize) -> Int? { lastScroll(of: view, size: size, glyphs: glyphs) }

  mutating func pageEnds(at lines: Int, at time: Duration) {
    _ = authoring.handle(.pageEnds(at: lines), at: clock.time(at: time))
  }
}

extension SessionEvent {
  /// The update of a sensor as an event for the editor.
  fileprivate var ofSensor: AuthoringEvent? {
    switch self {
    case .location(let update): .location(update)
    case .heading(let heading): .heading(heading)
    case .locationEnded: .locationEnded
    default: nil
    }
  }
}
