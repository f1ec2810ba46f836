/// Word that the ground in an area has moved by whole cells, so that a terminal can be told to move it too.
package struct Scroll: Hashable, Sendable {
  /// Where, in cells of the canvas.
  package let area: Area
  /// Columns to the right; negative to the left.
  package let columns: Int
  /// Rows down; negative up.
  package let rows: Int

  /// Creates a scroll; one farther than any canvas moves everything out.
  package init(area: Area, columns: Int, rows: Int) {
    let reach = CanvasSize.limit
    self.area = area
    self.columns = min(max(-reach, columns), reach)
    self.rows = min(max(-reach, rows), reach)
  }
}

/// A scroll that a terminal can be told to do, on the canvas that it shows.
struct ScrollMove {
  /// Inside the canvas, and larger than the move.
  let area: Area
  /// Columns to the right; negative to the left.
  let columns: Int
  private let rows: Int

  /// Creates the move; `nil` if the terminal cannot move the area, or no cell of it would stay in sight.
  ///
  /// Rows can only be moved as a whole.
  init?(_ scroll: Scroll, on canvas: Canvas) {
    let size = canvas.extent
    area = Area(column: 0, row: 0, columns: size.columns, rows: size.rows).part(scroll.area)
    (columns, rows) = (scroll.columns, scroll.rows)
    guard columns != 0 || rows != 0, abs(columns) < area.size.columns, abs(rows) < area.size.rows else { return nil }
    if rows != 0, area.size.columns != size.columns { return nil }
  }

  /// Moves the rows, on the canvas as on the terminal.
  func moveRows(of canvas: inout Canvas, _ frame: inout FrameBytes) {
    guard rows != 0 else { return }
    canvas.scroll(area, columns: 0, rows: rows)
    frame.moveRows(area.row, area.endRow, by: rows, of: canvas.extent.rows)
  }

  /// Returns a row's cells after its columns have moved, or `nil` if that would cut a wide character.
  func moved(_ row: Int, of canvas: Canvas) -> [Cell]? {
    let width = canvas.extent.columns
    var cells = Array(canvas.cells[row * width..<(row + 1) * width])
    // Where the row is cut: at both ends of the area, and where what is lost ends or begins.
    let lost = columns > 0 ? area.endColumn - columns : area.column - columns
    for cut in [area.column, lost, area.endColumn] where cut < width && cells[cut].isContinuation { return nil }
    cells.scroll(
      Area(column: area.column, row: 0, columns: area.size.columns, rows: 1),
      of: CanvasSize(columns: width, rows: 1), columns: columns, rows: 0, blank: .blank)
    return cells
  }

  /// Moves the columns of a row on the terminal.
  func moveColumns(of row: Int, on size: CanvasSize, _ frame: inout FrameBytes) {
    frame.moveColumns(area.column, area.endColumn, by: columns, row: row, of: size.columns)
  }
}

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
