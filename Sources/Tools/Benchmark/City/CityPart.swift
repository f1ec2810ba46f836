import Geodesy
import Glibc
import MapTiles
import TextCanvas
import Views

/// The map of a real city offline: cold and warm frames, and the bytes of walking and of moving the map.
///
/// The city is Florence, from a Protomaps archive that lies beside the package; without it the rows say so.
func cityFindings(_ here: BenchConditions) async -> Findings {
  var findings = Findings()
  guard access(here.city, R_OK) == 0 else {
    findings.rows.append(Row(what: "A city on vector tiles", trove: "not measured: \(here.city) is not here"))
    return findings
  }
  guard let styles = try? MapStyles(folder: "\(here.root)/Maps/styles"), let palette = styles.palettes["dark"],
    let file = try? TileFile(path: here.city, styles: styles)
  else {
    findings.wrong.append("city: \(here.city) or the styles below \(here.root) cannot be read")
    return findings
  }
  for size in [CanvasSize(columns: 200, rows: 60), CanvasSize(columns: 80, rows: 24)] {
    for zoom in [11.0, 13, 14.5, 16] {
      let scene = CityTour.Scene(size: size, zoom: zoom)
      findings =
        findings + (await tour(scene, file, palette, rounds: here.isQuick ? 1 : 5, steps: here.isQuick ? 12 : 60))
    }
  }
  if let child = Child.run([BenchConditions.thisProgram, "--tour", here.city, "--root", here.root]), child.status == 0 {
    findings.rows.append(
      Row(
        what: "Memory of looking all over the city, 200x60", trove: child.output.trimmed,
        peer: "mapscii 0.3.1 (another run): 90 MB", goal: "under 64 MB"))
  } else {
    findings.wrong.append("city: looking all over it failed")
  }
  return findings
}

/// Pans all over a map at every zoom, to measure the memory that this takes.
func lookAllOver(_ path: String, root: String) async throws -> String {
  let styles = try MapStyles(folder: "\(root)/Maps/styles")
  let file = try TileFile(path: path, styles: styles)
  for zoom in stride(from: 10.0, through: 17, by: 0.5) {
    var tour = CityTour(
      .init(size: CanvasSize(columns: 200, rows: 60), zoom: zoom), file,
      styles.palettes["dark"] ?? MapPalette(name: "", looks: [:]))
    await tour.begin(at: florence)
    for step in 0..<40 {
      _ = await tour.pan(columns: step % 20 < 10 ? 24 : -24, rows: step % 10 < 5 ? 12 : -12, from: florence)
    }
  }
  return residentPeak().map { "\(number(Double($0) / 1024)) MB" } ?? "?"
}

/// The middle of the old bridge of Florence, a public fact.
private let florence = Coordinate(clampingLatitude: 43.768, wrappingLongitude: 11.2531)

private func tour(
  _ scene: CityTour.Scene, _ file: TileFile, _ palette: MapPalette, rounds: Int, steps: Int
) async -> Findings {
  var findings = Findings()
  var cold: [Double] = []
  var warm: [CityTour.Cost] = []
  var walked: [CityTour.Cost] = []
  var panned: [CityTour.Cost] = []
  var (tiles, broken) = (0, 0)
  for _ in 0..<rounds {
    var tour = CityTour(scene, file, palette)
    await tour.begin(at: florence)
    cold.append(tour.cold)
    tiles = tour.tiles
    // As the peer was measured: two metres a frame.
    for step in 1...steps {
      warm.append(await tour.walk(to: florence.offset(by: 2.2 * Double(step), toward: Bearing(degrees: 45))))
    }
    for step in 1...steps {
      walked.append(await tour.walk(to: florence.offset(by: 1.4 * Double(step), toward: Bearing(degrees: 90))))
    }
    for step in 0..<steps {
      let isAcross = step.isMultiple(of: 2)
      panned.append(await tour.pan(columns: isAcross ? 8 : 0, rows: isAcross ? 0 : 4, from: florence))
    }
    broken += tour.broken
  }
  findings.expect(broken == 0, "city: \(broken) tiles are broken")
  findings.expect(tiles > 0, "city: nothing to be seen at zoom \(scene.zoom)")
  findings.rows.append(row(scene, cold: cold, tiles: tiles, warm, walked, panned))
  return findings
}

private func row(
  _ scene: CityTour.Scene, cold: [Double], tiles: Int, _ warm: [CityTour.Cost], _ walked: [CityTour.Cost],
  _ panned: [CityTour.Cost]
) -> Row {
  func bytes(_ costs: [CityTour.Cost]) -> String { size(Sample(costs.map { Double($0.bytes) }).mean) }
  let (frame, pan) = (Sample(warm.map(\.seconds)), Sample(panned.map(\.seconds)))
  let first = Sample(cold).median
  let isLarge = scene.size.columns == 200
  return Row(
    what: "Florence, \(scene.size.columns)x\(scene.size.rows), zoom \(number(scene.zoom, 1))",
    trove: "warm \(time(frame.median)) (95 %: \(time(frame.p95))), cold \(time(first)) with \(tiles) tiles "
      + "(\(time(first / Double(max(1, tiles)))) each), moving the map \(time(pan.median)); bytes: walking \(bytes(walked)), "
      + "moving the map \(bytes(panned))",
    peer: isLarge ? "mapscii 0.3.1 (another run, small tiles): warm 2.1 to 3.6 ms, 49 to 75 kB" : "",
    goal: isLarge ? "warm < 1 ms, cold tile < 10 ms, < 2 kB, < 20 kB" : "")
}

/// The most memory that this process has had resident, in kilobytes.
private func residentPeak() -> Int? {
  var usage = rusage()
  return getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 ? usage.ru_maxrss : nil
}

extension String {
  fileprivate var trimmed: String { String(split(whereSeparator: \.isNewline).first ?? "") }
}
