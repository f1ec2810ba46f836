import Glibc
import Synchronization

/// The wishes of the system and of the player that a service end, noted instead of obeyed at once.
enum StopSignals {
  fileprivate static let arrived = Atomic<Int32>(0)

  /// Notes INT, TERM and HUP from now on; a write that fails says so itself.
  ///
  /// One that was ignored stays ignored, as nohup and shells without job control want it.
  static func note() {
    // Made here, and not in the handler.
    arrived.store(0, ordering: .relaxed)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number) { arrivedSignal($0) }
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  /// The signal that came; nothing before one does.
  static var signalled: Int32? {
    let number = arrived.load(ordering: .relaxed)
    return number == 0 ? nil : number
  }
}

/// The handler: one store, nothing else.
private func arrivedSignal(_ number: Int32) { StopSignals.arrived.store(number, ordering: .relaxed) }
