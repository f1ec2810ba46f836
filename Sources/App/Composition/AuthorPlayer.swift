import ArgumentParser
import Editor
import Game
import PlaceFiles
import TerminalUI
import TextCanvas

/// Everything that a desk for making a hunt needs.
struct AuthorDesk {
  let options: DeskOptions
  let workshop: Workshop
  let sensors: Sensors
  /// The file as it is, and what it holds.
  let file: String
  let document: HuntDocument

  /// Takes the whole terminal until the author leaves.
  func work() async throws(CommandFailure) {
    let screen = try FullScreen(MapStyling(nil), colour: options.color, isASCII: options.ascii)
    try await screen.take { terminal in
      var player = AuthorPlayer(self, terminal: terminal, glyphs: screen.glyphs, look: screen.look)
      return await player.work()
    }
  }
}

/// The loop of a desk on a terminal: whatever happens becomes an event, is handled, and is drawn.
private struct AuthorPlayer {
  /// What can happen, from all sides.
  private enum Happening: Sendable {
    case sensor(SessionEvent, generation: Int)
    case preview(SessionEvent, generation: Int)
    case terminal(TerminalEvent)
    case tick
  }

  /// Ages and clocks are drawn anew this often without anything else happening.
  private static let tick = Duration.milliseconds(200)
  /// Frames that sensors ask for are this far apart; keys are answered at once.
  private static let frameTime = Duration.milliseconds(33)

  private let desk: AuthorDesk
  private let terminal: Terminal
  private let glyphs: GlyphLevel
  private let happenings: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation
  private let start = ContinuousClock.now
  private var authoring: Authoring
  private var manuscript: Manuscript
  private var source = OpenSource()
  /// The walker of the preview.
  private var walker = OpenSource()
  private var ground: MapGround
  /// The time of the desk: simulated sources run at their own speed.
  private var clock = SessionClock()
  private var drawn = Duration.zero
  private var end: TerminalEnd?
  /// What the last frame shows.
  private var shown: AuthoringView?

  init(_ desk: AuthorDesk, terminal: Terminal, glyphs: GlyphLevel, look: MapLook) {
    self.desk = desk
    ground = MapGround(look: look)
    self.terminal = terminal
    self.glyphs = glyphs
    (happenings, continuation) = AsyncStream.makeStream()
    authoring = Authoring(desk.workshop)
    manuscript = Manuscript(desk.document, path: desk.file)
  }

  /// Works; returns what the terminal wants the program to die by, if anything.
  mutating func work() async -> TerminalEnd? {
    let size = terminal.size
    _ = authoring.handle(.resize(columns: size.columns, rows: size.rows), at: .zero)
    if desk.sensors.isSimulated { clock.run(at: desk.options.sensorOptions.speed ?? 1, from: .zero) }
    source.open(desk.sensors) { [continuation] in continuation.yield(.sensor($0, generation: $1)) }
    draw()
    let sides = watchTerminal()
    defer {
      for task in sides { task.cancel() }
      source.close()
      walker.close()
    }
    for await happening in happenings {
      guard handle(happening) else { break }
    }
    return end
  }

  private func watchTerminal() -> [Task<Void, Never>] {
    let (events, continuation) = (terminal.events, continuation)
    return [
      Task {
        for await event in events { continuation.yield(.terminal(event)) }
        continuation.finish()
      },
      Task {
        while (try? await Task.sleep(for: Self.tick)) != nil { continuation.yield(.tick) }
      },
    ]
  }

  /// Returns whether the work goes on.
  private mutating func handle(_ happening: Happening) -> Bool {
    switch happening {
    case .sensor(let event, let generation):
      guard source.isOpen(generation), let event = event.ofSensor else { return true }
      return follow(event, isUrgent: false)
    case .preview(let event, let generation):
      guard walker.isOpen(generation) else { return true }
      return follow(.preview(event), isUrgent: false)
    case .terminal(.ended(let end)):
      self.end = end
      return false
    case .terminal(.key(let key)):
      tellPageEnd()
      return follow(.key(key), isUrgent: true)
    // The desk has no use for a mouse.
    case .terminal(.pointer): return true
    case .terminal: return follow(.resize(columns: terminal.size.columns, rows: terminal.size.rows), isUrgent: true)
    case .tick: return follow(.tick, isUrgent: false)
    }
  }

  /// A page is scrolled no farther than it is seen.
  private mutating func tellPageEnd() {
    guard let shown, let last = lastScroll(of: shown, size: terminal.size, glyphs: glyphs) else { return }
    _ = authoring.handle(.pageEnds(at: last), at: now)
  }

  private mutating func follow(_ event: AuthoringEvent, isUrgent: Bool) -> Bool {
    for effect in authoring.handle(event, at: now) {
      guard perform(effect) else { return false }
    }
    // The next tick shows what comes too soon after a frame.
    if isUrgent || wall - drawn >= Self.frameTime { draw() }
    return true
  }

  private mutating func perform(_ effect: AuthoringEffect) -> Bool {
    switch effect {
    case .quit: return false
    case .save(let revision): _ = authoring.handle(manuscript.save(revision), at: now)
    case .steer(let steering): source.steer(steering)
    case .preview(let standpoint): openPreview(at: standpoint)
    case .steerPreview(let steering): walker.steer(steering)
    case .endPreview: walker.close()
    case .redraw: terminal.forget()
    // Stopping is the terminal's own.
    case .suspend: break
    }
    return true
  }

  private mutating func openPreview(at standpoint: Standpoint) {
    do throws(CommandFailure) {
      let sensors = try Sensors.open(
        .steer(from: nil), hunt: nil, at: standpoint, options: desk.options.sensorOptions)
      walker.open(sensors) { [continuation] in continuation.yield(.preview($0, generation: $1)) }
    } catch {
      _ = authoring.handle(.preview(.cannotBegin(error.message)), at: now)
    }
  }

  private var wall: Duration { start.duration(to: .now) }
  private var now: Duration { clock.time(at: wall) }

  private mutating func draw() {
    var canvas = Canvas(size: terminal.size)
    let view = authoring.view(at: now)
    drawAuthoring(view, on: &canvas, glyphs: glyphs, ground: &ground)
    terminal.present(canvas, scrolled: ground.scroll)
    shown = view
    drawn = wall
  }
}

extension SessionEvent {
  /// What a sensor says, for the desk.
  fileprivate var ofSensor: AuthoringEvent? {
    switch self {
    case .location(let update): .location(update)
    case .heading(let heading): .heading(heading)
    case .locationEnded: .locationEnded
    default: nil
    }
  }
}
