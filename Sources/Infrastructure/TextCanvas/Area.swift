/// A rectangle of cells: its upper left corner and its size.
///
/// It may lie partly or wholly outside a canvas.
package struct Area: Hashable, Sendable {
  package let column: Int
  package let row: Int
  package let size: CanvasSize

  /// Creates an area; a corner farther out than any canvas is drawn nearer, so that no sum can overflow.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    let reach = -2 * CanvasSize.limit...2 * CanvasSize.limit
    self.column = min(max(reach.lowerBound, column), reach.upperBound)
    self.row = min(max(reach.lowerBound, row), reach.upperBound)
    self.size = CanvasSize(columns: columns, rows: rows)
  }

  /// The first column to the right of the area.
  package var endColumn: Int { column + size.columns }
  /// The first row below the area.
  package var endRow: Int { row + size.rows }

  /// The part of `inner`, given in coordinates of this area, that lies inside, in coordinates of the outside.
  func part(_ inner: Area) -> Area {
    let left = min(max(column, column + inner.column), endColumn)
    let top = min(max(row, row + inner.row), endRow)
    let right = max(left, min(endColumn, column + inner.endColumn))
    let bottom = max(top, min(endRow, row + inner.endRow))
    return Area(column: left, row: top, columns: right - left, rows: bottom - top)
  }
}
