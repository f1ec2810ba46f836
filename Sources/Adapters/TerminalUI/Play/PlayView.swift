package import HuntApplication
package import TextCanvas

/// Draws whatever the session shows; a window too small for anything says so.
package func drawGame(_ screen: GameScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  let smallest = PlayLayout.smallest
  guard canvas.size.columns >= smallest.columns, canvas.size.rows >= smallest.rows else {
    canvas.put("too small", column: 0, row: 0, style: Palette.key)
    canvas.put("\(smallest.columns)x\(smallest.rows) at least", column: 0, row: 1)
    return
  }
  switch screen {
  case .onboarding(let screen): drawOnboarding(screen, on: &canvas, glyphs: glyphs)
  case .loading(let text):
    for (row, line) in wrapped(text, columns: canvas.size.columns - 2).enumerated() {
      canvas.put(line, .centre, row: canvas.size.rows / 2 + row)
    }
  case .play(let screen): drawPlay(screen, on: &canvas, glyphs: glyphs)
  }
}

/// Draws the game: the line about the sensor, the views, the hunt, the keys.
func drawPlay(_ screen: PlayScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  drawBar(screen, on: &canvas)
  if let pane = screen.layout.map, let map = screen.map {
    canvas.within(Area(pane)) { drawMap(map, on: &$0, glyphs: glyphs) }
  }
  if let pane = screen.layout.compass, let compass = screen.compass {
    canvas.within(Area(pane)) { drawCompass(compass, on: &$0, glyphs: glyphs) }
    if pane.column > 0 {
      canvas.verticalLine(column: pane.column - 1, row: pane.row, rows: pane.rows, style: Palette.quiet)
    }
  }
  drawHunt(screen, on: &canvas)
  drawKeys(screen.footer, on: &canvas)
  if let message = screen.message { drawMessage(message, on: &canvas) }
  if let help = screen.help { drawHelp(help, on: &canvas) }
}

private func drawBar(_ screen: PlayScreen, on canvas: inout Canvas) {
  let columns = canvas.size.columns
  let style = screen.isStale ? Palette.staleBar : Palette.bar
  canvas.fill(Area(column: 0, row: 0, columns: columns, rows: 1), style: style)
  canvas.put(screen.gps, .centre, row: 0, style: style)
  let width = CharacterWidth.columns(of: screen.gps)
  let side = (columns - width) / 2 - 2
  guard side >= 6 else { return }
  canvas.put(screen.hunt.title, .left, row: 0, column: 1, width: side, style: style)
  canvas.put(screen.clock, .right, row: 0, column: columns - side - 1, width: side, style: style)
}

private func drawHunt(_ screen: PlayScreen, on canvas: inout Canvas) {
  let row = canvas.size.rows - 3
  let hunt = screen.hunt
  let end = canvas.put(" \(hunt.target)", column: 0, row: row, style: Palette.style(of: .target))
  let score = "\(hunt.found) found, \(hunt.points) "
  if CharacterWidth.columns(of: score) + end < canvas.size.columns {
    canvas.put(score, .right, row: row, style: Palette.key)
  } else {
    canvas.put(" \(hunt.found) ", .right, row: row, style: Palette.key)
  }
  if let hint = hunt.hint {
    canvas.put(" Hint: \(hint)", .left, row: row + 1, width: canvas.size.columns, style: Palette.hint)
  }
}

/// As many keys as fit, whole ones only.
func drawKeys(_ keys: [KeyHelp], on canvas: inout Canvas) {
  var column = 1
  let row = canvas.size.rows - 1
  for key in keys {
    let width = CharacterWidth.columns(of: key.key) + CharacterWidth.columns(of: key.action) + 1
    guard column + width <= canvas.size.columns else { return }
    column += canvas.put(key.key, column: column, row: row, style: Palette.key) + 1
    column += canvas.put(key.action, column: column, row: row, style: Palette.quiet) + 2
  }
}

/// News in a box over the lower part of the views.
private func drawMessage(_ message: String, on canvas: inout Canvas) {
  let width = min(canvas.size.columns - 2, 72)
  let lines = wrapped(message, columns: width - 4).prefix(canvas.size.rows - 6)
  let rows = lines.count + 2
  let area = Area(
    column: (canvas.size.columns - width) / 2, row: max(1, canvas.size.rows - 3 - rows), columns: width, rows: rows)
  canvas.fill(area)
  canvas.box(area, style: Palette.message)
  for (row, line) in lines.enumerated() {
    canvas.put(line, column: area.column + 2, row: area.row + 1 + row, style: Palette.message)
  }
}

/// Every key, in the middle of the screen.
private func drawHelp(_ keys: [KeyHelp], on canvas: inout Canvas) {
  let width = min(canvas.size.columns, 60)
  let rows = min(canvas.size.rows, keys.count + 4)
  let area = Area(
    column: (canvas.size.columns - width) / 2, row: (canvas.size.rows - rows) / 2, columns: width, rows: rows)
  canvas.fill(area)
  canvas.box(area, title: "Keys", style: Palette.title)
  canvas.within(Area(column: area.column + 2, row: area.row + 1, columns: width - 4, rows: rows - 2)) { canvas in
    for (row, key) in keys.enumerated() {
      canvas.put(key.key, column: 0, row: row, style: Palette.key)
      canvas.put(key.action, .left, row: row, column: 12, width: width - 16)
    }
    canvas.put("any key goes back to the game", .left, row: rows - 3, width: width - 4, style: Palette.quiet)
  }
}

extension Area {
  init(_ pane: Pane) {
    self.init(column: pane.column, row: pane.row, columns: pane.columns, rows: pane.rows)
  }
}
