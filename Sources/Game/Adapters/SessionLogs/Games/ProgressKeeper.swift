package import Game
internal import Glibc
package import HuntDomain
internal import SystemKit

/// Saves events on a thread of its own, so that a slow disk does not hold up the game.
///
/// Nothing is dropped: what could not be saved is tried again with what comes next, and on ``tick()``. Each answer is for the
/// session, which tells the player: `nil` when there is nothing to tell.
package final class ProgressKeeper: Sendable {
  private let store: any ProgressStore
  private let patience: Duration
  private let pause: Duration
  private let state: Monitor<State>

  private struct State {
    /// The events not saved yet, in order.
    var pending: [HuntEvent] = []
    /// The number of events received, and of those saved.
    var came = 0
    var saved = 0
    var isTryWanted = false
    var tries = 0
    var failure: String?
    var lastTry: ContinuousClock.Instant?
    /// The failure reported to the session; `nil` while everything is saved.
    var told: String?
    var isClosed = false
    var hasEnded = false
    /// The callers that wait for an answer, in order of arrival.
    var questions: [Question] = []
    var asked = 0
  }

  /// A caller who waits for the outcome of saving.
  private struct Question {
    let number: Int
    /// Returns the callback for the outcome; `nil` while there is no outcome and it is not too late for one.
    let answer: @Sendable (_ state: inout State, _ isLate: Bool) -> (@Sendable () -> Void)?
  }

  /// A keeper of one game.
  ///
  /// - Parameters:
  ///   - patience: how long ``save(_:atMost:answer:)`` waits for the disk.
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

  /// Saves events; does not wait for it.
  ///
  /// - Parameters:
  ///   - limit: how long to wait for the disk; `nil` for the keeper's patience.
  ///   - answer: called once, on any thread, when all there is to be saved is safe, or when the answer says that it is
  ///     not: after a try that failed, or when the disk takes longer than that.
  package func save(
    _ events: [HuntEvent], atMost limit: Duration? = nil, answer: @escaping @Sendable (SessionEvent?) -> Void
  ) {
    let (goal, before) = state.withLock { state in
      state.pending += events
      state.came += events.count
      state.isTryWanted = true
      return (state.came, state.tries)
    }
    ask(atMost: limit ?? patience) { state, isLate in
      let isSafe = state.saved >= goal
      // A try that succeeded without these events began before they came.
      guard isSafe || isLate || state.tries > before && state.failure != nil else { return nil }
      // Later events get their own answer.
      let report = isSafe && state.saved != state.came ? nil : Self.report(&state)
      return { answer(report) }
    }
    if state.withLock({ $0.hasEnded }) { Self.attempt(state, store) }
  }

  /// Saves events; returns what ``save(_:atMost:answer:)`` answers.
  package func save(_ events: [HuntEvent], atMost limit: Duration? = nil) async -> SessionEvent? {
    await withCheckedContinuation { waiting in save(events, atMost: limit) { waiting.resume(returning: $0) } }
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
    let before = beginLastTry()
    return state.wait(atMost: limit) { Self.outcome(of: $0, after: before) } ?? Self.slow
  }

  /// Saves what is left without blocking; calls `answer` once, on any thread, with the reason if something is not
  /// saved.
  package func close(atMost limit: Duration = .seconds(5), answer: @escaping @Sendable (String?) -> Void) {
    let before = beginLastTry()
    ask(atMost: limit) { state, isLate in
      let outcome = Self.outcome(of: state, after: before)
      guard isLate || outcome != nil else { return nil }
      return { answer(outcome ?? Self.slow) }
    }
  }

  /// Requests a last try; returns the number of tries before it.
  private func beginLastTry() -> Int {
    state.withLock { state in
      state.isTryWanted = true
      state.isClosed = true
      return state.tries
    }
  }

  /// The outcome of the last try: `nil` until it is known, else the reason why something is not saved, if any.
  private static func outcome(of state: State, after before: Int) -> String?? {
    if state.hasEnded || state.saved == state.came { return state.pending.isEmpty ? .some(nil) : state.failure }
    // A try that succeeded without saving everything began before the last events came.
    guard state.tries > before, let failure = state.failure else { return nil }
    return .some(failure)
  }

  private static let slow = "The disk is slow: your last steps are not saved yet."

  /// The event to send to the session now; `nil` if nothing has changed.
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

  // MARK: - Questions

  /// Calls what `answer` returns, once: now, after a try, or when the time is over.
  private func ask(
    atMost limit: Duration, _ answer: @escaping @Sendable (inout State, Bool) -> (@Sendable () -> Void)?
  ) {
    let number = state.withLock { state in
      state.asked += 1
      state.questions.append(Question(number: state.asked, answer: answer))
      return state.asked
    }
    Self.answer(state)
    Task { [state] in
      try? await Task.sleep(for: limit)
      Self.answer(state, late: number)
    }
  }

  /// Answers the questions that can be answered, and the one of a number in any case.
  private static func answer(_ state: Monitor<State>, late: Int? = nil) {
    let calls = state.withLock { state in
      var (calls, rest) = ([@Sendable () -> Void](), [Question]())
      for question in state.questions {
        if let call = question.answer(&state, question.number == late) {
          calls.append(call)
        } else {
          rest.append(question)
        }
      }
      state.questions = rest
      return calls
    }
    for call in calls { call() }
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
    answer(state)
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
    answer(state)
  }
}
