/// Notices that the computer slept: one clock counts sleep, the other one does not.
///
/// After a sleep, data in sockets is of unknown age, connections may be closed, and the time slept is no playing time.
package struct SuspendDetector: Hashable, Sendable {
  private static let started = (continuous: ContinuousClock.now, suspending: SuspendingClock.now)

  /// The shortest sleep that counts; longer than a thread can be held up between two readings of a clock.
  package let shortest: Duration
  private var asleep: Duration?

  /// Creates a watch for sleep of at least `shortest`.
  package init(shortest: Duration) { self.shortest = shortest }

  /// A detector that has read this computer's clocks once.
  package static func begun(shortest: Duration) -> SuspendDetector {
    var watch = SuspendDetector(shortest: shortest)
    _ = watch.sleep()
    return watch
  }

  /// Compares both clocks, read one right after the other; returns how long the computer slept since the last call, or
  /// `nil`.
  ///
  /// - Parameters:
  ///   - continuous: the clock that counts sleep.
  ///   - suspending: the clock that stops meanwhile; each has a beginning of its own.
  package mutating func sleep(continuous: Duration, suspending: Duration) -> Duration? {
    let before = asleep
    let now = continuous - suspending
    asleep = now
    return before.flatMap { now - $0 >= shortest ? now - $0 : nil }
  }

  /// Reads this computer's clocks; returns how long it slept since the last call, or `nil`.
  package mutating func sleep() -> Duration? {
    sleep(
      continuous: Self.started.continuous.duration(to: .now), suspending: Self.started.suspending.duration(to: .now))
  }
}
