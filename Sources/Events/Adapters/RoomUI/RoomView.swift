internal import Game
package import Room
package import TerminalUI
package import TextCanvas
internal import Views

/// Draws the organiser's view of an event: the line about it, the map, the lists, the keys.
///
/// - Parameter ground: the ground of the map in the frame before, which most often is this one's.
package func drawRoom(_ screen: RoomScreen, on canvas: inout Canvas, glyphs: GlyphLevel, ground: inout MapGround) {
  let symbols = Symbols(glyphs: glyphs)
  ground.begin(in: screen.mapPane.map(Area.init(pane:)))
  if let map = screen.map, let pane = screen.mapPane {
    canvas.within(Area(pane: pane)) { drawMap(map, on: &$0, glyphs: glyphs, ground: &ground) }
    if let list = screen.lists.first, list.pane.column > pane.columns {
      canvas.verticalLine(column: pane.columns, row: pane.row, rows: pane.rows, style: Palette.quiet)
    }
  }
  for list in screen.lists { canvas.within(Area(pane: list.pane)) { RoomTable(list, symbols).draw(on: &$0) } }
  drawBar(screen, on: &canvas, symbols)
  drawFoot(screen, on: &canvas, symbols)
  if let page = screen.page {
    drawPage(page, on: &canvas, symbols)
  } else if let input = screen.input {
    drawInput(input, on: &canvas, symbols)
  }
}

/// The last line to which the page of the keys can be scrolled; `nil` if no page is shown.
package func lastScroll(of screen: RoomScreen, size: CanvasSize, glyphs: GlyphLevel) -> Int? {
  screen.page.map { lastScroll(of: $0, size: size, glyphs: glyphs) }
}

/// The first row: the name of the event, and how many came, or why it cannot be reached.
private func drawBar(_ screen: RoomScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let columns = canvas.size.columns
  let style = screen.trouble == nil ? Palette.bar : Palette.staleBar
  canvas.fill(Area(column: 0, row: 0, columns: columns, rows: 1), style: style)
  if let trouble = screen.trouble {
    return canvas.put(symbols.text(trouble), .left, row: 0, column: 1, width: columns - 2, style: style)
  }
  let room = columns - min(CharacterWidth.columns(of: screen.title, limit: columns), columns / 3) - 4
  let counts = screen.counts.first { CharacterWidth.columns(of: $0) <= room } ?? ""
  let width = CharacterWidth.columns(of: counts)
  canvas.put(symbols.text(screen.title), .left, row: 0, column: 1, width: columns - width - 4, style: style)
  canvas.put(counts, column: columns - width - 1, row: 0, style: style)
}

/// The last row: what the last key could not do, or the keys.
private func drawFoot(_ screen: RoomScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let row = canvas.size.rows - 1
  guard row > 0 else { return }
  canvas.fill(Area(column: 0, row: row, columns: canvas.size.columns, rows: 1))
  if let notice = screen.notice {
    canvas.put(
      symbols.text(notice), .left, row: row, column: 1, width: canvas.size.columns - 2, style: Palette.message)
  } else {
    drawKeys(keys(screen.footer, with: screen.page, size: canvas.size, symbols), on: &canvas)
  }
}

/// The message that is being typed, in a box above the keys.
private func drawInput(_ input: RoomScreen.Input, on canvas: inout Canvas, _ symbols: Symbols) {
  let width = min(canvas.size.columns, 72)
  let line = SwitchScreen.Input(prompt: "\(input.left) characters left", before: input.before, after: input.after)
  let lines = inputLines(of: line, columns: width - 4, symbols)
  let area = Area(
    column: (canvas.size.columns - width) / 2, row: max(1, canvas.size.rows - lines.count - 3), columns: width,
    rows: lines.count + 2)
  canvas.fill(area)
  canvas.box(area, title: shortened(symbols.text(input.title), columns: width - 6), style: Palette.title)
  let inner = Area(column: area.column + 2, row: area.row + 1, columns: width - 4, rows: lines.count)
  canvas.within(inner) { canvas in
    for (row, line) in lines.enumerated() { canvas.put(line.text, column: 0, row: row, style: line.style) }
  }
}

extension Area {
  /// A pane.
  fileprivate init(pane: Pane) {
    self.init(column: pane.column, row: pane.row, columns: pane.columns, rows: pane.rows)
  }
}
