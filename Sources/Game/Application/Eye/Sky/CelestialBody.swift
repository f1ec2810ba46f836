internal import CNova
package import Geodesy
package import Numbers

/// A body of the sky that is bright enough to tell by where one looks.
package enum CelestialBody: Hashable, Sendable, CaseIterable {
  case sun, moon

  /// Where a body stands, as seen from a place.
  package struct Direction: Hashable, Sendable {
    /// Where on the horizon the body stands, or would stand.
    package let bearing: Bearing
    /// Degrees of the body's centre above the horizon, without refraction, in `-90 ... 90`; below it negative.
    package let elevation: Double

    /// Creates a direction.
    package init(bearing: Bearing, elevation: Double) { (self.bearing, self.elevation) = (bearing, elevation) }
  }

  /// Kilometres of the Earth's equatorial radius.
  private static let earthRadius = 6378.137
  /// Radians below which a term of the moon's series is left out: 0.001° in all, for a thirtieth of the whole series'
  /// time.
  private static let precision = 1e-6

  /// Where the body stands; `nil` before 1900 and after 2099.
  package func direction(from place: Coordinate, at time: Timestamp) -> Direction? {
    JulianDay.ask(at: time) { day in
      // libnova's coordinates are those of the year 2000.
      var standard = ln_equ_posn()
      switch self {
      case .sun: ln_get_solar_equ_coords(day.days, &standard)
      case .moon: ln_get_lunar_equ_coords_prec(day.days, &standard, Self.precision)
      }
      let direction = day.horizontal(standard, from: place)
      return Direction(
        bearing: direction.bearing, elevation: direction.elevation - parallax(direction.elevation, day.days))
    }
  }

  /// Degrees by which the body stands lower for who is on the ground than for who were in the middle of the Earth.
  private func parallax(_ elevation: Double, _ day: Double) -> Double {
    // The sun's is 0.002°.
    guard self == .moon else { return 0 }
    let (sine, cosine) = Angle.sineAndCosine(degrees: elevation)
    return Angle.degrees(opposite: cosine, adjacent: ln_get_lunar_earth_dist(day) / Self.earthRadius - sine)
  }
}
