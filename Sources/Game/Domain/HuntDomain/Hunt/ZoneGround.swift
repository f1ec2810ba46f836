package import Geodesy

/// The ground of a zone, ready to be measured: how deep inside a position lies.
package struct ZoneGround: Hashable, Sendable {
  private enum Shape: Hashable, Sendable {
    case circle(Coordinate, radius: Double, NearbyScale)
    case polygon(TangentPlane, [[TangentPlane.Point]])
  }

  /// Corners beyond which the deepest point is searched for in larger steps.
  private static let manyCorners = 300

  private let shape: Shape
  /// Metres from the border to the point that is farthest inside, about; negative where nothing is inside.
  package let deepest: Double

  /// The ground of a zone whose treasure lies at `place`; a circle without a proper radius holds nothing.
  package init(_ zone: Zone, at place: Coordinate) {
    switch zone {
    case .circle(let radius):
      let radius = radius > 0 ? radius : -1
      shape = .circle(place, radius: radius, NearbyScale(at: place))
      deepest = radius
    case .polygon(let corners):
      let plane = TangentPlane(at: Self.middle(of: corners.first ?? []) ?? place)
      let rings = corners.map { $0.compactMap { plane.point(of: $0) } }.filter { $0.count >= 3 }
      // Without its outline holes are nothing.
      let isWhole = Self.canMeasure(corners.first ?? [])
      shape = .polygon(plane, isWhole ? rings : [])
      deepest = isWhole ? Self.deepest(of: rings) : -1
    }
  }

  /// Whether an outline can be measured: it has three corners or more, all within a quarter of the globe of their
  /// middle.
  package static func canMeasure(_ outline: [Coordinate]) -> Bool {
    guard outline.count >= 3, let middle = middle(of: outline) else { return false }
    let plane = TangentPlane(at: middle)
    return outline.allSatisfy { plane.point(of: $0) != nil }
  }

  /// Metres from the border to a position: positive inside, 0 on the border, negative outside.
  package func depth(of position: Coordinate) -> Double {
    switch shape {
    case .circle(let centre, let radius, _): radius - centre.distance(to: position)
    case .polygon(let plane, let rings):
      // What is not on the map is on the other side of the globe.
      plane.point(of: position).map { Self.depth(of: $0, in: rings) } ?? -plane.origin.distance(to: position)
    }
  }

  /// Metres between which ``depth(of:)`` of a position lies, mostly without a geodesic; `nil` if only that tells.
  package func bounds(of position: Coordinate) -> (least: Double, most: Double)? {
    switch shape {
    case .circle(_, let radius, let scale):
      return scale.bounds(to: position).map { (radius - $0.most, radius - $0.least) }
    case .polygon:
      let depth = depth(of: position)
      return (depth, depth)
    }
  }

  /// The middle of some places, wherever the seams of the map are.
  private static func middle(of corners: [Coordinate]) -> Coordinate? {
    guard let first = corners.first else { return nil }
    let plane = TangentPlane(at: first)
    let points = corners.compactMap { plane.point(of: $0) }
    let count = Double(points.count)
    return plane.coordinate(
      at: .init(
        east: points.reduce(0) { $0 + $1.east } / count, north: points.reduce(0) { $0 + $1.north } / count))
  }

  // MARK: - Plane geometry

  private static func depth(of point: TangentPlane.Point, in rings: [[TangentPlane.Point]]) -> Double {
    var nearest = Double.infinity
    var isInside = false
    for ring in rings {
      var last = ring[ring.count - 1]
      for corner in ring {
        nearest = min(nearest, squaredDistance(from: point, last, corner))
        if EvenOdd.crosses(eastOf: point, from: last, to: corner) { isInside.toggle() }
        last = corner
      }
    }
    return isInside ? nearest.squareRoot() : -nearest.squareRoot()
  }

  /// Squared metres from a point to the straight line between two others.
  private static func squaredDistance(
    from point: TangentPlane.Point, _ one: TangentPlane.Point, _ other: TangentPlane.Point
  ) -> Double {
    let (alongEast, alongNorth) = (other.east - one.east, other.north - one.north)
    let (east, north) = (point.east - one.east, point.north - one.north)
    let length = alongEast * alongEast + alongNorth * alongNorth
    let part = length > 0 ? min(1, max(0, (east * alongEast + north * alongNorth) / length)) : 0
    let (asideEast, asideNorth) = (east - part * alongEast, north - part * alongNorth)
    return asideEast * asideEast + asideNorth * asideNorth
  }

  /// The depth of the deepest point: the best one of a grid, and uphill from there in ever smaller steps.
  private static func deepest(of rings: [[TangentPlane.Point]]) -> Double {
    let (easts, norths) = (rings[0].map(\.east), rings[0].map(\.north))
    guard let west = easts.min(), let east = easts.max(), let south = norths.min(), let north = norths.max() else {
      return -1
    }
    let cells = rings.reduce(0) { $0 + $1.count } > manyCorners ? 8 : 24
    var best = (point: rings[0][0], depth: -Double.infinity)
    func look(at point: TangentPlane.Point) -> Bool {
      let depth = depth(of: point, in: rings)
      guard depth > best.depth else { return false }
      best = (point, depth)
      return true
    }
    for row in 0..<cells {
      for column in 0..<cells {
        _ = look(
          at: .init(
            east: west + (east - west) * (Double(column) + 0.5) / Double(cells),
            north: south + (north - south) * (Double(row) + 0.5) / Double(cells)))
      }
    }
    var step = max(east - west, north - south) / Double(cells)
    for _ in 0..<12 {
      let here = best.point
      let isBetter = [(-1.0, 0.0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)].reduce(false) {
        look(at: .init(east: here.east + step * $1.0, north: here.north + step * $1.1)) || $0
      }
      if !isBetter { step /= 2 }
    }
    return best.depth
  }
}
