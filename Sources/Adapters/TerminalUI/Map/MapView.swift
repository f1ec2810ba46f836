internal import Geodesy
package import HuntApplication
package import TextCanvas

/// Draws the map: the ground, the way walked, the player, what is around, and how to read it.
package func drawMap(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  drawBaseMap(screen, on: &canvas, glyphs: glyphs)
  drawTrail(screen.trail, on: &canvas, Symbols(glyphs: glyphs))
  if let player = screen.player { drawSurroundings(of: player, on: &canvas, glyphs: glyphs) }
  drawMarks(screen, on: &canvas, Symbols(glyphs: glyphs))
  drawPointers(screen.pointers, on: &canvas, Symbols(glyphs: glyphs))
  drawLegend(screen, on: &canvas)
}

private func drawTrail(_ trail: [MapScreen.Point], on canvas: inout Canvas, _ symbols: Symbols) {
  // The last third is what the player remembers.
  let fresh = trail.count - trail.count / 3
  for (index, point) in trail.enumerated() {
    guard let cell = Cell2D(point, in: canvas.size) else { continue }
    canvas.put(symbols.dot, column: cell.column, row: cell.row, style: index < fresh ? Palette.oldTrail : Palette.trail)
  }
}

/// The error circle, and the cone in which the player looks.
private func drawSurroundings(of player: MapScreen.Player, on canvas: inout Canvas, glyphs: GlyphLevel) {
  let centre = dot(player.at)
  if player.accuracy >= 1 {
    var circle = Raster(size: canvas.size, glyphs: glyphs)
    circle.circle(centre: centre, radius: player.accuracy * 2)
    canvas.draw(circle, style: Palette.circle)
  }
  guard let heading = player.heading, !player.isStale, player.cone <= 90 else { return }
  var cone = Raster(size: canvas.size, glyphs: glyphs)
  for side in [-player.cone, player.cone] {
    let (sine, cosine) = Angle.sineAndCosine(degrees: heading.degrees + side)
    cone.line(
      from: Dot(x: centre.x + 4 * sine, y: centre.y - 4 * cosine),
      to: Dot(x: centre.x + 18 * sine, y: centre.y - 18 * cosine))
  }
  canvas.draw(cone, style: Palette.cone)
}

private func drawMarks(_ screen: MapScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  var layout = LabelLayout(size: canvas.size)
  let marks = screen.marks.compactMap { mark in Cell2D(mark.at, in: canvas.size).map { (mark, $0) } }
  for (mark, cell) in marks {
    layout.block(column: cell.column, row: cell.row)
    canvas.put(symbols.mark(mark.role), column: cell.column, row: cell.row, style: Palette.style(of: mark.role))
  }
  if let player = screen.player, let cell = Cell2D(player.at, in: canvas.size) {
    layout.block(column: cell.column - 1, row: cell.row, columns: 3)
    canvas.put(
      symbols.player(player.heading, isStale: player.isStale), column: cell.column, row: cell.row,
      style: player.isStale ? Palette.stalePlayer : Palette.player)
  }
  layout.block(column: 0, row: canvas.size.rows - 1, columns: canvas.size.columns)
  for (mark, cell) in marks.reversed() {
    let text = mark.role == .place ? mark.label : "\(mark.label) \(mark.distance)"
    let width = CharacterWidth.columns(of: text)
    guard let spot = layout.place(width: width, at: cell.column, cell.row) else { continue }
    canvas.put(text, column: spot.column, row: spot.row, style: Palette.style(of: mark.role))
  }
}

/// What lies off the screen, as an arrow at the edge where one would leave for it.
private func drawPointers(_ pointers: [MapScreen.Pointer], on canvas: inout Canvas, _ symbols: Symbols) {
  for pointer in pointers {
    let text = "\(symbols.arrow(pointer.toward)) \(pointer.label) \(pointer.distance)"
    let width = CharacterWidth.columns(of: text)
    let (sine, cosine) = Angle.sineAndCosine(degrees: pointer.toward.degrees)
    let (halfWidth, halfHeight) = (Double(canvas.size.columns) / 2, Double(canvas.size.rows - 1) / 2)
    // A row counts two columns: the ray meets whichever edge is nearer along it.
    let reach = min(halfWidth / max(abs(sine), 1e-9), halfHeight * 2 / max(abs(cosine), 1e-9))
    let column = Int((halfWidth + reach * sine).rounded(.down))
    let row = Int((halfHeight - reach * cosine / 2).rounded(.down))
    canvas.put(
      text, column: max(0, min(canvas.size.columns - width, column - width / 2)),
      row: max(0, min(canvas.size.rows - 2, row)), style: Palette.style(of: pointer.role))
  }
}

private func drawLegend(_ screen: MapScreen, on canvas: inout Canvas) {
  let last = canvas.size.rows - 1
  guard last >= 2, canvas.size.columns >= 20 else { return }
  let bar = "├" + String(repeating: "─", count: max(0, screen.scale.columns - 2)) + "┤"
  let end = canvas.put("\(bar) \(screen.scale.label) ", column: 0, row: last, style: Palette.key)
  let north = "N↑"
  canvas.put(north, column: canvas.size.columns - 3, row: 0, style: Palette.key)
  let free = canvas.size.columns - end - 2
  let credit = screen.attribution.isEmpty ? "" : "map: \(screen.attribution)"
  if CharacterWidth.columns(of: credit) <= free { canvas.put(credit, .right, row: last, style: Palette.quiet) }
  if !screen.isFollowing { canvas.put(" f: follow me ", .centre, row: 0, style: Palette.hint) }
}

/// A cell of a canvas.
struct Cell2D {
  let column: Int
  let row: Int

  /// The cell that a point lies in, or nothing outside; points may be anything, also no numbers.
  init?(_ point: MapScreen.Point, in size: CanvasSize) {
    guard point.x >= 0, point.y >= 0, point.x < Double(size.columns), point.y < Double(size.rows) else { return nil }
    column = Int(point.x)
    row = Int(point.y)
  }
}
