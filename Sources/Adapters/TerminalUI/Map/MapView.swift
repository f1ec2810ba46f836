internal import Geodesy
package import HuntApplication
package import TextCanvas

/// Draws the map: the ground, the way walked, the player, what is around, and how to read it.
package func drawMap(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  var ground = MapGround()
  drawMap(screen, on: &canvas, glyphs: glyphs, ground: &ground)
}

/// The same, with the ground of the frame before.
func drawMap(_ screen: MapScreen, on canvas: inout Canvas, glyphs: GlyphLevel, ground: inout MapGround) {
  let symbols = Symbols(glyphs: glyphs)
  var layout = LabelLayout(size: canvas.size)
  ground.draw(screen, on: &canvas, glyphs: glyphs)
  drawZones(screen.zones, on: &canvas, glyphs: glyphs)
  drawTrail(screen.trail, on: &canvas, symbols)
  if let player = screen.player { drawSurroundings(of: player, on: &canvas, glyphs: glyphs) }
  // What may not be hidden comes last; labels keep clear of all of it.
  drawLegend(screen, on: &canvas, &layout, symbols)
  drawMarks(screen.marks, on: &canvas, &layout, symbols)
  if let player = screen.player {
    drawPlayer(player, on: &canvas, &layout, symbols)
  } else {
    let text = " No position yet: \(symbols.text(screen.gps)) "
    canvas.put(text, .centre, row: canvas.size.rows / 2, style: Palette.hint)
  }
  drawSignposts(screen, on: &canvas, &layout, symbols)
  drawLabels(screen.marks, on: &canvas, &layout)
}

/// The outlines of the grounds where something can be found.
private func drawZones(_ zones: [MapScreen.Zone], on canvas: inout Canvas, glyphs: GlyphLevel) {
  guard !zones.isEmpty else { return }
  var raster = Raster(size: canvas.size, glyphs: glyphs)
  for zone in zones {
    switch zone {
    // A smaller circle would only smear the mark in it.
    case .circle(let centre, let radius) where radius >= 1.5: raster.circle(centre: dot(centre), radius: radius * 2)
    case .circle: break
    case .rings(let rings): for ring in rings.map(dots) { raster.polyline(ring + ring.prefix(1)) }
    }
  }
  canvas.draw(raster, style: Palette.zone)
}

private func drawTrail(_ trail: [MapScreen.Point], on canvas: inout Canvas, _ symbols: Symbols) {
  // The last third is what the player remembers.
  let fresh = trail.count - trail.count / 3
  for (index, point) in trail.enumerated() {
    guard let cell = Cell2D(point, in: canvas.size) else { continue }
    let isFresh = index >= fresh
    canvas.put(
      symbols.trail(isFresh: isFresh), column: cell.column, row: cell.row,
      style: isFresh ? Palette.trail : Palette.oldTrail)
  }
}

/// The error circle, and the cone in which the player looks.
private func drawSurroundings(of player: MapScreen.Player, on canvas: inout Canvas, glyphs: GlyphLevel) {
  let centre = dot(player.at)
  // A smaller circle would only smear the player.
  if player.accuracy >= 2.5 {
    var circle = Raster(size: canvas.size, glyphs: glyphs)
    circle.circle(centre: centre, radius: player.accuracy * 2)
    canvas.draw(circle, style: Palette.circle)
  }
  guard let heading = player.heading, !player.isStale, player.cone <= 90 else { return }
  var cone = Raster(size: canvas.size, glyphs: glyphs)
  func point(_ side: Double, _ radius: Double) -> Dot {
    let (sine, cosine) = Angle.sineAndCosine(degrees: heading.degrees + side)
    return Dot(x: centre.x + radius * sine, y: centre.y - radius * cosine)
  }
  for side in [-player.cone, player.cone] { cone.line(from: point(side, 4), to: point(side, coneReach)) }
  // A wide cone without its far end looks like a bar across the player.
  let sides = stride(from: -player.cone, through: player.cone, by: max(1, player.cone / 6)).map { $0 }
  for (left, right) in zip(sides, sides.dropFirst()) {
    cone.line(from: point(left, coneReach), to: point(right, coneReach))
  }
  canvas.draw(cone, style: Palette.cone)
}

/// Dots from the player to the end of their cone.
private let coneReach = 18.0

private func drawMarks(
  _ marks: [MapScreen.Mark], on canvas: inout Canvas, _ layout: inout LabelLayout, _ symbols: Symbols
) {
  for mark in marks {
    guard let cell = Cell2D(mark.at, in: canvas.size) else { continue }
    layout.block(column: cell.column, row: cell.row)
    canvas.put(symbols.mark(mark.role), column: cell.column, row: cell.row, style: Palette.style(of: mark.role))
  }
}

private func drawPlayer(
  _ player: MapScreen.Player, on canvas: inout Canvas, _ layout: inout LabelLayout, _ symbols: Symbols
) {
  guard let cell = Cell2D(player.at, in: canvas.size) else { return }
  let style = player.isStale ? Palette.stalePlayer : Palette.player
  layout.block(column: cell.column - 1, row: cell.row, columns: 3)
  if let heading = player.heading, !player.isStale, let nose = symbols.nose(heading) {
    layout.block(column: cell.column + nose.columns, row: cell.row + nose.rows)
    canvas.put(nose.text, column: cell.column + nose.columns, row: cell.row + nose.rows, style: style)
  }
  canvas.put(
    symbols.player(player.heading, isStale: player.isStale), column: cell.column, row: cell.row, style: style)
}

/// The names beside the marks, the most important first and then the nearest.
private func drawLabels(_ marks: [MapScreen.Mark], on canvas: inout Canvas, _ layout: inout LabelLayout) {
  for mark in marks.sorted(by: { $0.role.rank > $1.role.rank }) {
    guard let cell = Cell2D(mark.at, in: canvas.size) else { continue }
    let name = shortened(mark.label, columns: nameColumns(canvas.size))
    let text = mark.role == .place ? name : "\(name) \(mark.distance)"
    guard let spot = layout.place(width: CharacterWidth.columns(of: text), at: cell.column, cell.row) else { continue }
    canvas.put(" \(text) ", column: spot.column - 1, row: spot.row, style: Palette.style(of: mark.role))
  }
}

/// Longer names would push all others off the map.
private func nameColumns(_ size: CanvasSize) -> Int { max(8, min(32, size.columns / 2 + 2)) }

/// What the player is after and cannot see: an arrow at the edge where one would leave for it.
private func drawSignposts(
  _ screen: MapScreen, on canvas: inout Canvas, _ layout: inout LabelLayout, _ symbols: Symbols
) {
  for pointer in screen.pointers {
    let arrow = symbols.arrow(pointer.toward)
    let texts = signpost(arrow, pointer.label, pointer.distance, canvas.size)
    put(
      texts, at: edge(of: canvas.size, toward: pointer.toward), style: Palette.style(of: pointer.role), &layout, &canvas
    )
  }
  // Where the map is given fewer rows than it was made for, what lies below has no pointer of its own.
  for mark in screen.marks where mark.role.isGoal && mark.at.y >= Double(canvas.size.rows) {
    let texts = signpost(symbols.arrow(Bearing(degrees: 180)), mark.label, mark.distance, canvas.size)
    let column = Int(max(0, min(Double(canvas.size.columns), mark.at.x)))
    put(texts, at: (column, canvas.size.rows), style: Palette.style(of: mark.role), &layout, &canvas)
  }
}

/// The same in ever fewer words.
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

/// Puts the first of `texts` that finds room near a cell.
private func put(
  _ texts: [String], at cell: (column: Int, row: Int), style: Style, _ layout: inout LabelLayout,
  _ canvas: inout Canvas
) {
  for text in texts {
    let width = CharacterWidth.columns(of: text)
    guard let spot = layout.place(width: width, from: cell.column - width / 2, nearRow: cell.row) else { continue }
    canvas.put(" \(text) ", column: spot.column - 1, row: spot.row, style: style)
    return
  }
}

private func drawLegend(
  _ screen: MapScreen, on canvas: inout Canvas, _ layout: inout LabelLayout, _ symbols: Symbols
) {
  let (columns, last) = (canvas.size.columns, canvas.size.rows - 1)
  guard last >= 2, columns >= 20 else { return }
  let bar = "├" + String(repeating: "─", count: min(columns, max(2, screen.scale.columns)) - 2) + "┤"
  let end = canvas.put("\(bar) \(screen.scale.label) ", column: 0, row: last, style: Palette.key)
  layout.block(column: 0, row: last, columns: columns)
  let credit = screen.attribution.isEmpty ? "" : " map: \(screen.attribution)"
  if CharacterWidth.columns(of: credit) <= columns - end { canvas.put(credit, .right, row: last, style: Palette.quiet) }
  canvas.put(" N\(symbols.north) ", .right, row: 0, style: Palette.key)
  layout.block(column: columns - 4, row: 0, columns: 4)
  guard !screen.isFollowing else { return }
  canvas.put(" f: follow me ", .centre, row: 0, style: Palette.hint)
  layout.block(column: (columns - 14) / 2, row: 0, columns: 14)
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
