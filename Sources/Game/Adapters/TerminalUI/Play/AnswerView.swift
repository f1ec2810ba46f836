internal import Game
internal import TextCanvas

/// Draws a question with its input line or options at the foot of `room`, or of `larger` if it would be cut there.
func drawAnswer(
  _ screen: AnswerScreen, in room: Area, orIn larger: Area, on canvas: inout Canvas, _ symbols: Symbols
) {
  let box = AnswerBox(screen, in: room, symbols)
  (box.isCut ? AnswerBox(screen, in: larger, symbols) : box).draw(on: &canvas)
}

/// A question and its answer, broken into lines for an area.
private struct AnswerBox {
  /// The total rows and columns that the border takes.
  private let border: (rows: Int, columns: Int)
  private let area: Area
  private let title: String
  private let lines: [ChoiceLine]
  /// Whether the area is too small for all of it.
  let isCut: Bool

  init(_ screen: AnswerScreen, in room: Area, _ symbols: Symbols) {
    border = room.size.rows >= 5 && room.size.columns >= 24 ? (2, 4) : (0, 0)
    let width = border.columns > 0 ? min(room.size.columns, 64) : room.size.columns
    let (columns, rows) = (width - border.columns, room.size.rows - border.rows)
    let whole = answerLines(screen, columns: columns, rows: .max, symbols)
    isCut = whole.count > rows
    lines = isCut ? answerLines(screen, columns: columns, rows: rows, symbols) : whole
    let height = min(room.size.rows, lines.count + border.rows)
    area = Area(
      column: room.column + (room.size.columns - width) / 2, row: room.endRow - height, columns: width, rows: height)
    title = shortened(screen.title, columns: width - 6)
  }

  func draw(on canvas: inout Canvas) {
    canvas.fill(area)
    if border.rows > 0 { canvas.box(area, title: title, style: Palette.title) }
    let inner = Area(
      column: area.column + border.columns / 2, row: area.row + border.rows / 2,
      columns: area.size.columns - border.columns, rows: area.size.rows - border.rows)
    canvas.within(inner) { canvas in
      for (row, line) in lines.enumerated() { canvas.put(line.text, column: 0, row: row, style: line.style) }
    }
  }
}

/// The lines if not everything fits: first the input line, or at least two of the scrollable options; then the
/// question, which is shown only here, with the note.
private func answerLines(_ screen: AnswerScreen, columns: Int, rows: Int, _ symbols: Symbols) -> [ChoiceLine] {
  let (question, news) = (symbols.text(screen.prompt), symbols.text(screen.note ?? ""))
  let (prompt, note) = (wrapped(question, columns: columns), wrapped(news, columns: columns))
  let given =
    screen.input.map { inputLines(of: $0, columns: columns, symbols) }
    ?? optionLines(screen, columns: columns, rows: min(rows, max(2, rows - prompt.count - note.count)), symbols)
  let kept = given.suffix(max(1, rows))
  let room = max(0, rows - kept.count)
  let noted = min(note.count, max(room / 2, room - prompt.count))
  let asked = wrapped(question, columns: columns, lines: room - noted)
    .map { ChoiceLine(text: $0, style: Palette.key) }
  let told = wrapped(news, columns: columns, lines: noted).map { ChoiceLine(text: $0, style: Palette.hint) }
  return asked + told + kept
}

/// At most `rows` lines of options: the chosen one in full, those around it in one line each.
private func optionLines(_ screen: AnswerScreen, columns: Int, rows: Int, _ symbols: Symbols) -> [ChoiceLine] {
  guard screen.options.indices.contains(screen.selected) else { return [] }
  let chosen = chosenLines(screen, columns: columns, rows: rows, symbols)
  let count = max(1, min(screen.options.count, rows - chosen.count + 1))
  let first = max(0, min(screen.selected - count / 2, screen.options.count - count))
  return screen.options.indices.dropFirst(first).prefix(count).flatMap { index -> [ChoiceLine] in
    if index == screen.selected { return chosen }
    let text = symbols.text("  \(index + 1) \(screen.options[index])")
    return [ChoiceLine(text: shortened(text, columns: columns), style: .plain)]
  }
}

private func chosenLines(_ screen: AnswerScreen, columns: Int, rows: Int, _ symbols: Symbols) -> [ChoiceLine] {
  let head = "\(symbols.right) \(screen.selected + 1) "
  let indent = CharacterWidth.columns(of: head)
  let text = symbols.text(screen.options[screen.selected])
  let lines = wrapped(text, columns: max(1, columns - indent), lines: max(1, rows))
  return (lines.isEmpty ? [""] : lines).enumerated().map { index, line in
    let start = index == 0 ? head : String(repeating: " ", count: indent)
    return ChoiceLine(text: start + line, style: Palette.message)
  }
}
