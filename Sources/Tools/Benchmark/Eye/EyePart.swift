import Eye
import Geodesy
import Glibc
import HuntDomain
import MapTiles
import Nearby
import Numbers
import TerminalUI
import TextCanvas
import Views

/// The eye in a dense city: preparing what stands around, warm frames, and the bytes of standing, turning and walking.
func eyeFindings(_ here: BenchConditions) async -> Findings {
  var findings = Findings()
  findings.rows += crowdedMaps()
  guard access(here.city, R_OK) == 0 else {
    findings.rows.append(Row(what: "The eye in a city", trove: "not measured: \(here.city) is not here"))
    return findings
  }
  guard let styles = try? MapStyles(folder: "\(here.root)/Maps/styles"),
    let file = try? TileFile(path: here.city, styles: styles)
  else {
    findings.wrong.append("eye: \(here.city) or the styles below \(here.root) cannot be read")
    return findings
  }
  let large = (CanvasSize(columns: 200, rows: 60), EyeGlyphs.sextants)
  for (terminal, glyphs) in [large, (CanvasSize(columns: 80, rows: 24), .quadrants)] {
    var walk = EyeWalk(terminal, glyphs, file)
    await walk.begin(at: signoria)
    findings.expect(walk.buildings > 0, "eye: no building to be seen")
    let steps = here.isQuick ? 10 : 60
    let standing = (0..<3).map { _ in walk.frame(at: signoria, heading: 120) }
    let turning = (1...steps).map { walk.frame(at: signoria, heading: 120 + 2 * Double($0)) }
    let walking = (1...steps).map { step in
      walk.frame(at: signoria.offset(by: 0.28 * Double(step), toward: Bearing(degrees: 120)), heading: 120)
    }
    func bytes(_ costs: [EyeWalk.Cost]) -> String { size(Sample(costs.map { Double($0.bytes) }).mean) }
    let frame = Sample(turning.map(\.seconds))
    findings.rows.append(
      Row(
        what: "The eye, Piazza della Signoria, \(terminal.columns)x\(terminal.rows), \(glyphs.rawValue)",
        trove: "warm \(time(frame.median)) (95 %: \(time(frame.p95))), surroundings of \(walk.buildings) buildings "
          + "\(time(walk.prepared)); bytes: first \(size(Double(walk.first))), standing \(bytes(Array(standing.dropFirst()))), "
          + "turning 2° \(bytes(turning)), walking 0.28 m \(bytes(walking))",
        goal: terminal.columns == 200 ? "warm < 5 ms, turning < 5 kB, standing < 300 B" : ""))
    if terminal.columns == 200, let surroundings = walk.surroundings {
      findings.rows.append(still(walk.prepared, of: surroundings, here))
    }
  }
  return findings
}

/// Surroundings on maps that hold more than there is time for.
private func crowdedMaps() -> [Row] {
  var chance = SeededGenerator(seed: 12)
  let plane = TangentPlane(at: signoria)
  func place(_ metres: Double) -> TangentPlane.Point {
    .init(east: (chance.uniform() * 2 - 1) * metres, north: (chance.uniform() * 2 - 1) * metres)
  }
  func near(_ point: TangentPlane.Point, _ east: Double, _ north: Double) -> Coordinate {
    plane.coordinate(at: .init(east: point.east + east, north: point.north + north))
  }
  let corner = TangentPlane.Point(east: -700, north: -700)
  guard let box = BoundingBox(around: [near(corner, 0, 0), near(corner, 1400, 1400)]) else { return [] }
  func row(_ what: String, _ add: (inout MapGeometry.Builder) -> Void) -> Row {
    var builder = MapGeometry.Builder(around: box)
    add(&builder)
    let sheet = builder.build()
    let (seconds, made) = ProcessorTime.of { Surroundings(around: signoria, geometries: [sheet]) }
    let left = made.leftOut.parts.map { "\($0.part.count) \($0.several)" }.joined(separator: ", ")
    return Row(what: "Surroundings, \(what)", trove: "\(time(seconds)), left out: \(left)", goal: "< 50 ms")
  }
  return [
    row("300,000 houses within 300 m") { builder in
      for _ in 0..<300_000 {
        let house = place(300)
        let ring = [near(house, 0, 0), near(house, 5, 0), near(house, 5, 5), near(house, 0, 5)]
        builder.add(.building, isArea: true, rings: [ring])
      }
    },
    row("20,000 streets of 50 corners") { builder in
      for _ in 0..<20_000 {
        builder.add(.street, isArea: false, rings: [(0..<50).map { _ in near(place(350), 0, 0) }])
      }
    },
    row("20,000 bridges of 5 corners") { builder in
      for _ in 0..<20_000 {
        let line = (0..<5).map { _ in near(place(350), 0, 0) }
        builder.add(.street, isArea: false, rise: MapGeometry.Rise(bridgeOnLayer: 1), rings: [line])
      }
    },
    row("100,000 short bridges within 300 m") { builder in
      for _ in 0..<100_000 {
        let start = place(300)
        let line = [near(start, 0, 0), near(start, 6, 2)]
        builder.add(.path, isArea: false, rise: MapGeometry.Rise(bridgeOnLayer: 1), rings: [line])
      }
    },
    row("2,000 woods over one another") { builder in
      let ring = [near(corner, 0, 0), near(corner, 1400, 0), near(corner, 1400, 1400), near(corner, 0, 1400)]
      for _ in 0..<2000 { builder.add(.wood, isArea: true, rings: [ring]) }
    },
    row("a building of 1,000,000 corners") { builder in
      builder.add(.building, isArea: true, rings: [(0..<1_000_000).map { _ in near(place(300), 0, 0) }])
    },
  ]
}

/// One picture from footprints to text, beside the nearest peer's.
private func still(_ seconds: Double, of surroundings: Surroundings, _ here: BenchConditions) -> Row {
  let peer = AsciiCity(here)?.draw(surroundings, around: signoria, radius: Int(Surroundings.reach))
  return Row(
    what: "One picture of \(surroundings.buildings.count) houses, from footprints to text",
    trove: "200x60 from the street, with ground: \(time(seconds))",
    peer: peer.map { "ascii-city, 640x320 from above, houses only: \(time($0.seconds)), \($0.inked) letters" }
      ?? "ascii-city: not here",
    ratio: peer.map { seconds / $0.seconds })
}

/// The middle of a square of Florence, a public fact.
private let signoria = Coordinate(clampingLatitude: 43.7696, wrappingLongitude: 11.2558)

/// Looks about on one terminal, and measures each frame.
private struct EyeWalk {
  /// Processor seconds and bytes of one frame.
  struct Cost {
    let seconds: Double
    let bytes: Int
  }

  /// What stood around in the last frame.
  private(set) var surroundings: Surroundings?
  /// Buildings in it.
  var buildings: Int { surroundings?.buildings.count ?? 0 }
  /// Processor seconds of the first look, which prepares the surroundings.
  private(set) var prepared = 0.0
  /// Bytes of the first frame.
  private(set) var first = 0
  private let terminal: CanvasSize
  private let glyphs: EyeGlyphs
  private let file: TileFile
  private let writer = FrameWriter()
  private var eye = EyeUseCase()
  private var signs = EyeSigns()
  private var geometries: [MapGeometry] = []
  private var shown: (canvas: Canvas, camera: EyeCamera)?

  init(_ terminal: CanvasSize, _ glyphs: EyeGlyphs, _ file: TileFile) {
    (self.terminal, self.glyphs, self.file) = (terminal, glyphs, file)
  }

  mutating func begin(at place: Coordinate) async {
    for id in EyeUseCase.tiles(around: place, of: file.facts) {
      if case .geometry(let geometry) = await file.tile(id) { geometries.append(geometry) }
    }
    let cost = frame(at: place, heading: 120)
    (prepared, first) = (cost.seconds, cost.bytes)
  }

  /// Draws the next frame, and moves what is there if only the heading differs.
  mutating func frame(at place: Coordinate, heading: Double) -> Cost {
    var service = NearbyPOIService()
    service.receive(.fix(Fix(position: place, time: .zero, accuracy: 5)), at: .zero)
    service.receive(Heading(bearing: Bearing(degrees: heading), source: .manual, uncertainty: 0), at: .zero)
    let nearby = service.snapshot(at: .zero)
    let start = ProcessorTime.now
    eye.look(around: nearby.quality.fix, geometries: geometries)
    guard let screen = eye.screen(for: nearby, columns: terminal.columns, rows: terminal.rows - eyeTapeRows) else {
      return Cost(seconds: 0, bytes: 0)
    }
    var canvas = Canvas(size: terminal)
    drawEye(screen, on: &canvas, look: EyeLook(glyphs), signs: &signs)
    let scroll = shown.flatMap { screen.camera.columnsMoved(since: $0.camera) }.map { columns in
      Scroll(
        area: Area(column: 0, row: eyeTapeRows, columns: terminal.columns, rows: terminal.rows - eyeTapeRows),
        columns: columns, rows: 0)
    }
    let bytes = writer.bytes(from: shown?.canvas, to: canvas, scrolled: scroll)
    let seconds = ProcessorTime.now - start
    shown = (canvas, screen.camera)
    surroundings = screen.surroundings
    return Cost(seconds: seconds, bytes: bytes.count)
  }
}
