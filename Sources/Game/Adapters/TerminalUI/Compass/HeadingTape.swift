internal import TextCanvas
internal import Views

/// Draws the strip of directions: where north, east, south and west lie within the field of view.
///
/// Returns its rows.
func drawTape(_ screen: CompassScreen, on canvas: inout Canvas, _ symbols: Symbols) -> Int {
  let columns = canvas.size.columns
  // The advice for a missing heading may take up to three lines; a strip of directions has one above it.
  let words = headingRows(screen.heading, on: &canvas, symbols, lines: screen.hasHeading ? 1 : 3)
  guard screen.hasHeading else { return words }
  canvas.horizontalLine(column: 0, row: 2, columns: columns, style: Palette.quiet)
  let left = screen.column(of: -screen.cone, columns) ?? 0
  let right = screen.column(of: screen.cone, columns) ?? columns - 1
  canvas.horizontalLine(column: left, row: 2, columns: right - left + 1, with: symbols.cone, style: Palette.cone)
  for tick in screen.ticks {
    guard let column = screen.column(of: tick.offset, columns) else { continue }
    canvas.put("┴", column: column, row: 2, style: Palette.quiet)
    let start = column - tick.label.count / 2
    guard start >= 0, start + tick.label.count <= columns else { continue }
    canvas.put(tick.label, column: start, row: 1, style: Palette.key)
  }
  for mark in screen.marks where mark.role == .target {
    guard let column = screen.column(of: mark.offset, columns) else { continue }
    canvas.put(symbols.mark(.target), column: column, row: 2, style: Palette.style(of: .target))
  }
  canvas.put(symbols.down, column: columns / 2, row: 2, style: Palette.player)
  return 3
}

/// Draws the words about the heading at the top of a view, in at most so many lines; returns their rows.
func headingRows(_ words: String, on canvas: inout Canvas, _ symbols: Symbols, lines limit: Int) -> Int {
  let lines = wrapped(symbols.text(words), columns: canvas.size.columns - 2, lines: limit)
  for (row, line) in lines.enumerated() { canvas.put(line, .centre, row: row, style: Palette.title) }
  return lines.count
}

extension CompassScreen {
  /// The column of a bearing `offset` degrees right of dead ahead; `nil` outside the view.
  func column(of offset: Double, _ columns: Int) -> Int? {
    guard columns > 0, abs(offset) <= fieldOfView / 2 else { return nil }
    let column = Double(columns) / 2 + offset / fieldOfView * Double(columns)
    guard column.isFinite else { return nil }
    return Int(max(0, min(Double(columns - 1), column)))
  }
}
