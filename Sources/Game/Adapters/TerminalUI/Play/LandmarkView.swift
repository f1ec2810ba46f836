internal import Game
internal import TextCanvas
internal import Views

/// Draws the question which place the player faces, in the middle of `room`; without a border where rows are few.
func drawLandmarks(_ screen: LandmarkScreen, in room: Area, on canvas: inout Canvas, _ symbols: Symbols) {
  let isFramed = room.size.rows >= 7 && room.size.columns >= 30
  let width = min(room.size.columns, 48)
  let border = isFramed ? 2 : 0
  let lines = max(1, min(screen.rows.count, room.size.rows - border - (isFramed ? 0 : 1)))
  let rows = min(room.size.rows, lines + border + (isFramed ? 0 : 1))
  let area = Area(
    column: room.column + (room.size.columns - width) / 2, row: room.row + (room.size.rows - rows) / 2,
    columns: width, rows: rows)
  canvas.fill(area)
  if isFramed {
    canvas.box(area, title: screen.title, style: Palette.title)
  } else {
    canvas.put(screen.title, column: area.column + 1, row: area.row, style: Palette.title, width: width - 1)
  }
  let inner = Area(
    column: area.column + (isFramed ? 1 : 0), row: area.row + 1, columns: width - border, rows: lines)
  // As far down as the chosen one needs.
  let first = max(0, min(screen.selected - lines / 2, screen.rows.count - lines))
  canvas.within(inner) { canvas in
    for (row, index) in (first..<min(screen.rows.count, first + lines)).enumerated() {
      draw(screen.rows[index], number: index + 1, isChosen: index == screen.selected, row: row, on: &canvas, symbols)
    }
  }
}

private func draw(
  _ place: MapScreen.Row, number: Int, isChosen: Bool, row: Int, on canvas: inout Canvas, _ symbols: Symbols
) {
  let columns = canvas.size.columns
  let style = isChosen ? Palette.bar : Palette.style(of: .place)
  canvas.fill(Area(column: 0, row: row, columns: columns, rows: 1), style: isChosen ? Palette.bar : .plain)
  canvas.put("\(isChosen ? symbols.right : " ") \(number)", column: 0, row: row, style: style)
  let tail =
    columns >= 30
    ? "\(place.distance) \(place.direction.count < 2 ? "\(place.direction) " : place.direction)" : place.distance
  let width = CharacterWidth.columns(of: tail)
  canvas.put(shortened(place.label, columns: columns - 5 - width - 1), column: 4, row: row, style: style)
  canvas.put(tail, column: columns - width - 1, row: row, style: style)
}
