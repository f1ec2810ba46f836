internal import Geodesy

/// A change of the map that a mouse gesture asks for.
package enum MapGesture: Hashable, Sendable {
  /// Levels nearer, or away when negative, about a spot in cells of the map.
  case zoom(Double, about: MapScreen.Point)
  /// Cells that the view moves by: against the hand, which takes the ground along.
  case pan(columns: Double, rows: Double)
}

/// A hand on a mouse that drags the map.
package struct DragGesture: Hashable, Sendable {
  /// The cell of the screen that it holds.
  private var held: Cell?

  private struct Cell: Hashable {
    let column, row: Int
  }

  /// Notches of a wheel that count at once.
  private static let notches = -40...40

  /// A hand that holds nothing.
  package init() {}

  /// The map gesture of a pointer event in `pane`; `nil` if it happens beside the pane or asks nothing of the map.
  package mutating func gesture(for pointer: Pointer, in pane: Pane) -> MapGesture? {
    switch pointer {
    case .wheel(let steps, let column, let row):
      guard pane.contains(column: column, row: row) else { return nil }
      return .zoom(
        Double(Self.notches.clamp(steps)) * MapCamera.wheelStep,
        about: MapScreen.Point(x: Double(column - pane.column) + 0.5, y: Double(row - pane.row) + 0.5))
    case .press(let column, let row):
      held = pane.contains(column: column, row: row) ? Cell(column: column, row: row) : nil
      return nil
    case .drag(let column, let row):
      guard let from = held, pane.contains(column: column, row: row) else { return nil }
      held = Cell(column: column, row: row)
      return .pan(columns: Double(from.column - column), rows: Double(from.row - row))
    case .release:
      held = nil
      return nil
    }
  }
}
