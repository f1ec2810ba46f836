internal import Geodesy
internal import Views

/// Where the name of an area may stand.
enum InnerPoint {
  /// A point inside of an area, and the area's size in square units; nothing where it has none.
  ///
  /// The centre of mass where that lies inside, or else the middle of the widest stretch on its height. `points` are
  /// the corners of the outer ring and then of the holes; `ends` says where each ring ends.
  static func of(_ points: [MapSheet.Point], ends: [Int]) -> (spot: MapSheet.Point, size: Double)? {
    guard let end = ends.first, let (x, y, size) = centre(points[..<end]), size > 0 else { return nil }
    let row = y.rounded(.down) + 0.5
    let crossings = crossings(points, ends, row: row)
    guard let widest = EvenOdd.longestStretch(crossings) else { return nil }
    if EvenOdd.stretches(crossings).contains(where: { $0.start <= x && x <= $0.end }) { return (point(x, row), size) }
    return (point((widest.start + widest.end) / 2, row), size)
  }

  private static func point(_ x: Double, _ y: Double) -> MapSheet.Point {
    func unit(_ value: Double) -> Int32 { Int32(max(-2e9, min(2e9, value.rounded(.down)))) }
    return MapSheet.Point(x: unit(x), y: unit(y))
  }

  /// The centre of mass of a ring and its size.
  private static func centre(_ ring: ArraySlice<MapSheet.Point>) -> (x: Double, y: Double, size: Double)? {
    guard let last = ring.last, let first = ring.first else { return nil }
    // From the first corner, so that squares of large coordinates lose nothing.
    let (x0, y0) = (Double(first.x), Double(first.y))
    var (sumX, sumY, twice) = (0.0, 0.0, 0.0)
    var (fromX, fromY) = (Double(last.x) - x0, Double(last.y) - y0)
    for corner in ring {
      let (toX, toY) = (Double(corner.x) - x0, Double(corner.y) - y0)
      let cross = fromX * toY - toX * fromY
      (sumX, sumY, twice) = (sumX + (fromX + toX) * cross, sumY + (fromY + toY) * cross, twice + cross)
      (fromX, fromY) = (toX, toY)
    }
    guard twice != 0 else { return nil }
    return (x0 + sumX / (3 * twice), y0 + sumY / (3 * twice), abs(twice) / 2)
  }

  /// Where the borders cross a row, which lies between whole units, so that no corner is on it.
  ///
  /// Multiplies before it divides, unlike ``Geodesy/EvenOdd``: products of whole units are exact.
  private static func crossings(_ points: [MapSheet.Point], _ ends: [Int], row: Double) -> [Double] {
    var crossings: [Double] = []
    var start = 0
    for end in ends where end > start {
      var from = points[end - 1]
      for to in points[start..<end] {
        let (top, bottom) = (Double(from.y), Double(to.y))
        if (top < row) != (bottom < row) {
          crossings.append(Double(from.x) + (Double(to.x) - Double(from.x)) * (row - top) / (bottom - top))
        }
        from = to
      }
      start = end
    }
    return crossings
  }
}
