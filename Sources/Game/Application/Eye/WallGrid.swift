/// A wall that stands on the ground, as a line from above.
package struct Wall: Hashable, Sendable {
  /// The ends in metres east and north of the middle of the surroundings; the outside is on the right hand of who goes
  /// from the first to the second.
  package let from, to: SIMD2<Float>
  /// Metres above the ground of the lower and of the upper edge.
  package let foot, top: Float
  /// Which building it belongs to: an index in ``Surroundings/buildings``; `nil` for a wall that stands alone.
  package let building: Int?

  /// Metres from one end to the other.
  package var length: Float {
    let along = to - from
    return (along * along).sum().squareRoot()
  }
}

/// Where a look from above along a line meets a wall.
package struct WallHit: Hashable, Sendable {
  /// The index of the wall in ``WallGrid/walls``.
  package let wall: Int32
  /// Metres from the eye.
  package let distance: Float
  /// Metres from the wall's first end.
  package let along: Float
}

/// Walls sorted into squares of the ground, so that a look passes only those that stand near its line.
package struct WallGrid: Hashable, Sendable {
  /// Metres along the side of a square.
  private static let square: Float = 16
  /// Squares along the side of the grid.
  private static let side = 56
  /// Metres from the middle that the grid reaches.
  static let reach = Double(square) * Double(side) / 2

  /// All walls, in the order in which they were given.
  package let walls: [Wall]
  /// Metres of the highest wall; 0 without walls.
  package let highest: Float
  /// For each square, and one more, where its walls begin in `order`.
  private let starts: [Int32]
  private let order: [Int32]

  /// Sorts walls.
  init(_ walls: [Wall]) {
    self.walls = walls
    highest = walls.map(\.top).max() ?? 0
    var squares: [(square: Int, wall: Int32)] = []
    for (index, wall) in walls.enumerated() {
      Self.forEachSquare(of: wall) { squares.append(($0, Int32(index))) }
    }
    var starts = [Int32](repeating: 0, count: Self.side * Self.side + 1)
    for entry in squares { starts[entry.square + 1] += 1 }
    for index in starts.indices.dropFirst() { starts[index] += starts[index - 1] }
    self.starts = starts
    var order = [Int32](repeating: 0, count: squares.count)
    for entry in squares {
      order[Int(starts[entry.square])] = entry.wall
      starts[entry.square] += 1
    }
    self.order = order
  }

  /// The squares that a wall may touch: in each row of squares those between its ends there.
  private static func forEachSquare(of wall: Wall, _ body: (Int) -> Void) {
    let half = Float(side / 2)
    let (from, to) = (wall.from / square + half, wall.to / square + half)
    let (low, high) = (from.y < to.y ? from : to, from.y < to.y ? to : from)
    let last = Float(side - 1)
    guard low.y <= last + 1, high.y >= 0, min(from.x, to.x) <= last + 1, max(from.x, to.x) >= 0 else { return }
    let margin: Float = 0.001
    for row in Int(max(0, (low.y - margin).rounded(.down)))...Int(min(last, max(0, (high.y + margin).rounded(.down)))) {
      func east(_ north: Float) -> Float {
        high.y == low.y ? low.x : low.x + (high.x - low.x) * (min(max(north, low.y), high.y) - low.y) / (high.y - low.y)
      }
      var (left, right) = (east(Float(row)), east(Float(row + 1)))
      if high.y == low.y { (left, right) = (low.x, high.x) }
      if left > right { swap(&left, &right) }
      let first = max(0, (left - margin).rounded(.down))
      let end = min(last, (right + margin).rounded(.down))
      guard first <= end else { continue }
      for column in Int(first)...Int(end) { body(row * side + column) }
    }
  }

  /// The walls that a look meets which show their outside to it, the nearest first.
  ///
  /// - Parameters:
  ///   - eye: metres east and north of the middle.
  ///   - direction: sine and cosine of the bearing.
  ///   - reach: metres beyond which nothing is looked for.
  ///   - hits: gets the walls; what it held before is dropped.
  ///   - isEnough: asked with the distance at which the next square begins; `true` ends the look.
  package func look(
    from eye: SIMD2<Float>, toward direction: SIMD2<Float>, reach: Float, into hits: inout [WallHit],
    isEnough: (_ distance: Float, _ found: [WallHit]) -> Bool = { _, _ in false }
  ) {
    hits.removeAll(keepingCapacity: true)
    let half = Float(Self.side / 2)
    let start = eye / Self.square + half
    guard start.x >= 0, start.y >= 0, start.x < 2 * half, start.y < 2 * half else { return }
    var (column, row) = (Int(start.x), Int(start.y))
    let step = (column: direction.x < 0 ? -1 : 1, row: direction.y < 0 ? -1 : 1)
    // Metres of the line between two borders of squares, and to the next ones.
    let gap = SIMD2(Self.square / max(1e-9, abs(direction.x)), Self.square / max(1e-9, abs(direction.y)))
    var next = SIMD2(
      gap.x * (step.column > 0 ? Float(column + 1) - start.x : start.x - Float(column)),
      gap.y * (step.row > 0 ? Float(row + 1) - start.y : start.y - Float(row)))
    var entered: Float = 0
    while entered < reach, column >= 0, row >= 0, column < Self.side, row < Self.side {
      let left = min(next.x, next.y)
      take(row * Self.side + column, eye, direction, entered, min(left, reach), &hits)
      if isEnough(left, hits) { return }
      if next.x < next.y {
        column += step.column
        next.x += gap.x
      } else {
        row += step.row
        next.y += gap.y
      }
      entered = left
    }
  }

  /// Takes the hits in one square, in the order of their distance.
  private func take(
    _ square: Int, _ eye: SIMD2<Float>, _ direction: SIMD2<Float>, _ least: Float, _ most: Float,
    _ hits: inout [WallHit]
  ) {
    let first = hits.count
    for place in Int(starts[square])..<Int(starts[square + 1]) {
      let index = order[place]
      let wall = walls[Int(index)]
      let (along, off) = (wall.to - wall.from, wall.from - eye)
      let turn = direction.x * along.y - direction.y * along.x
      // The outside lies on the right hand: seen from there the wall runs from the left to the right.
      guard turn < 0 || (wall.building == nil && turn > 0) else { continue }
      let distance = (off.x * along.y - off.y * along.x) / turn
      let part = (off.x * direction.y - off.y * direction.x) / turn
      guard distance >= least, distance < most, distance > 0.05, part >= 0, part <= 1 else { continue }
      hits.append(WallHit(wall: index, distance: distance, along: part * (along * along).sum().squareRoot()))
      var place = hits.count - 1
      while place > first, hits[place - 1].distance > hits[place].distance {
        hits.swapAt(place - 1, place)
        place -= 1
      }
    }
  }
}
