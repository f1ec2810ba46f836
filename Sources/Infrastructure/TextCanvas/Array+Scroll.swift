extension Array {
  /// Moves what lies in `area` of a grid of that size; what comes in at its edges is `blank`, what leaves it is lost.
  ///
  /// The area must lie inside the grid.
  mutating func scroll(_ area: Area, of size: CanvasSize, columns: Int, rows: Int, blank: Element) {
    guard columns != 0 || rows != 0 else { return }
    let reach = -CanvasSize.limit...CanvasSize.limit
    let (across, down) = (columns.clamped(to: reach), rows.clamped(to: reach))
    // Against the direction of the move, so that nothing is overwritten before it has moved.
    for line in 0..<area.size.rows {
      let row = down > 0 ? area.endRow - 1 - line : area.row + line
      let isFilled = area.row <= row - down && row - down < area.endRow
      for place in 0..<area.size.columns {
        let column = across > 0 ? area.endColumn - 1 - place : area.column + place
        let isInside = isFilled && area.column <= column - across && column - across < area.endColumn
        self[row * size.columns + column] =
          isInside ? self[(row - down) * size.columns + column - across] : blank
      }
    }
  }
}

extension Int {
  /// The nearest number of a range.
  func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(range.lowerBound, self), range.upperBound) }
}
