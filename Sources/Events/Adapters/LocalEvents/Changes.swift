internal import SystemKit

/// Counts changes, and wakes those who wait for the next one.
final class Changes: Sendable {
  private struct State {
    var count = 0
    var asked = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Guarded(State())

  /// How many changes there were.
  var count: Int { state.withLock { $0.count } }

  /// Something has changed.
  func note() {
    let waiting = state.withLock { state in
      state.count += 1
      defer { state.waiting = [:] }
      return state.waiting.values.map { $0 }
    }
    for one in waiting { one.resume() }
  }

  /// Waits until there were more changes than `seen`; not longer than `limit`, and not in a cancelled task.
  func wait(beyond seen: Int, atMost limit: Duration) async {
    let number = state.withLock { state in
      state.asked += 1
      return state.asked
    }
    let alarm = Task {
      try? await Task.sleep(for: limit)
      wake(number)
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { one in
        let isOver = state.withLock { state in
          guard state.count <= seen, !Task.isCancelled else { return true }
          state.waiting[number] = one
          return false
        }
        if isOver { one.resume() }
      }
    } onCancel: {
      wake(number)
    }
    alarm.cancel()
  }

  private func wake(_ number: Int) { state.withLock { $0.waiting.removeValue(forKey: number) }?.resume() }
}

/// Those who listen to something of which only the newest matters.
final class Readers<Item: Sendable>: Sendable {
  private struct State {
    var asked = 0
    var latest: Item?
    var readers: [Int: AsyncStream<Item>.Continuation] = [:]
  }

  /// Items that wait for a slow reader.
  private static var mostWaiting: Int { 1024 }

  private let state = Guarded(State())

  /// Tells all who listen.
  func tell(_ item: Item) {
    state.withLock { state in
      state.latest = item
      for reader in state.readers.values { reader.yield(item) }
    }
  }

  /// What was told last; `nil` if nothing was.
  var latest: Item? { state.withLock { $0.latest } }

  /// A new reader.
  ///
  /// - Parameter hearsLatest: whether it begins with what was told last.
  func listen(hearsLatest: Bool = false) -> (stream: AsyncStream<Item>, reader: AsyncStream<Item>.Continuation) {
    let (stream, reader) = AsyncStream<Item>.makeStream(bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    let number = state.withLock { state in
      if hearsLatest, let latest = state.latest { reader.yield(latest) }
      state.asked += 1
      state.readers[state.asked] = reader
      return state.asked
    }
    reader.onTermination = { [weak self] _ in self?.state.withLock { _ = $0.readers.removeValue(forKey: number) } }
    return (stream, reader)
  }
}
