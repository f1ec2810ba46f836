internal import HuntApplication
internal import TextCanvas

/// What lies ahead, as one would see it: near things low and large, far ones high and small, none over another.
func drawField(_ screen: CompassScreen, in area: Area, on canvas: inout Canvas, _ symbols: Symbols) {
  guard area.size.rows > 0 else { return }
  canvas.within(area) { canvas in
    drawAsides(screen, on: &canvas, symbols)
    var stack = Stack(size: canvas.size)
    // What the player looks for comes first, then the nearest.
    for mark in screen.marks.filter({ $0.role == .target }) + screen.marks.filter({ $0.role != .target }) {
      draw(mark, of: screen, &stack, on: &canvas, symbols)
    }
  }
}

private func draw(
  _ mark: CompassScreen.Mark, of screen: CompassScreen, _ stack: inout Stack, on canvas: inout Canvas,
  _ symbols: Symbols
) {
  let text = "\(symbols.mark(mark.role)) \(mark.label) \(mark.distance)"
  let isFramed = mark.size == .here
  let width = min(canvas.size.columns, CharacterWidth.columns(of: text) + (isFramed ? 4 : 0))
  guard let middle = screen.column(of: mark.offset, canvas.size.columns) else { return }
  let column = max(0, min(canvas.size.columns - width, middle - width / 2))
  guard let row = stack.take(column: column, columns: width, rows: isFramed ? 3 : 1, isFar: mark.size == .far) else {
    return
  }
  let style = mark.size == .far && mark.role == .place ? Palette.quiet : Palette.style(of: mark.role)
  if mark.role == .target { canvas.verticalLine(column: middle, row: 0, rows: row, with: "│", style: style) }
  if isFramed {
    canvas.fill(Area(column: column, row: row, columns: width, rows: 3))
    canvas.box(Area(column: column, row: row, columns: width, rows: 3), style: style)
    canvas.put(text, column: column + 2, row: row + 1, style: style, width: width - 4, ellipsis: true)
  } else {
    canvas.put(text, column: column, row: row, style: style, width: width, ellipsis: true)
  }
}

/// What lies to the left and right of the view: the nearest by name, the rest by number.
private func drawAsides(_ screen: CompassScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let half = canvas.size.columns / 2 - 1
  if let text = summary(of: screen.left) {
    let name = CharacterWidth.columns(of: text.name) + 2 <= half ? text.name : text.count
    canvas.put("\(symbols.left) \(name)", column: 0, row: 0, style: Palette.style(of: text.role), width: half)
  }
  if let text = summary(of: screen.right) {
    let name = CharacterWidth.columns(of: text.name) + 2 <= half ? text.name : text.count
    canvas.put("\(name) \(symbols.right)", .right, row: 0, style: Palette.style(of: text.role))
  }
}

private func summary(of asides: [CompassScreen.Aside]) -> (name: String, count: String, role: MapScreen.Role)? {
  guard let first = asides.first(where: { $0.role == .target }) ?? asides.first else { return nil }
  let more = asides.count > 1 ? " +\(asides.count - 1)" : ""
  return ("\(first.label) \(first.distance)\(more)", "\(asides.count)", first.role)
}

/// Rows of the view, filled from the bottom, or for far things from the top.
struct Stack {
  private var taken: [[Range<Int>]]

  /// An empty view; its first row belongs to what lies beside.
  init(size: CanvasSize) { taken = Array(repeating: [], count: size.rows) }

  /// Takes `rows` rows for `columns` columns; returns the first row, or nothing without room.
  mutating func take(column: Int, columns: Int, rows: Int, isFar: Bool) -> Int? {
    let range = column - 1..<column + columns + 1
    let last = taken.count - rows
    guard last >= 1 else { return nil }
    let order = isFar ? Array(1...last) : Array((1...last).reversed())
    let found = order.first { row in taken[row..<row + rows].allSatisfy { !$0.contains { $0.overlaps(range) } } }
    guard let found else { return nil }
    for row in found..<found + rows { taken[row].append(range) }
    return found
  }
}
