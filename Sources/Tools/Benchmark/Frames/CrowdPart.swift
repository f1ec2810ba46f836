import Game
import HuntDomain
import Nearby
import Places
import TerminalUI
import TextCanvas
import Views

/// Measures a frame with ten thousand places in the view, compared with the same frame with ten.
func crowdFindings(_ game: GameSetup, _ here: BenchConditions) -> Findings {
  guard let middle = game.hunt.treasures.first?.place.position else { return Findings() }
  let (many, few) = (Crowd(places: 10_000, around: middle), Crowd(places: 10, around: middle))
  return [PlayView.map, .compass].map { view in
    let scene = Scene(view: view, size: CanvasSize(columns: 200, rows: 60), isASCII: false)
    let runs = (0..<(here.isQuick ? 1 : 5)).map { _ in (many: many.run(scene, game), few: few.run(scene, game)) }
    var findings = Findings()
    for (many, few) in runs {
      findings.expect(
        many.isAllInView && few.isAllInView,
        "frames: amid \(many.count) and \(few.count) places not all are in the view")
    }
    findings.rows = [CrowdTable(scene: scene, many: runs.map(\.many), few: runs.map(\.few)).row]
    return findings
  }
  .reduce(Findings(), +)
}

/// The row about one view.
private struct CrowdTable {
  let scene: Scene
  let many, few: [CrowdRun]

  var row: Row {
    let (much, little) = (total(many), total(few))
    return Row(
      what: "A frame of \(scene.text), with \(many.first?.count ?? 0) places in view, the nearest \(Crowd.limit) shown",
      trove: "\(number(much.median * 1e3, 2)) ms (fix \(part(\.fix)), screen \(part(\.screen)), drawing "
        + "\(part(\.drawing)), difference \(part(\.difference)); 95 %: \(number(much.p95 * 1e3, 2))); taking them in once "
        + "\(time(Sample(many.map(\.run.arrival)).median))",
      peer: "with \(few.first?.count ?? 0) places: \(number(little.median * 1e3, 2)) ms",
      ratio: little.median > 0 ? much.median / little.median : nil, goal: "< 16 ms: none is lost")
  }

  private func total(_ runs: [CrowdRun]) -> Sample { Sample(runs.flatMap(\.costs).map { $0.fix + $0.total }) }

  private func part(_ part: (FrameRun.Cost) -> Double) -> String {
    number(Sample(many.flatMap(\.costs).map(part)).median * 1e3, 2)
  }
}

/// A walk amid a crowd.
private struct CrowdRun {
  let run: FrameRun
  let count: Int
  let isAllInView: Bool

  /// The costs of the frames after the first ten, which draw nothing for the first time.
  var costs: ArraySlice<FrameRun.Cost> { run.costs.dropFirst(10) }
}

extension Crowd {
  fileprivate func run(_ scene: Scene, _ game: GameSetup) -> CrowdRun {
    let run = FrameRun(scene, game, updates, among: places)
    return CrowdRun(run: run, count: places.count, isAllInView: isAllInView(of: run.last))
  }

  /// Whether all of it lies on a map, and a screen tells of as many as it may.
  private func isAllInView(of screen: GameScreen?) -> Bool {
    guard case .play(let screen)? = screen else { return false }
    let told =
      if let map = screen.map {
        map.ground.map { count(on: $0.frame) } == places.count ? map.marks.count : 0
      } else {
        screen.compass.map { $0.marks.count + $0.dots.count + $0.left.count + $0.right.count } ?? 0
      }
    return told >= min(places.count, Self.limit)
  }

  /// The most places that a screen shows: the nearest ones.
  fileprivate static let limit = NearbyPOIService().limit
}
