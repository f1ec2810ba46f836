internal import HuntApplication
internal import TextCanvas

/// Draws every key of the desk, in the middle of the screen.
func drawDeskKeys(_ keys: [KeyHelp], on canvas: inout Canvas, _ symbols: Symbols) {
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
    canvas.put("any key goes back to the desk", .left, row: rows - 3, style: Palette.quiet)
  }
}
