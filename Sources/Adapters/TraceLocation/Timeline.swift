internal import Geodesy
internal import HuntDomain

/// When each point of a trace is due, counted from the first one.
struct Timeline: Sendable {
  /// A point and the time since the start at which it is played.
  struct Entry: Sendable {
    let point: Trace.Point
    let time: Duration
    /// The receiver was silent before it: the first of a segment, but not of the trace, or after a long pause.
    let followsGap: Bool
  }

  /// How long the receiver is silent where the recording does not say, or where it was switched off.
  static let shortGap = Duration.seconds(5)
  /// A longer pause between two points means that the recording was switched off; nobody wants to wait for it.
  static let longestPause = Duration.seconds(600)
  /// Nobody walks further without a rest; points without a time that lie further apart are not joined by a walk.
  static let longestWalk = Duration.seconds(86_400)

  let entries: [Entry]

  /// - Parameter walkingPace: metres per second at which points without a time follow each other.
  init(_ trace: Trace, walkingPace: Double) {
    var entries: [Entry] = []
    entries.reserveCapacity(trace.count)
    var time = Duration.zero
    var last: Trace.Point?
    for segment in trace.segments {
      for (index, point) in segment.enumerated() {
        let starts = index == 0 && last != nil
        let step = last.map { Self.step(from: $0, to: point, acrossGap: starts, walkingPace) } ?? .zero
        time += step ?? Self.shortGap
        entries.append(Entry(point: point, time: time, followsGap: starts || step == nil))
        last = point
      }
    }
    self.entries = entries
  }

  /// The time between two points, or nothing where the receiver was off for a time that nobody wants to wait for.
  ///
  /// Time that runs backwards in the recording stands still here.
  private static func step(
    from last: Trace.Point, to point: Trace.Point, acrossGap: Bool, _ walkingPace: Double
  ) -> Duration? {
    if let from = last.utc, let to = point.utc {
      let (milliseconds, overflow) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
      guard !overflow else { return to < from ? .zero : nil }
      let step = Duration.milliseconds(max(0, milliseconds))
      return step <= longestPause ? step : nil
    }
    guard !acrossGap else { return nil }
    let step = Duration.seconds(last.position.distance(to: point.position) / max(0.01, walkingPace))
    return step <= longestWalk ? step : nil
  }
}
