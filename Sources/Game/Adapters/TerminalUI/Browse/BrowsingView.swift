package import TextCanvas
package import Viewer
internal import Views

/// Draws a map that is only looked at: the ground, and below it the keys, what lies in the middle, and how near.
package func drawBrowsing(
  _ screen: BrowsingScreen, on canvas: inout Canvas, glyphs: GlyphLevel, ground: inout MapGround
) {
  let pane = screen.pane
  let area = Area(column: pane.column, row: pane.row, columns: pane.columns, rows: pane.rows)
  ground.begin(in: area)
  canvas.within(area) { drawMap(screen.map, on: &$0, glyphs: glyphs, ground: &ground) }
  let symbols = Symbols(glyphs: glyphs)
  drawStatus(screen, on: &canvas, symbols)
  if let page = screen.page { drawPage(page, on: &canvas, symbols) }
}

/// The last line to which the page of the keys can be scrolled; `nil` if no page is shown.
package func lastScroll(of screen: BrowsingScreen, size: CanvasSize, glyphs: GlyphLevel) -> Int? {
  screen.page.map { lastScroll(of: $0, size: size, glyphs: glyphs) }
}

/// Draws the last row: the position, and as many keys as fit beside it.
private func drawStatus(_ screen: BrowsingScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let (columns, last) = (canvas.size.columns, canvas.size.rows - 1)
  guard last >= 0 else { return }
  canvas.fill(Area(column: 0, row: last, columns: columns, rows: 1))
  let room = columns - keyRoom
  let status = ["\(screen.place)  \(screen.zoom) ", "\(screen.zoom) "].map(symbols.text)
    .first { CharacterWidth.columns(of: $0) <= room }
  let width = status.map { CharacterWidth.columns(of: $0) } ?? 0
  let footer = keys(screen.footer, with: screen.page, size: canvas.size, symbols)
  canvas.within(Area(column: 0, row: last, columns: columns - width, rows: 1)) { drawKeys(footer, on: &$0) }
  canvas.put(status ?? "", column: columns - width, row: last, style: Palette.quiet)
}

/// Columns that the keys have at least: help and how to leave.
private let keyRoom = 17
