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
      for (index, timed) in Self.timed(segment).enumerated() {
        let starts = index == 0 && last != nil
        let step = last.map { Self.step(from: $0, to: timed, acrossGap: starts, walkingPace) } ?? .zero
        time += step ?? Self.shortGap
        entries.append(Entry(point: segment[index], time: time, followsGap: starts || step == nil))
        last = timed
      }
    }
    self.entries = entries
  }

  /// The points with a time for those that lie between two with one: whoever lost some times still walked steadily.
  private static func timed(_ segment: [Trace.Point]) -> [Trace.Point] {
    let known = segment.indices.filter { segment[$0].utc != nil }
    guard known.count < segment.count else { return segment }
    var filled = segment
    for (first, last) in zip(known, known.dropFirst()) where last - first > 1 {
      guard let from = segment[first].utc, let to = segment[last].utc, let span = span(from: from, to: to) else {
        continue
      }
      let steps = (first + 1...last).map { segment[$0 - 1].position.distance(to: segment[$0].position) }
      let whole = steps.reduce(0, +)
      var walked = 0.0
      for (index, step) in zip(first + 1..<last, steps) {
        walked += step
        let milliseconds = span / .milliseconds(1) * (whole > 0 ? walked / whole : 0)
        filled[index].utc = from.advanced(by: .milliseconds(milliseconds.rounded()))
      }
    }
    return filled
  }

  /// The time between two points, or nothing where the receiver was off for a time that nobody wants to wait for.
  ///
  /// Time that runs backwards in the recording stands still here.
  private static func step(
    from last: Trace.Point, to point: Trace.Point, acrossGap: Bool, _ walkingPace: Double
  ) -> Duration? {
    if let from = last.utc, let to = point.utc {
      return span(from: from, to: to).flatMap { $0 <= longestPause ? $0 : nil }
    }
    guard !acrossGap else { return nil }
    // Whole milliseconds, as recordings have them: a crumb more would be a fix of its own.
    let milliseconds = last.position.distance(to: point.position) / max(0.01, walkingPace) * 1000
    let step = Duration.milliseconds(milliseconds.rounded())
    return step <= longestWalk ? step : nil
  }

  /// The time between two moments, 0 when it runs backwards; nothing when it is longer than can be counted.
  private static func span(from: Timestamp, to: Timestamp) -> Duration? {
    guard from < to else { return .zero }
    let (milliseconds, overflow) = to.milliseconds.subtractingReportingOverflow(from.milliseconds)
    return overflow ? nil : .milliseconds(milliseconds)
  }
}
