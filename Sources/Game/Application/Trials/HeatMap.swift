package import Geodesy
internal import HuntDomain
package import Views

/// Where the players of a trial went, on a map of all stages.
///
/// ```swift
/// var heat = HeatMap(result, columns: 80, rows: 24, tiles: file.facts)
/// for tile in heat.wanted { _ = heat.receive(tile, ...) }
/// heat.screen  // a MapScreen with its `heat`
/// ```
package struct HeatMap: Sendable {
  /// Rows that a map has at least, and at most: a report is read and not looked about on.
  private static let heights = 12...30
  /// Spots across a cell, and down, whose time is averaged.
  private static let samples = (across: 3, down: 6)
  /// The least time that shows the next level, as a part of the greatest: where many wait, few pass.
  static let steps = [0.0, 0.004, 0.03, 0.2]

  private let result: TrialResult
  private let columns, rows: Int
  private var map: MapUseCase

  /// Creates a map of `columns` columns, with as many rows as the ground's proportions need.
  package init(_ result: TrialResult, columns: Int, base: BaseMap = .empty, tiles: TileSetFacts? = nil) {
    let grid = result.heat
    self.result = result
    self.columns = min(1000, max(1, columns))
    rows = Self.heights.clamp(self.columns * grid.rows / (2 * grid.columns))
    map = MapUseCase(base: base, tiles: tiles)
    map.camera.show(grid.bounds, columns: self.columns, rows: rows)
  }

  /// The tiles that are to be fetched, each asked for once.
  package mutating func wanted() -> [TileID] { map.look(around: nil, columns: columns, rows: rows) }

  /// Takes what came of a tile; returns the tiles that are to be fetched now.
  package mutating func receive(_ tile: TileID, _ outcome: TileOutcome) -> [TileID] { map.receive(tile, outcome) }

  /// The map with the stages on it, and where the players were.
  package var screen: MapScreen {
    var screen = map.screen(columns: columns, rows: rows, stages: result.hunt.treasures)
    if let frame = screen.ground?.frame { screen.heat = levels(in: frame) }
    return screen
  }

  private func levels(in frame: MapFrame) -> [UInt8] {
    let (across, down) = Self.samples
    var times: [UInt64] = []
    times.reserveCapacity(columns * rows)
    for row in 0..<rows {
      for column in 0..<columns {
        var sum: UInt64 = 0
        for sample in 0..<across * down {
          let x = Double(column) + (Double(sample % across) + 0.5) / Double(across)
          let y = Double(row) + (Double(sample / across) + 0.5) / Double(down)
          sum += UInt64(result.heat.seconds(at: frame.coordinate(at: .init(x: x, y: y))))
        }
        times.append(sum)
      }
    }
    return Self.levels(of: times)
  }

  /// The times as levels in `0 ... 4`, from no time to the most.
  static func levels(of times: [UInt64]) -> [UInt8] {
    let greatest = Double(max(1, times.max() ?? 1))
    return times.map { time in UInt8(steps.count { time > 0 && Double(time) >= $0 * greatest }) }
  }
}
