/// Merges the reports of one epoch, so that each second of a receiver gives one position and not four.
///
/// gpsd sends one to four reports of an epoch, as the receiver's sentences dribble in: first a position in 2D, then
/// the altitude, then the errors. Reports belong together when they name the same receiver and the same time and
/// come within ``longest``. A report without a time stands alone: nothing says what it belongs to.
///
/// An epoch is handed out when it has as many reports as its predecessors, when the next one begins, when nothing more
/// came for ``quiet``, or ``patience`` after its first report, whichever is first; so it is never late by more than
/// ``patience``, and of a receiver that is known it is not late at all. A report that comes later still is a
/// correction: the same epoch, with the same beginning, is handed out once more if it says anything new.
package struct EpochMerger: Hashable, Sendable {
  /// A receiver's epoch, as far as it has been reported.
  package struct Epoch: Hashable, Sendable {
    /// All its reports merged into one.
    package var report: PositionReport
    /// The arrival time of its first report.
    package let began: Duration
  }

  private struct Pending: Hashable, Sendable {
    var epoch: Epoch
    /// The part of it that was handed out.
    var sent: PositionReport?
    /// The number of its reports.
    var count = 1
    /// The arrival times of the first and the last report not yet handed out.
    var waitingSince: Duration
    var lastReport: Duration

    var isNews: Bool { sent != epoch.report }
  }

  /// The pause that ends an epoch: gpsd writes the reports of a burst within a few milliseconds.
  package let quiet: Duration
  /// The longest time a report is held back; a delay below a tenth of a second is not noticed.
  package let patience: Duration
  /// The longest time for which equal timestamps mean the same epoch, so that a receiver with a stopped clock does not
  /// stop the game.
  package let longest: Duration
  private var pending: Pending?
  private var habit = Habit()

  /// Creates a merger that holds no report.
  package init(
    quiet: Duration = .milliseconds(40), patience: Duration = .milliseconds(90), longest: Duration = .milliseconds(900)
  ) {
    self.quiet = quiet
    self.patience = patience
    self.longest = longest
  }

  /// When the current epoch will be handed out; `nil` if there is none.
  package var deadline: Duration? {
    guard let pending, pending.isNews else { return nil }
    if habit.completes(pending.epoch.report, pending.count) { return pending.lastReport }
    return min(pending.lastReport + quiet, pending.waitingSince + patience)
  }

  /// Takes a report; returns the epoch that it ends, if that had anything new.
  package mutating func add(_ report: PositionReport, at now: Duration) -> Epoch? {
    if var current = pending, current.epoch.accepts(report, at: now, longest: longest) {
      if !current.isNews { current.waitingSince = now }
      current.lastReport = now
      current.count += 1
      current.epoch.report.merge(report)
      pending = current
      return nil
    }
    if let pending { habit.note(pending.epoch.report, pending.count) }
    defer { pending = Pending(epoch: Epoch(report: report, began: now), waitingSince: now, lastReport: now) }
    return flush()
  }

  /// Returns the epoch under way once its time has come.
  package mutating func wait(until now: Duration) -> Epoch? {
    guard let deadline, deadline <= now else { return nil }
    return flush()
  }

  /// Forgets the epoch under way; what comes later begins a new one.
  package mutating func drop() { pending = nil }

  /// Returns the epoch under way at once, if it has anything new; what comes later corrects it.
  package mutating func flush() -> Epoch? {
    guard let pending, pending.isNews else { return nil }
    self.pending?.sent = pending.epoch.report
    return pending.epoch
  }
}

/// Learns the number of reports per epoch of a receiver: most have the same number each time.
private struct Habit: Hashable {
  /// Epochs that are remembered, and how many of them make a habit.
  private static let memory = 5
  private static let enough = 3

  private var device = ""
  private var counts: [Int] = []

  mutating func note(_ report: PositionReport, _ count: Int) {
    guard report.utc != nil else { return }
    if report.device != device { (device, counts) = (report.device, []) }
    counts = counts.suffix(Self.memory - 1) + [count]
  }

  /// Whether an epoch of `count` reports is complete; one without a time always is.
  func completes(_ report: PositionReport, _ count: Int) -> Bool {
    guard report.utc != nil else { return true }
    guard report.device == device, counts.count >= Self.enough, let longest = counts.max() else { return false }
    return count >= longest
  }
}

extension EpochMerger.Epoch {
  fileprivate func accepts(_ other: PositionReport, at now: Duration, longest: Duration) -> Bool {
    guard let utc = report.utc, utc == other.utc, report.device == other.device else { return false }
    return now - began <= longest
  }
}
