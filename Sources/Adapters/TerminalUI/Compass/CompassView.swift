internal import Geodesy
package import HuntApplication
package import TextCanvas

/// Draws the compass: the heading tape, what lies ahead and beside, the target large, and the radar.
package func drawCompass(_ screen: CompassScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  let symbols = Symbols(glyphs: glyphs)
  let (columns, rows) = (canvas.size.columns, canvas.size.rows)
  let tape = screen.hasHeading ? 3 : 1
  let isLarge = rows >= 17 && columns >= 34
  let panel = isLarge ? BigText.rows + 2 : screen.target == nil ? 0 : 2
  drawTape(screen, row: 0, on: &canvas, symbols)
  drawField(
    screen, in: Area(column: 0, row: tape, columns: columns, rows: rows - tape - panel), on: &canvas, symbols)
  guard rows > tape + panel else { return drawTargetLine(screen, row: min(rows - 1, tape), on: &canvas, symbols) }
  guard isLarge else { return drawTargetLine(screen, row: rows - 2, on: &canvas, symbols) }
  let radar = Area(column: columns - 15, row: rows - panel, columns: 15, rows: panel)
  drawRadar(screen, in: radar, on: &canvas, symbols)
  canvas.within(Area(column: 0, row: rows - panel, columns: columns - 16, rows: panel)) { canvas in
    drawTarget(screen, on: &canvas, symbols)
  }
}

/// The target in large digits, with an arrow that shows the turn.
private func drawTarget(_ screen: CompassScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  guard let target = screen.target else {
    canvas.put("Nothing to look for.", column: 0, row: 1, style: Palette.quiet)
    return
  }
  let style = screen.isStale ? Palette.quiet : Palette.style(of: .target)
  canvas.put("\(symbols.mark(.target)) \(target.label)", column: 0, row: 0, style: style)
  var digits = 0
  if let turn = target.turn {
    drawArrow(turn: turn, row: 1, on: &canvas, symbols, style: style)
    digits = 12
  }
  let width = BigText.columns(of: target.distance)
  if digits + width <= canvas.size.columns {
    BigText.draw(target.distance, column: digits, row: 1, block: symbols.block, style: style, on: &canvas)
  } else {
    canvas.put(target.distance, column: digits, row: 3, style: style)
  }
  canvas.put("\(target.cue), \(target.wind)", column: 0, row: BigText.rows + 1, style: Palette.hint)
}

/// An arrow of lines, ten columns wide, that points where to go.
private func drawArrow(turn: Double, row: Int, on canvas: inout Canvas, _ symbols: Symbols, style: Style) {
  var raster = Raster(size: CanvasSize(columns: 10, rows: BigText.rows), glyphs: symbols.glyphs)
  let centre = (x: 9.5, y: 9.5)
  func point(_ degrees: Double, _ radius: Double) -> Dot {
    let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
    return Dot(x: centre.x + radius * sine, y: centre.y - radius * cosine)
  }
  let tip = point(turn, 9)
  raster.line(from: point(turn + 180, 9), to: tip)
  raster.line(from: point(turn - 45, 5), to: tip)
  raster.line(from: point(turn + 45, 5), to: tip)
  canvas.draw(raster, column: 0, row: row, style: style)
}

/// The target in one line, where there is no room for more.
private func drawTargetLine(_ screen: CompassScreen, row: Int, on canvas: inout Canvas, _ symbols: Symbols) {
  guard let target = screen.target else { return }
  let arrow = target.turn.map { symbols.arrow(Bearing(degrees: $0)) + " " } ?? ""
  let style = screen.isStale ? Palette.quiet : Palette.style(of: .target)
  canvas.put("\(arrow)\(target.label) \(target.distance)", .centre, row: row, style: style)
  canvas.put("\(target.cue), \(target.wind)", .centre, row: row + 1, style: Palette.hint)
}
