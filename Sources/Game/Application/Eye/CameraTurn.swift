internal import Geodesy

/// How the camera follows the heading: it turns to what a sensor says, instead of jumping there.
///
/// A receiver notices a turn once a second, and shows it as a step. A player who sees the picture turn knows which way
/// they went.
struct CameraTurn: Hashable, Sendable {
  /// How long a turn takes at most.
  ///
  /// A sensor that reports more often has each turn done by its next report.
  static let longest = Duration.milliseconds(300)
  /// Degrees of a turn that nobody would see.
  private static let least = 1.0
  /// A heading that was followed longer ago says nothing about how the player came to the present one.
  private static let patience = Duration.seconds(2)

  /// The direction that the camera turns to; `nil` before the first one.
  private var goal: Bearing?
  /// Degrees to the right that it has to turn, from `begun` on, for `length`.
  private var angle = 0.0
  private var begun = Duration.zero
  private var length = Duration.zero
  /// When the heading was followed last.
  private var followed = Duration.zero

  /// Takes the heading at `now`; what no sensor has said turns the camera at once, as a key should.
  mutating func follow(_ direction: Bearing?, isSensed: Bool, at now: Duration) {
    defer { followed = now }
    guard let direction else { return goal = nil }
    guard direction != goal else { return }
    if let goal, isSensed, now - followed <= Self.patience {
      let turn = (goal.turn(to: direction) + left(at: now)).remainder(dividingBy: 360)
      angle = abs(turn) < Self.least ? 0 : turn
      length = min(Self.longest, now - begun)
    } else {
      angle = 0
    }
    (goal, begun) = (direction, now)
  }

  /// Degrees to the right that are still to be turned at `now` to reach `direction`; 0 if that is not where the camera
  /// turns.
  func left(to direction: Bearing, at now: Duration) -> Double { direction == goal ? left(at: now) : 0 }

  private func left(at now: Duration) -> Double {
    guard angle != 0, now < begun + length else { return 0 }
    return angle * (1 - max(.zero, now - begun) / length)
  }
}
