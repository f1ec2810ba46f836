internal import HuntApplication
internal import TextCanvas

/// The strip of directions: where north, east, south and west lie within the field of view.
func drawTape(_ screen: CompassScreen, row: Int, on canvas: inout Canvas, _ symbols: Symbols) {
  canvas.put(screen.heading, .centre, row: row, style: Palette.title)
  guard screen.hasHeading else { return }
  let columns = canvas.size.columns
  canvas.horizontalLine(column: 0, row: row + 2, columns: columns, style: Palette.quiet)
  let left = screen.column(of: -screen.cone, columns) ?? 0
  let right = screen.column(of: screen.cone, columns) ?? columns - 1
  canvas.horizontalLine(column: left, row: row + 2, columns: right - left + 1, with: "═", style: Palette.cone)
  for tick in screen.ticks {
    guard let column = screen.column(of: tick.offset, columns) else { continue }
    canvas.put("┴", column: column, row: row + 2, style: Palette.quiet)
    let start = column - tick.label.count / 2
    guard start >= 0, start + tick.label.count <= columns else { continue }
    canvas.put(tick.label, column: start, row: row + 1, style: Palette.key)
  }
  canvas.put(symbols.down, column: columns / 2, row: row + 2, style: Palette.player)
}

extension CompassScreen {
  /// The column in which something `offset` degrees right of dead ahead is seen, or nothing outside the view.
  func column(of offset: Double, _ columns: Int) -> Int? {
    guard columns > 0, abs(offset) <= fieldOfView / 2 else { return nil }
    let column = Double(columns) / 2 + offset / fieldOfView * Double(columns)
    return max(0, min(columns - 1, Int(column)))
  }
}
