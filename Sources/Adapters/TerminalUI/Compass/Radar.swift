internal import Geodesy
internal import TextCanvas
internal import Views

/// The ring around the player: everything near, also what lies behind.
enum Radar {
  /// Columns of the ring.
  private static let ring = 15
  /// Columns of the ring and of its range, written where the ring turns away from the corner.
  static let columns = ring + 3

  /// Draws the radar into the left part of `area`, its range into the lower right corner.
  static func draw(_ screen: CompassScreen, in area: Area, on canvas: inout Canvas, _ symbols: Symbols) {
    canvas.within(area) { canvas in
      let ring = Area(column: 0, row: 0, columns: min(Self.ring, canvas.size.columns), rows: canvas.size.rows)
      canvas.within(ring) { drawRing(screen, on: &$0, symbols) }
      // Over the ring: a range without its first digits is another one.
      canvas.put(" \(screen.range)", .right, row: canvas.size.rows - 1, style: Palette.quiet)
    }
  }

  private static func drawRing(_ screen: CompassScreen, on canvas: inout Canvas, _ symbols: Symbols) {
    let (columns, rows) = (canvas.size.columns, canvas.size.rows)
    let radius = Double(min(columns, rows * 2)) - 2
    let centre = Dot(x: Double(columns) - 0.5, y: Double(rows) * 2 - 0.5)
    var circle = Raster(size: canvas.size, glyphs: symbols.glyphs)
    circle.circle(centre: centre, radius: radius)
    canvas.draw(circle, style: Palette.quiet)
    canvas.put(screen.hasHeading ? symbols.arrow(.north) : "N", column: columns / 2, row: 0, style: Palette.key)
    for blip in screen.blips.sorted(by: { $0.role.importance < $1.role.importance }) {
      let (sine, cosine) = Angle.sineAndCosine(degrees: blip.turn)
      let reach = blip.radius * radius
      let spot = MapScreen.Point(
        x: (centre.x + reach * sine + 0.5) / 2, y: (centre.y - reach * cosine + 0.5) / 4)
      guard let cell = Cell2D(spot, in: canvas.size) else { continue }
      canvas.put(symbols.mark(blip.role), column: cell.column, row: cell.row, style: Palette.style(of: blip.role))
    }
    canvas.put(
      symbols.player(screen.hasHeading ? .north : nil, isStale: screen.isStale), column: columns / 2, row: rows / 2,
      style: screen.isStale ? Palette.stalePlayer : Palette.player)
  }
}
