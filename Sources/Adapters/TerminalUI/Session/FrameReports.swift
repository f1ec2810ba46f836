import SystemKit

/// What a terminal owes of the status reports that it is asked for behind each frame; safe to share between threads.
///
/// A terminal answers in the order in which it is asked, so that a report says that a frame has been shown, however slow
/// the line to it is.
final class FrameReports: Sendable {
  private struct State {
    /// Reports that were asked for and have not come.
    var owed = 0
    /// Whether one has come.
    var areSent = false
    /// When one was asked for last.
    var asked: ContinuousClock.Instant?
  }

  /// How long a terminal that sends reports may take for one.
  static let patience = Duration.seconds(10)

  private let state = Guarded(State())

  /// Frames of which no report has come; `nil` if the terminal sends none.
  var unshown: Int? { state.withLock { $0.areSent ? $0.owed : nil } }

  /// One is asked for.
  func ask() {
    state.withLock { state in
      if let asked = state.asked, state.owed > 0, .now - asked >= Self.patience {
        // It is another terminal now, or one was lost.
        (state.areSent, state.owed) = (false, 0)
      }
      state.owed += 1
      state.asked = .now
    }
  }

  /// One has come.
  func note() { state.withLock { $0 = State(owed: max(0, $0.owed - 1), areSent: true, asked: $0.asked) } }

  /// None is owed any more, whatever was asked for.
  func forget() { state.withLock { $0.owed = 0 } }
}
