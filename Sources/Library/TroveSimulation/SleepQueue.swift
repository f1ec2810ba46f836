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
