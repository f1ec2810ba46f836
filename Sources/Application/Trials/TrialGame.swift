internal import Geodesy
internal import HuntDomain
internal import Simulation

/// The game as one player of a trial has it: judges every report as a session does, and leaves out what a session shows.
struct TrialGame: Sendable {
  private(set) var progress: HuntProgress
  /// What the screen shows: the last believed fix, or the average of a stay; nothing before the first, or without one.
  private(set) var shown: Fix?
  private var filter = PositionFilter()
  private var civil = CivilClock()
  private let hasWindows: Bool

  init(_ hunt: Hunt) {
    progress = HuntProgress(hunt)
    hasWindows = hunt.hasWindows
  }

  /// The receiver says something; returns what happens in the hunt.
  mutating func receive(_ observation: Observation, at now: Duration) -> [HuntEvent] {
    switch observation {
    case .nothing:
      filter.interrupt()
      shown = nil
      progress.losePosition()
      return pass(to: now)
    case .fix(let fix):
      // A fix that waits for others does not stop the time.
      guard case .believed(_, let shown) = filter.receive(fix) else { return pass(to: now) }
      self.shown = shown
      return progress.receive(hasWindows ? dated(shown) : shown)
    }
  }

  private mutating func pass(to now: Duration) -> [HuntEvent] {
    progress.pass(to: now, utc: hasWindows ? civil.utc(at: now) : nil)
  }

  /// The fix with the date that is believed; only windows go by it.
  private mutating func dated(_ fix: Fix) -> Fix {
    var counted = fix
    if let utc = fix.utc { civil.receive(utc, at: fix.time) }
    counted.utc = civil.utc(at: fix.time)
    progress.isDateSure = civil.isSure
    return counted
  }

  // MARK: - What a player does

  mutating func answer(_ text: String, to id: String, at now: Duration) -> [HuntEvent] {
    progress.answer(text, to: id, at: now)
  }

  mutating func readHint(of id: String, at now: Duration) -> [HuntEvent] {
    progress.readHint(of: id, at: now)
  }

  mutating func claim(_ id: String, at now: Duration) -> [HuntEvent] {
    progress.claim(id, at: now)
  }
}
