import Game
internal import HuntDomain
import Nearby
import Places
import TerminalUI
import TextCanvas

/// A game played to its end with a frame for each event, and the cost of each frame.
struct FrameRun {
  /// Seconds of taking a fix, making the screen, drawing it, and writing what has changed.
  struct Cost {
    var fix = 0.0
    var screen = 0.0
    var drawing = 0.0
    var difference = 0.0

    /// Without the fix, which comes once a second, however many frames there are.
    var total: Double { screen + drawing + difference }
  }

  private(set) var costs: [Cost] = []
  /// Bytes of each frame.
  private(set) var sizes: [Int] = []
  /// Bytes of some frames if the whole screen were sent.
  private(set) var wholeSizes: [Int] = []
  private(set) var finds = 0
  /// Seconds of taking places in when they came.
  private(set) var arrival = 0.0
  /// The last screen.
  private(set) var last: GameScreen?
  private var session: Session
  private var scenery = Scenery()
  private var shown: Canvas?
  private let scene: Scene
  private let writer: FrameWriter

  /// Plays `game` with `updates`, as the terminal player does, after a source of places has answered.
  init(_ scene: Scene, _ game: GameSetup, _ updates: [LocationUpdate], among places: [PointOfInterest] = []) {
    self.scene = scene
    writer = scene.capability.frameWriter
    session = Session(view: scene.view)
    _ = session.handle(.resize(columns: scene.size.columns, rows: scene.size.rows), at: .zero)
    _ = session.handle(.begin(game), at: .zero)
    if !places.isEmpty {
      (arrival, _) = ProcessorTime.of { session.handle(.places(PlacesAnswer(places), source: 0), at: .zero) }
    }
    var now = Duration.zero
    for update in updates {
      now = max(now, update.fix?.time ?? now)
      play(update, at: now)
    }
  }

  private mutating func play(_ update: LocationUpdate, at now: Duration) {
    let glyphs = scene.capability.glyphs
    var cost = Cost()
    let effects: [SessionEffect]
    (cost.fix, effects) = ProcessorTime.of { session.handle(.location(update), at: now) }
    for case .tell(.found) in effects { finds += 1 }
    let screen: GameScreen
    var canvas: Canvas
    let bytes: [UInt8]
    (cost.screen, screen) = ProcessorTime.of { session.screen(at: now) }
    (cost.drawing, canvas) = ProcessorTime.of {
      var canvas = Canvas(size: scene.size)
      drawGame(screen, on: &canvas, glyphs: glyphs, scenery: &scenery)
      return canvas
    }
    (cost.difference, bytes) = ProcessorTime.of { writer.bytes(from: shown, to: canvas) }
    if costs.count.isMultiple(of: 100) { wholeSizes.append(writer.bytes(from: nil, to: canvas).count) }
    costs.append(cost)
    sizes.append(bytes.count)
    (shown, last) = (canvas, screen)
  }
}
