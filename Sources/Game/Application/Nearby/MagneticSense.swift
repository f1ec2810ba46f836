internal import Geodesy
internal import HuntDomain
internal import Numbers

/// Converts magnetic readings to bearings from true north.
struct MagneticSense: Sendable {
  /// A magnetic reading, converted to true north.
  struct Reading: Hashable, Sendable {
    let bearing: Bearing
    /// The variance of the declination, in degrees squared; a systematic error, constant over a long time.
    let declinationVariance: Double
    /// Factor by which a needle scatters more where the horizontal field is weak.
    let unrest: Double
  }

  /// Metres of the way after which the declination is looked up again; it changes by less than 0.1° on it anywhere
  /// but in a blackout zone.
  static let patch = 1000.0
  /// The year of a position without a date: the middle of the model's years, which may be half of them off.
  static let unknownYear = (MagneticField.years.lowerBound + MagneticField.years.upperBound) / 2

  private var known: (point: Geocentric, year: Double?, field: MagneticField)?

  /// Notes the place and the time for the next declination.
  mutating func note(_ fix: Fix) {
    let year = fix.utc.map { Self.year(of: $0) }
    let point = Geocentric(fix.position)
    if let known, known.point.chord(to: point) < Self.patch, Self.isSame(known.year, year) { return }
    known = (point, year, MagneticField(at: fix.position, year: year ?? Self.unknownYear))
  }

  /// Degrees that a needle points east of true north; `nil` without a position, or where the horizontal field is too
  /// weak.
  var declination: Double? {
    known.flatMap { $0.field.horizontal >= MagneticField.blackout ? $0.field.declination : nil }
  }

  /// A bearing counted from true north; `nil` if there is no position yet, or the horizontal field is too weak there.
  func reading(_ heading: Heading) -> Reading? {
    guard heading.reference == .magneticNorth else {
      return Reading(bearing: heading.bearing, declinationVariance: 0, unrest: 1)
    }
    guard let field = known?.field, field.horizontal >= MagneticField.blackout else { return nil }
    let spread =
      known?.year == nil ? MagneticField.yearlyDrift * (Self.unknownYear - MagneticField.years.lowerBound) : 0
    return Reading(
      bearing: Bearing(degrees: heading.bearing.degrees + field.declination),
      declinationVariance: field.declinationDeviation * field.declinationDeviation + spread * spread,
      unrest: max(1, MagneticField.caution / field.horizontal))
  }

  /// Whether two years are close enough to share a declination: a tenth of a year makes no visible difference.
  private static func isSame(_ left: Double?, _ right: Double?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) < 0.1
  }

  /// The decimal year, to a day.
  private static func year(of time: Timestamp) -> Double { 1970 + Double(time.milliseconds) / 31_556_952_000 }
}
