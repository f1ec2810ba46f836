internal import Geodesy
internal import TextCanvas
internal import Views

/// Draws the lines of the game over the ground: where things can be found, how sure the position is, where the player
/// looks, and the route to what they are after.
///
/// Each has a shape of its own, which no street has: a ring of dots by fours, thin lines, and a row of arrows.
func drawOverlay(of screen: MapScreen, on canvas: inout Canvas, _ pen: MapPen) {
  drawZones(screen.zones, on: &canvas, pen)
  if let player = screen.player, player.accuracy >= leastCircle || player.heading != nil {
    var raster = Raster(size: canvas.size, glyphs: pen.symbols.glyphs)
    drawSurroundings(of: player, on: &raster)
    canvas.draw(raster, inks: InkTable(lines: [Palette.circle, Palette.cone], areas: []))
  }
  drawRoute(screen.route.isEmpty ? straightLine(screen) : screen.route, on: &canvas, pen)
}

/// The inks of thin lines of the game; where lines meet, the later ink wins.
private enum OverlayInk: UInt8 {
  case circle, cone
}

/// The outlines of the grounds where something can be found.
private func drawZones(_ zones: [MapScreen.Zone], on canvas: inout Canvas, _ pen: MapPen) {
  guard !zones.isEmpty else { return }
  // One character wide on every terminal.
  var raster = Raster(size: canvas.size, glyphs: .ascii)
  for zone in zones {
    switch zone {
    // A smaller circle would only smear the mark in it.
    case .circle(let centre, let radius) where radius >= 1.5:
      raster.circle(centre: dot(centre), radius: radius * 2, ink: 0)
    case .circle: break
    case .rings(let rings): for ring in rings.map(dots) { raster.polyline(ring + ring.prefix(1), ink: 0) }
    }
  }
  var outline = Canvas(size: canvas.size)
  outline.draw(raster, inks: InkTable(lines: [], areas: []))
  for row in 0..<canvas.size.rows {
    for column in 0..<canvas.size.columns where outline[column, row].text != " " {
      pen.put(pen.symbols.border, column: column, row: row, style: Palette.zone, on: &canvas)
    }
  }
}

/// The error circle, and the cone in which the player looks.
private func drawSurroundings(of player: MapScreen.Player, on raster: inout Raster) {
  let centre = dot(player.at)
  if player.accuracy >= leastCircle {
    raster.circle(centre: centre, radius: player.accuracy * 2, ink: OverlayInk.circle.rawValue)
  }
  guard let heading = player.heading, !player.isStale, player.cone <= 90 else { return }
  let ink = OverlayInk.cone.rawValue
  func point(_ side: Double, _ radius: Double) -> Dot {
    let (sine, cosine) = Angle.sineAndCosine(degrees: heading.degrees + side)
    return Dot(x: centre.x + radius * sine, y: centre.y - radius * cosine)
  }
  for side in [-player.cone, player.cone] { raster.line(from: point(side, 4), to: point(side, coneReach), ink: ink) }
  // A wide cone without its far end looks like a bar across the player.
  let sides = stride(from: -player.cone, through: player.cone, by: max(1, player.cone / 6)).map { $0 }
  for (left, right) in zip(sides, sides.dropFirst()) {
    raster.line(from: point(left, coneReach), to: point(right, coneReach), ink: ink)
  }
}

/// Columns of the smallest error circle that is drawn: a smaller one would only smear the player.
private let leastCircle = 2.5
/// Dots from the player to the end of their cone.
private let coneReach = 18.0

/// The straight line to the target, when both ends are on the screen.
private func straightLine(_ screen: MapScreen) -> [MapScreen.Point] {
  guard let player = screen.player, !player.isStale,
    let target = screen.marks.last(where: { $0.role == .target })
  else { return [] }
  return [player.at, target.at]
}

/// Columns that stay free at both ends of a line, so that it does not cover the markers there.
private let clearance = 2.0

/// Draws a line as arrows, each pointing at the next.
private func drawRoute(_ line: [MapScreen.Point], on canvas: inout Canvas, _ pen: MapPen) {
  let spots = steps(along: line)
  for (spot, next) in zip(spots, spots.dropFirst()) {
    guard let cell = Cell2D(spot, in: canvas.size) else { continue }
    let toward = Bearing(degrees: Angle.degrees(opposite: next.x - spot.x, adjacent: 2 * (spot.y - next.y)))
    pen.put(pen.symbols.way(toward), column: cell.column, row: cell.row, style: Palette.route, on: &canvas)
  }
}

/// Spots along a line at equal distances, the last one at its end.
private func steps(along line: [MapScreen.Point]) -> [MapScreen.Point] {
  let lengths = zip(line, line.dropFirst()).map { max(abs($1.x - $0.x), 2 * abs($1.y - $0.y)) }
  // It begins at the player: what is left out lies far away.
  let end = min(lengths.reduce(0, +) - clearance, longestRoute)
  guard end > clearance else { return [] }
  // Where the next spot is, and where the present part of the line begins, in columns from the first point.
  var (place, passed) = (clearance, 0.0)
  var spots: [MapScreen.Point] = []
  for ((start, stop), length) in zip(zip(line, line.dropFirst()), lengths) where length > 0 {
    while place <= min(passed + length, end) {
      let part = (place - passed) / length
      spots.append(.init(x: start.x + (stop.x - start.x) * part, y: start.y + (stop.y - start.y) * part))
      place += stepLength
    }
    passed += length
  }
  return spots + line.suffix(1)
}

/// Columns from one arrow of the route to the next; a row counts two.
private let stepLength = 3.0
/// Columns of a route that is drawn at most.
private let longestRoute = 1e4

/// Cells to dots: two to a column, four to a row, counted from the middle of the first.
func dots(_ points: [MapScreen.Point]) -> [Dot] { points.map(dot) }

/// Converts a position in cells to dots.
func dot(_ point: MapScreen.Point) -> Dot { Dot(x: point.x * 2 - 0.5, y: point.y * 4 - 0.5) }

/// Draws the legend: the scale, the attribution, the north arrow, and what the map cannot show.
func drawLegend(_ screen: MapScreen, on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen) {
  let (columns, last) = (canvas.size.columns, canvas.size.rows - 1)
  guard last >= 2, columns >= 20 else { return }
  let bar = "├" + String(repeating: "─", count: min(columns, max(2, screen.scale.columns)) - 2) + "┤"
  let end = pen.put("\(bar) \(screen.scale.label) ", column: 0, row: last, style: Palette.key, on: &canvas)
  layout.block(column: 0, row: last, columns: columns)
  layout.furnish(column: 0, row: last, columns: end)
  let credit = drawCredit(pen.symbols.text(screen.attribution), from: end, row: last, on: &canvas, pen)
  layout.furnish(column: columns - credit, row: last, columns: credit)
  let north = " N\(pen.symbols.arrow(Bearing(degrees: -screen.up.degrees))) "
  pen.put(north, column: columns - 4, row: 0, style: Palette.key, on: &canvas)
  layout.furnish(column: columns - 4, row: 0, columns: 4)
  if !screen.isFollowing {
    pen.put(" f: follow me ", column: (columns - 14) / 2, row: 0, style: Palette.hint, on: &canvas)
    layout.furnish(column: (columns - 14) / 2, row: 0, columns: 14)
  }
  if let trouble = screen.trouble, last >= 4 {
    let text = " \(shortened(pen.symbols.text(trouble), columns: columns - 2)) "
    let width = pen.put(text, column: 0, row: last - 1, style: Palette.message, on: &canvas)
    layout.furnish(column: 0, row: last - 1, columns: width)
  }
}

/// Whose data the map is; a licence asks for it, so it is cut rather than left out.
///
/// Returns its columns.
private func drawCredit(_ attribution: String, from end: Int, row: Int, on canvas: inout Canvas, _ pen: MapPen) -> Int {
  let room = canvas.size.columns - end
  guard !attribution.isEmpty, room >= 12 else { return 0 }
  let whole = " map: \(attribution)"
  let text =
    CharacterWidth.columns(of: whole, limit: room) <= room ? whole : shortened(" \(attribution)", columns: room)
  let width = CharacterWidth.columns(of: text)
  pen.put(text, column: canvas.size.columns - width, row: row, style: Palette.quiet, on: &canvas)
  return width
}

/// Draws the ghosts: a letter in brackets each, and its name.
func drawGhosts(_ screen: MapScreen, on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen) {
  for ghost in screen.ghosts {
    guard let cell = Cell2D(ghost.at, in: canvas.size) else { continue }
    pen.put(sign(of: ghost), column: cell.column - 1, row: cell.row, style: Palette.ghost, on: &canvas)
    layout.block(column: cell.column - 1, row: cell.row, columns: 3)
  }
  drawGhostLegend(screen.ghosts, on: &canvas, &layout, pen)
}

/// `(Y)`: no other mark has brackets, and no two ghosts one letter.
private func sign(of ghost: MapScreen.Ghost) -> String { "(\(ghost.letter))" }

/// The names of all, in the corner above, as many as fit below each other.
private func drawGhostLegend(
  _ ghosts: [MapScreen.Ghost], on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen
) {
  // Neither the scale below nor the player in the middle may be hidden.
  let room = canvas.size.rows / 2 - 2
  for (row, ghost) in ghosts.prefix(max(0, room)).enumerated() {
    let width = max(8, canvas.size.columns / 3)
    let text = " \(shortened("\(sign(of: ghost)) \(pen.symbols.text(ghost.name))", columns: width)) "
    let columns = pen.put(text, column: 0, row: row, style: Palette.ghost, on: &canvas)
    layout.block(column: 0, row: row, columns: columns)
  }
}

/// Draws where people were on the ground of a map: the denser and brighter, the longer.
func drawHeat(_ screen: MapScreen, on canvas: inout Canvas, _ pen: MapPen) {
  guard screen.columns > 0 else { return }
  for (index, level) in screen.heat.enumerated() where level > 0 {
    let (row, column) = index.quotientAndRemainder(dividingBy: screen.columns)
    guard row < canvas.size.rows else { return }
    let text = HeatRamp.text(Int(level), pen.symbols.glyphs)
    pen.put(text, column: column, row: row, style: HeatRamp.style(Int(level)), on: &canvas)
  }
}

/// The characters and colours of the heat map; never colour alone.
enum HeatRamp {
  private static let shades = ["░", "▒", "▓", "█"]
  private static let plain = [".", ":", "+", "#"]

  /// From little time to much; a level of `1 ... 4`.
  static func text(_ level: Int, _ glyphs: GlyphLevel) -> String {
    (glyphs == .ascii ? plain : shades)[min(3, max(0, level - 1))]
  }

  static func style(_ level: Int) -> Style {
    switch level {
    case 1: Style(.blue)
    case 2: Style(.skyBlue)
    case 3: Style(.orange)
    default: Style(.yellow, on: .standard, .bold)
    }
  }
}
