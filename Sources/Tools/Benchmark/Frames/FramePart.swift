import Game
import HuntDomain
import Nearby
import PlaceFiles
import TextCanvas
import TraceLocation

/// The game on a terminal: what a frame costs while the map follows the bundled walk, a fix and a frame a second, and
/// what it costs amid many places.
func frameFindings(_ here: BenchConditions) async -> Findings {
  var findings = Findings()
  guard let (game, updates) = await bundledWalk(here) else {
    findings.wrong.append("frames: the bundled hunt or its walk is not below \(here.root)")
    return findings
  }
  var finds: Set<Int> = []
  for scene in Scene.all {
    let runs = (0..<(here.isQuick ? 1 : 2)).map { _ in FrameRun(scene, game, updates) }
    guard let run = runs.first else { continue }
    finds.insert(run.finds)
    findings.expect(runs.allSatisfy { $0.sizes == run.sizes }, "frames: \(scene.text): the same walk, other bytes")
    findings.rows.append(row(scene, runs))
  }
  findings.expect(finds.count == 1, "frames: the views disagree about what was found")
  if !here.isQuick {
    findings.expect(finds == [game.hunt.treasures.count], "frames: the bundled walk does not find everything")
  }
  return findings + crowdFindings(game, here)
}

private func row(_ scene: Scene, _ runs: [FrameRun]) -> Row {
  // The first frame is the whole screen; from the second on it is what a player waits for.
  let costs = runs.flatMap { $0.costs.dropFirst() }
  let sizes = Sample(runs.flatMap { $0.sizes.dropFirst() }.map(Double.init))
  func middle(_ part: (FrameRun.Cost) -> Double) -> String { number(Sample(costs.map(part)).median * 1e3, 2) }
  let total = Sample(costs.map(\.total))
  let whole = size(Sample(runs.flatMap(\.wholeSizes).map(Double.init)).median)
  let isLarge = scene.size.columns == 200
  return Row(
    what: "A frame of \(scene.text)",
    trove: "\(middle(\.total)) ms (screen \(middle(\.screen)), drawing \(middle(\.drawing)), difference "
      + "\(middle(\.difference)); 95 %: \(number(total.p95 * 1e3, 2))), \(size(sizes.median)) (mean: \(size(sizes.mean)))",
    peer: [mapscii(scene), "all cells sent: \(whole)"].compactMap(\.self).joined(separator: "; "),
    goal: isLarge ? "< 1 ms, < 2 kB" : "")
}

/// Published figures of another map in the terminal, from another run on another day: no ratio can be taken of them.
private func mapscii(_ scene: Scene) -> String? {
  guard scene.view == .map else { return nil }
  let figures =
    switch (scene.size.columns == 200, scene.isASCII) {
    case (true, false): "2.1 to 3.6 ms, 49 to 75 kB"
    case (true, true): "2.2 to 3.5 ms, 29 to 58 kB"
    case (false, false): "0.4 to 1.3 ms, 10 to 15 kB"
    case (false, true): "0.6 to 1.2 ms, 7 to 13 kB"
    }
  return "mapscii 0.3.1 (another run): \(figures)"
}

private func bundledWalk(_ here: BenchConditions) async -> (GameSetup, [LocationUpdate])? {
  guard let hunt = try? HuntFile(path: here.hunt), let mapPath = hunt.map, let tracePath = hunt.trace,
    let map = try? BaseMapFile(path: mapPath), let trace = try? TraceFile(path: tracePath)
  else { return nil }
  var updates: [LocationUpdate] = []
  for await update in TraceLocation(trace.trace, pace: .unpaced).updates() {
    updates.append(update)
    if here.isQuick && updates.count == 100 { break }
  }
  return (GameSetup(hunt: hunt.hunt, map: map.map, source: "trace"), updates)
}
