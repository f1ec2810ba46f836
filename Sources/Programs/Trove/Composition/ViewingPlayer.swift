import CommandKit
import Geodesy
import TerminalUI
import TextCanvas
import Viewer
import Views

/// Runs a viewer on a terminal: passes it the events, and reads the tiles that it needs.
struct ViewingPlayer<Subject: Viewing>: TerminalProgram {
  /// The functions that draw the subject.
  struct Drawing {
    let draw: (Subject.Screen, inout Canvas, GlyphLevel, inout Scenery) -> Void
    /// How far the page that is shown can be scrolled, on a screen of a size; `nil` without a page.
    let pageEnd: (Subject.Screen, CanvasSize, GlyphLevel) -> Int?
  }

  /// A tile of the map is read.
  struct Event: Sendable {
    let tile: TileID
    let outcome: TileOutcome
  }

  private let drawing: Drawing
  private let terminal: Terminal
  private let glyphs: GlyphLevel
  /// Receives the events.
  private let hear: @Sendable (Event) -> Void
  private var subject: Subject
  private var tiles: TileFetcher?
  private var scenery: Scenery

  /// Takes the whole terminal until the user leaves.
  static func look(
    at subject: Subject, _ tiles: (any MapTiles)?, on screen: FullScreen, _ drawing: Drawing
  ) async throws(CommandFailure) {
    try await screen.take { terminal, screen in
      terminal.watchPointer(Environment.hasMouse)
      var loop = TerminalLoop(on: terminal, clock: .continuous) { hear in
        ViewingPlayer(subject, tiles, terminal, screen, drawing, hear: hear)
      }
      return await loop.run()
    }
  }

  private init(
    _ subject: Subject, _ tiles: (any MapTiles)?, _ terminal: Terminal, _ screen: FullScreen, _ drawing: Drawing,
    hear: @escaping @Sendable (Event) -> Void
  ) {
    (self.subject, self.terminal, self.drawing, self.hear) = (subject, terminal, drawing, hear)
    self.tiles = tiles.map { TileFetcher($0) }
    glyphs = screen.glyphs
    scenery = screen.scenery
  }

  var takesText: Bool { subject.takesText }

  mutating func close() { tiles?.close() }

  /// The time between two ticks: about 30 a second while anything moves, `nil` otherwise.
  var tickTime: Duration? { subject.isMoving ? .milliseconds(33) : nil }

  mutating func handle(_ event: ProgramEvent<Event>, at time: Duration) -> Reaction {
    switch event {
    case .outside(let read): return follow(.tile(read.tile, read.outcome)) ? .drawSoon : .quit
    case .tick: return follow(.tick(time)) ? .drawSoon : .quit
    case .key(let key):
      // Time begins with the key that makes it go.
      return (subject.isMoving || follow(.tick(time))) && follow(.key(key)) ? .draw : .quit
    case .pointer(let pointer): return follow(.pointer(pointer)) ? .drawSoon : .quit
    case .resize(let size): return follow(.resize(columns: size.columns, rows: size.rows)) ? .draw : .quit
    case .ended: return .quit
    }
  }

  /// Returns whether it goes on.
  private mutating func follow(_ event: ViewingEvent) -> Bool {
    let hear = hear
    for effect in subject.handle(event) {
      switch effect {
      case .quit: return false
      case .redraw: terminal.forget()
      case .fetch(let wanted): tiles?.fetch(wanted) { hear(Event(tile: $0, outcome: $1)) }
      // Stopping is the terminal's own.
      case .suspend: break
      }
    }
    return true
  }

  func screen(at time: Duration) -> Subject.Screen { subject.screen }

  mutating func draw(_ screen: Subject.Screen, on canvas: inout Canvas, at time: Duration) -> Scroll? {
    drawing.draw(screen, &canvas, glyphs, &scenery)
    return scenery.scroll
  }

  func pageEnd(of screen: Subject.Screen, size: CanvasSize) -> Int? { drawing.pageEnd(screen, size, glyphs) }

  mutating func pageEnds(at lines: Int, at time: Duration) { _ = subject.handle(.pageEnds(at: lines)) }
}

extension ViewingPlayer<Browsing>.Drawing {
  /// A map.
  static var browsing: Self {
    Self(
      draw: { drawBrowsing($0, on: &$1, glyphs: $2, ground: &$3.map) },
      pageEnd: { lastScroll(of: $0, size: $1, glyphs: $2) })
  }
}

extension ViewingPlayer<ReplayViewer>.Drawing {
  /// A recording.
  static var replay: Self {
    Self(
      draw: { drawReplay($0, on: &$1, glyphs: $2, scenery: &$3) },
      pageEnd: { lastScroll(of: $0, size: $1, glyphs: $2) })
  }
}
