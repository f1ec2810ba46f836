package import Geodesy

/// A stretch of a straight line on a plane.
package struct Segment {
  /// Its ends.
  package let start, end: TangentPlane.Point

  /// The stretch between two points.
  package init(_ start: TangentPlane.Point, _ end: TangentPlane.Point) { (self.start, self.end) = (start, end) }

  /// Metres to a point.
  package func distance(to point: TangentPlane.Point) -> Double {
    let (east, north) = (end.east - start.east, end.north - start.north)
    let length = east * east + north * north
    let along = (point.east - start.east) * east + (point.north - start.north) * north
    let part = length > 0 ? min(1, max(0, along / length)) : 0
    let (aside, ahead) = (point.east - start.east - part * east, point.north - start.north - part * north)
    return (aside * aside + ahead * ahead).squareRoot()
  }

  /// Whether the two have a point in common.
  package func meets(_ other: Segment) -> Bool {
    let sides = [side(of: other.start), side(of: other.end), other.side(of: start), other.side(of: end)]
    if sides[0] * sides[1] < 0, sides[2] * sides[3] < 0 { return true }
    return sides[0] == 0 && spans(other.start) || sides[1] == 0 && spans(other.end)
      || sides[2] == 0 && other.spans(start) || sides[3] == 0 && other.spans(end)
  }

  /// Positive on the left of the line, negative on its right, 0 on it.
  private func side(of point: TangentPlane.Point) -> Double {
    (end.east - start.east) * (point.north - start.north) - (end.north - start.north) * (point.east - start.east)
  }

  /// Whether a point of the line lies between the ends.
  private func spans(_ point: TangentPlane.Point) -> Bool {
    (min(start.east, end.east)...max(start.east, end.east)).contains(point.east)
      && (min(start.north, end.north)...max(start.north, end.north)).contains(point.north)
  }
}

extension TangentPlane.Point {
  /// The origin.
  static let origin = TangentPlane.Point(east: 0, north: 0)
}

/// A closed line that does not cross itself, on a plane.
package struct Ring {
  private let points: [TangentPlane.Point]

  /// A ring through points, back to the first by itself.
  package init(_ points: [TangentPlane.Point]) { self.points = points }

  private var sides: [Segment] { zip(points, points.dropFirst() + points.prefix(1)).map { Segment($0, $1) } }

  /// Square metres with the sign of the direction: positive counterclockwise (the shoelace formula).
  private var signedArea: Double {
    sides.reduce(0) { $0 + $1.start.east * $1.end.north - $1.end.east * $1.start.north } / 2
  }

  /// Square metres.
  package var area: Double { abs(signedArea) }

  /// Whether a point lies inside: a ray to the east leaves it through an odd number of sides.
  package func contains(_ point: TangentPlane.Point) -> Bool {
    crossings(north: point.north).count { $0 > point.east } % 2 == 1
  }

  /// Where the line to the east at `north` passes the sides.
  private func crossings(north: Double) -> [Double] {
    sides.compactMap { side in
      EvenOdd.crossing(north, from: (side.start.east, side.start.north), to: (side.end.east, side.end.north))
    }
  }

  /// A point inside: the centre of gravity, or where that lies outside the middle of the widest stretch beside it.
  package var inside: TangentPlane.Point? {
    guard area > 0 else { return nil }
    var (east, north) = (0.0, 0.0)
    for side in sides {
      let cross = side.start.east * side.end.north - side.end.east * side.start.north
      east += (side.start.east + side.end.east) * cross
      north += (side.start.north + side.end.north) * cross
    }
    let centre = TangentPlane.Point(east: east / (6 * signedArea), north: north / (6 * signedArea))
    if contains(centre) { return centre }
    return EvenOdd.longestStretch(crossings(north: centre.north))
      .map { TangentPlane.Point(east: ($0.start + $0.end) / 2, north: centre.north) }
  }
}

extension Ring {
  /// Metres from a point to the nearest side.
  package func depth(of point: TangentPlane.Point) -> Double { sides.map { $0.distance(to: point) }.min() ?? 0 }

  /// A place inside an outline: `place` itself, unless it lies outside or at the edge, where no receiver would tell.
  package static func place(in corners: [Coordinate], preferring place: Coordinate) -> Coordinate {
    let plane = TangentPlane(at: corners.first ?? place)
    let ring = Ring(corners.compactMap { plane.point(of: $0) })
    guard let middle = ring.inside else { return place }
    let deep = min(Standing.goodAccuracy, ring.depth(of: middle) / 2)
    if let point = plane.point(of: place), ring.contains(point), ring.depth(of: point) >= deep { return place }
    return plane.coordinate(at: middle)
  }
}
