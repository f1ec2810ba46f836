internal import Glibc
internal import Synchronization

/// The wishes of the system and of the player that a service end, noted instead of obeyed at once.
package enum StopSignals {
  fileprivate static let arrived = Atomic<Int32>(0)

  /// Notes INT, TERM and HUP from now on; a write that fails says so itself.
  ///
  /// One that was ignored stays ignored, as nohup and shells without job control want it.
  package static func note() { _ = take() }

  /// Notes them only while `body` runs.
  package static func noting<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    let before = take()
    defer { for (number, handler) in before { signal(number, handler) } }
    return try body()
  }

  /// Notes the signals; returns what was done about each before.
  private static func take() -> [(number: Int32, handler: __sighandler_t?)] {
    // Made here, and not in the handler.
    arrived.store(0, ordering: .relaxed)
    let ignored = [SIGPIPE, SIGXFSZ].map { (number: $0, handler: signal($0, SIG_IGN)) }
    let noted = [SIGINT, SIGTERM, SIGHUP].map { number in
      let before = signal(number) { arrivedSignal($0) }
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
      return (number: number, handler: before)
    }
    return ignored + noted
  }

  /// The signal that arrived; `nil` before one does.
  package static var signalled: Int32? {
    let number = arrived.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}

/// The handler: one store, nothing else.
private func arrivedSignal(_ number: Int32) { StopSignals.arrived.store(number, ordering: .relaxed) }
