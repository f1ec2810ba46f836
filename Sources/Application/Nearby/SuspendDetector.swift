/// Notices that the computer slept: one clock counts sleep, the other one does not.
///
/// What was in the sockets before is of unknown age afterwards, and whoever was connected may have hung up; and nobody
/// has played meanwhile.
package struct SuspendDetector: Hashable, Sendable {
  private static let started = (continuous: ContinuousClock.now, suspending: SuspendingClock.now)

  /// Sleep that is shorter hurts nobody; longer than a thread can be held up between two looks at a clock.
  package let shortest: Duration
  private var asleep: Duration?

  /// Creates a watch for sleep of at least `shortest`.
  package init(shortest: Duration) { self.shortest = shortest }

  /// A watch that has looked at the clocks of this computer.
  package static func begun(shortest: Duration) -> SuspendDetector {
    var watch = SuspendDetector(shortest: shortest)
    _ = watch.sleep()
    return watch
  }

  /// Takes a look at both clocks, read one right after the other; returns how long the computer slept since the last
  /// look, if it did.
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

  /// Looks at the clocks of this computer.
  package mutating func sleep() -> Duration? {
    sleep(
      continuous: Self.started.continuous.duration(to: .now), suspending: Self.started.suspending.duration(to: .now))
  }
}
