internal import CGeographic

/// The shortest way between two places on the WGS84 ellipsoid, as seen from the first.
package struct Course: Hashable, Sendable {
  /// Length of the geodesic, in metres; never negative.
  package let distance: Double
  /// The direction in which it leaves the start.
  package let bearing: Bearing
}

extension Coordinate {
  /// The geodesic from here to `target`; exact to nanometres, also at the poles, across the antimeridian and
  /// between antipodes.
  package func course(to target: Coordinate) -> Course {
    var (distance, azimuth, azimuthThere) = (0.0, 0.0, 0.0)
    trove_geodesic_inverse(
      latitude, longitude, target.latitude, target.longitude, &distance, &azimuth, &azimuthThere)
    return Course(distance: distance, bearing: Bearing(degrees: azimuth))
  }

  /// Metres along the geodesic from here to `target`.
  package func distance(to target: Coordinate) -> Double { course(to: target).distance }

  /// The direction in which the geodesic to `target` leaves here.
  package func bearing(to target: Coordinate) -> Bearing { course(to: target).bearing }

  /// The place `metres` along the geodesic that leaves toward `bearing`.
  package func offset(by metres: Double, toward bearing: Bearing) -> Coordinate {
    var (latitude, longitude, azimuth) = (0.0, 0.0, 0.0)
    trove_geodesic_direct(
      self.latitude, self.longitude, bearing.degrees, metres, &latitude, &longitude, &azimuth)
    return Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
  }

  /// The place that lies the part `fraction` (`0 ... 1`) of the way along the geodesic to `target`.
  package func interpolated(to target: Coordinate, fraction: Double) -> Coordinate {
    let course = course(to: target)
    return offset(by: course.distance * fraction, toward: course.bearing)
  }
}

/// The figure of the Earth that GPS uses.
package enum WGS84 {
  /// Semi-major axis, in metres (NIMA TR8350.2).
  package static let equatorialRadius = 6_378_137.0
  /// Flattening (NIMA TR8350.2).
  package static let flattening = 1 / 298.257223563
  /// First eccentricity, squared.
  package static let eccentricitySquared = flattening * (2 - flattening)
  /// The largest factor by which a chord between two places falls short of, or a sphere errs from, the geodesic
  /// at distances below 1,000 km; used as a safe margin when distances are first bounded and then measured.
  package static let sphericalMargin = 1.01
}
