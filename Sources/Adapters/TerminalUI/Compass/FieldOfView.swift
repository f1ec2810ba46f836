internal import Geodesy
internal import TextCanvas
internal import Views

/// Draws the places ahead in perspective: near ones low and large, far ones high and small, none over another.
func drawField(_ screen: CompassScreen, in area: Area, on canvas: inout Canvas, _ symbols: Symbols) {
  guard area.size.rows > 0 else { return }
  canvas.within(area) { canvas in
    drawAsides(screen, on: &canvas, symbols)
    var stack = Stack(size: canvas.size)
    // Place targets first, then the nearest places.
    for mark in screen.marks.filter(\.role.isGoal) + screen.marks.filter({ !$0.role.isGoal }) {
      draw(mark, of: screen, &stack, on: &canvas, symbols)
    }
  }
}

private func draw(
  _ mark: CompassScreen.Mark, of screen: CompassScreen, _ stack: inout Stack, on canvas: inout Canvas,
  _ symbols: Symbols
) {
  let isFramed = mark.size == .here
  let tail = " \(mark.distance)"
  let room = canvas.size.columns - (isFramed ? 6 : 2) - CharacterWidth.columns(of: tail)
  let text = "\(symbols.mark(mark.role)) \(shortened(mark.label, columns: max(1, min(40, room))))\(tail)"
  let width = min(canvas.size.columns, CharacterWidth.columns(of: text) + (isFramed ? 4 : 0))
  guard let middle = screen.column(of: mark.offset, canvas.size.columns) else { return }
  let column = max(0, min(canvas.size.columns - width, middle - width / 2))
  guard let row = stack.take(column: column, columns: width, rows: isFramed ? 3 : 1, height: mark.size.height) else {
    return
  }
  let style = Palette.style(of: mark.role, size: mark.size)
  // The line runs from below the names of the places at the sides down to the target.
  if mark.role.isGoal { canvas.verticalLine(column: middle, row: 1, rows: row - 1, with: "│", style: style) }
  if isFramed {
    canvas.fill(Area(column: column, row: row, columns: width, rows: 3))
    canvas.box(Area(column: column, row: row, columns: width, rows: 3), style: style)
    canvas.put(text, column: column + 2, row: row + 1, style: style, width: width - 4, ellipsis: true)
  } else {
    canvas.put(text, column: column, row: row, style: style, width: width, ellipsis: true)
  }
}

/// Draws the places to the left and right of the view: the nearest by name, the rest as a number.
private func drawAsides(_ screen: CompassScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let half = canvas.size.columns / 2 - 1
  if let aside = summary(of: screen.left, columns: half - 2) {
    canvas.put("\(symbols.left) \(aside.text)", column: 0, row: 0, style: Palette.style(of: aside.role), width: half)
  }
  if let aside = summary(of: screen.right, columns: half - 2) {
    canvas.put("\(aside.text) \(symbols.right)", .right, row: 0, style: Palette.style(of: aside.role))
  }
}

/// The goal, or else the first place, in `columns` columns, its name cut to no fewer than eight; the number of places
/// if that does not fit.
private func summary(of asides: [CompassScreen.Aside], columns: Int) -> (text: String, role: PlaceRole)? {
  guard let first = asides.first(where: { $0.role.isGoal }) ?? asides.first else { return nil }
  let tail = " \(first.distance)\(asides.count > 1 ? " +\(asides.count - 1)" : "")"
  let room = columns - CharacterWidth.columns(of: tail)
  if room >= 8 { return (shortened(first.label, columns: room) + tail, first.role) }
  // A number alone, below a strip of degrees, would be read as one.
  let count = "\(asides.count) place\(asides.count == 1 ? "" : "s")"
  return (CharacterWidth.columns(of: count) <= columns ? count : "+\(asides.count)", first.role)
}

extension CompassScreen.Size {
  /// The height in the picture: 0 is at the player's feet, 1 the horizon.
  fileprivate var height: Double {
    switch self {
    case .here: 0
    case .near: 0.2
    case .middle: 0.65
    case .far: 1
    }
  }
}

/// The occupied cells of the view; places each text as near to its height as there is room.
struct Stack {
  private var taken: [[Range<Int>]]

  /// An empty view; its first row belongs to what lies beside.
  init(size: CanvasSize) { taken = Array(repeating: [], count: size.rows) }

  /// Reserves `rows` rows for `columns` columns; returns the first row, or `nil` if there is no room.
  ///
  /// - Parameter height: the preferred height, from 0 at the bottom to 1 below the first row.
  mutating func take(column: Int, columns: Int, rows: Int, height: Double) -> Int? {
    let range = column - 1..<column + columns + 1
    let last = taken.count - rows
    guard last >= 1 else { return nil }
    let wish = last - Int((Double(last - 1) * height).rounded())
    let order = (1...last).sorted { abs($0 - wish) < abs($1 - wish) }
    let found = order.first { row in taken[row..<row + rows].allSatisfy { !$0.contains { $0.overlaps(range) } } }
    guard let found else { return nil }
    for row in found..<found + rows { taken[row].append(range) }
    return found
  }
}

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
      // Drawn over the ring: a range with digits covered would be wrong.
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
