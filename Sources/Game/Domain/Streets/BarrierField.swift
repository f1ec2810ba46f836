internal import Geodesy
internal import Places

/// Buildings and waters on a plane, ready to be asked what stands in a way.
struct BarrierField: Sendable {
  /// Corners that are taken; barriers that do not fit are left out.
  static let mostCorners = 4_000_000

  /// The corners of all rings, one after the other.
  private var corners: [TangentPlane.Point] = []
  /// Where the ring of each corner begins and ends in ``corners``.
  private var ringStarts: [UInt32] = []
  private var ringEnds: [UInt32] = []
  /// The barrier of each corner.
  private var owners: [UInt32] = []
  /// Where each barrier begins in ``corners``, and where the last one ends.
  private var starts: [UInt32] = [0]
  /// The edge from each corner to the next.
  private var edges = BoxTree([])
  private var areas = BoxTree([])

  /// Lays out barriers; rings with corners beyond `reach` metres from the plane's origin are left out.
  init(_ barriers: [Barrier], on plane: TangentPlane, reach: Double) {
    for barrier in barriers {
      for ring in barrier.rings where corners.count + ring.count <= Self.mostCorners {
        take(ring, on: plane, reach: reach)
      }
      if corners.count > Int(starts[starts.count - 1]) { starts.append(UInt32(corners.count)) }
    }
    edges = BoxTree(corners.indices.map { PlaneBox(around: edge($0)) })
    areas = BoxTree(
      zip(starts, starts.dropFirst()).map { start, end in
        corners[Int(start)..<Int(end)].reduce(into: PlaneBox.none) { $0.take(PlaneBox(around: $1)) }
      })
  }

  private mutating func take(_ ring: [Coordinate], on plane: TangentPlane, reach: Double) {
    var points: [TangentPlane.Point] = []
    for place in ring {
      guard let point = plane.point(of: place), abs(point.east) <= reach, abs(point.north) <= reach else { return }
      if point != points.last { points.append(point) }
    }
    if points.count > 1, points.first == points.last { points.removeLast() }
    guard points.count >= 3 else { return }
    let range = UInt32(corners.count)..<UInt32(corners.count + points.count)
    corners += points
    ringStarts += points.map { _ in range.lowerBound }
    ringEnds += points.map { _ in range.upperBound }
    owners += points.map { _ in UInt32(starts.count - 1) }
  }

  /// The edge from a corner to the next one of its ring.
  private func edge(_ corner: Int) -> PlaneSegment {
    let next = corner + 1 < Int(ringEnds[corner]) ? corner + 1 : Int(ringStarts[corner])
    return PlaneSegment(start: corners[corner], end: corners[next])
  }

  /// The barriers in which a point lies.
  func barriers(around point: TangentPlane.Point) -> [Int] {
    var found: [Int] = []
    areas.forEach(meeting: PlaneBox(around: point)) { barrier in
      if contains(point, barrier) { found.append(barrier) }
      return true
    }
    return found.sorted()
  }

  /// Whether a point lies in any barrier.
  private func isBuiltOver(_ point: TangentPlane.Point) -> Bool {
    !areas.forEach(meeting: PlaneBox(around: point)) { !contains(point, $0) }
  }

  private func contains(_ point: TangentPlane.Point, _ barrier: Int) -> Bool {
    var isInside = false
    for corner in Int(starts[barrier])..<Int(starts[barrier + 1]) {
      let edge = edge(corner)
      if EvenOdd.crosses(eastOf: point, from: edge.start, to: edge.end) { isInside.toggle() }
    }
    return isInside
  }

  /// Whether nothing stands on the line between two points, but for barriers that do not count.
  func isClear(_ way: PlaneSegment, but ignored: [Int]) -> Bool {
    edges.forEach(along: way) { corner in
      ignored.contains(Int(owners[corner])) || !edge(corner).meets(way)
    }
  }
}

// MARK: - Ways around

extension BarrierField {
  /// Metres that people keep from the corners that they go around.
  private static let elbowRoom = 0.5
  /// Corners that are thought of: those nearest to the start.
  private static let mostTurns = 300

  /// The shortest way around barriers from `start` to one of the goals, by its corners (Lozano-Pérez and Wesley,
  /// 1979: visibility graphs); `nil` if there is none, or only over corners that are farther than `reach` metres.
  func detour(
    from start: TangentPlane.Point, to goals: [TangentPlane.Point], reach: Double, but ignored: [Int]
  ) -> (points: [TangentPlane.Point], goal: Int)? {
    let places = goals + turns(near: start, reach: reach)
    var costs = [Double](repeating: .infinity, count: places.count)
    var parents = [Int](repeating: -1, count: places.count)
    var isDone = [Bool](repeating: false, count: places.count)
    var queue = CheapestFirst()
    func look(from place: TangentPlane.Point, _ parent: Int, cost: Double) {
      for (index, other) in places.enumerated() where !isDone[index] {
        let total = cost + place.distance(to: other)
        guard total < costs[index], isClear(PlaneSegment(start: place, end: other), but: ignored) else { continue }
        (costs[index], parents[index]) = (total, parent)
        queue.push(UInt32(index), cost: total)
      }
    }
    look(from: start, -1, cost: 0)
    while let entry = queue.pop() {
      let index = Int(entry.number)
      if isDone[index] { continue }
      isDone[index] = true
      if index < goals.count {
        let chain = Array(sequence(first: index) { parents[$0] < 0 ? nil : parents[$0] })
        return (chain.reversed().map { places[$0] }, index)
      }
      look(from: places[index], index, cost: entry.cost)
    }
    return nil
  }

  /// The points at which a route can turn around the corners near a point.
  private func turns(near point: TangentPlane.Point, reach: Double) -> [TangentPlane.Point] {
    var near: [Int] = []
    edges.forEach(nearest: point, distance: { corners[$0].distance(to: point) }) { corner, distance in
      if distance <= reach { near.append(corner) }
      return distance <= reach && near.count < Self.mostTurns
    }
    return near.compactMap { turn(around: $0) }
  }

  /// A place outside of a corner, on the line that halves its angle; `nil` if that is built over.
  private func turn(around corner: Int) -> TangentPlane.Point? {
    let last = corner > Int(ringStarts[corner]) ? corner - 1 : Int(ringEnds[corner]) - 1
    let (one, other) = (PlaneSegment(start: corners[corner], end: corners[last]), edge(corner))
    let (east, north) = (one.east + other.east, one.north + other.north)
    let size = (east * east + north * north).squareRoot()
    // The edges are in line or the corner is degenerate: no route turns there.
    guard size > 1e-3 else { return nil }
    let step = Self.elbowRoom / size
    let place = TangentPlane.Point(
      east: corners[corner].east - east * step, north: corners[corner].north - north * step)
    return isBuiltOver(place) ? nil : place
  }
}

extension PlaneSegment {
  /// How far east one gets with one step along the line.
  fileprivate var east: Double { (end.east - start.east) / length }
  /// How far north one gets with one step along the line.
  fileprivate var north: Double { (end.north - start.north) / length }
}
