internal import Glibc

/// A flat map around one place: metres east and north of it.
///
/// True to a millimetre over the ten kilometres of a hunt, to seven in a thousand over a country, and without a seam
/// at the poles or the antimeridian. What lies beyond a quarter of the globe is not on the map at all.
package struct TangentPlane: Hashable, Sendable {
  /// A point of the map.
  package struct Point: Hashable, Sendable {
    /// Metres east of the map's origin.
    package var east: Double
    /// Metres north of the map's origin.
    package var north: Double

    /// Creates a point from metres east and north.
    package init(east: Double, north: Double) {
      self.east = east
      self.north = north
    }

    /// The way to the point from the map's origin.
    ///
    /// Up to 10 km it differs from the geodesic by less than a tenth of a millimetre, and by less than a millionth of a
    /// degree if it is longer than a metre; it costs a twentieth of that.
    package var course: Course {
      Course(
        distance: (east * east + north * north).squareRoot(),
        bearing: Bearing(degrees: atan2(east, north) * 180 / .pi))
    }
  }

  /// The place where east and north are 0.
  package let origin: Coordinate
  /// Metres from the origin up to which a short series stands for the arc; it errs by less than a micrometre there.
  package static let curvatureLimit = 20_000.0

  private let centre: Geocentric
  private let sineLatitude, cosineLatitude, sineLongitude, cosineLongitude: Double

  /// The plane that touches the ellipsoid at `origin`.
  package init(at origin: Coordinate) {
    self.origin = origin
    centre = Geocentric(origin)
    sineLatitude = sin(origin.latitude * .pi / 180)
    cosineLatitude = cos(origin.latitude * .pi / 180)
    sineLongitude = sin(origin.longitude * .pi / 180)
    cosineLongitude = cos(origin.longitude * .pi / 180)
  }

  /// Where `coordinate` lies on the map, or `nil` if it is more than a quarter of the globe away.
  package func point(of coordinate: Coordinate) -> Point? { point(of: Geocentric(coordinate)) }

  /// Where the place lies on the map, or `nil` if it is more than a quarter of the globe away.
  package func point(of place: Geocentric) -> Point? {
    let (dx, dy, dz) = (place.x - centre.x, place.y - centre.y, place.z - centre.z)
    let east = cosineLongitude * dy - sineLongitude * dx
    let outward = cosineLongitude * dx + sineLongitude * dy
    let north = cosineLatitude * dz - sineLatitude * outward
    let radius = (east * east + north * north).squareRoot()
    let height = sineLatitude * dz + cosineLatitude * outward + WGS84.equatorialRadius
    guard height > 0 else { return nil }
    let stretch = Self.stretch(radius: radius, height: height)
    return Point(east: east * stretch, north: north * stretch)
  }

  /// By how much the way over the ground is longer than its shadow on the plane.
  private static func stretch(radius: Double, height: Double) -> Double {
    let sine = radius / WGS84.equatorialRadius
    // asin(x) / x = 1 + x²/6 + ...: a map has many places, and most of them are near.
    return radius <= curvatureLimit ? 1 + sine * sine / 6 : atan2(radius, height) / sine
  }

  /// The place that lies at `point`, along the geodesic from the origin.
  package func coordinate(at point: Point) -> Coordinate {
    let course = point.course
    return origin.offset(by: course.distance, toward: course.bearing)
  }
}
