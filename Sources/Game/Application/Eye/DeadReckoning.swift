internal import Geodesy
internal import HuntDomain

/// How far a player has come since a fix, if they go on with its speed and course.
///
/// They stay within the fix's error circle, because farther away nothing says that they are there.
struct DeadReckoning: Hashable, Sendable {
  /// Metres per second below which a player is taken to stand; receivers report as much of somebody at rest.
  private static let slowest = 0.3
  /// How long a player is taken to go on; fixes usually come every second.
  static let longest = Duration.seconds(2)

  /// The direction in which they go.
  let course: Bearing
  /// Metres that they have come, at most as many as the fix may be wrong by.
  let distance: Double
  /// Whether they still go on after that.
  let isMoving: Bool

  /// Reckons from a fix that came `age` ago; `nil` if its player stands, or if it does not say where they go.
  init?(from fix: Fix, after age: Duration) {
    guard fix.averaged == nil, let speed = fix.speed, speed >= Self.slowest, let course = fix.course else { return nil }
    let circle = min(fix.accuracy ?? Fix.assumedAccuracy, Surroundings.slack)
    let way = speed * ((.zero...Self.longest).clamp(age) / .seconds(1))
    self.course = course
    distance = min(way, circle)
    isMoving = age < Self.longest && way < circle
  }
}
