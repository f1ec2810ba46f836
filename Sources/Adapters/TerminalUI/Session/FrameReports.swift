import SystemKit

/// What a terminal owes of the status reports that it is asked for behind each frame; safe to share between threads.
///
/// A terminal answers in the order in which it is asked, so that a report says that a frame has been shown, however slow
/// the line to it is.
final class FrameReports: Sendable {
  private struct State {
    /// Reports that were asked for and have not come.
    var owed = 0
    /// Whether one has come, and none is overdue.
    var areSent = false
    /// Since when nothing has come of what is owed.
    var since = ContinuousClock.now
  }

  /// How long a terminal that sends reports may take for one.
  static let patience = Duration.seconds(10)
  /// How long the last ones are waited for, from a terminal that has sent some, and from one that may yet send some.
  private static let (farewell, trial): (Duration, Duration) = (.seconds(2), .milliseconds(250))

  private let state = Guarded(State())
  private let now: @Sendable () -> ContinuousClock.Instant

  /// Nothing is owed.
  ///
  /// - Parameter now: the present time.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Frames of which no report has come; `nil` if the terminal sends none, or has lost one.
  var unshown: Int? {
    state.withLock { state in
      let isOverdue = state.owed > 0 && now() - state.since >= Self.patience
      if isOverdue { (state.areSent, state.owed) = (false, 0) }
      return state.areSent ? state.owed : nil
    }
  }

  /// Until when reports may come that nobody else should read; `nil` if none is to be expected.
  var end: ContinuousClock.Instant? {
    state.withLock { state in
      guard state.owed > 0 else { return nil }
      let end = (state.areSent ? now() : state.since) + (state.areSent ? Self.farewell : Self.trial)
      return end > now() ? end : nil
    }
  }

  /// One is asked for.
  func ask() {
    state.withLock { state in
      if state.owed == 0 { state.since = now() }
      state.owed += 1
    }
  }

  /// One has come.
  func note() {
    state.withLock { state in
      // The first one says nothing about those that another terminal may have owed.
      state = State(owed: state.areSent ? max(0, state.owed - 1) : 0, areSent: true, since: now())
    }
  }

  /// None is owed any more, whatever was asked for.
  func forget() { state.withLock { $0.owed = 0 } }
}
