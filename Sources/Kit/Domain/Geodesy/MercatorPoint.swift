internal import Glibc

/// A point of the world as web maps lay it flat (EPSG:3857, a spherical Mercator of geographic latitudes).
///
/// `x` grows eastwards from 0 at 180° W to 1 at 180° E, `y` southwards from 0 at ``highestLatitude`` to 1 at its
/// opposite; what lies nearer to a pole has a `y` outside of `0 ... 1`. Two points a world apart in `x` are one place.
package struct MercatorPoint: Hashable, Sendable {
  /// Where the square world ends, in degrees: atan(sinh(π)).
  package static let highestLatitude = 85.051_128_779_806_59
  /// The nearest to a pole that has a finite place, in degrees: 1.1 km from it.
  private static let utmostLatitude = 89.99

  /// How far east, as a part of the world's side: 0 at 180° W, 1 at 180° E; beyond that on another turn.
  package var x: Double
  /// How far south, as a part of the world's side: 0 and 1 at ``highestLatitude`` north and south.
  package var y: Double

  /// Creates a point; it may lie outside the square world.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point of a place; what is nearer to a pole than 1.1 km counts as being that far away.
  package init(_ place: Coordinate) {
    let latitude = min(Self.utmostLatitude, max(-Self.utmostLatitude, place.latitude))
    x = (place.longitude + 180) / 360
    y = (1 - asinh(tan(latitude * .pi / 180)) / .pi) / 2
  }

  /// The place at the point; whole turns around the Earth are dropped.
  package var coordinate: Coordinate {
    Coordinate(
      clampingLatitude: atan(sinh(.pi * (1 - 2 * y))) * 180 / .pi, wrappingLongitude: x * 360 - 180)
  }

  /// Metres on the ground that one world spans from west to east at this point's latitude, on a sphere of the equator's
  /// radius.
  package var metresPerWorld: Double { 2 * .pi * WGS84.equatorialRadius / cosh(.pi * (1 - 2 * y)) }

  /// This place, shifted by whole worlds so that it lies at most half a world west or east of `other`.
  package func nearest(to other: MercatorPoint) -> MercatorPoint {
    let turns = (x - other.x).rounded()
    return turns.isFinite ? MercatorPoint(x: x - turns, y: y) : self
  }
}
