package import Geodesy

/// A rectangle of a plane, in metres; single precision, rounded to the outside.
package struct PlaneBox {
  /// Metres from the origin of the plane to the sides.
  package var west, south, east, north: Float

  /// The box that holds nothing.
  static let none = PlaneBox(west: .infinity, south: .infinity, east: -.infinity, north: -.infinity)

  init(west: Float, south: Float, east: Float, north: Float) {
    (self.west, self.south, self.east, self.north) = (west, south, east, north)
  }

  /// The box around points that are not farther than so many metres.
  package init(around point: TangentPlane.Point, metres: Double = 0) {
    west = Float(point.east - metres).nextDown
    south = Float(point.north - metres).nextDown
    east = Float(point.east + metres).nextUp
    north = Float(point.north + metres).nextUp
  }

  init(around segment: PlaneSegment) {
    self = PlaneBox(around: segment.start)
    take(PlaneBox(around: segment.end))
  }

  /// Grows until `other` lies in it.
  package mutating func take(_ other: PlaneBox) {
    (west, south) = (min(west, other.west), min(south, other.south))
    (east, north) = (max(east, other.east), max(north, other.north))
  }

  /// Whether the two have a point in common.
  package func meets(_ other: PlaneBox) -> Bool {
    west <= other.east && other.west <= east && south <= other.north && other.south <= north
  }

  /// Metres to the nearest point of it, hardly too few and never too many.
  package func distance(to point: TangentPlane.Point) -> Double {
    let dx = max(0, Double(west) - point.east, point.east - Double(east))
    let dy = max(0, Double(south) - point.north, point.north - Double(north))
    return (dx * dx + dy * dy).squareRoot()
  }

  /// Whether the line through a segment has parts of the box on both of its sides, or touches it.
  func isCut(by segment: PlaneSegment) -> Bool {
    let (dx, dy) = (segment.end.east - segment.start.east, segment.end.north - segment.start.north)
    let middle = TangentPlane.Point(
      east: (Double(west) + Double(east)) / 2, north: (Double(south) + Double(north)) / 2)
    let side = dx * (middle.north - segment.start.north) - dy * (middle.east - segment.start.east)
    // As far as the corners of the box lie from its middle across the line.
    let reach = abs(dx) * (Double(north) - Double(south)) / 2 + abs(dy) * (Double(east) - Double(west)) / 2
    return abs(side) <= reach * (1 + 1e-9) + 1e-9
  }
}
