internal import TextCanvas
internal import Views

/// Draws those who were here at another time: a letter in brackets each, and who that is.
func drawGhosts(_ screen: MapScreen, on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen) {
  for ghost in screen.ghosts {
    guard let cell = Cell2D(ghost.at, in: canvas.size) else { continue }
    pen.put(sign(of: ghost), column: cell.column - 1, row: cell.row, style: Palette.ghost, on: &canvas)
    layout.block(column: cell.column - 1, row: cell.row, columns: 3)
  }
  drawGhostLegend(screen.ghosts, on: &canvas, &layout, pen)
}

/// `(Y)`: no other mark has brackets, and no two ghosts one letter.
private func sign(of ghost: MapScreen.Ghost) -> String { "(\(ghost.letter))" }

/// The names of all, in the corner above, as many as fit below each other.
private func drawGhostLegend(
  _ ghosts: [MapScreen.Ghost], on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen
) {
  // Neither the scale below nor the player in the middle may be hidden.
  let room = canvas.size.rows / 2 - 2
  for (row, ghost) in ghosts.prefix(max(0, room)).enumerated() {
    let width = max(8, canvas.size.columns / 3)
    let text = " \(shortened("\(sign(of: ghost)) \(pen.symbols.text(ghost.name))", columns: width)) "
    let columns = pen.put(text, column: 0, row: row, style: Palette.ghost, on: &canvas)
    layout.block(column: 0, row: row, columns: columns)
  }
}
