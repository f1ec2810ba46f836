package import TextCanvas
package import Viewer

/// Draws a recorded game of one moment, and below it the line of its time.
package func drawReplay(
  _ screen: ReplayScreen, on canvas: inout Canvas, glyphs: GlyphLevel, ground: inout MapGround
) {
  let size = canvas.size
  let layout = TimelineLayout(
    columns: size.columns, rows: size.rows, hasProfile: !screen.timeline.heights.isEmpty)
  canvas.within(Area(column: 0, row: 0, columns: size.columns, rows: layout.gameRows)) {
    drawGame(screen.game, on: &$0, glyphs: glyphs, ground: &ground)
  }
  let symbols = Symbols(glyphs: glyphs)
  if let help = screen.help {
    canvas.within(Area(column: 0, row: 0, columns: size.columns, rows: layout.firstRow)) {
      drawPage(help, on: &$0, symbols)
    }
  }
  drawTimeline(screen.timeline, layout, on: &canvas, symbols)
}

/// The same, where the ground is drawn anew.
package func drawReplay(
  _ screen: ReplayScreen, on canvas: inout Canvas, glyphs: GlyphLevel, look: MapLook = .standard
) {
  var ground = MapGround(look: look)
  drawReplay(screen, on: &canvas, glyphs: glyphs, ground: &ground)
}

/// How many lines the page that is shown can be scrolled by at most; nothing where there is no page.
package func lastScroll(of screen: ReplayScreen, size: CanvasSize, glyphs: GlyphLevel) -> Int? {
  let layout = TimelineLayout(columns: size.columns, rows: size.rows, hasProfile: !screen.timeline.heights.isEmpty)
  guard let help = screen.help else {
    return lastScroll(of: screen.game, size: CanvasSize(columns: size.columns, rows: layout.gameRows), glyphs: glyphs)
  }
  return lastScroll(of: help, size: CanvasSize(columns: size.columns, rows: layout.firstRow), glyphs: glyphs)
}
