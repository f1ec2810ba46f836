import Geodesy
import HuntApplication
import TerminalUI
import TextCanvas

/// The loop of a recording that is looked at: whatever happens becomes an event, is handled, and is drawn.
struct ReplayPlayer {
  /// What can happen, from all sides.
  private enum Happening: Sendable {
    case terminal(TerminalEvent)
    /// A tile of the map is read.
    case tile(TileID, TileOutcome)
    case tick
  }

  /// A frame is drawn this often while anything moves, as often as most screens show one.
  private static let frameTime = Duration.milliseconds(33)

  private let terminal: Terminal
  private let glyphs: GlyphLevel
  private let happenings: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation
  private let start = ContinuousClock.now
  private var desk: ReplayDesk
  private var tiles: TileFetcher?
  private var ground: MapGround
  private var shown: ReplayScreen?
  private var end: TerminalEnd?

  /// Takes the whole terminal until the user leaves.
  static func look(
    at desk: ReplayDesk, _ tiles: (any MapTiles)?, _ styling: MapStyling, colour: TerminalCapability.ColourChoice,
    isASCII: Bool
  ) async throws {
    let capability = TerminalCapability(
      environment: Environment.variables, colour: colour, maximum: isASCII ? .ascii : .braille)
    let look = try styling.look(colours: capability.colours)
    let terminal: Terminal
    do { terminal = try Terminal.open(for: capability, table: look.table) } catch {
      throw Failure.say("\(error)", Failure.unavailable)
    }
    Output.hold()
    var player = ReplayPlayer(desk, tiles, terminal, glyphs: capability.glyphs, look: look)
    let end = await player.play()
    terminal.close()
    Output.release()
    end?.die()
  }

  private init(
    _ desk: ReplayDesk, _ tiles: (any MapTiles)?, _ terminal: Terminal, glyphs: GlyphLevel, look: MapLook
  ) {
    (self.desk, self.terminal, self.glyphs) = (desk, terminal, glyphs)
    self.tiles = tiles.map { TileFetcher($0) }
    ground = MapGround(look: look)
    (happenings, continuation) = AsyncStream.makeStream()
  }

  /// Returns what the terminal wants the program to die by, if anything.
  private mutating func play() async -> TerminalEnd? {
    terminal.watchPointer(Environment.hasMouse)
    _ = follow(.resize(columns: terminal.size.columns, rows: terminal.size.rows))
    draw()
    let (events, continuation) = (terminal.events, continuation)
    let side = Task {
      for await event in events { continuation.yield(.terminal(event)) }
      continuation.finish()
    }
    tickSoon()
    defer {
      side.cancel()
      tiles?.close()
    }
    for await happening in happenings {
      guard handle(happening) else { break }
    }
    return end
  }

  /// One tick is under way at a time: while a record is read they would queue up, and keys behind them.
  private func tickSoon() {
    Task { [continuation] in
      try? await Task.sleep(for: Self.frameTime)
      continuation.yield(.tick)
    }
  }

  /// Returns whether it goes on.
  private mutating func handle(_ happening: Happening) -> Bool {
    switch happening {
    case .tick:
      defer { tickSoon() }
      guard desk.isMoving else { return true }
      guard follow(.tick(start.duration(to: .now))) else { return false }
      drawNews()
    case .tile(let id, let outcome): return follow(.tile(id, outcome)) && drawNews()
    case .terminal(.ended(let end)):
      self.end = end
      return false
    case .terminal(.key(let key)):
      tellPageEnd()
      return follow(.key(key)) && draw()
    case .terminal(.pointer(let pointer)): return follow(.pointer(pointer)) && drawNews()
    case .terminal(.resize), .terminal(.resumed):
      return follow(.resize(columns: terminal.size.columns, rows: terminal.size.rows)) && draw()
    }
    return true
  }

  private mutating func follow(_ event: ReplayDesk.Event) -> Bool {
    for effect in desk.handle(event) {
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
    guard let shown, let last = lastScroll(of: shown, size: terminal.size, glyphs: glyphs) else { return }
    _ = desk.handle(.pageEnds(at: last))
  }

  /// Draws if there is anything to see that the last frame did not show.
  @discardableResult
  private mutating func drawNews() -> Bool {
    if desk.screen != shown { draw() }
    return true
  }

  @discardableResult
  private mutating func draw() -> Bool {
    let screen = desk.screen
    var canvas = Canvas(size: terminal.size)
    drawReplay(screen, on: &canvas, glyphs: glyphs, ground: &ground)
    terminal.present(canvas, scrolled: ground.scroll)
    shown = screen
    return true
  }
}
