/// How much of the ground around a place is built on: a town stands on pavement, a farm on grass.
struct BuiltUp {
  /// Metres along the side of a square of ground, and how many squares are along the side of all.
  private static let (square, side) = (20.0, 52)
  /// The part of the ground that is built on from which on it is a town's.
  private static let townShare: Float = 0.14
  /// How often shares are mixed with those of the squares around: yards and streets belong to the town, too.
  private static let mixings = 2

  /// Of each square, row by row from the south-west, the part that is built on.
  private var shares = [Float](repeating: 0, count: BuiltUp.side * BuiltUp.side)

  /// Adds a building of so many square metres; it is taken to fill its box evenly.
  ///
  /// - Parameters:
  ///   - low: the south-western corner of its box, in metres east and north of the middle.
  ///   - high: the north-eastern corner.
  mutating func add(area: Double, low: SIMD2<Double>, high: SIMD2<Double>) {
    let half = Double(Self.side) / 2
    let (first, last) = (low / Self.square + half, high / Self.square + half)
    // Written so that what is not a number is left out.
    guard area > 0, first.x < 2 * half, first.y < 2 * half, last.x > 0, last.y > 0 else { return }
    func range(_ low: Double, _ high: Double) -> ClosedRange<Int> {
      let begin = Int(max(0, low))
      return begin...max(begin, Int(min(2 * half - 1, high)))
    }
    let (columns, rows) = (range(first.x, last.x), range(first.y, last.y))
    let box = (last - first).clamped(lowerBound: SIMD2(repeating: 0.01), upperBound: SIMD2(repeating: 1e6))
    let density = area / (Self.square * Self.square) / (box.x * box.y)
    for row in rows {
      for column in columns {
        let width = min(last.x, Double(column + 1)) - max(first.x, Double(column))
        let height = min(last.y, Double(row + 1)) - max(first.y, Double(row))
        shares[row * Self.side + column] += Float(density * max(0.01, width) * max(0.01, height))
      }
    }
  }

  /// Mixes each square with those around it, after all buildings were added.
  mutating func mix() {
    let last = Self.side - 1
    for _ in 0..<Self.mixings {
      let before = shares
      for row in 0...last {
        for column in 0...last {
          var sum: Float = 0
          for other in max(0, row - 1)...min(last, row + 1) {
            for place in max(0, column - 1)...min(last, column + 1) { sum += before[other * Self.side + place] }
          }
          shares[row * Self.side + column] = sum / 9
        }
      }
    }
  }

  /// Whether nowhere stands a town.
  var isCountry: Bool { shares.allSatisfy { $0 < Self.townShare } }

  /// The shares along a line from west to east, metres north of the middle: one in the middle of each square.
  func line(north: Double) -> Line {
    let place = min(max(north / Self.square + Double(Self.side) / 2 - 0.5, 0), Double(Self.side - 1))
    let row = min(Self.side - 2, Int(place))
    let part = Float(place - Double(row))
    return Line(
      shares: (0..<Self.side).map { column in
        let (south, north) = (shares[row * Self.side + column], shares[(row + 1) * Self.side + column])
        return south + (north - south) * part
      })
  }

  /// A line from west to east.
  struct Line {
    fileprivate let shares: [Float]

    /// Whether the ground is a town's so many metres east of the middle.
    func isTown(east: Double) -> Bool {
      let place = min(max(east / BuiltUp.square + Double(BuiltUp.side) / 2 - 0.5, 0), Double(BuiltUp.side - 1))
      let column = min(BuiltUp.side - 2, Int(place))
      let share = shares[column] + (shares[column + 1] - shares[column]) * Float(place - Double(column))
      return share >= BuiltUp.townShare
    }
  }
}
