internal import Geodesy

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
