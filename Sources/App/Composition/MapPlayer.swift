import Geodesy
import HuntApplication
import TerminalUI
import TextCanvas

/// The loop of a map that is looked about on: whatever happens becomes an event, is handled, and is drawn.
struct MapPlayer {
  /// What can happen, from all sides.
  private enum Happening: Sendable {
    case terminal(TerminalEvent)
    /// A tile of the map is read.
    case tile(TileID, TileOutcome)
    /// The last frame is old enough for the next one.
    case frame
  }

  /// Frames that tiles and the mouse ask for are so far apart; keys are answered at once.
  private static let frameTime = Duration.milliseconds(16)

  private let terminal: Terminal
  private let glyphs: GlyphLevel
  private let happenings: AsyncStream<Happening>
  private let continuation: AsyncStream<Happening>.Continuation
  private var browsing: Browsing
  private var tiles: TileFetcher?
  private var ground: MapGround
  private var drawn = ContinuousClock.now
  private var isFrameComing = false
  private var end: TerminalEnd?

  /// Takes the whole terminal until the user leaves.
  static func browse(
    _ browsing: Browsing, _ tiles: (any MapTiles)?, _ styling: MapStyling, colour: TerminalCapability.ColourChoice,
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
    var player = MapPlayer(browsing, tiles, terminal, glyphs: capability.glyphs, look: look)
    let end = await player.play()
    terminal.close()
    Output.release()
    end?.die()
  }

  private init(
    _ browsing: Browsing, _ tiles: (any MapTiles)?, _ terminal: Terminal, glyphs: GlyphLevel, look: MapLook
  ) {
    (self.browsing, self.terminal, self.glyphs) = (browsing, terminal, glyphs)
    self.tiles = tiles.map { TileFetcher($0) }
    ground = MapGround(look: look)
    (happenings, continuation) = AsyncStream.makeStream()
  }

  /// Returns what the terminal wants the program to die by, if anything.
  private mutating func play() async -> TerminalEnd? {
    terminal.watchPointer(Environment.hasMouse)
    _ = follow(.resize(columns: terminal.size.columns, rows: terminal.size.rows))
    draw()
    let watch = Task { [events = terminal.events, continuation] in
      for await event in events { continuation.yield(.terminal(event)) }
      continuation.finish()
    }
    defer {
      watch.cancel()
      tiles?.close()
    }
    for await happening in happenings {
      guard handle(happening) else { break }
    }
    return end
  }

  /// Returns whether it goes on.
  private mutating func handle(_ happening: Happening) -> Bool {
    switch happening {
    case .tile(let id, let outcome):
      guard follow(.tile(id, outcome)) else { return false }
      drawSoon()
    case .frame:
      isFrameComing = false
      draw()
    case .terminal(.ended(let end)):
      self.end = end
      return false
    case .terminal(.key(let key)):
      tellPageEnd()
      guard follow(.key(key)) else { return false }
      draw()
    case .terminal(.pointer(let pointer)):
      guard follow(.pointer(pointer)) else { return false }
      drawSoon()
    case .terminal(.resize), .terminal(.resumed):
      guard follow(.resize(columns: terminal.size.columns, rows: terminal.size.rows)) else { return false }
      draw()
    }
    return true
  }

  private mutating func follow(_ event: Browsing.Event) -> Bool {
    for effect in browsing.handle(event) {
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
    guard let last = lastScroll(of: browsing.screen, size: terminal.size, glyphs: glyphs) else { return }
    _ = browsing.handle(.pageEnds(at: last))
  }

  /// Draws now, or as soon as the last frame is old enough.
  private mutating func drawSoon() {
    let rest = Self.frameTime - drawn.duration(to: .now)
    if rest <= .zero { return draw() }
    guard !isFrameComing else { return }
    isFrameComing = true
    Task { [continuation] in
      try? await Task.sleep(for: rest, tolerance: .zero)
      continuation.yield(.frame)
    }
  }

  private mutating func draw() {
    var canvas = Canvas(size: terminal.size)
    drawBrowsing(browsing.screen, on: &canvas, glyphs: glyphs, ground: &ground)
    terminal.present(canvas, scrolled: ground.scroll)
    drawn = .now
  }
}
