internal import CNova
package import Geodesy
package import HuntDomain

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

  /// Milliseconds since 1970 of the years 1900 to 2099, in which the series of libnova are right to 0.02°.
  private static let known = Int64(-2_208_988_800_000)..<Int64(4_102_444_800_000)
  /// Kilometres of the Earth's equatorial radius.
  private static let earthRadius = 6378.137

  /// Where the body stands; `nil` before 1900 and after 2099.
  package func direction(from place: Coordinate, at time: Timestamp) -> Direction? {
    guard Self.known.contains(time.milliseconds) else { return nil }
    // The Julian day of 1970-01-01T00:00Z is 2440587.5.
    let day = 2_440_587.5 + Double(time.milliseconds) / 86_400_000
    var (standard, equatorial, horizontal) = (ln_equ_posn(), ln_equ_posn(), ln_hrz_posn())
    switch self {
    case .sun: ln_get_solar_equ_coords(day, &standard)
    case .moon: ln_get_lunar_equ_coords(day, &standard)
    }
    // libnova's coordinates are those of the year 2000: the axis of the Earth turns by 0.014° a year.
    ln_get_equ_prec(&standard, day, &equatorial)
    var observer = ln_lnlat_posn(lng: place.longitude, lat: place.latitude)
    ln_get_hrz_from_equ(&equatorial, &observer, day, &horizontal)
    // libnova counts azimuths from the south.
    return Direction(
      bearing: Bearing(degrees: horizontal.az + 180), elevation: horizontal.alt - parallax(horizontal.alt, day))
  }

  /// Degrees by which the body stands lower for who is on the ground than for who were in the middle of the Earth.
  private func parallax(_ elevation: Double, _ day: Double) -> Double {
    // The sun's is 0.002°.
    guard self == .moon else { return 0 }
    let (sine, cosine) = Angle.sineAndCosine(degrees: elevation)
    return Angle.degrees(opposite: cosine, adjacent: ln_get_lunar_earth_dist(day) / Self.earthRadius - sine)
  }
}
