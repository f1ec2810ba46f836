/// Puts the reports of one epoch together, so that a receiver's second becomes one position and not four.
///
/// gpsd sends one to four reports of an epoch, as the receiver's sentences dribble in: first a position in 2D, then
/// the altitude, then the errors. Reports belong together when they name the same receiver and the same time and
/// come within ``longest``. A report without a time stands alone: nothing says what it belongs to.
///
/// An epoch is handed out when the next one begins, when nothing more came for ``quiet``, or ``patience`` after its
/// first report, whichever is first; so it is never late by more than ``patience``. A report that comes later still
/// is a correction: the same epoch, with the same beginning, is handed out once more if it says anything new.
package struct EpochMerger: Hashable, Sendable {
  /// A receiver's epoch, as far as it has been reported.
  package struct Epoch: Hashable, Sendable {
    /// All its reports, laid over each other.
    package var report: PositionReport
    /// When its first report came.
    package let began: Duration
  }

  private struct Pending: Hashable, Sendable {
    var epoch: Epoch
    /// What has been handed out of it.
    var sent: PositionReport?
    /// When the first and the last report came that have not been handed out.
    var waitingSince: Duration
    var lastReport: Duration

    var isNews: Bool { sent != epoch.report }
  }

  /// How long a pause ends an epoch: gpsd writes the reports of a burst within a few milliseconds.
  package let quiet: Duration
  /// How long a report waits at most: below a tenth of a second nobody notices.
  package let patience: Duration
  /// How long equal times are the same epoch; a receiver whose clock stands still shall not stop the game.
  package let longest: Duration
  private var pending: Pending?

  /// Creates a merger that waits for nothing.
  package init(
    quiet: Duration = .milliseconds(40), patience: Duration = .milliseconds(90), longest: Duration = .milliseconds(900)
  ) {
    self.quiet = quiet
    self.patience = patience
    self.longest = longest
  }

  /// When the epoch under way will be handed out; nothing while none waits.
  package var deadline: Duration? {
    guard let pending, pending.isNews else { return nil }
    return min(pending.lastReport + quiet, pending.waitingSince + patience)
  }

  /// Takes a report; returns the epoch that it ends, if that had anything new.
  package mutating func add(_ report: PositionReport, at now: Duration) -> Epoch? {
    if var current = pending, current.epoch.accepts(report, at: now, longest: longest) {
      if !current.isNews { current.waitingSince = now }
      current.lastReport = now
      current.epoch.report.merge(report)
      pending = current
      return nil
    }
    defer { pending = Pending(epoch: Epoch(report: report, began: now), waitingSince: now, lastReport: now) }
    return flush()
  }

  /// Returns the epoch under way once its time has come.
  package mutating func wait(until now: Duration) -> Epoch? {
    guard let deadline, deadline <= now else { return nil }
    return flush()
  }

  /// Returns the epoch under way at once, if it has anything new; what comes later corrects it.
  package mutating func flush() -> Epoch? {
    guard let pending, pending.isNews else { return nil }
    self.pending?.sent = pending.epoch.report
    return pending.epoch
  }
}

extension EpochMerger.Epoch {
  fileprivate func accepts(_ other: PositionReport, at now: Duration, longest: Duration) -> Bool {
    guard let utc = report.utc, utc == other.utc, report.device == other.device else { return false }
    return now - began <= longest
  }
}
