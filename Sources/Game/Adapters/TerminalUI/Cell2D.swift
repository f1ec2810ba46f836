internal import TextCanvas
internal import Views

/// A cell of a canvas.
struct Cell2D: Hashable {
  let column: Int
  let row: Int

  init(column: Int, row: Int) { (self.column, self.row) = (column, row) }

  /// The cell that contains a point; `nil` outside the canvas or for a point that is not finite.
  init?(_ point: MapScreen.Point, in size: CanvasSize) {
    guard point.x >= 0, point.y >= 0, point.x < Double(size.columns), point.y < Double(size.rows) else { return nil }
    column = Int(point.x)
    row = Int(point.y)
  }
}
