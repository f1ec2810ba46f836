/// A mouse event, in cells from the upper left of the screen.
package enum Pointer: Hashable, Sendable {
  /// The wheel turned, `steps` away from the player when positive, over a cell.
  case wheel(steps: Int, column: Int, row: Int)
  /// The main button went down on a cell.
  case press(column: Int, row: Int)
  /// It is held, and the mouse is over another cell now.
  case drag(column: Int, row: Int)
  /// It was let go.
  case release(column: Int, row: Int)
}
