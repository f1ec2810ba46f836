import HuntApplication
import HuntDomain
import TerminalUI
import TextCanvas

/// A game played to its end with a frame for each thing that happens, and what each frame cost.
struct Film {
  /// Seconds of making the screen, drawing it, and writing what has changed.
  struct Cost {
    var screen = 0.0
    var drawing = 0.0
    var difference = 0.0

    var total: Double { screen + drawing + difference }
  }

  private(set) var costs: [Cost] = []
  /// Bytes of each frame.
  private(set) var sizes: [Int] = []
  /// Bytes of some frames if the whole screen were sent.
  private(set) var wholeSizes: [Int] = []
  private(set) var finds = 0
  private var session: Session
  private var ground = MapGround()
  private var shown: Canvas?
  private let scene: Scene
  private let writer: FrameWriter

  /// Plays `game` with `updates`, as the terminal player does.
  init(_ scene: Scene, _ game: Game, _ updates: [LocationUpdate]) {
    self.scene = scene
    writer = scene.capability.frameWriter
    session = Session(view: scene.view)
    _ = session.handle(.resize(columns: scene.size.columns, rows: scene.size.rows), at: .zero)
    _ = session.handle(.begin(game), at: .zero)
    var now = Duration.zero
    for update in updates {
      now = max(now, update.fix?.time ?? now)
      play(update, at: now)
    }
  }

  private mutating func play(_ update: LocationUpdate, at now: Duration) {
    for case .tell(.found) in session.handle(.location(update), at: now) { finds += 1 }
    let glyphs = scene.capability.glyphs
    var cost = Cost()
    let screen: GameScreen
    var canvas: Canvas
    let bytes: [UInt8]
    (cost.screen, screen) = ProcessorTime.of { session.screen(at: now) }
    (cost.drawing, canvas) = ProcessorTime.of {
      var canvas = Canvas(size: scene.size)
      drawGame(screen, on: &canvas, glyphs: glyphs, ground: &ground)
      return canvas
    }
    (cost.difference, bytes) = ProcessorTime.of { writer.bytes(from: shown, to: canvas) }
    if costs.count.isMultiple(of: 100) { wholeSizes.append(writer.bytes(from: nil, to: canvas).count) }
    costs.append(cost)
    sizes.append(bytes.count)
    shown = canvas
  }
}
