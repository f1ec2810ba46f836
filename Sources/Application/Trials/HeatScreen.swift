internal import HuntDomain

/// Where the players went, made for cells of a size.
package struct HeatScreen: Hashable, Sendable {
  /// A stage on the map.
  package struct Mark: Hashable, Sendable {
    /// Cells from the upper left corner.
    package let column, row: Double
    /// The stage's number, from 1.
    package let label: String
    /// Cells to each side that a zone's circle reaches; 0 for another shape.
    package let radius: Double
  }

  package let columns: Int
  package let rows: Int
  /// Row by row, in `0 ... 4`: nobody, and ever more time.
  package let levels: [UInt8]
  package let marks: [Mark]
  /// Metres that a column is wide.
  package let metres: Double

  /// The least time in a cell that shows the next level, as a part of the greatest: where many wait, few pass.
  private static let steps = [0.0, 0.004, 0.03, 0.2]

  /// The grid as it is, or in `columns` columns at most, a row being as high as `aspect` columns are wide.
  package init(_ result: TrialResult, columns most: Int = .max, rows mostRows: Int = .max, aspect: Double = 1) {
    let grid = result.heat
    let step = max(
      1, Double(grid.columns) / Double(max(1, most)), Double(grid.rows) / (Double(max(1, mostRows)) * aspect))
    columns = max(1, min(grid.columns, Int((Double(grid.columns) / step).rounded(.up))))
    rows = max(1, Int((Double(grid.rows) / (step * aspect)).rounded(.up)))
    var sums = Array(repeating: 0, count: columns * rows)
    for row in 0..<grid.rows {
      for column in 0..<grid.columns {
        let to = (
          column: min(columns - 1, Int(Double(column) / step)), row: min(rows - 1, Int(Double(row) / (step * aspect)))
        )
        sums[to.row * columns + to.column] += Int(grid.seconds[row * grid.columns + column])
      }
    }
    let greatest = Double(max(1, sums.max() ?? 1))
    levels = sums.map { sum in UInt8(Self.steps.count { sum > 0 && Double(sum) >= $0 * greatest }) }
    metres = grid.cell * step
    marks = result.hunt.treasures.enumerated().map { index, treasure in
      let point = grid.point(of: treasure.place.position)
      var radius = 0.0
      if case .circle(let metres) = treasure.zone { radius = metres / (grid.cell * step) }
      return Mark(
        column: point.column / step, row: point.row / (step * aspect), label: "\(index + 1)", radius: radius)
    }
  }
}
