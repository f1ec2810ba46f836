/// A moment of civil time, UTC, to the millisecond; what receivers and recordings say, never used to measure waiting.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package let milliseconds: Int64

  /// Creates the moment; years 1 to 9999 are the range that formats can say.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The moment that lies `duration` later, to the millisecond; cut to what can be counted.
  package func advanced(by duration: Duration) -> Timestamp {
    let (seconds, attoseconds) = duration.components
    let (whole, tooLong) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, tooFar) = milliseconds.addingReportingOverflow(whole)
    let (end, beyond) = sum.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    guard tooLong || tooFar || beyond else { return Timestamp(milliseconds: end) }
    return Timestamp(milliseconds: duration < .zero ? .min : .max)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Timestamp: CustomStringConvertible {
  /// ISO 8601: `2026-05-01T09:30:00Z`, with `.250` before the `Z` where milliseconds matter.
  package var description: String {
    let (seconds, fraction) = milliseconds.quotientAndFloorRemainder(dividingBy: 1000)
    let (days, second) = seconds.quotientAndFloorRemainder(dividingBy: 86_400)
    let (year, month, day) = Self.civil(days: days)
    let clock = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    let thousandths = fraction == 0 ? "" : "." + padded(fraction, 3)
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T\(clock)\(thousandths)Z"
  }

  /// Year, month and day of a day counted from 1970 (Howard Hinnant's `civil_from_days`).
  private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (era, dayOfEra) = (days + 719_468).quotientAndFloorRemainder(dividingBy: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// Division that rounds toward minus infinity, so that the remainder is never negative.
  fileprivate func quotientAndFloorRemainder(dividingBy divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}
