package import Game
package import TextCanvas

/// Draws the way into the game: one question a page.
func drawOnboarding(_ screen: OnboardingScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  let symbols = Symbols(glyphs: glyphs)
  let width = min(canvas.size.columns - 2, 68)
  let left = (canvas.size.columns - width) / 2
  let last = canvas.size.rows - 1
  var row = drawTitle(screen, left: left, width: width, on: &canvas)
  for line in screen.lines.flatMap({ wrapped(symbols.text($0), columns: width) }) where row < last {
    canvas.put(line, column: left, row: row)
    row += 1
  }
  if let input = screen.input {
    for line in wrapped(symbols.text(input.prompt), columns: width) where row < last - 1 {
      canvas.put(line, column: left, row: row)
      row += 1
    }
    let line = inputLines(of: input, columns: width, symbols).last
    canvas.put(line?.text ?? "", column: left, row: row, style: line?.style ?? .plain)
  }
  for line in choices(screen.items, columns: width, rows: last - row, symbols) {
    canvas.put(line.text, .left, row: row, column: left, width: width, style: line.style)
    row += 1
  }
  drawKeys(screen.footer, on: &canvas)
}

/// Draws the game's name, larger if there is room, the question and the step; returns the row below them.
private func drawTitle(_ screen: OnboardingScreen, left: Int, width: Int, on canvas: inout Canvas) -> Int {
  var row = 0
  if canvas.size.rows >= 18, width >= 56 {
    let chest = ["   ______  ", "  /_/__\\_\\ ", " |__|()|__|", " |  '--'  |", " |________|"]
    for (row, line) in chest.enumerated() { canvas.put(line, column: left, row: 1 + row, style: Palette.title) }
    canvas.put("T R O V E", column: left + 15, row: 3, style: Palette.title)
    canvas.put("a treasure hunt that knows where you are", column: left + 15, row: 4, style: Palette.quiet)
    row = 8
  } else if width >= CharacterWidth.columns(of: screen.title + screen.step) + 9 {
    canvas.put("TROVE", column: left, row: 0, style: Palette.title)
    canvas.put(screen.step, .right, row: 0, column: left, width: width, style: Palette.quiet)
    canvas.put(screen.title, .left, row: 0, column: left + 7, width: width, style: Palette.key)
    return 2
  }
  let room = width - CharacterWidth.columns(of: screen.step) - 1
  if room >= CharacterWidth.columns(of: screen.title) {
    canvas.put(screen.step, .right, row: row, column: left, width: width, style: Palette.quiet)
  }
  for line in wrapped(screen.title, columns: width) {
    canvas.put(line, column: left, row: row, style: Palette.key)
    row += 1
  }
  return row + (canvas.size.rows < 12 ? 0 : 1)
}

/// Draws the dialog for changing the source in a box over the game, as large as it needs to be within `room`.
func drawSwitch(_ screen: SwitchScreen, in room: Area, on canvas: inout Canvas, _ symbols: Symbols) {
  let width = min(room.size.columns, 56)
  let lines =
    screen.input.map { inputLines(of: $0, columns: width - 4, symbols) }
    // Two rows each and one for a longer detail, so that the game beneath stays visible.
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
package func inputLines(of input: SwitchScreen.Input, columns: Int, _ symbols: Symbols) -> [ChoiceLine] {
  let room = columns - 3
  let before = ending(input.before, columns: room - min(CharacterWidth.columns(of: input.after), room / 3))
  let after = shortened(input.after, columns: max(0, room - CharacterWidth.columns(of: before)))
  return wrapped(symbols.text(input.prompt), columns: columns).map { ChoiceLine(text: $0, style: .plain) }
    + [ChoiceLine(text: "\(symbols.right) \(before)_\(after)", style: Palette.message)]
}

/// The end of a text, at most `columns` columns wide.
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

/// A line of the list of choices.
package struct ChoiceLine {
  /// What it says.
  package let text: String
  /// How it looks.
  package let style: Style
}

/// The density of the choices: lines of detail for the chosen one and for the others, and blank lines between.
private struct Density {
  let chosen: Int
  let others: Int
  let gap: Int

  /// From the most generous to the tightest.
  static let all = [
    Density(chosen: 3, others: 1, gap: 1), Density(chosen: 2, others: 1, gap: 0),
    Density(chosen: 2, others: 0, gap: 0), Density(chosen: 1, others: 0, gap: 0),
  ]
}

/// The choices in as many words as there are rows for; where only some fit, the chosen one is among them.
func choices(
  _ items: [OnboardingScreen.Item], columns: Int, rows: Int, _ symbols: Symbols
) -> [ChoiceLine] {
  guard rows > 0 else { return [] }
  for density in Density.all {
    let lines = items.flatMap { choice($0, columns: columns, density, symbols) }
    if lines.count - density.gap <= rows { return Array(lines.prefix(rows)) }
  }
  let tightest = Density(chosen: 1, others: 0, gap: 0)
  let lines = items.flatMap { choice($0, columns: columns, tightest, symbols) }
  // Scrolls so that the chosen item and its detail are visible.
  let selected = items.firstIndex(where: \.isSelected) ?? 0
  return Array(lines.dropFirst(max(0, selected + 2 - rows)).prefix(rows))
}

private func choice(
  _ item: OnboardingScreen.Item, columns: Int, _ density: Density, _ symbols: Symbols
) -> [ChoiceLine] {
  let title = "\(item.isSelected ? symbols.right : " ") \(item.title)"
  let detail = wrapped(
    symbols.text(item.detail), columns: columns - 2, lines: item.isSelected ? density.chosen : density.others)
  return [ChoiceLine(text: title, style: item.isSelected ? Palette.message : .plain)]
    + (detail + Array(repeating: "", count: density.gap)).map { ChoiceLine(text: "  \($0)", style: Palette.quiet) }
}
