internal import Game
internal import TextCanvas

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

/// The game's name, larger where there is room, the question and the step; returns the row below them.
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
