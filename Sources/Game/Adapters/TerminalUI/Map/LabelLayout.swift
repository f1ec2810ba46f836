internal import TextCanvas

/// Finds room for labels so that none lies on another, on a mark, or on the player.
///
/// Labels are placed in the order of their importance; one that fits neither beside, above nor below its mark is left
/// out. A label has a free cell on both sides, so that it can be drawn with a margin.
struct LabelLayout {
  private let size: CanvasSize
  private var taken: [Bool]
  /// Cells that belong to the legend.
  private var furniture: Set<Cell2D> = []
  /// The ids of what stands on a cell, with a mark or a label.
  private(set) var ids: [Cell2D: String] = [:]

  /// Creates an empty layout.
  init(size: CanvasSize) {
    self.size = size
    taken = Array(repeating: false, count: size.columns * size.rows)
  }

  /// Keeps cells free of labels; those outside do not matter.
  mutating func block(column: Int, row: Int, columns: Int = 1) {
    guard (0..<size.rows).contains(row) else { return }
    for place in max(0, column)..<max(max(0, column), min(size.columns, column + columns)) {
      taken[row * size.columns + place] = true
    }
  }

  /// Keeps cells free of labels and of marks.
  mutating func furnish(column: Int, row: Int, columns: Int) {
    block(column: column, row: row, columns: columns)
    for place in column..<column + max(0, columns) { furniture.insert(Cell2D(column: place, row: row)) }
  }

  /// Notes that cells stand for a place, if it has an id.
  mutating func note(_ id: String?, column: Int, row: Int, columns: Int = 1) {
    guard let id else { return }
    for place in column..<column + max(0, columns) { ids[Cell2D(column: place, row: row)] = id }
  }

  /// Whether the legend has a cell.
  func isFurnished(_ cell: Cell2D) -> Bool { furniture.contains(cell) }

  /// Reserves room for a label of `width` columns at a mark; returns its first cell, or `nil` if there is none.
  mutating func place(width: Int, at column: Int, _ row: Int) -> (column: Int, row: Int)? {
    let middle = column - width / 2
    return take(
      width,
      [
        (column + 2, row), (column - width - 1, row), (middle, row - 1), (middle, row + 1), (column + 2, row - 1),
        (column + 2, row + 1), (column - width - 1, row - 1), (column - width - 1, row + 1),
      ])
  }

  /// Reserves room for a label that begins at a column, as near to `row` as possible; `nil` if there is none.
  mutating func place(width: Int, from column: Int, nearRow row: Int) -> (column: Int, row: Int)? {
    let column = max(0, min(size.columns - width, column))
    return take(width, (0..<size.rows).sorted { abs($0 - row) < abs($1 - row) }.map { (column, $0) })
  }

  /// Reserves room for a label of `width` columns that begins in a given cell; returns whether it was free.
  mutating func place(width: Int, exactlyAt column: Int, _ row: Int) -> Bool { take(width, [(column, row)]) != nil }

  private mutating func take(_ width: Int, _ candidates: [(Int, Int)]) -> (column: Int, row: Int)? {
    guard width > 0, let spot = candidates.first(where: { isFree($0.0, $0.1, width) }) else { return nil }
    block(column: spot.0, row: spot.1, columns: width)
    return spot
  }

  /// Whether a label and the cells beside it can lie there.
  private func isFree(_ column: Int, _ row: Int, _ width: Int) -> Bool {
    guard (0..<size.rows).contains(row), column >= 0, column + width <= size.columns else { return false }
    let start = row * size.columns
    return !taken[start + max(0, column - 1)..<start + min(size.columns, column + width + 1)].contains(true)
  }
}
