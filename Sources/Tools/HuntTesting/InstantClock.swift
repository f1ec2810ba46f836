internal import SystemKit

/// A time of a clock that only tests move: so long after its beginning.
package struct TestInstant: InstantProtocol {
  /// Since the clock's beginning.
  package let offset: Duration

  /// Creates the instant `offset` after the beginning.
  package init(offset: Duration = .zero) { self.offset = offset }

  package func advanced(by duration: Duration) -> TestInstant { TestInstant(offset: offset + duration) }
  package func duration(to other: TestInstant) -> Duration { other.offset - offset }
  package static func < (left: TestInstant, right: TestInstant) -> Bool { left.offset < right.offset }
}

/// Double: a clock on which every wait is over at once, and has taken its time nevertheless.
package final class InstantClock: Clock {
  private let time = Guarded(TestInstant())

  /// Creates a clock at its beginning.
  package init() {}

  package var now: TestInstant { time.withLock { $0 } }
  package var minimumResolution: Duration { .zero }

  /// Jumps to the deadline, when it has not passed already.
  ///
  /// Throws: `CancellationError` when the task is cancelled.
  package func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
  }
}
