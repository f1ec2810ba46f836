import SystemKit

/// What a terminal owes of the status reports that it is asked for behind each frame; safe to share between threads.
///
/// A terminal answers in the order in which it is asked, so that a report says that a frame has been shown, however slow
/// the line to it is.
final class FrameReports: Sendable {
  fileprivate struct State {
    /// Reports that were asked for and have not come.
    var owed = 0
    /// Whether one has come, and none is overdue.
    var areSent = false
    /// Since when nothing has come of what is owed.
    var since = ContinuousClock.now
    /// When each of those was asked for that may still come, whoever counts on it; the oldest first.
    var asked: ArraySlice<ContinuousClock.Instant> = []
  }

  /// How long a terminal that sends reports may take for one.
  static let patience = Duration.seconds(10)
  /// How long the last ones are waited for.
  private static let farewell = Duration.seconds(1)

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
  ///
  /// From a terminal that has never sent one, none is expected a second after it was asked first.
  var end: ContinuousClock.Instant? {
    state.withLock { state in
      let now = now()
      state.dropLost(at: now)
      guard !state.asked.isEmpty else { return nil }
      let end = (state.areSent ? now : state.since) + Self.farewell
      return end > now ? end : nil
    }
  }

  /// One is asked for.
  func ask() {
    state.withLock { state in
      let now = now()
      if state.owed == 0 { state.since = now }
      state.owed += 1
      state.dropLost(at: now)
      state.asked.append(now)
    }
  }

  /// One has come.
  func note() {
    state.withLock { state in
      // The first one says nothing about those that another terminal may have owed.
      state.owed = state.areSent ? max(0, state.owed - 1) : 0
      (state.areSent, state.since) = (true, now())
      _ = state.asked.popFirst()
    }
  }

  /// No frame waits for its report any more; those that come are still taken.
  func forget() { state.withLock { $0.owed = 0 } }

  /// The last one was not asked for after all.
  func withdraw() {
    state.withLock { state in
      state.owed = 0
      _ = state.asked.popLast()
    }
  }

  /// None comes any more, whatever was asked for.
  func withdrawAll() { state.withLock { ($0.owed, $0.asked) = (0, []) } }
}

extension FrameReports.State {
  /// Those that are overdue are lost.
  fileprivate mutating func dropLost(at now: ContinuousClock.Instant) {
    asked = asked.drop { now - $0 >= FrameReports.patience }
  }
}
