internal import TextCanvas
internal import Views

/// Draws a message in a box at the foot of `room`, without a border if that would leave no room for the text.
///
/// - Parameter key: the key that closes it, and what the key does.
func drawMessage(_ message: String, key: KeyHelp, in room: Area, on canvas: inout Canvas) {
  let isFramed = room.size.rows >= 5 && room.size.columns >= 24
  let width = isFramed ? min(room.size.columns, 72) : room.size.columns
  let lines = wrapped(message, columns: width - (isFramed ? 4 : 2), lines: room.size.rows - (isFramed ? 2 : 0))
  let rows = lines.count + (isFramed ? 2 : 0)
  let area = Area(
    column: room.column + (room.size.columns - width) / 2, row: room.endRow - rows, columns: width, rows: rows)
  canvas.fill(area)
  if isFramed {
    canvas.box(area, style: Palette.message)
    let words = " \(key.key): \(key.action) "
    canvas.put(
      words, column: area.endColumn - 2 - CharacterWidth.columns(of: words), row: area.endRow - 1, style: Palette.quiet)
  }
  for (row, line) in lines.enumerated() {
    canvas.put(
      line, column: area.column + (isFramed ? 2 : 1), row: area.row + row + (isFramed ? 1 : 0), style: Palette.message)
  }
}
