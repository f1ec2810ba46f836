/// Notices that the computer slept: one clock counts sleep, the other one does not.
///
/// What was in the sockets before is of unknown age afterwards, and whoever was connected may have hung up.
package struct Wakefulness: Hashable, Sendable {
  /// Sleep that is shorter hurts nobody; longer than a thread can be held up between two looks at a clock.
  package let shortest: Duration
  private var asleep: Duration?

  /// Creates a watch for sleep of at least `shortest`.
  package init(shortest: Duration) { self.shortest = shortest }

  /// Takes a look at both clocks, read one right after the other; returns whether the computer slept since the last
  /// look.
  ///
  /// - Parameters:
  ///   - continuous: the clock that counts sleep.
  ///   - suspending: the clock that stops meanwhile; each has a beginning of its own.
  package mutating func hasSlept(continuous: Duration, suspending: Duration) -> Bool {
    let asleep = continuous - suspending
    defer { self.asleep = asleep }
    return self.asleep.map { asleep - $0 >= shortest } ?? false
  }
}
