internal import Eye
package import Game
package import TextCanvas
internal import Views

/// Draws whatever the session shows; a window too small for anything says so.
///
/// - Parameter scenery: the one of the frame before, which most often is this one's.
package func drawGame(_ screen: GameScreen, on canvas: inout Canvas, glyphs: GlyphLevel, scenery: inout Scenery) {
  scenery.begin()
  let smallest = PlayLayout.smallest
  guard canvas.size.columns >= smallest.columns, canvas.size.rows >= smallest.rows else {
    canvas.put("too small", column: 0, row: 0, style: Palette.key)
    canvas.put("\(smallest.columns)x\(smallest.rows) at least", column: 0, row: 1)
    return
  }
  switch screen {
  case .onboarding(let screen): drawOnboarding(screen, on: &canvas, glyphs: glyphs)
  case .loading(let text):
    let text = Symbols(glyphs: glyphs).text(text)
    let lines = wrapped(text, columns: canvas.size.columns - 2, lines: canvas.size.rows)
    for (row, line) in lines.enumerated() {
      canvas.put(line, .centre, row: (canvas.size.rows - lines.count) / 2 + row)
    }
  case .play(let screen): drawPlay(screen, on: &canvas, glyphs: glyphs, scenery: &scenery)
  }
}

/// Draws the game: the line about the sensor, the views, the hunt, the keys.
func drawPlay(_ screen: PlayScreen, on canvas: inout Canvas, glyphs: GlyphLevel, scenery: inout Scenery) {
  let symbols = Symbols(glyphs: glyphs)
  let panel = HuntPanel(screen.hunt, size: canvas.size, symbols)
  let body = Area(column: 0, row: 1, columns: canvas.size.columns, rows: canvas.size.rows - 2 - panel.rows)
  drawBar(screen, on: &canvas, symbols)
  if let pane = screen.layout.map, let map = screen.map {
    let area = Area(pane, above: body.endRow)
    scenery.map.begin(in: area)
    canvas.within(area) { drawMap(map, on: &$0, glyphs: glyphs, ground: &scenery.map) }
  }
  if let pane = screen.layout.compass, let compass = screen.compass {
    let area = Area(pane, above: body.endRow)
    canvas.within(area) {
      drawCompass(compass, ahead: screen.eye, in: area, on: &$0, glyphs: glyphs, &scenery.eye)
    }
    if pane.column > 0 {
      canvas.verticalLine(column: pane.column - 1, row: area.row, rows: area.size.rows, style: Palette.quiet)
    }
  }
  if let pane = screen.layout.eye {
    let area = Area(pane, above: body.endRow)
    canvas.within(area) { drawAhead(screen, in: area, on: &$0, glyphs, &scenery.eye) }
  }
  panel.draw(on: &canvas)
  let status = statusRows(of: screen, size: canvas.size, symbols)
  drawKeys(keys(screen.footer, with: screen.page, size: canvas.size, above: status, symbols), on: &canvas)
  switch screen.overlay {
  case .page(let page)?: drawPage(page, above: status, on: &canvas, symbols)
  case .answer(let answer)?:
    let larger = Area(column: 0, row: 1, columns: canvas.size.columns, rows: canvas.size.rows - 2)
    drawAnswer(answer, in: body, orIn: larger, on: &canvas, symbols)
  case .switching(let switching)?: drawSwitch(switching, in: body, on: &canvas, symbols)
  case .landmarks(let landmarks)?: drawLandmarks(landmarks, in: body, on: &canvas, symbols)
  case nil:
    guard let message = screen.message else { return }
    drawMessage(symbols.text(message), key: screen.messageKey, in: messageRoom(screen, body), on: &canvas)
  }
}

/// Rows of a pane in which there is room for more than one line of advice above the picture.
private let leastForAdvice = 8

/// Draws the eye by itself, or that it knows nothing yet.
private func drawAhead(
  _ screen: PlayScreen, in place: Area, on canvas: inout Canvas, _ glyphs: GlyphLevel, _ memory: inout EyeMemory
) {
  guard let eye = screen.eye else {
    return canvas.put("No position yet", .centre, row: canvas.size.rows / 2, style: Palette.quiet)
  }
  let (columns, rows) = (canvas.size.columns, canvas.size.rows)
  let words = headingRows(eye.heading, on: &canvas, Symbols(glyphs: glyphs), lines: rows < leastForAdvice ? 1 : 3)
  let fitting = eye.sized(columns: columns, rows: rows - words - eyeTapeRows)
  memory.note(
    fitting.camera, in: Area(column: place.column, row: place.row + words, columns: columns, rows: rows - words))
  canvas.within(Area(column: 0, row: words, columns: columns, rows: rows - words)) {
    drawEye(fitting, on: &$0, look: memory.look(glyphs), signs: &memory.signs)
  }
}

/// The area for messages: over the map, so that the compass stays visible, or else over the compass.
private func messageRoom(_ screen: PlayScreen, _ body: Area) -> Area {
  if let pane = screen.layout.map {
    let area = Area(pane, above: body.endRow)
    // The scale below stays, where there is room.
    if area.size.rows >= 7 { return Area(pane, above: area.endRow - 1) }
    if area.size.rows >= 5 || screen.layout.compass == nil { return area }
  }
  guard screen.layout.map == nil, let compass = screen.compass else { return body }
  let rows = body.size.rows - compassPanelRows(compass, body.size)
  return rows < 5 ? body : Area(column: body.column, row: body.row, columns: body.size.columns, rows: rows)
}

private func drawBar(_ screen: PlayScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let columns = canvas.size.columns
  let gps = symbols.text(screen.notSaved.map { barLine($0, screen, columns) } ?? gpsLine(screen, columns: columns))
  let style = screen.isStale ? Palette.staleBar : Palette.bar
  canvas.fill(Area(column: 0, row: 0, columns: columns, rows: 1), style: style)
  canvas.put(gps, .centre, row: 0, style: style)
  let width = CharacterWidth.columns(of: gps)
  let side = (columns - width) / 2 - 2
  guard side >= 6 else { return }
  canvas.put(screen.hunt.title, .left, row: 0, column: 1, width: side, style: style)
  canvas.put(screen.clock, .right, row: 0, column: columns - side - 1, width: side, style: style)
}

/// The top line while something is not saved: with the sensor's state if both fit.
///
/// The reason is shown only if it fits whole; it is also on the page of the treasures.
private func barLine(_ notSaved: String, _ screen: PlayScreen, _ columns: Int) -> String {
  let short = String(notSaved.prefix { $0 != ":" })
  return ["\(screen.gps), \(notSaved)", "\(screen.gps), \(short)"]
    .first { CharacterWidth.columns(of: $0) + 2 <= columns } ?? shortened(short, columns: columns - 2)
}

/// The longest text about the sensor that leaves room for the title and the clock, or that fits at all if there is no
/// room for those anyway.
private func gpsLine(_ screen: PlayScreen, columns: Int) -> String {
  let sides = CharacterWidth.columns(of: screen.gps) + 16 <= columns ? 28 : 2
  return screen.longerGPS.first { CharacterWidth.columns(of: $0) + sides <= columns } ?? screen.gps
}

extension Area {
  /// A pane, cut to the rows above `end`.
  fileprivate init(_ pane: Pane, above end: Int) {
    self.init(column: pane.column, row: pane.row, columns: pane.columns, rows: min(pane.rows, end - pane.row))
  }
}
