internal import Geodesy
internal import TextCanvas
internal import Views

/// Draws the places ahead in perspective: near ones low and large, far ones high and small, none over another; those
/// without a label, or without room for it, as dots.
func drawField(_ screen: CompassScreen, in area: Area, on canvas: inout Canvas, _ symbols: Symbols) {
  guard area.size.rows > 0 else { return }
  canvas.within(area) { canvas in
    let size = canvas.size
    var stack = Stack(size: size)
    var labels: [FieldLabel] = []
    var dots = screen.dots.map { ($0.offset, $0.role, $0.size) }
    for mark in screen.marks {
      if let label = FieldLabel(mark, of: screen, size, &stack, symbols) {
        labels.append(label)
      } else {
        dots.append((mark.offset, mark.role, mark.size))
      }
    }
    EdgeRow(left: screen.left.map(\.edge), right: screen.right.map(\.edge), unnamedAhead: dots.count)
      .draw(row: 0, on: &canvas, symbols) { $0.map { Palette.style(of: $0) } ?? Palette.quiet }
    for (offset, role, distance) in dots.reversed() {
      guard let column = screen.column(of: offset, size.columns), size.rows > 1 else { continue }
      canvas.put(
        symbols.dot(role), column: column, row: stack.row(height: distance.height),
        style: Palette.style(of: role, size: distance))
    }
    for label in labels { label.draw(on: &canvas) }
  }
}

/// A label that has a place in the field of view.
private struct FieldLabel {
  private let text: String
  private let column, row, width, middle: Int
  private let mark: CompassScreen.Mark
  /// Near places have a frame, where the view is high enough.
  private let isFramed: Bool

  /// Finds a place for a label; `nil` if there is none.
  init?(
    _ mark: CompassScreen.Mark, of screen: CompassScreen, _ size: CanvasSize, _ stack: inout Stack, _ symbols: Symbols
  ) {
    isFramed = mark.size == .here && size.rows >= 4
    let frame = isFramed ? 4 : 0
    let tail = " \(mark.distance)"
    let room = size.columns - frame - 2 - CharacterWidth.columns(of: tail)
    text = "\(symbols.mark(mark.role)) \(shortened(mark.label, columns: max(1, min(40, room))))\(tail)"
    width = min(size.columns, CharacterWidth.columns(of: text) + frame)
    guard let middle = screen.column(of: mark.offset, size.columns) else { return nil }
    column = max(0, min(size.columns - width, middle - width / 2))
    guard
      let row = stack.take(column: column, columns: width, rows: isFramed ? 3 : 1, height: mark.size.height)
    else { return nil }
    (self.mark, self.middle, self.row) = (mark, middle, row)
  }

  func draw(on canvas: inout Canvas) {
    let style = Palette.style(of: mark.role, size: mark.size)
    // The line runs from below the names of the places at the sides down to the target.
    if mark.role.isGoal { canvas.verticalLine(column: middle, row: 1, rows: row - 1, with: "│", style: style) }
    guard isFramed else {
      canvas.put(text, column: column, row: row, style: style, width: width, ellipsis: true)
      return
    }
    canvas.fill(Area(column: column, row: row, columns: width, rows: 3))
    canvas.box(Area(column: column, row: row, columns: width, rows: 3), style: style)
    canvas.put(text, column: column + 2, row: row + 1, style: style, width: width - 4, ellipsis: true)
  }
}

extension CompassScreen.Aside {
  fileprivate var edge: EdgeRow.Place { EdgeRow.Place(name: label, distance: distance, role: role) }
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
    let wish = row(height: height, rows: rows)
    let order = (1...last).sorted { abs($0 - wish) < abs($1 - wish) }
    let found = order.first { row in taken[row..<row + rows].allSatisfy { !$0.contains { $0.overlaps(range) } } }
    guard let found else { return nil }
    for row in found..<found + rows { taken[row].append(range) }
    return found
  }

  /// The first of `rows` rows at a height, from 0 at the bottom to 1 below the first row.
  func row(height: Double, rows: Int = 1) -> Int {
    let last = taken.count - rows
    return last - Int((Double(max(0, last - 1)) * height).rounded())
  }
}
