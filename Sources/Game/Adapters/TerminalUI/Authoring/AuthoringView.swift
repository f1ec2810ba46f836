package import Editor
internal import Game
package import TextCanvas
internal import Views

/// Draws whatever an author sees: the editor, or the game that they preview.
///
/// - Parameter scenery: the one of the frame before, which most often is this one's.
package func drawAuthoring(
  _ view: AuthoringView, on canvas: inout Canvas, glyphs: GlyphLevel, scenery: inout Scenery
) {
  let smallest = PlayLayout.smallest
  guard canvas.size.columns >= smallest.columns, canvas.size.rows >= smallest.rows else {
    // `drawGame` itself reports that the terminal is too small.
    return drawGame(.loading(""), on: &canvas, glyphs: glyphs, scenery: &scenery)
  }
  switch view {
  case .editor(let screen): drawEditor(screen, on: &canvas, glyphs: glyphs, scenery: &scenery)
  case .preview(let screen, let footer):
    drawGame(screen, on: &canvas, glyphs: glyphs, scenery: &scenery)
    canvas.fill(Area(column: 0, row: canvas.size.rows - 1, columns: canvas.size.columns, rows: 1))
    drawKeys(footer, on: &canvas)
  }
}

/// The line about the sensor, the map, the stages, what is chosen or done, the keys.
private func drawEditor(
  _ screen: AuthoringScreen, on canvas: inout Canvas, glyphs: GlyphLevel, scenery: inout Scenery
) {
  let symbols = Symbols(glyphs: glyphs)
  let body = Area(column: 0, row: 1, columns: canvas.size.columns, rows: canvas.size.rows - 4)
  let mapArea = Area(screen.mapPane)
  drawEditorBar(screen, on: &canvas, symbols)
  scenery.begin()
  scenery.map.begin(in: mapArea)
  canvas.within(mapArea) { drawMap(screen.map, on: &$0, glyphs: glyphs, ground: &scenery.map) }
  if let pane = screen.listPane {
    let area = Area(pane)
    canvas.verticalLine(column: area.column - 1, row: area.row, rows: area.size.rows, style: Palette.quiet)
    canvas.within(area) { drawStages(screen.stages, on: &$0, symbols) }
  }
  drawLines(screen.lines, on: &canvas, symbols)
  drawKeys(keys(screen.footer, with: screen.page, size: canvas.size, symbols), on: &canvas)
  if let page = screen.page {
    drawPage(page, on: &canvas, symbols)
  } else if let box = screen.box {
    drawSwitch(box, in: body, on: &canvas, symbols)
    // What is wrong with a line that was typed stands below it.
    if let message = screen.message { drawNote(symbols.text(message), on: &canvas) }
  } else if let message = screen.message {
    drawMessage(symbols.text(message), key: KeyHelp("Enter", "go on"), in: mapArea, on: &canvas)
  }
}

private func drawEditorBar(_ screen: AuthoringScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let columns = canvas.size.columns
  let style = screen.isStale ? Palette.staleBar : Palette.bar
  let side = max(10, CharacterWidth.columns(of: screen.saved) + 1)
  let longest = columns - 2 * side - 4
  let gps = screen.longerGPS.first { CharacterWidth.columns(of: $0) + 12 <= longest } ?? screen.gps
  canvas.fill(Area(column: 0, row: 0, columns: columns, rows: 1), style: style)
  canvas.put(screen.saved, .right, row: 0, column: columns - side - 1, width: side, style: style)
  let text = shortened(symbols.text(gps), columns: columns - side - 3)
  let width = CharacterWidth.columns(of: text)
  // In the middle where the title has room beside it, and before the state of the file otherwise.
  let start = min(max(1, (columns - width) / 2), columns - side - 2 - width)
  canvas.put(text, column: start, row: 0, style: style)
  if start >= 10 { canvas.put(screen.title, .left, row: 0, column: 1, width: start - 3, style: style) }
}

/// The stages in their order, as far down as the chosen one needs.
private func drawStages(_ stages: [AuthoringScreen.Stage], on canvas: inout Canvas, _ symbols: Symbols) {
  let (columns, rows) = (canvas.size.columns, canvas.size.rows)
  canvas.put("Stages", .left, row: 0, column: 1, style: Palette.title)
  let room = max(0, rows - 1)
  let chosen = stages.firstIndex(where: \.isSelected) ?? 0
  let first = max(0, min(chosen - room / 2, stages.count - room))
  for (row, stage) in stages.dropFirst(first).prefix(room).enumerated() {
    let style = stage.isSelected ? Palette.bar : Palette.style(of: .place)
    canvas.fill(
      Area(column: 0, row: row + 1, columns: columns, rows: 1), style: stage.isSelected ? Palette.bar : .plain)
    canvas.put("\(stage.isSelected ? symbols.right : " ") \(stage.number)", column: 0, row: row + 1, style: style)
    let width = CharacterWidth.columns(of: stage.distance)
    let name = shortened(stage.name, columns: columns - 5 - width - 2)
    canvas.put(name, column: 5, row: row + 1, style: style)
    canvas.put(stage.distance, column: columns - width - 1, row: row + 1, style: style)
  }
}

private func drawLines(_ lines: [AuthoringScreen.Line], on canvas: inout Canvas, _ symbols: Symbols) {
  let columns = canvas.size.columns
  for (index, line) in lines.prefix(2).enumerated() {
    let row = canvas.size.rows - 3 + index
    let (left, right) = (symbols.text(line.left), symbols.text(line.right))
    let tail = CharacterWidth.columns(of: right)
    // What is chosen matters more than how large it is.
    let fits = CharacterWidth.columns(of: left) + tail + 4 <= columns
    let style = index == 0 ? Palette.style(of: .target) : Palette.hint
    canvas.put(shortened(left, columns: columns - 2), column: 1, row: row, style: style)
    if fits { canvas.put(right, .right, row: row, width: columns - 1, style: Palette.key) }
  }
}

/// A sentence in place of the two lines.
private func drawNote(_ text: String, on canvas: inout Canvas) {
  let row = canvas.size.rows - 3
  canvas.fill(Area(column: 0, row: row, columns: canvas.size.columns, rows: 2))
  for (index, line) in wrapped(text, columns: canvas.size.columns - 2, lines: 2).enumerated() {
    canvas.put(line, column: 1, row: row + index, style: Palette.message)
  }
}

extension Area {
  /// A pane.
  fileprivate init(_ pane: Pane) {
    self.init(column: pane.column, row: pane.row, columns: pane.columns, rows: pane.rows)
  }
}
