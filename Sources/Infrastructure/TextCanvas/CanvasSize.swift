/// Width and height of a drawing area, in terminal cells.
package struct CanvasSize: Hashable, Sendable {
  package let columns: Int
  package let rows: Int

  /// Creates a size; negative numbers count as 0.
  package init(columns: Int, rows: Int) {
    self.columns = max(0, columns)
    self.rows = max(0, rows)
  }
}
