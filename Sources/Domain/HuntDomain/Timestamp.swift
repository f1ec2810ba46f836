internal import Numbers

/// A moment of civil time, UTC, to the millisecond; as reported by receivers and recordings; never used to measure
/// waiting.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package let milliseconds: Int64

  /// Creates the moment; formats can represent the years 1 to 9999.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The moment that lies `duration` later, to the millisecond; clamped to the representable range.
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
  package var description: String { CivilTime(milliseconds: milliseconds).shortISOText }
}
