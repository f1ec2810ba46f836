internal import Geodesy

/// The way from one fix to the next.
struct Step: Hashable, Sendable {
  let from: PositionSample
  let to: PositionSample
  /// Metres.
  let distance: Double
  /// Seconds that the source's clock counted; never negative.
  let elapsed: Double
  /// Seconds that the player had for the distance; `nil` if the length of a silence is unknown.
  let seconds: Double?
  /// By how many seconds the second fix is older than the first; `nil` if it is not.
  let secondsBack: Double?

  init(from: PositionSample, to: PositionSample, isInterrupted: Bool) {
    (self.from, self.to) = (from, to)
    distance = from.position.distance(to: to.position)
    let passed = Self.seconds(to.time - from.time)
    let said = from.utc.flatMap { start in to.utc.map { $0.seconds(since: start) } }
    let back = min(passed, said ?? passed)
    elapsed = max(0, passed)
    secondsBack = back < 0 ? -back : nil
    seconds =
      if isInterrupted { said.flatMap { $0 > 0 ? max(passed, $0) : nil } } else { back < 0 ? 0 : elapsed }
  }

  /// A duration in seconds.
  ///
  /// Most steps take one second, which avoids an expensive 128-bit division.
  static func seconds(_ time: Duration) -> Double { time == .seconds(1) ? 1 : time / .seconds(1) }

  /// Both error circles added as squares, in metres.
  var circles: Double {
    let (one, other) = (from.circle, to.circle)
    return (one * one + other * other).squareRoot()
  }
}

extension Timestamp {
  /// Seconds from `start` to here; 0 when they cannot be counted.
  fileprivate func seconds(since start: Timestamp) -> Double {
    let (difference, overflow) = milliseconds.subtractingReportingOverflow(start.milliseconds)
    return overflow ? 0 : Double(difference) / 1000
  }
}
