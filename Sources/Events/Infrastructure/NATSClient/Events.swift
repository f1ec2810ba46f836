internal import SystemKit

/// Tells what becomes of a connection to all who want to know.
final class Events: Sendable {
  typealias Event = NATSConnection.Event

  private struct Table {
    var state: Event?
    var last = 0
    var watchers: [Int: AsyncStream<Event>.Continuation] = [:]
    var hasEnded = false
    /// What was refused before anybody asked, for the first who does; `nil` from then on.
    var refusals: [Event]? = []
  }

  private let table = Guarded(Table())

  /// The latest change of state.
  var state: Event? { table.withLock { $0.state } }

  /// The present state and everything that follows; the newest 64, where nobody reads them.
  ///
  /// The first stream begins with what was refused before.
  func stream() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingNewest(64))
    let number = table.withLock { table -> Int? in
      for refusal in table.refusals ?? [] { continuation.yield(refusal) }
      table.refusals = nil
      if let state = table.state { continuation.yield(state) }
      guard !table.hasEnded else { return nil }
      table.last += 1
      table.watchers[table.last] = continuation
      return table.last
    }
    if let number {
      continuation.onTermination = { [weak self] _ in
        self?.table.withLock { _ = $0.watchers.removeValue(forKey: number) }
      }
    } else {
      continuation.finish()
    }
    return stream
  }

  func tell(_ event: Event) {
    let watchers = table.withLock { table in
      if event.isState {
        table.state = event
      } else if let count = table.refusals?.count, count < 16 {
        table.refusals?.append(event)
      }
      return Array(table.watchers.values)
    }
    for watcher in watchers { watcher.yield(event) }
  }

  /// Tells the last event.
  func end(_ event: Event) {
    let watchers = table.withLock { table in
      (table.state, table.hasEnded) = (event, true)
      defer { table.watchers = [:] }
      return Array(table.watchers.values)
    }
    for watcher in watchers {
      watcher.yield(event)
      watcher.finish()
    }
  }
}

extension NATSConnection.Event {
  fileprivate var isState: Bool {
    if case .refused = self { false } else { true }
  }
}
