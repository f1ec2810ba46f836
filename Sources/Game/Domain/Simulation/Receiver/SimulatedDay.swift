package import Geodesy
package import Numbers

/// The day on which simulated walks begin if nothing says when: one of midsummer, so that there is light to see by.
package enum SimulatedDay {
  /// Midnight, UTC, of 2026-06-21 and 2026-12-21: midsummer north and south of the equator.
  private static let north: Int64 = 1_782_000_000_000
  private static let south: Int64 = 1_797_811_200_000

  /// Ten in the morning at a place, in its mean solar time to the minute, on its day of midsummer.
  ///
  /// ```swift
  /// SimulatedDay.morning(at: krems)  // 2026-06-21T08:58:00Z at 15.6° east
  /// ```
  package static func morning(at place: Coordinate) -> Timestamp {
    // The sun needs four minutes for a degree.
    let minutes = 600 - Int64((4 * place.longitude).rounded())
    return Timestamp(milliseconds: (place.latitude < 0 ? south : north) + minutes * 60_000)
  }
}
