/// A rectangle of cells.
package struct Pane: Hashable, Sendable {
  package let column: Int
  package let row: Int
  package let columns: Int
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
