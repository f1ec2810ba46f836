internal import HuntApplication
internal import TextCanvas

/// Draws the way into the game: one question a page.
func drawOnboarding(_ screen: OnboardingScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  let width = min(canvas.size.columns - 4, 68)
  let left = (canvas.size.columns - width) / 2
  var row = drawTitle(left: left, width: width, on: &canvas)
  canvas.put(screen.title, .left, row: row, column: left, width: width, style: Palette.key)
  canvas.put(screen.step, .right, row: row, column: left, width: width, style: Palette.quiet)
  row += 2
  for line in screen.lines.flatMap({ wrapped($0, columns: width) }) {
    canvas.put(line, column: left, row: row)
    row += 1
  }
  for item in screen.items where row < canvas.size.rows - 1 {
    row = draw(item, left: left, row: row, width: width, on: &canvas, Symbols(glyphs: glyphs))
  }
  canvas.fill(Area(column: 0, row: canvas.size.rows - 1, columns: canvas.size.columns, rows: 1))
  drawKeys(screen.footer, on: &canvas)
}

/// The game's name, larger where there is room; returns the row below it.
private func drawTitle(left: Int, width: Int, on canvas: inout Canvas) -> Int {
  guard canvas.size.rows >= 18, width >= 46 else {
    canvas.put("TROVE", column: left, row: 0, style: Palette.title)
    return 2
  }
  let chest = ["   ______  ", "  /_/__\\_\\ ", " |__|()|__|", " |  '--'  |", " |________|"]
  for (row, line) in chest.enumerated() { canvas.put(line, column: left, row: 1 + row, style: Palette.title) }
  canvas.put("T R O V E", column: left + 15, row: 3, style: Palette.title)
  canvas.put("a treasure hunt that knows where you are", column: left + 15, row: 4, style: Palette.quiet)
  return 8
}

/// One choice; the chosen one tells more.
///
/// Returns the row below it.
private func draw(
  _ item: OnboardingScreen.Item, left: Int, row: Int, width: Int, on canvas: inout Canvas, _ symbols: Symbols
) -> Int {
  let style = item.isSelected ? Palette.message : Style.plain
  let marker = item.isSelected ? symbols.right : " "
  canvas.put("\(marker) \(item.title)", .left, row: row, column: left, width: width, style: style)
  let lines = wrapped(item.detail, columns: width - 2).prefix(item.isSelected ? 3 : 1)
  for (offset, line) in lines.enumerated() {
    canvas.put(line, column: left + 2, row: row + 1 + offset, style: Palette.quiet)
  }
  return row + lines.count + 2
}
