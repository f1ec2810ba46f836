import CommandKit
import EventDomain
import HuntDomain
import Numbers
import Room
import RoomUI
import TerminalUI
import TextCanvas
import Views

/// The organiser's room on a terminal: passes events to it, and performs its effects.
struct RoomProgram: TerminalProgram {
  private let source: RoomSource
  private let terminal: Terminal
  private let glyphs: GlyphLevel
  /// Receives the events.
  private let hear: @Sendable (RoomEvent) -> Void
  private let start = Timestamp.now
  private var room: EventRoom
  private var tiles: TileFetcher?
  private var ground: MapGround

  init(
    _ room: EventRoom, _ source: RoomSource, _ tiles: (any MapTiles)?, _ terminal: Terminal, _ screen: FullScreen,
    hear: @escaping @Sendable (RoomEvent) -> Void
  ) {
    (self.room, self.source, self.terminal, self.hear) = (room, source, terminal, hear)
    self.tiles = tiles.map { TileFetcher($0) }
    glyphs = screen.glyphs
    ground = screen.scenery.map
    do { try source.begin(hear) } catch { hear(.connection(trouble: sentence(of: error))) }
  }

  mutating func close() {
    source.close()
    tiles?.close()
  }

  var takesText: Bool { room.takesText }

  /// How often ages are looked at without another event.
  var tickTime: Duration? { .milliseconds(500) }

  mutating func handle(_ event: ProgramEvent<RoomEvent>, at time: Duration) -> Reaction {
    let now = start.advanced(by: time)
    switch event {
    case .outside(let event): return follow(event, at: now) ? .drawSoon : .quit
    case .key(let key): return follow(.key(key), at: now) ? .draw : .quit
    case .pointer(let pointer): return follow(.pointer(pointer), at: now) ? .drawSoon : .quit
    case .resize(let size): return follow(.resize(columns: size.columns, rows: size.rows), at: now) ? .draw : .quit
    case .tick: return follow(.tick, at: now) ? .drawSoon : .quit
    case .ended: return .quit
    }
  }

  /// Returns whether it goes on.
  private mutating func follow(_ event: RoomEvent, at now: Timestamp) -> Bool {
    let (source, hear) = (source, hear)
    for effect in room.handle(event, at: now) {
      switch effect {
      case .quit: return false
      case .redraw: terminal.forget()
      case .fetch(let wanted): tiles?.fetch(wanted) { hear(.tile($0, $1)) }
      case .say(let text, let team):
        Task { if let why = await source.say(text, to: team) { hear(.notSaid(why)) } }
      // Stopping is the terminal's own; news are for those who read lines.
      case .suspend, .tell: break
      }
    }
    return true
  }

  func screen(at time: Duration) -> RoomScreen { room.screen(at: start.advanced(by: time)) }

  mutating func draw(_ screen: RoomScreen, on canvas: inout Canvas, at time: Duration) -> Scroll? {
    drawRoom(screen, on: &canvas, glyphs: glyphs, ground: &ground)
    return ground.scroll
  }

  func pageEnd(of screen: RoomScreen, size: CanvasSize) -> Int? { lastScroll(of: screen, size: size, glyphs: glyphs) }

  mutating func pageEnds(at lines: Int, at time: Duration) {
    _ = room.handle(.pageEnds(at: lines), at: start.advanced(by: time))
  }
}
