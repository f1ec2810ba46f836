/// Notices that the computer slept: one clock counts sleep, the other one does not.
///
/// After a sleep, data in sockets is of unknown age, connections may be closed, and the time slept is no playing time.
package struct SuspendDetector: Hashable, Sendable {
  private static let started = (continuous: ContinuousClock.now, suspending: SuspendingClock.now)

  /// The shortest sleep that counts.
  package let shortest: Duration
  /// The most that the computer may have slept until the last call.
  private var asleep: Duration?

  /// Creates a watch for sleep of at least `shortest`.
  package init(shortest: Duration) { self.shortest = shortest }

  /// A detector that has read this computer's clocks once.
  package static func begun(shortest: Duration) -> SuspendDetector {
    var watch = SuspendDetector(shortest: shortest)
    _ = watch.sleep()
    return watch
  }

  /// Compares both clocks; returns how long the computer slept at least since the last call, or `nil`.
  ///
  /// - Parameters:
  ///   - continuous: the clock that counts sleep.
  ///   - suspending: the clock that stops meanwhile, read before and after the other one: a thread may be held up
  ///     between two readings, which is no sleep. Each clock has a beginning of its own.
  package mutating func sleep(continuous: Duration, suspending: ClosedRange<Duration>) -> Duration? {
    let before = asleep
    asleep = continuous - suspending.lowerBound
    let least = before.map { continuous - suspending.upperBound - $0 }
    return least.flatMap { $0 >= shortest ? $0 : nil }
  }

  /// Reads this computer's clocks; returns how long it slept since the last call, or `nil`.
  package mutating func sleep() -> Duration? {
    let before = Self.started.suspending.duration(to: .now)
    let continuous = Self.started.continuous.duration(to: .now)
    return sleep(continuous: continuous, suspending: before...Self.started.suspending.duration(to: .now))
  }
}
