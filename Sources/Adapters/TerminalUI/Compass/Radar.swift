internal import Geodesy
internal import HuntApplication
internal import TextCanvas

/// The ring around the player: everything near, also what lies behind.
func drawRadar(_ screen: CompassScreen, in area: Area, on canvas: inout Canvas, _ symbols: Symbols) {
  canvas.within(area) { canvas in
    let (columns, rows) = (canvas.size.columns, canvas.size.rows)
    let radius = Double(min(columns, rows * 2)) - 2
    let centre = Dot(x: Double(columns) - 0.5, y: Double(rows) * 2 - 0.5)
    var ring = Raster(size: canvas.size, glyphs: symbols.glyphs)
    ring.circle(centre: centre, radius: radius)
    canvas.draw(ring, style: Palette.quiet)
    canvas.put(screen.hasHeading ? symbols.arrow(.north) : "N", column: columns / 2, row: 0, style: Palette.key)
    canvas.put(
      screen.isStale ? "@" : symbols.player(screen.hasHeading ? .north : nil, isStale: false), column: columns / 2,
      row: rows / 2, style: screen.isStale ? Palette.stalePlayer : Palette.player)
    for blip in screen.blips.sorted(by: { $0.role.rank < $1.role.rank }) {
      let (sine, cosine) = Angle.sineAndCosine(degrees: blip.turn)
      let reach = blip.radius * radius
      let spot = MapScreen.Point(
        x: (centre.x + reach * sine + 0.5) / 2, y: (centre.y - reach * cosine + 0.5) / 4)
      guard let cell = Cell2D(spot, in: canvas.size) else { continue }
      canvas.put(symbols.mark(blip.role), column: cell.column, row: cell.row, style: Palette.style(of: blip.role))
    }
    canvas.put(screen.range, .right, row: rows - 1, style: Palette.quiet)
  }
}

extension MapScreen.Role {
  fileprivate var rank: Int {
    switch self {
    case .place: 0
    case .found: 1
    case .treasure: 2
    case .target: 3
    }
  }
}
