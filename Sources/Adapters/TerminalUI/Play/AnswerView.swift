internal import HuntApplication
internal import TextCanvas

/// Draws a question with the line or the choice for its answer, at the foot of `room`.
func drawAnswer(_ screen: AnswerScreen, in room: Area, on canvas: inout Canvas, _ symbols: Symbols) {
  let isFramed = room.size.rows >= 5 && room.size.columns >= 24
  let width = isFramed ? min(room.size.columns, 64) : room.size.columns
  let columns = width - (isFramed ? 4 : 0)
  let border = isFramed ? 2 : 0
  let lines = answerLines(screen, columns: columns, rows: room.size.rows - border, symbols)
  let rows = min(room.size.rows, lines.count + border)
  let area = Area(
    column: room.column + (room.size.columns - width) / 2, row: room.endRow - rows, columns: width, rows: rows)
  canvas.fill(area)
  if isFramed { canvas.box(area, title: shortened(screen.title, columns: width - 6), style: Palette.title) }
  let inset = isFramed ? 2 : 0
  let inner = Area(
    column: area.column + inset, row: area.row + inset / 2, columns: columns, rows: rows - border)
  canvas.within(inner) { canvas in
    for (row, line) in lines.enumerated() { canvas.put(line.text, column: 0, row: row, style: line.style) }
  }
}

/// What must be seen comes last and keeps its rows: the line, or the options around the chosen one.
private func answerLines(_ screen: AnswerScreen, columns: Int, rows: Int, _ symbols: Symbols) -> [ChoiceLine] {
  let given =
    screen.input.map { inputLines(of: $0, columns: columns, symbols) }
    ?? optionLines(screen, columns: columns, rows: max(1, min(rows - 1, screen.options.count)), symbols)
  let kept = given.suffix(max(1, rows))
  let note = wrapped(symbols.text(screen.note ?? ""), columns: columns, lines: max(0, rows - kept.count - 1))
    .map { ChoiceLine(text: $0, style: Palette.hint) }
  let prompt = wrapped(symbols.text(screen.prompt), columns: columns, lines: max(0, rows - kept.count - note.count))
    .map { ChoiceLine(text: $0, style: Palette.key) }
  return prompt + note + kept
}

/// So many of the options, the chosen one among them.
private func optionLines(_ screen: AnswerScreen, columns: Int, rows: Int, _ symbols: Symbols) -> [ChoiceLine] {
  let first = max(0, min(screen.selected - rows / 2, screen.options.count - rows))
  return screen.options.indices.dropFirst(first).prefix(rows).map { index in
    let isChosen = index == screen.selected
    let text = "\(isChosen ? symbols.right : " ") \(index + 1) \(screen.options[index])"
    return ChoiceLine(
      text: shortened(symbols.text(text), columns: columns), style: isChosen ? Palette.message : .plain)
  }
}
