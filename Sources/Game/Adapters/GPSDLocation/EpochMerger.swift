/// Merges the reports of one epoch, so that each second of a receiver gives one position and not four.
///
/// gpsd sends one to four reports of an epoch, as the receiver's sentences dribble in: first a position in 2D, then
/// the altitude, then the errors. Reports belong together when they name the same receiver and the same time and
/// come within ``longest``. A report without a time stands alone: nothing says what it belongs to.
///
/// An epoch is handed out once: when it has as many reports as its predecessors, when the next one begins, when nothing
/// more came for a pause, or ``patience`` after its first report, whichever is first. The pause is ``quiet`` at first,
/// and longer for a receiver that has made longer ones. So an epoch is never late by more than ``patience``, and of a
/// receiver that is known it is complete and not late at all. A report that comes later still is dropped, and waited
/// for the next time.
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
    var isSent = false
    /// The number of its reports, and the longest pause between two of them.
    var count = 1
    var pause = Duration.zero
    /// The arrival time of the last report.
    var lastReport: Duration
  }

  /// The pause that ends an epoch of a receiver that is not known: gpsd writes the reports of a burst within a few
  /// milliseconds.
  package let quiet: Duration
  /// The longest time a report is held back.
  package let patience: Duration
  /// The longest time for which equal timestamps mean the same epoch, so that a receiver with a stopped clock does not
  /// stop the game.
  package let longest: Duration
  private var pending: Pending?
  private var habit = Habit()

  /// Creates a merger that holds no report.
  package init(
    quiet: Duration = .milliseconds(40), patience: Duration = .milliseconds(250), longest: Duration = .milliseconds(900)
  ) {
    self.quiet = quiet
    self.patience = patience
    self.longest = longest
  }

  /// When the current epoch will be handed out; `nil` if there is none.
  package var deadline: Duration? {
    guard let pending, !pending.isSent else { return nil }
    if habit.completes(pending.epoch.report, pending.count) { return pending.lastReport }
    let pause = max(quiet, habit.pause(of: pending.epoch.report) * Self.pauses)
    return min(pending.lastReport + pause, pending.epoch.began + patience)
  }

  /// How many of the longest pauses so far have to pass before an epoch counts as complete.
  private static let pauses = 1.5

  /// Takes a report; returns the epoch that it ends, if that is not handed out yet.
  package mutating func add(_ report: PositionReport, at now: Duration) -> Epoch? {
    if var current = pending, current.epoch.accepts(report, at: now, longest: longest) {
      current.pause = max(current.pause, now - current.lastReport)
      current.lastReport = now
      current.count += 1
      if !current.isSent { current.epoch.report.merge(report) }
      pending = current
      return nil
    }
    if let pending { habit.note(pending.epoch.report, pending.count, pause: pending.pause) }
    defer { pending = Pending(epoch: Epoch(report: report, began: now), lastReport: now) }
    return flush()
  }

  /// Returns the epoch under way once its time has come.
  package mutating func wait(until now: Duration) -> Epoch? {
    guard let deadline, deadline <= now else { return nil }
    return flush()
  }

  /// Forgets the epoch under way; what comes later begins a new one.
  package mutating func drop() { pending = nil }

  /// Returns the epoch under way at once, if it is not handed out yet; what comes of it later is dropped.
  package mutating func flush() -> Epoch? {
    guard let pending, !pending.isSent else { return nil }
    self.pending?.isSent = true
    return pending.epoch
  }
}

/// Learns the number of reports per epoch of a receiver, and the pauses between them: most have the same each time.
private struct Habit: Hashable {
  /// Epochs that are remembered, and how many of them make a habit.
  private static let memory = 5
  private static let enough = 3

  private struct Past: Hashable {
    let count: Int
    let pause: Duration
  }

  private var device = ""
  private var past: [Past] = []

  mutating func note(_ report: PositionReport, _ count: Int, pause: Duration) {
    guard report.utc != nil else { return }
    if report.device != device { (device, past) = (report.device, []) }
    past = past.suffix(Self.memory - 1) + [Past(count: count, pause: pause)]
  }

  /// Whether an epoch of `count` reports is complete; one without a time always is.
  func completes(_ report: PositionReport, _ count: Int) -> Bool {
    guard report.utc != nil else { return true }
    guard report.device == device, past.count >= Self.enough else { return false }
    return past.allSatisfy { count >= $0.count }
  }

  /// The longest pause between two reports of one epoch of a report's receiver.
  func pause(of report: PositionReport) -> Duration {
    report.device == device ? past.map(\.pause).max() ?? .zero : .zero
  }
}

extension EpochMerger.Epoch {
  fileprivate func accepts(_ other: PositionReport, at now: Duration, longest: Duration) -> Bool {
    guard let utc = report.utc, utc == other.utc, report.device == other.device else { return false }
    return now - began <= longest
  }
}
