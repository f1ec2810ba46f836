internal import HuntApplication
internal import TextCanvas

/// Draws news in a box at the foot of `room`, or without a border where that would leave no room for the news.
func drawMessage(_ message: String, in room: Area, on canvas: inout Canvas) {
  let isFramed = room.size.rows >= 5 && room.size.columns >= 24
  let width = isFramed ? min(room.size.columns, 72) : room.size.columns
  let lines = wrapped(message, columns: width - (isFramed ? 4 : 2), lines: room.size.rows - (isFramed ? 2 : 0))
  let rows = lines.count + (isFramed ? 2 : 0)
  let area = Area(
    column: room.column + (room.size.columns - width) / 2, row: room.endRow - rows, columns: width, rows: rows)
  canvas.fill(area)
  if isFramed {
    canvas.box(area, style: Palette.message)
    canvas.put(" Enter: go on ", column: area.endColumn - 16, row: area.endRow - 1, style: Palette.quiet)
  }
  for (row, line) in lines.enumerated() {
    canvas.put(
      line, column: area.column + (isFramed ? 2 : 1), row: area.row + row + (isFramed ? 1 : 0), style: Palette.message)
  }
}

/// Draws every key, in the middle of the screen.
func drawHelp(_ keys: [KeyHelp], on canvas: inout Canvas, _ symbols: Symbols, backTo: String = "the game") {
  let width = min(canvas.size.columns, 60)
  let rows = min(canvas.size.rows, keys.count + 4)
  let area = Area(
    column: (canvas.size.columns - width) / 2, row: (canvas.size.rows - rows) / 2, columns: width, rows: rows)
  canvas.fill(area)
  canvas.box(area, title: "Keys", style: Palette.title)
  let widest = keys.map { CharacterWidth.columns(of: $0.key) }.max() ?? 0
  let indent = min(widest + 1, width / 3)
  canvas.within(Area(column: area.column + 2, row: area.row + 1, columns: width - 4, rows: rows - 2)) { canvas in
    for (row, key) in keys.enumerated() {
      canvas.put(key.key, .left, row: row, width: indent - 1, style: Palette.key)
      canvas.put(symbols.text(key.action), .left, row: row, column: indent)
    }
    canvas.fill(Area(column: 0, row: rows - 3, columns: width - 4, rows: 1))
    canvas.put("any key goes back to \(backTo)", .left, row: rows - 3, style: Palette.quiet)
  }
}
