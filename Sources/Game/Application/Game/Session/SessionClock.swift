/// The time of a session, made of the wall's.
///
/// Simulated sources run faster or slower than life. Whatever is opened or closed, the session's time goes on from
/// where it is: it neither jumps nor goes back.
package struct SessionClock: Hashable, Sendable {
  /// The wall's time and the session's at which the present speed began.
  private var wall = Duration.zero
  private var time = Duration.zero
  private var speed = 1.0

  /// Creates a clock that runs as fast as the wall clock.
  package init() {}

  /// Runs `speed` times as fast as the wall clock from its time `wall` on; never backwards.
  package mutating func run(at speed: Double, from wall: Duration) {
    time = time(at: wall)
    self.wall = max(self.wall, wall)
    self.speed = speed.isFinite ? max(0, speed) : 1
  }

  /// The session's time when the wall's is `wall`.
  package func time(at wall: Duration) -> Duration { time + max(.zero, wall - self.wall) * speed }
}

/// A thing that happened to a session, and when.
package struct SessionMoment: Hashable, Sendable {
  /// The session's time.
  package let time: Duration
  /// What happened.
  package let event: SessionEvent

  /// Creates a moment.
  package init(_ event: SessionEvent, at time: Duration) { (self.time, self.event) = (time, event) }
}
