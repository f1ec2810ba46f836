internal import SystemKit

/// Double: a clock that stands still until a test advances it.
///
/// ```swift
/// let clock = TestClock()
/// async let fix = walk.next()     // sleeps for a second on the clock
/// await clock.sleeper()           // ... and now it does
/// clock.advance(by: .seconds(1))  // ... and is awake again
/// ```
package final class TestClock: Clock {
  private struct Sleeper {
    let id: Int
    let deadline: TestInstant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = TestInstant()
    var sleepers: [Sleeper] = []
    var cancelled: Set<Int> = []
    var lastID = 0
    var watchers: [CheckedContinuation<TestInstant, Never>] = []
  }

  private let state = Guarded(State())

  /// Creates a clock at its beginning.
  package init() {}

  package var now: TestInstant { state.withLock(\.now) }
  package var minimumResolution: Duration { .zero }

  /// Waits until the clock was advanced to the deadline.
  ///
  /// Throws: `CancellationError` when the task is cancelled.
  package func sleep(until deadline: TestInstant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { lieDown(id, until: deadline, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  /// Waits until a task sleeps, and returns its deadline; the earliest of several.
  @discardableResult
  package func sleeper() async -> TestInstant {
    await withCheckedContinuation { continuation in
      let deadline = state.withLock { state -> TestInstant? in
        guard let first = state.sleepers.map(\.deadline).min() else {
          state.watchers.append(continuation)
          return nil
        }
        return first
      }
      if let deadline { continuation.resume(returning: deadline) }
    }
  }

  /// Moves the clock on and wakes all tasks that are due, the earliest first.
  package func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.deadline <= now }
      state.sleepers.removeAll { $0.deadline <= now }
      return due
    }
    for sleeper in due.sorted(by: { $0.deadline < $1.deadline }) { sleeper.continuation.resume() }
  }

  private func lieDown(_ id: Int, until deadline: TestInstant, _ continuation: CheckedContinuation<Void, any Error>) {
    let (result, watchers) = state.withLock {
      state -> (Result<Void, any Error>?, [CheckedContinuation<TestInstant, Never>]) in
      if state.cancelled.remove(id) != nil { return (.failure(CancellationError()), []) }
      if deadline <= state.now { return (.success(()), []) }
      state.sleepers.append(Sleeper(id: id, deadline: deadline, continuation: continuation))
      defer { state.watchers = [] }
      return (nil, state.watchers)
    }
    if let result { continuation.resume(with: result) }
    watchers.forEach { $0.resume(returning: deadline) }
  }

  private func cancel(_ id: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
        // The cancellation came before the sleep.
        state.cancelled.insert(id)
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
