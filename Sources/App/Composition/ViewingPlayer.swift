import Geodesy
import TerminalUI
import TextCanvas
import Viewer
import Views

/// The loop of something that is looked at on a terminal: whatever happens becomes an event, is handled, and is drawn.
struct ViewingPlayer<Subject: Viewing> {
  /// How the subject is drawn.
  struct Drawing {
    let draw: (Subject.Screen, inout Canvas, GlyphLevel, inout MapGround) -> Void
    /// How far the page that is shown can be scrolled, on a screen of a size; nothing without a page.
    let pageEnd: (Subject.Screen, CanvasSize, GlyphLevel) -> Int?
  }

  /// What can happen, from all sides.
  private enum Happening: Sendable {
    case terminal(TerminalEvent)
    /// A tile of the map is read.
    case tile(TileID, TileOutcome)
    case tick
    /// The last frame is old enough for the next one.
    case frame
  }

  /// Time is told this often while anything moves, as often as most screens show a frame.
  private static var tickTime: Duration { .milliseconds(33) }
  /// Frames that tiles and the mouse ask for are so far apart; keys are answered at once.
  private static var frameTime: Duration { .milliseconds(16) }

  private let drawing: Drawing
  private let terminal: Terminal
  private let glyphs: GlyphLevel
  private let happenings: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation
  private let start = ContinuousClock.now
  private var subject: Subject
  private var tiles: TileFetcher?
  private var ground: MapGround
  private var shown: Subject.Screen?
  private var drawn = ContinuousClock.now
  private var isFrameComing = false
  private var isTickComing = false
  private var end: TerminalEnd?

  /// Takes the whole terminal until the user leaves.
  static func look(
    at subject: Subject, _ tiles: (any MapTiles)?, on screen: FullScreen, _ drawing: Drawing
  ) async throws(CommandFailure) {
    try await screen.take { terminal in
      var player = ViewingPlayer(subject, tiles, terminal, screen, drawing)
      return await player.play()
    }
  }

  private init(
    _ subject: Subject, _ tiles: (any MapTiles)?, _ terminal: Terminal, _ screen: FullScreen, _ drawing: Drawing
  ) {
    (self.subject, self.terminal, self.drawing, glyphs) = (subject, terminal, drawing, screen.glyphs)
    self.tiles = tiles.map { TileFetcher($0) }
    ground = MapGround(look: screen.look)
    (happenings, continuation) = AsyncStream.makeStream()
  }

  /// Returns what the terminal wants the program to die by, if anything.
  private mutating func play() async -> TerminalEnd? {
    terminal.watchPointer(Environment.hasMouse)
    _ = follow(.resize(columns: terminal.size.columns, rows: terminal.size.rows))
    _ = draw()
    let watch = Task { [events = terminal.events, continuation] in
      for await event in events { continuation.yield(.terminal(event)) }
      continuation.finish()
    }
    tickSoon()
    defer {
      watch.cancel()
      tiles?.close()
    }
    for await happening in happenings {
      guard handle(happening) else { break }
      tickSoon()
    }
    return end
  }

  /// Returns whether it goes on.
  private mutating func handle(_ happening: Happening) -> Bool {
    switch happening {
    case .tile(let id, let outcome): return follow(.tile(id, outcome)) && drawSoon()
    case .frame:
      isFrameComing = false
      return drawNews()
    case .tick:
      isTickComing = false
      return tellTime() && drawNews()
    case .terminal(.ended(let end)):
      self.end = end
      return false
    case .terminal(.key(let key)):
      tellPageEnd()
      // Time begins with the key that makes it go.
      return (subject.isMoving || tellTime()) && follow(.key(key)) && draw()
    case .terminal(.pointer(let pointer)): return follow(.pointer(pointer)) && drawSoon()
    case .terminal(.resize), .terminal(.resumed):
      return follow(.resize(columns: terminal.size.columns, rows: terminal.size.rows)) && draw()
    }
  }

  private mutating func follow(_ event: ViewingEvent) -> Bool {
    for effect in subject.handle(event) {
      switch effect {
      case .quit: return false
      case .redraw: terminal.forget()
      case .fetch(let wanted): fetch(wanted)
      // Stopping is the terminal's own.
      case .suspend: break
      }
    }
    return true
  }

  private mutating func fetch(_ wanted: [TileID]) {
    let continuation = continuation
    tiles?.fetch(wanted) { continuation.yield(.tile($0, $1)) }
  }

  /// A page is scrolled no farther than it is seen.
  private mutating func tellPageEnd() {
    guard let shown, let last = drawing.pageEnd(shown, terminal.size, glyphs) else { return }
    _ = subject.handle(.pageEnds(at: last))
  }

  // MARK: - Time and frames

  private mutating func tellTime() -> Bool { follow(.tick(start.duration(to: .now))) }

  /// One tick is under way at a time: where one takes long they would queue up, and keys behind them.
  private mutating func tickSoon() {
    guard subject.isMoving, !isTickComing else { return }
    isTickComing = true
    yield(.tick, after: Self.tickTime)
  }

  /// Draws what is new now, or as soon as the last frame is old enough.
  private mutating func drawSoon() -> Bool {
    let rest = Self.frameTime - drawn.duration(to: .now)
    if rest <= .zero { return drawNews() }
    if !isFrameComing {
      isFrameComing = true
      yield(.frame, after: rest)
    }
    return true
  }

  private func yield(_ happening: Happening, after time: Duration) {
    Task { [continuation] in
      try? await Task.sleep(for: time, tolerance: .zero)
      continuation.yield(happening)
    }
  }

  /// Draws if there is anything to see that the last frame did not show.
  private mutating func drawNews() -> Bool { subject.screen == shown || draw() }

  private mutating func draw() -> Bool {
    let screen = subject.screen
    var canvas = Canvas(size: terminal.size)
    drawing.draw(screen, &canvas, glyphs, &ground)
    terminal.present(canvas, scrolled: ground.scroll)
    (shown, drawn) = (screen, .now)
    return true
  }
}

extension ViewingPlayer<Browsing>.Drawing {
  /// A map.
  static var browsing: Self {
    Self(
      draw: { drawBrowsing($0, on: &$1, glyphs: $2, ground: &$3) },
      pageEnd: { lastScroll(of: $0, size: $1, glyphs: $2) })
  }
}

extension ViewingPlayer<ReplayDesk>.Drawing {
  /// A recording.
  static var replay: Self {
    Self(
      draw: { drawReplay($0, on: &$1, glyphs: $2, ground: &$3) },
      pageEnd: { lastScroll(of: $0, size: $1, glyphs: $2) })
  }
}
