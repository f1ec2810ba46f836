internal import CNova
internal import Geodesy
internal import HuntDomain
internal import Numbers
internal import Synchronization

/// A moment as days from noon in Greenwich on 1 January 4713 BC, in the years for which positions can be computed.
struct JulianDay {
  /// Milliseconds since 1970 of the years 1900 to 2099, in which the series of libnova are right to 0.02°.
  private static let known = Int64(-2_208_988_800_000)..<Int64(4_102_444_800_000)

  private static let library = Mutex(())

  let days: Double

  /// Asks libnova for something at a moment; `nil` before 1900 and after 2099.
  ///
  /// libnova keeps the nutation of one day for all that are asked for within a tenth of a day of it, in memory that all
  /// threads share: an answer would depend on the question before. A question for another day makes it forget that.
  static func ask<Answer: Sendable>(at time: Timestamp, _ question: (JulianDay) -> Answer) -> Answer? {
    guard known.contains(time.milliseconds) else { return nil }
    // The Julian day of 1970-01-01T00:00Z is 2440587.5.
    let day = JulianDay(days: 2_440_587.5 + Double(time.milliseconds) / 86_400_000)
    return library.withLock { _ in
      var nutation = ln_nutation()
      ln_get_nutation(day.days + 1, &nutation)
      return question(day)
    }
  }

  /// Where something stands that is infinitely far away, from its place among the stars of the year 2000.
  func horizontal(_ standard: ln_equ_posn, from place: Coordinate) -> CelestialBody.Direction {
    var (standard, equatorial, horizontal) = (standard, ln_equ_posn(), ln_hrz_posn())
    // The axis of the Earth turns by 0.014° a year.
    ln_get_equ_prec(&standard, days, &equatorial)
    var observer = ln_lnlat_posn(lng: place.longitude, lat: place.latitude)
    ln_get_hrz_from_equ(&equatorial, &observer, days, &horizontal)
    // libnova counts azimuths from the south.
    return CelestialBody.Direction(bearing: Bearing(degrees: horizontal.az + 180), elevation: horizontal.alt)
  }
}
