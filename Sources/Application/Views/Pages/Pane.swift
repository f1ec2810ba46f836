/// A rectangle of cells.
package struct Pane: Hashable, Sendable {
  /// The column of the left edge, from 0.
  package let column: Int
  /// The row of the upper edge, from 0.
  package let row: Int
  /// How wide it is, in cells; 0 or more.
  package let columns: Int
  /// How high it is, in cells; 0 or more.
  package let rows: Int

  /// Creates a pane whose upper left cell is at `column` and `row`, from 0.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
  }

  /// Whether a cell of the screen lies in the pane.
  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column - self.column < columns && row >= self.row && row - self.row < rows
  }
}

extension ClosedRange<Int> {
  /// Columns or rows that a terminal may claim to have.
  package static var terminalSizes: ClosedRange<Int> { 0...10_000 }
}
