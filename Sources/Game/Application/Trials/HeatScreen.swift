internal import HuntDomain
internal import Places

/// The screen of the heat map: where the players went.
package struct HeatScreen: Hashable, Sendable {
  /// A stage on the picture.
  package struct Mark: Hashable, Sendable {
    /// Cells from the upper left corner.
    package let column, row: Double
    /// The stage's number, from 1.
    package let label: String
    /// Cells to each side that a zone's circle reaches; 0 for another shape.
    package let radius: Double
  }

  /// Cells from west to east.
  package let columns: Int
  /// Cells from north to south.
  package let rows: Int
  /// The time in each cell as a level in `0 ... 4`, row by row, from no time to the most.
  package let levels: [UInt8]
  /// All stages, in the order of the hunt.
  package let marks: [Mark]
  /// Metres that a cell is wide and high.
  package let metres: Double

  /// The cells of a trial's grid.
  package init(_ result: TrialResult) {
    let grid = result.heat
    (columns, rows, metres) = (grid.columns, grid.rows, grid.cell)
    levels = HeatMap.levels(of: grid.seconds.map { UInt64($0) })
    marks = result.hunt.treasures.enumerated().map { index, treasure in
      let point = grid.point(of: treasure.place.position)
      var radius = 0.0
      if case .circle(let metres) = treasure.zone { radius = metres / grid.cell }
      return Mark(column: point.column, row: point.row, label: "\(index + 1)", radius: radius)
    }
  }
}
