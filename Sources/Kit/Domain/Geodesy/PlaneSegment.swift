/// A straight line between two points of a ``TangentPlane``.
package struct PlaneSegment: Hashable, Sendable {
  /// Where it begins.
  package var start: TangentPlane.Point
  /// Where it ends.
  package var end: TangentPlane.Point

  /// The line between two points.
  package init(start: TangentPlane.Point, end: TangentPlane.Point) { (self.start, self.end) = (start, end) }

  /// Metres from end to end.
  package var length: Double { start.distance(to: end) }

  /// The point at a part of the way, from 0 to 1.
  package func point(at fraction: Double) -> TangentPlane.Point {
    TangentPlane.Point(
      east: start.east + (end.east - start.east) * fraction, north: start.north + (end.north - start.north) * fraction)
  }

  /// At which part of the way the line is nearest to a point.
  package func fraction(nearest point: TangentPlane.Point) -> Double {
    let (dx, dy) = (end.east - start.east, end.north - start.north)
    let square = dx * dx + dy * dy
    guard square > 0 else { return 0 }
    return min(1, max(0, ((point.east - start.east) * dx + (point.north - start.north) * dy) / square))
  }

  /// Metres to a point.
  package func distance(to point: TangentPlane.Point) -> Double {
    self.point(at: fraction(nearest: point)).distance(to: point)
  }

  /// Whether the two lines share a point.
  package func meets(_ other: PlaneSegment) -> Bool {
    let (a, b) = (side(of: other.start), side(of: other.end))
    let (c, d) = (other.side(of: start), other.side(of: end))
    if (a > 0) != (b > 0), (c > 0) != (d > 0), a != 0, b != 0, c != 0, d != 0 { return true }
    return a == 0 && bounds(other.start) || b == 0 && bounds(other.end) || c == 0 && other.bounds(start)
      || d == 0 && other.bounds(end)
  }

  /// On which side a point lies: positive to the left, 0 on the line.
  private func side(of point: TangentPlane.Point) -> Double {
    (end.east - start.east) * (point.north - start.north) - (end.north - start.north) * (point.east - start.east)
  }

  /// Whether a point lies in the box around the line.
  private func bounds(_ point: TangentPlane.Point) -> Bool {
    min(start.east, end.east) <= point.east && point.east <= max(start.east, end.east)
      && min(start.north, end.north) <= point.north && point.north <= max(start.north, end.north)
  }
}

extension TangentPlane.Point {
  /// Metres on the plane.
  package func distance(to other: TangentPlane.Point) -> Double {
    let (dx, dy) = (other.east - east, other.north - north)
    return (dx * dx + dy * dy).squareRoot()
  }
}
