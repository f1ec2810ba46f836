internal import TextCanvas

/// Finds room for labels so that none lies on another, on a mark, or on the player.
///
/// Labels are asked for in the order of their importance; who finds no room beside, above or below their mark goes
/// without a label.
struct LabelLayout {
  private let size: CanvasSize
  private var taken: [Bool]

  /// A screen with nothing on it.
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

  /// Takes room for a label of `width` columns at a mark; returns where it begins, or nothing without room.
  mutating func place(width: Int, at column: Int, _ row: Int) -> (column: Int, row: Int)? {
    let middle = column - width / 2
    let candidates = [
      (column + 2, row), (column - width - 1, row), (middle, row - 1), (middle, row + 1), (column + 2, row - 1),
      (column + 2, row + 1), (column - width - 1, row - 1), (column - width - 1, row + 1),
    ]
    guard width > 0, let spot = candidates.first(where: { isFree($0.0, $0.1, width) }) else { return nil }
    // One more cell, so that two labels side by side do not read as one.
    block(column: spot.0 - 1, row: spot.1, columns: width + 2)
    return (spot.0, spot.1)
  }

  private func isFree(_ column: Int, _ row: Int, _ width: Int) -> Bool {
    guard (0..<size.rows).contains(row), column >= 0, column + width <= size.columns else { return false }
    let start = row * size.columns + column
    return !taken[start..<start + width].contains(true)
  }
}
