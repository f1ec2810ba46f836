internal import Game
internal import TextCanvas

/// Draws the way to another source in a box over the game, as large as it needs to be and `room` lets it be.
func drawSwitch(_ screen: SwitchScreen, in room: Area, on canvas: inout Canvas, _ symbols: Symbols) {
  let width = min(room.size.columns, 56)
  let lines =
    screen.input.map { inputLines(of: $0, columns: width - 4, symbols) }
    // Two rows each and one for a longer detail: the game beneath shall be seen.
    ?? choices(
      screen.items, columns: width - 4, rows: min(room.size.rows - 2, screen.items.count * 2 + 1), symbols)
  let rows = min(room.size.rows, lines.count + 2)
  let area = Area(
    column: room.column + (room.size.columns - width) / 2, row: room.row + (room.size.rows - rows) / 2, columns: width,
    rows: rows)
  canvas.fill(area)
  canvas.box(area, title: shortened(screen.title, columns: width - 6), style: Palette.title)
  canvas.within(Area(column: area.column + 2, row: area.row + 1, columns: width - 4, rows: rows - 2)) { canvas in
    for (row, line) in lines.enumerated() { canvas.put(line.text, column: 0, row: row, style: line.style) }
  }
}

/// The question and the line being typed, of which the part before the cursor is always seen.
func inputLines(of input: SwitchScreen.Input, columns: Int, _ symbols: Symbols) -> [ChoiceLine] {
  let room = columns - 3
  let before = ending(input.before, columns: room - min(CharacterWidth.columns(of: input.after), room / 3))
  let after = shortened(input.after, columns: max(0, room - CharacterWidth.columns(of: before)))
  return wrapped(symbols.text(input.prompt), columns: columns).map { ChoiceLine(text: $0, style: .plain) }
    + [ChoiceLine(text: "\(symbols.right) \(before)_\(after)", style: Palette.message)]
}

/// The end of a text, at most so many columns of it.
private func ending(_ text: String, columns: Int) -> String {
  var kept: [Character] = []
  var width = 0
  for character in text.reversed() {
    width += CharacterWidth.columns(of: String(character))
    if width > columns { break }
    kept.append(character)
  }
  return String(kept.reversed())
}
