internal import Geodesy
internal import TextCanvas
internal import Views

/// The ring around the player: everything near, also what lies behind.
enum Radar {
  /// The places in one cell.
  struct Spot: Hashable {
    /// The most important role among them.
    var role = PlaceRole.place
    /// How many there are.
    var count = 0
  }

  /// Rows of the smallest radar and of the largest: in fewer nothing can be told apart.
  private static let rows = (least: 7, most: 21)
  /// Rows from which on there is room for a second ring.
  private static let leastRowsForHalf = 11
  /// Columns beside the ring for the range, written where the ring turns away from the corner.
  private static let margin = 3
  /// Columns that the words about the target need: more than the picture of the rest.
  private static let words = 28

  /// The size of the radar of a compass: it grows with the screen; `nil` if there is no room for one.
  static func size(in compass: CanvasSize) -> CanvasSize? {
    let room = min(compass.rows / 3, (compass.columns - words - margin - 1) / 2)
    // Odd, so that the player stands in the middle of a cell.
    let rows = max(rows.least, min(rows.most, (room - 1) | 1))
    let size = CanvasSize(columns: 2 * rows + 1 + margin, rows: rows)
    return compass.columns >= size.columns + words ? size : nil
  }

  /// Draws the radar into the left part of `area`, its range into the lower right corner.
  static func draw(_ screen: CompassScreen, in area: Area, on canvas: inout Canvas, _ symbols: Symbols) {
    canvas.within(area) { canvas in
      let columns = max(0, canvas.size.columns - margin)
      canvas.within(Area(column: 0, row: 0, columns: columns, rows: canvas.size.rows)) {
        drawRing(screen, on: &$0, symbols)
      }
      // Drawn over the ring: a range with digits covered would be wrong.
      canvas.put(" \(screen.range)", .right, row: canvas.size.rows - 1, style: Palette.quiet)
    }
  }

  /// The cells of a ring of a size that have places, and what they have.
  static func spots(_ blips: [CompassScreen.Blip], in size: CanvasSize) -> [Cell2D: Spot] {
    let (centre, radius) = circle(in: size)
    var spots: [Cell2D: Spot] = [:]
    for blip in blips {
      let (sine, cosine) = Angle.sineAndCosine(degrees: blip.turn)
      let reach = blip.radius * radius
      let point = MapScreen.Point(
        x: (centre.x + reach * sine + 0.5) / 2, y: (centre.y - reach * cosine + 0.5) / 4)
      guard let cell = Cell2D(point, in: size) else { continue }
      spots[cell, default: Spot()].count += 1
      if let spot = spots[cell], blip.role.importance > spot.role.importance { spots[cell]?.role = blip.role }
    }
    return spots
  }

  /// The mark of what matters in the game, or else how many places there are: `+` for more than nine.
  static func text(_ spot: Spot, _ symbols: Symbols) -> String {
    guard spot.role == .place, spot.count > 1 else { return symbols.mark(spot.role) }
    return spot.count > 9 ? "+" : "\(spot.count)"
  }

  /// The middle and the radius of the ring, in dots.
  private static func circle(in size: CanvasSize) -> (centre: Dot, radius: Double) {
    (
      Dot(x: Double(size.columns) - 0.5, y: Double(size.rows) * 2 - 0.5),
      Double(min(size.columns, size.rows * 2)) - 2
    )
  }

  private static func drawRing(_ screen: CompassScreen, on canvas: inout Canvas, _ symbols: Symbols) {
    let (columns, rows) = (canvas.size.columns, canvas.size.rows)
    let (centre, radius) = circle(in: canvas.size)
    let hasHalf = rows >= leastRowsForHalf
    var lines = Raster(size: canvas.size, glyphs: symbols.glyphs)
    lines.circle(centre: centre, radius: radius)
    if hasHalf { lines.circle(centre: centre, radius: radius / 2) }
    if screen.hasHeading {
      for side in [-0.5, 0.5] {
        let (sine, cosine) = Angle.sineAndCosine(degrees: side * screen.fieldOfView)
        lines.line(from: centre, to: Dot(x: centre.x + radius * sine, y: centre.y - radius * cosine))
      }
    }
    canvas.draw(lines, style: Palette.quiet)
    canvas.put(screen.hasHeading ? symbols.arrow(.north) : "N", column: columns / 2, row: 0, style: Palette.key)
    let spots = spots(screen.blips, in: canvas.size)
    if hasHalf { label(screen.halfRange, atRows: radius / 8, besides: spots, on: &canvas) }
    for (cell, spot) in spots {
      canvas.put(text(spot, symbols), column: cell.column, row: cell.row, style: Palette.style(of: spot.role))
    }
    canvas.put(
      symbols.player(screen.hasHeading ? .north : nil, isStale: screen.isStale), column: columns / 2, row: rows / 2,
      style: screen.isStale ? Palette.stalePlayer : Palette.player)
  }

  /// Writes the radius of the inner ring on it: below the player, above, or at a side, where no place lies.
  private static func label(
    _ text: String, atRows distance: Double, besides spots: [Cell2D: Spot], on canvas: inout Canvas
  ) {
    let width = CharacterWidth.columns(of: text)
    let middle = Cell2D(column: (canvas.size.columns - width) / 2, row: canvas.size.rows / 2)
    let rows = Int(distance.rounded())
    let found = [(0, rows), (0, -rows), (2 * rows, 0), (-2 * rows, 0)]
      .map { Cell2D(column: middle.column + $0, row: middle.row + $1) }
      .first { cell in
        (cell.column..<cell.column + width).allSatisfy { spots[Cell2D(column: $0, row: cell.row)] == nil }
      }
    guard let found else { return }
    canvas.put(text, column: found.column, row: found.row, style: Palette.quiet)
  }
}
