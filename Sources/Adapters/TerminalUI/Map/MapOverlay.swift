internal import Geodesy
internal import TextCanvas
internal import Views

/// Draws the lines of the game over the ground: where things can be found, how sure the position is, where the player
/// looks, and the route to what they are after.
func drawOverlay(of screen: MapScreen, on canvas: inout Canvas, _ pen: MapPen) {
  let route = screen.route.isEmpty ? straightLine(screen) : screen.route
  let isSurrounded = screen.player.map { $0.accuracy >= leastCircle || $0.heading != nil } ?? false
  guard !route.isEmpty || isSurrounded || !screen.zones.isEmpty else { return }
  var raster = Raster(size: canvas.size, glyphs: pen.symbols.glyphs)
  for zone in screen.zones { draw(zone, on: &raster) }
  if let player = screen.player { drawSurroundings(of: player, on: &raster) }
  drawRoute(route, on: &raster)
  canvas.draw(raster, inks: pen.look.overlay)
}

/// The inks of the game's lines; where lines meet, the later ink wins.
enum OverlayInk: UInt8 {
  case zone, circle, cone, route
}

extension MapLook {
  /// The inks of ``OverlayInk``.
  fileprivate var overlay: InkTable {
    let ground = isBright ? Style(on: .ground(0)) : .plain
    let styles = [Palette.zone, Palette.circle, Palette.cone, Palette.route]
    return InkTable(lines: styles.map { style($0, over: ground).on(.standard) }, areas: [])
  }
}

/// The outline of the ground where something can be found.
private func draw(_ zone: MapScreen.Zone, on raster: inout Raster) {
  let ink = OverlayInk.zone.rawValue
  switch zone {
  // A smaller circle would only smear the mark in it.
  case .circle(let centre, let radius) where radius >= 1.5:
    raster.circle(centre: dot(centre), radius: radius * 2, ink: ink)
  case .circle: break
  case .rings(let rings): for ring in rings.map(dots) { raster.polyline(ring + ring.prefix(1), ink: ink) }
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

/// Cells that stay free at both ends of a line, so that it does not cover the markers there.
private let clearance = 2.0

/// Draws a line with every other cell left out, a pattern that no street has.
private func drawRoute(_ line: [MapScreen.Point], on raster: inout Raster) {
  let lengths = zip(line, line.dropFirst()).map { max(abs($1.x - $0.x), abs($1.y - $0.y)) }
  // It begins at the player: what is left out lies far away.
  let end = min(lengths.reduce(0, +) - clearance, longestRoute)
  guard end > clearance else { return }
  // Where the next dash begins, and where the present part of the line does, in cells from the first point.
  var (dash, passed) = (clearance, 0.0)
  for ((start, stop), length) in zip(zip(line, line.dropFirst()), lengths) where length > 0 {
    func spot(_ place: Double) -> Dot {
      let part = (place - passed) / length
      return dot(.init(x: start.x + (stop.x - start.x) * part, y: start.y + (stop.y - start.y) * part))
    }
    while dash < min(passed + length, end) {
      raster.line(
        from: spot(dash), to: spot(min(dash + dashLength, passed + length, end)), ink: OverlayInk.route.rawValue)
      dash += dashPeriod
    }
    passed += length
  }
}

/// Cells of a dash of the route, and from one dash to the next.
private let (dashLength, dashPeriod) = (0.8, 2.0)
/// Cells of a route that is drawn at most.
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
