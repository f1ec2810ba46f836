package import Game
internal import Glibc
package import HuntDomain
internal import SystemKit

/// Saves events on a thread of its own, so that a slow disk does not hold up the game for longer than its patience.
///
/// Nothing is dropped: what could not be saved is tried again with what comes next, and on ``tick()``. What it returns
/// is for the session, which tells the player.
package final class ProgressKeeper: Sendable {
  private let store: any ProgressStore
  private let patience: Duration
  private let pause: Duration
  private let state: Monitor<State>

  private struct State {
    /// What is not saved yet, in order.
    var pending: [HuntEvent] = []
    /// All events that came, and those of them that are saved.
    var came = 0
    var saved = 0
    var isTryWanted = false
    var tries = 0
    var failure: String?
    var lastTry: ContinuousClock.Instant?
    /// What the session was told, while not everything is saved.
    var told: String?
    var isClosed = false
    var hasEnded = false
  }

  /// A keeper of one game.
  ///
  /// - Parameters:
  ///   - patience: how long ``save(_:)`` waits for the disk.
  ///   - pause: the time between two tries that nothing new asks for.
  package init(
    _ store: any ProgressStore, patience: Duration = .milliseconds(250), pause: Duration = .seconds(1)
  ) {
    (self.store, self.patience, self.pause) = (store, patience, pause)
    state = Monitor(State())
    let (state, store) = (self.state, store)
    if !SystemThread.start({ Self.work(state, store) }) { state.withLock { $0.hasEnded = true } }
  }

  deinit { state.withLock { $0.isClosed = true } }

  /// Saves events; when this returns nothing, all there is to be saved is safe, or the player knows that it is not.
  package func save(_ events: [HuntEvent]) -> SessionEvent? {
    let before = state.withLock { state in
      state.pending += events
      state.came += events.count
      state.isTryWanted = true
      return state.tries
    }
    if state.withLock({ $0.hasEnded }) { Self.attempt(state, store) }
    _ = state.wait(atMost: patience) { $0.saved == $0.came || $0.tries > before ? true : nil }
    return state.withLock { Self.report(&$0) }
  }

  /// Tries again what is not saved, now and then; does not wait for it.
  package func tick() -> SessionEvent? {
    state.withLock { state in
      if !state.pending.isEmpty, state.lastTry.map({ $0.duration(to: .now) >= pause }) ?? false {
        state.isTryWanted = true
      }
      return Self.report(&state)
    }
  }

  /// The end of the game: one last try; returns why something is not saved, if so.
  package func close(atMost limit: Duration = .seconds(5)) -> String? {
    let before = state.withLock { state in
      state.isTryWanted = true
      state.isClosed = true
      return state.tries
    }
    return state.wait(atMost: limit) { state in
      if state.hasEnded || state.saved == state.came { return state.pending.isEmpty ? .some(nil) : state.failure }
      // A try that succeeded without saving everything began before the last events came.
      guard state.tries > before, let failure = state.failure else { return nil }
      return .some(failure)
    } ?? Self.slow
  }

  private static let slow = "The disk is slow: your last steps are not saved yet."

  /// What the session is to be told now.
  private static func report(_ state: inout State) -> SessionEvent? {
    if state.saved == state.came {
      defer { state.told = nil }
      return state.told == nil ? nil : .savedAgain
    }
    let reason = state.failure ?? slow
    guard state.told != reason else { return nil }
    state.told = reason
    return .cannotSave(reason)
  }

  // MARK: - The thread

  private static func work(_ state: Monitor<State>, _ store: any ProgressStore) {
    while true {
      let goesOn = state.wait { state -> Bool? in
        if state.isTryWanted, !state.pending.isEmpty { return true }
        return state.isClosed ? false : nil
      }
      guard goesOn == true else { break }
      attempt(state, store)
      // After the last try there is no other.
      if state.withLock({ $0.isClosed && !$0.isTryWanted }) { break }
    }
    state.withLock { $0.hasEnded = true }
  }

  private static func attempt(_ state: Monitor<State>, _ store: any ProgressStore) {
    let batch = state.withLock { state in
      state.isTryWanted = false
      return state.pending
    }
    var failure: String?
    do { try store.append(batch) } catch { failure = error.description }
    state.withLock { state in
      state.lastTry = .now
      state.tries += 1
      state.failure = failure
      guard failure == nil else { return }
      state.saved += batch.count
      state.pending.removeFirst(batch.count)
    }
  }
}
