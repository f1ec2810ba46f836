internal import Geodesy
internal import Numbers

/// The last believed fix, and how fast the player moved then.
struct Motion: Hashable, Sendable {
  /// Seconds between two positions that at least must lie between them for a speed; less would be noise.
  static let baseline = 1.0

  let fix: PositionSample
  /// Metres per second, as well as it is known; `nil` until it can be estimated.
  let speed: Double?
  /// Fixes that agree with this one, itself included.
  let support: Int
  /// The start of the way from whose length the speed is computed.
  private let anchor: PositionSample

  /// Creates a motion from a single fix, without support from others.
  init(first fix: PositionSample) { self.init(fix: fix, speed: fix.speed, support: 1, anchor: fix) }

  /// Creates a motion that begins a new track, supported by the fixes that agree.
  init(from: PositionSample, to fix: PositionSample, support: Int) {
    let step = Step(from: from, to: fix, isInterrupted: false)
    self.init(fix: fix, speed: Self.speed(over: step), support: support, anchor: fix)
  }

  private init(fix: PositionSample, speed: Double?, support: Int, anchor: PositionSample) {
    (self.fix, self.support, self.anchor) = (fix, support, anchor)
    self.speed = speed.map { min(OutlierGate.fastestOfAll, $0) }
  }

  /// The motion after one more believed fix.
  func followed(by step: Step) -> Motion {
    let sinceAnchor = Step(from: anchor, to: step.to, isInterrupted: false)
    let isLong = sinceAnchor.elapsed >= Self.baseline
    let measured = isLong ? Self.speed(over: sinceAnchor) : step.to.speed ?? speed
    // A speed that no vehicle reaches comes from an outlier; limit it.
    let most = speed.map { max(OutlierGate.onFoot, $0) + OutlierGate.acceleration * step.elapsed }
    // Two fixes with the same timestamp count once.
    let vouching = step.elapsed > 0 ? min(support + 1, OutlierGate.witnesses) : support
    return Motion(
      fix: step.to, speed: measured.map { min($0, most ?? $0) }, support: vouching,
      anchor: isLong ? step.to : anchor)
  }

  /// The motion after a fix so near that the error circles explain all of the way, however long that is exactly.
  ///
  /// It gives the same result as ``followed(by:)`` without a geodesic, because no jump is in doubt and no way proves a
  /// speed; `nil` if that is not certain.
  func followed(closelyBy next: PositionSample) -> Motion? {
    guard let said = next.speed, next.time > fix.time, next.time > anchor.time,
      next.isExplained(from: fix), next.isExplained(from: anchor)
    else { return nil }
    let elapsed = Step.seconds(next.time - fix.time)
    let isLong = Step.seconds(next.time - anchor.time) >= Self.baseline
    let measured = isLong ? max(said, 0) : said
    let most = speed.map { max(OutlierGate.onFoot, $0) + OutlierGate.acceleration * elapsed }
    return Motion(
      fix: next, speed: min(measured, most ?? measured), support: min(support + 1, OutlierGate.witnesses),
      anchor: isLong ? next : anchor)
  }

  /// The speed over a step, in metres per second: the reported one, or the distance over time if none is reported; at
  /// least what the step proves.
  private static func speed(over step: Step) -> Double? {
    guard step.elapsed > 0 else { return step.to.speed }
    let proven = max(0, step.distance - step.circles) / step.elapsed
    return max(step.to.speed ?? step.distance / step.elapsed, proven)
  }
}

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

/// The part of a fix that is needed to judge the next one.
///
/// It takes a third of the memory of a whole fix, and four are kept.
struct PositionSample: Hashable, Sendable {
  let position: Coordinate
  /// As in ``Fix``, and so are the others.
  let time: Duration
  let utc: Timestamp?
  let accuracy: Double?
  let speed: Double?

  init(_ fix: Fix) {
    (position, time, utc, accuracy, speed) = (fix.position, fix.time, fix.utc, fix.accuracy, fix.speed)
  }

  /// Whether both error circles, neither of them useless, surely explain the way from another fix to this one.
  func isExplained(from other: PositionSample) -> Bool {
    let (one, another) = (other.circle, circle)
    guard one <= OutlierGate.uselessAccuracy, another <= OutlierGate.uselessAccuracy else { return false }
    return other.position.squaredBound(to: position) < (one * one + another * another) * (1 - 1e-9)
  }

  /// Metres of the error circle, assumed where the source does not say.
  var circle: Double { max(OutlierGate.smallestCircle, accuracy ?? Fix.assumedAccuracy) }
}
