/// A moment of civil time, UTC, to the millisecond; as reported by receivers and recordings; never used to measure
/// waiting.
package struct Timestamp: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
  package let milliseconds: Int64

  /// Creates the moment; formats can represent the years 1 to 9999.
  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// The moment that lies `duration` later, to the millisecond; clamped to the representable range.
  package func advanced(by duration: Duration) -> Timestamp {
    // `components` of a duration of more seconds than fit into 64 bits would trap.
    let reach = Duration.seconds(Int64.max / 1000)
    guard duration >= .zero - reach, duration <= reach else { return clamped(to: duration) }
    let (seconds, attoseconds) = duration.components
    let (end, isBeyond) = milliseconds.addingReportingOverflow(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    return isBeyond ? clamped(to: duration) : Timestamp(milliseconds: end)
  }

  /// The last moment in the direction of `duration`.
  private func clamped(to duration: Duration) -> Timestamp {
    Timestamp(milliseconds: duration < .zero ? .min : .max)
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }
}

extension Timestamp: CustomStringConvertible {
  /// ISO 8601: `2026-05-01T09:30:00Z`, with `.250` before the `Z` where milliseconds matter.
  package var description: String { CivilTime(milliseconds: milliseconds).shortISOText }
}
