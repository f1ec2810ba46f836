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
        let pauses = step > Self.longestPause
        time += pauses ? Self.shortGap : step
        entries.append(Entry(point: point, time: time, followsGap: starts || pauses))
        last = point
      }
    }
    self.entries = entries
  }

  /// Time that runs backwards in the recording stands still here.
  private static func step(
    from last: Trace.Point, to point: Trace.Point, acrossGap: Bool, _ walkingPace: Double
  ) -> Duration {
    if let from = last.utc, let to = point.utc {
      let (milliseconds, overflow) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
      return overflow ? .zero : .milliseconds(max(0, milliseconds))
    }
    if acrossGap { return shortGap }
    let seconds = last.position.distance(to: point.position) / max(0.01, walkingPace)
    return min(longestPause, .seconds(seconds))
  }
}
