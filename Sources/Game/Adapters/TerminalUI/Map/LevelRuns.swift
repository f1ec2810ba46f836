/// Follows a line through the cells and finds where it stays in one row.
struct LevelRuns {
  /// A stretch of a line in one row, from and to a place between columns.
  struct Level: Hashable {
    let row: Int
    var left, right: Double

    var length: Double { right - left }
  }

  /// Columns of the shortest stretch that counts.
  let shortest: Double
  /// Cells from the middle beyond which nothing is followed.
  let reach: Double
  /// Rows of a long slope that are left out between two stretches.
  private static let apart = 6.0
  private(set) var levels: [Level] = []
  private var level: Level?
  private var last: (x: Double, y: Double)?
  private var isEastward = true

  init(shortest: Double, reach: Double) { (self.shortest, self.reach) = (shortest, reach) }

  /// Goes on to a place; a line that turns back is not level any more.
  mutating func go(to x: Double, _ y: Double) {
    guard abs(x) <= reach, abs(y) <= reach else { return end() }
    defer { last = (x, y) }
    guard let last else { return }
    let (from, to) = (last.y.rounded(.down), y.rounded(.down))
    if from == to { return stay(in: Int(to), from: last.x, to: x) }
    // Columns to a row.
    let slope = (x - last.x) / (y - last.y)
    func crossing(_ border: Double) -> Double { last.x + (border - last.y) * slope }
    let isDown = to > from
    stay(in: Int(from), from: last.x, to: crossing(isDown ? from + 1 : from))
    finish()
    if abs(slope) >= shortest {
      // Counted from where the line begins, so that it does not matter which part of it is seen.
      for step in stride(from: 1, to: abs(to - from), by: Self.apart) {
        let row = isDown ? from + step : from - step
        let (top, bottom) = (crossing(row), crossing(row + 1))
        levels.append(Level(row: Int(row), left: min(top, bottom), right: max(top, bottom)))
      }
    }
    stay(in: Int(to), from: crossing(isDown ? to : to + 1), to: x)
  }

  /// Ends the line.
  mutating func end() {
    finish()
    last = nil
  }

  private mutating func finish() {
    if let level, level.length >= shortest { levels.append(level) }
    level = nil
  }

  private mutating func stay(in row: Int, from: Double, to: Double) {
    let goesEast = to >= from
    if let before = level, before.row == row, goesEast == isEastward {
      level = Level(row: row, left: min(before.left, to), right: max(before.right, to))
      return
    }
    finish()
    level = Level(row: row, left: min(from, to), right: max(from, to))
    isEastward = goesEast
  }
}
