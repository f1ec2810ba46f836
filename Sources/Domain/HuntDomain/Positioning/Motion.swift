internal import Geodesy

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
