internal import Geodesy
internal import HuntDomain
internal import Simulation

/// The game as one player of a trial has it: judges every report as a session does, and leaves out what a session shows.
///
/// While the player is far from every open zone the reports go through the filter, and no further: nothing that they
/// say there is remembered (``HuntProgress/quietReach``). The last of them is told before the next one that counts.
struct TrialGame: Sendable {
  /// Seconds after which it is looked again whether the player is far from every zone.
  private static let rarely = Duration.seconds(10)

  private(set) var progress: HuntProgress
  /// What the screen shows: the last believed fix, or the average of a stay; nothing before the first, or without one.
  private(set) var shown: Fix?
  private var filter = PositionFilter()
  private var civil = CivilClock()
  private let hasWindows: Bool
  /// Where the player was last that mattered, and the squared metres around it that do not.
  private var far: (from: Coordinate, squared: Double)?
  private var skipped: Fix?
  private var nextLook = Duration.zero

  init(_ hunt: Hunt) {
    progress = HuntProgress(hunt)
    hasWindows = hunt.window != nil || hunt.treasures.contains { $0.window != nil }
  }

  /// The receiver says something; returns what happens in the hunt.
  mutating func receive(_ observation: Observation, at now: Duration) -> [HuntEvent] {
    switch observation {
    case .nothing:
      filter.interrupt()
      shown = nil
      catchUp()
      progress.losePosition()
      return pass(to: now)
    case .fix(var fix):
      // A fix that waits for others does not stop the time.
      guard filter.believes(&fix) else { return pass(to: now) }
      shown = fix
      return hasWindows ? believe(dated(fix)) : believe(fix)
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

  private mutating func believe(_ fix: Fix) -> [HuntEvent] {
    if let far, far.from.squaredBound(to: fix.position) < far.squared, progress.isCalm(at: fix.time) {
      skipped = fix
      return []
    }
    catchUp()
    let events = progress.receive(fix)
    if fix.time >= nextLook || !events.isEmpty { lookAround(from: fix) }
    return events
  }

  /// Tells the last report that was passed over: nothing follows of it.
  private mutating func catchUp() {
    far = nil
    guard let skipped else { return }
    self.skipped = nil
    nextLook = .zero
    _ = progress.receive(skipped)
  }

  private mutating func lookAround(from fix: Fix) {
    nextLook = fix.time + Self.rarely
    let reach = progress.quietReach
    far = reach > 0 ? (fix.position, reach * reach) : nil
  }

  // MARK: - What a player does

  mutating func answer(_ text: String, to id: String, at now: Duration) -> [HuntEvent] {
    catchUp()
    return progress.answer(text, to: id, at: now)
  }

  mutating func readHint(of id: String, at now: Duration) -> [HuntEvent] {
    catchUp()
    return progress.readHint(of: id, at: now)
  }

  mutating func claim(_ id: String, at now: Duration) -> [HuntEvent] {
    catchUp()
    return progress.claim(id, at: now)
  }
}
