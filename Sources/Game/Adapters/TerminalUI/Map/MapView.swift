internal import Geodesy
package import TextCanvas
package import Views

/// Draws the map: the ground, the way walked, the player, what is around, and how to read it.
package func drawMap(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel, look: MapLook = .standard) {
  var ground = MapGround(look: look)
  drawMap(screen, on: &canvas, glyphs: glyphs, ground: &ground)
}

/// The same, with the ground of the frame before.
package func drawMap(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel, ground: inout MapGround) {
  let pen = MapPen(symbols: Symbols(glyphs: glyphs), look: ground.look)
  var layout = LabelLayout(size: canvas.size)
  let names = ground.draw(screen, on: &canvas, glyphs: glyphs)
  drawHeat(screen, on: &canvas, pen)
  drawOverlay(of: screen, on: &canvas, pen)
  drawTrail(screen.trail, on: &canvas, &layout, pen)
  // Drawn last, because it must not be hidden; labels avoid all of it.
  drawLegend(screen, on: &canvas, &layout, pen)
  drawMarks(screen.marks, on: &canvas, &layout, pen)
  drawGhosts(screen, on: &canvas, &layout, pen)
  if let player = screen.player {
    drawPlayer(player, on: &canvas, &layout, pen)
  } else if screen.ground == nil, !screen.gps.isEmpty {
    let text = " No position yet "
    layout.block(column: 0, row: canvas.size.rows / 2, columns: canvas.size.columns)
    canvas.put(text, .centre, row: canvas.size.rows / 2, style: Palette.hint)
  }
  drawSignposts(screen, on: &canvas, &layout, pen)
  drawLabels(screen.marks, on: &canvas, &layout, pen)
  // Names would hide the heat map.
  if screen.heat.isEmpty { drawNames(names, besides: screen.marks, on: &canvas, &layout, pen) }
  ground.ids = layout.ids
}

/// The symbols and the look shared by all parts of a map view.
struct MapPen {
  let symbols: Symbols
  let look: MapLook

  /// Writes on the ground, which stays behind the text.
  @discardableResult
  func put(_ text: String, column: Int, row: Int, style: Style, on canvas: inout Canvas) -> Int {
    let middle = column + CharacterWidth.columns(of: text, limit: canvas.size.columns) / 2
    let ground = canvas[min(max(0, middle), max(0, canvas.size.columns - 1)), row].style
    return canvas.put(text, column: column, row: row, style: look.style(style, over: ground))
  }
}

/// The way walked, the older the fainter.
private func drawTrail(
  _ trail: [MapScreen.Point], on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen
) {
  var last: (cell: Cell2D, age: TrailAge)?
  for (index, point) in trail.enumerated() {
    guard let cell = Cell2D(point, in: canvas.size) else { continue }
    let age = TrailAge(index: index, of: trail.count)
    // Draw each cell once, even if many steps lie in it.
    if let last, last == (cell, age) { continue }
    last = (cell, age)
    let style = age == .old ? Palette.oldTrail : Palette.trail
    pen.put(pen.symbols.trail(age), column: cell.column, row: cell.row, style: style, on: &canvas)
    layout.block(column: cell.column, row: cell.row)
  }
}

private func drawMarks(
  _ marks: [MapScreen.Mark], on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen
) {
  for mark in marks {
    // Never over the scale: a missing digit would change it.
    guard let cell = Cell2D(mark.at, in: canvas.size), !layout.isFurnished(cell) else { continue }
    layout.block(column: cell.column, row: cell.row)
    let style = Palette.style(of: mark.role)
    pen.put(pen.symbols.mark(mark.role), column: cell.column, row: cell.row, style: style, on: &canvas)
    layout.note(mark.id, column: cell.column, row: cell.row)
  }
}

private func drawPlayer(
  _ player: MapScreen.Player, on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen
) {
  guard let cell = Cell2D(player.at, in: canvas.size) else { return }
  let style = player.isStale ? Palette.stalePlayer : pen.look.player
  layout.block(column: cell.column - 1, row: cell.row, columns: 3)
  if let heading = player.heading, !player.isStale, let nose = pen.symbols.nose(heading) {
    layout.block(column: cell.column + nose.columns, row: cell.row + nose.rows)
    pen.put(nose.text, column: cell.column + nose.columns, row: cell.row + nose.rows, style: style, on: &canvas)
  }
  let person = pen.symbols.player(player.heading, isStale: player.isStale)
  pen.put(person, column: cell.column, row: cell.row, style: style, on: &canvas)
}

/// The names beside the marks, the most important first.
private func drawLabels(
  _ marks: [MapScreen.Mark], on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen
) {
  for mark in marks.reversed() {
    guard let cell = Cell2D(mark.at, in: canvas.size), !layout.isFurnished(cell) else { continue }
    let name = shortened(mark.label, columns: nameColumns(canvas.size))
    let text = mark.role == .place || mark.distance.isEmpty ? name : "\(name) \(mark.distance)"
    let width = CharacterWidth.columns(of: text)
    guard let spot = layout.place(width: width, at: cell.column, cell.row) else { continue }
    layout.note(mark.id, column: spot.column, row: spot.row, columns: width)
    pen.put(" \(text) ", column: spot.column - 1, row: spot.row, style: Palette.style(of: mark.role), on: &canvas)
  }
}

/// Longer names would push all others off the map.
private func nameColumns(_ size: CanvasSize) -> Int { max(8, min(32, size.columns / 2 + 2)) }

/// Draws signposts to targets outside the map: an arrow at the edge in the direction of each.
private func drawSignposts(
  _ screen: MapScreen, on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen
) {
  for pointer in screen.pointers {
    let arrow = pen.symbols.arrow(pointer.toward)
    let texts = signpost(arrow, pointer.label, pointer.distance, canvas.size)
    let edge = edge(of: canvas.size, toward: pointer.toward)
    put(texts, at: edge, style: Palette.style(of: pointer.role), &layout, &canvas, pen)
  }
  // Where the map is given fewer rows than it was made for, what lies below has no pointer of its own; nor has what lies
  // under the legend, which tells of the rows at its top and at its foot.
  for mark in screen.marks where mark.role.isGoal {
    let cell = Cell2D(mark.at, in: canvas.size)
    guard mark.at.y >= Double(canvas.size.rows) || cell.map({ layout.isFurnished($0) }) == true else { continue }
    let isAbove = mark.at.y < Double(canvas.size.rows) / 2
    let arrow = pen.symbols.arrow(Bearing(degrees: isAbove ? 0 : 180))
    let column = Int(max(0, min(Double(canvas.size.columns), mark.at.x)))
    put(
      signpost(arrow, mark.label, mark.distance, canvas.size), at: (column, isAbove ? 0 : canvas.size.rows),
      style: Palette.style(of: mark.role), &layout, &canvas, pen)
  }
}

/// The texts of a signpost to a target off the screen, from the longest to the shortest.
private func signpost(_ arrow: String, _ label: String, _ distance: String, _ size: CanvasSize) -> [String] {
  ["\(arrow) \(shortened(label, columns: nameColumns(size))) \(distance)", "\(arrow) \(distance)", arrow]
}

/// The cell at the edge where a ray from the middle leaves the screen.
private func edge(of size: CanvasSize, toward bearing: Bearing) -> (column: Int, row: Int) {
  let (sine, cosine) = Angle.sineAndCosine(degrees: bearing.degrees)
  let (halfWidth, halfHeight) = (Double(size.columns) / 2, Double(size.rows) / 2)
  // A row counts two columns: the ray meets whichever edge is nearer along it.
  let reach = min(halfWidth / max(abs(sine), 1e-9), halfHeight * 2 / max(abs(cosine), 1e-9))
  return (Int((halfWidth + reach * sine).rounded(.down)), Int((halfHeight - reach * cosine / 2).rounded(.down)))
}

/// Draws the first of `texts` for which there is room near a cell.
private func put(
  _ texts: [String], at cell: (column: Int, row: Int), style: Style, _ layout: inout LabelLayout,
  _ canvas: inout Canvas, _ pen: MapPen
) {
  for text in texts {
    let width = CharacterWidth.columns(of: text)
    guard let spot = layout.place(width: width, from: cell.column - width / 2, nearRow: cell.row) else { continue }
    pen.put(" \(text) ", column: spot.column - 1, row: spot.row, style: style, on: &canvas)
    return
  }
}
