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
