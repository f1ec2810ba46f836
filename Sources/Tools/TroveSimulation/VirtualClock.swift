internal import SystemKit

/// A clock that moves only by ``advance(by:)``, or when all its participants wait for it.
///
/// ```swift
/// let clock = VirtualClock(participants: 1)          // one task uses it: no wait takes any time
/// for await report in walk.reports(on: clock) { … }
/// ```
public final class VirtualClock: Clock {
  /// A time of the clock: so long after its beginning.
  public struct Instant: InstantProtocol {
    /// Since the clock's beginning.
    public let offset: Duration

    /// Creates the instant `offset` after the beginning.
    public init(offset: Duration = .zero) { self.offset = offset }

    /// The instant that lies `duration` later.
    public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    /// Returns how much later the other instant is.
    public func duration(to other: Instant) -> Duration { other.offset - offset }
    /// Whether the left one is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let queue: Guarded<SleepQueue>

  /// Creates a clock at its beginning.
  ///
  /// - Parameter participants: how many tasks use the clock. Whenever that many of them wait, the clock moves to the
  ///   earliest time that one waits for, and wakes that one alone; so they run one at a time, in the same order every
  ///   time, however many cores there are. A task that ends must ``leave()``. Without a number the clock moves only
  ///   by ``advance(by:)``.
  public init(participants: Int? = nil) {
    queue = Guarded(SleepQueue(participants: participants))
  }

  /// The clock's time.
  public var now: Instant { queue.withLock(\.now) }

  /// Zero: the clock's times are exact.
  public var minimumResolution: Duration { .zero }

  /// Moves the clock on and wakes all tasks that are due, the earliest first; a clock never goes back.
  public func advance(by duration: Duration) {
    queue.withLock { $0.advance(by: duration) }.forEach { $0() }
  }

  /// Removes one participant, which will not wait any more.
  public func leave() { change { $0.leave() } }

  /// Waits until `count` tasks wait for the clock.
  public func sleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      change { $0.watch(for: count) { continuation.resume() } }
    }
  }

  /// Waits until the clock has reached `deadline`.
  ///
  /// Throws: `CancellationError` when the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let id = queue.withLock { $0.checkIn() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        queue.withLock { $0.lieDown(id, until: deadline) { continuation.resume(with: $0) } }
          .forEach { $0() }
      }
    } onCancel: {
      change { $0.cancel(id) }
    }
  }

  /// Changes the queue under the lock, then wakes the tasks that are due.
  private func change(_ body: (inout SleepQueue) -> [SleepQueue.Call]) {
    for call in queue.withLock({ body(&$0) }) { call() }
  }
}

/// The tasks that wait for a clock, and the time that each waits for: a value.
///
/// Returns the wake-up calls instead of making them, so that the caller makes them after it has released its lock.
struct SleepQueue {
  typealias Call = @Sendable () -> Void

  private struct Sleeper {
    let id: Int
    let deadline: VirtualClock.Instant
    let wake: @Sendable (Result<Void, any Error>) -> Void
  }

  private(set) var now = VirtualClock.Instant()
  private var participants: Int?
  private var lastID = 0
  /// Those that have come and do not lie yet.
  private var standing: Set<Int> = []
  /// In the order in which they lay down.
  private var sleepers: [Sleeper] = []
  private var watchers: [(count: Int, call: Call)] = []

  init(participants: Int?) { self.participants = participants }

  mutating func checkIn() -> Int {
    lastID += 1
    standing.insert(lastID)
    return lastID
  }

  mutating func lieDown(
    _ id: Int, until deadline: VirtualClock.Instant,
    _ wake: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) -> [Call] {
    // The cancellation may have come before the sleep.
    guard standing.remove(id) != nil else { return [{ wake(.failure(CancellationError())) }] }
    guard deadline > now else { return [{ wake(.success(())) }] }
    sleepers.append(Sleeper(id: id, deadline: deadline, wake: wake))
    let seen = watchers.filter { $0.count <= sleepers.count }
    watchers.removeAll { $0.count <= sleepers.count }
    return seen.map(\.call) + moveIfAllSleep()
  }

  mutating func cancel(_ id: Int) -> [Call] {
    standing.remove(id)
    guard let index = sleepers.firstIndex(where: { $0.id == id }) else { return [] }
    let wake = sleepers.remove(at: index).wake
    return [{ wake(.failure(CancellationError())) }]
  }

  mutating func watch(for count: Int, _ call: @escaping Call) -> [Call] {
    guard sleepers.count < count else { return [call] }
    watchers.append((count, call))
    return []
  }

  mutating func advance(by duration: Duration) -> [Call] {
    now = now.advanced(by: max(.zero, duration))
    var calls: [Call] = []
    while let first = earliest, sleepers[first].deadline <= now { calls.append(wake(first)) }
    return calls
  }

  mutating func leave() -> [Call] {
    participants = participants.map { max(0, $0 - 1) }
    return moveIfAllSleep()
  }

  private mutating func moveIfAllSleep() -> [Call] {
    guard let participants, sleepers.count >= participants, let first = earliest else { return [] }
    now = sleepers[first].deadline
    return [wake(first)]
  }

  /// The index of the one that is due first; of several the one that lay down first.
  private var earliest: Int? {
    sleepers.indices.min { sleepers[$0].deadline < sleepers[$1].deadline }
  }

  private mutating func wake(_ index: Int) -> Call {
    let wake = sleepers.remove(at: index).wake
    return { wake(.success(())) }
  }
}
