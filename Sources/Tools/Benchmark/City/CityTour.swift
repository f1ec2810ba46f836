import Geodesy
import HuntDomain
import MapTiles
import Nearby
import TerminalUI
import TextCanvas
import Views

/// Pans over a city of vector tiles on one terminal, and measures each frame.
struct CityTour {
  /// The zoom and the terminal.
  struct Scene {
    let size: CanvasSize
    let zoom: Double
  }

  /// Seconds and bytes of one frame.
  struct Cost {
    let seconds: Double
    let bytes: Int
  }

  /// Processor seconds of reading and cutting the tiles, all of them, and of the first frame.
  private(set) var cold = 0.0
  /// Tiles that were read for it.
  private(set) var tiles = 0
  /// Tiles that could not be read.
  private(set) var broken = 0
  private let scene: Scene
  private let file: TileFile
  private let writer: FrameWriter
  private var map: MapUseCase
  private var service = NearbyPOIService()
  private var ground: MapGround
  private var shown: Canvas?
  private var second = 0.0

  /// Uses the open file; the cost of the start counts for the first frame.
  init(_ scene: Scene, _ file: TileFile, _ palette: MapPalette) {
    self.scene = scene
    self.file = file
    let look = MapLook(palette, colours: .trueColour)
    ground = MapGround(look: look)
    writer = FrameWriter(table: look.table)
    map = MapUseCase(tiles: file.facts, camera: MapCamera(zoom: scene.zoom))
  }

  /// The first frame, with everything that has to be read for it.
  mutating func begin(at place: Coordinate) async {
    let start = ProcessorTime.now
    stand(at: place)
    await read()
    cold = ProcessorTime.now - start + frame().seconds
  }

  /// The player is somewhere else a second later; the map follows.
  mutating func walk(to place: Coordinate) async -> Cost {
    stand(at: place)
    await read()
    return frame()
  }

  /// The map is moved by a key.
  mutating func pan(columns: Double, rows: Double, from place: Coordinate) async -> Cost {
    map.pan(columns: columns, rows: rows, from: place)
    await read()
    return frame()
  }

  private mutating func stand(at place: Coordinate) {
    second += 1
    let fix = Fix(position: place, time: .seconds(second), accuracy: 5)
    service.receive(.fix(fix), at: fix.time)
    map.note(fix)
  }

  /// Reads what the map wants to show; only the frames are measured.
  private mutating func read() async {
    var wanted = look()
    while !wanted.isEmpty {
      let id = wanted.removeFirst()
      let outcome = await file.tile(id)
      if case .broken = outcome { broken += 1 }
      if case .geometry = outcome { tiles += 1 }
      wanted += map.receive(id, outcome)
    }
  }

  private mutating func look() -> [TileID] {
    map.look(
      around: service.snapshot(at: .seconds(second)).position, columns: scene.size.columns, rows: scene.size.rows)
  }

  private mutating func frame() -> Cost {
    var count = 0
    let (seconds, canvas) = ProcessorTime.of {
      let nearby = service.snapshot(at: .seconds(second))
      let screen = map.screen(for: nearby, source: "GPS", columns: scene.size.columns, rows: scene.size.rows)
      var canvas = Canvas(size: scene.size)
      ground.begin(in: Area(column: 0, row: 0, columns: scene.size.columns, rows: scene.size.rows))
      drawMap(screen, on: &canvas, glyphs: .braille, ground: &ground)
      count = writer.bytes(from: shown, to: canvas, scrolled: ground.scroll).count
      return canvas
    }
    shown = canvas
    return Cost(seconds: seconds, bytes: count)
  }
}
