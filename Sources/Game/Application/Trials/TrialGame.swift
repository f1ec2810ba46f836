internal import Geodesy
internal import HuntDomain
internal import Places
internal import Simulation

/// The game as one player of a trial has it: judges every report as a session does, and leaves out what a session
/// shows.
///
/// Far from every open zone nothing follows of a fix, so there the rules are told only the last one before the player
/// comes nearer, does something, or a limit runs out (``Lull``).
struct TrialGame: Sendable {
  private(set) var progress: HuntProgress
  /// The position on the screen: the last believed fix, or the average of a stay; `nil` before the first, or without
  /// one.
  private(set) var shown: Fix?
  private var filter = PositionFilter()
  private var civil = CivilClock()
  private let hasWindows: Bool
  private var lull = Lull()
  /// The last fix that the rules were not told.
  private var untold: Fix?

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
      tellLast()
      progress.losePosition()
      return pass(to: now)
    case .fix(let fix):
      // A fix that waits for others does not stop the time.
      guard case .believed(_, let shown) = filter.receive(fix) else { return pass(to: now) }
      self.shown = shown
      return believe(hasWindows ? dated(shown) : shown)
    }
  }

  private mutating func pass(to now: Duration) -> [HuntEvent] {
    noted(progress.pass(to: now, utc: hasWindows ? civil.utc(at: now) : nil))
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
    if lull.covers(fix) {
      untold = fix
      return []
    }
    tellLast()
    let events = progress.receive(fix)
    lull.look(from: fix, at: progress, after: events)
    return events
  }

  /// Events open and close zones: what was far from all of them before is so no longer.
  private mutating func noted(_ events: [HuntEvent]) -> [HuntEvent] {
    if !events.isEmpty { lull.forget() }
    return events
  }

  private mutating func tellLast() {
    lull.stop()
    guard let untold else { return }
    self.untold = nil
    _ = progress.receive(untold)
  }

  // MARK: - What a player does

  mutating func answer(_ text: String, to id: String, at now: Duration) -> [HuntEvent] {
    tellLast()
    return noted(progress.answer(text, to: id, at: now))
  }

  mutating func readHint(of id: String, at now: Duration) -> [HuntEvent] {
    tellLast()
    return noted(progress.readHint(of: id, at: now))
  }

  mutating func claim(_ id: String, at now: Duration) -> [HuntEvent] {
    tellLast()
    return noted(progress.claim(id, at: now))
  }
}

/// Where and until when fixes have no consequences, because the player is far from every open zone.
struct Lull: Sendable {
  /// Time between two looks; who was far from a zone cannot have been inside of it between them.
  private static let interval = Duration.seconds(10)
  /// Metres outside of a zone within which a fix may count: the largest error circle that is near
  /// (``ZoneWatch/nearCircle``), and one more for rounding.
  private static let margin = ZoneWatch.nearCircle + 1
  /// Time after which a watch over a zone has forgotten that the player was inside (``ZoneWatch/longestStay``).
  private static let memory = Duration.seconds(ZoneWatch.longestStay) + interval

  private var centre: Coordinate?
  /// Square of the metres around the centre that no open zone comes near to.
  private var squared = 0.0
  /// The time played at which a limit runs out.
  private var end = Duration.zero
  private var nextLook = Duration.zero
  /// When the player was last near one of the open zones.
  private var near: Duration?
  private var grounds: [ZoneGround]?

  /// Whether a fix cannot change the game: it lies in the circle that is known to have no effect.
  func covers(_ fix: Fix) -> Bool {
    guard let centre, fix.time < end else { return false }
    return centre.squaredBound(to: fix.position) < squared
  }

  /// Ends the lull.
  mutating func stop() { centre = nil }

  /// Ends the lull, and forgets which zones are open.
  mutating func forget() { (centre, grounds) = (nil, nil) }

  /// Looks around from a fix that the rules were told, which made `events` of it.
  mutating func look(from fix: Fix, at progress: HuntProgress, after events: [HuntEvent]) {
    if !events.isEmpty { grounds = nil }
    guard fix.time >= nextLook || grounds == nil else { return }
    nextLook = fix.time + Self.interval
    let open = progress.open
    if grounds == nil {
      grounds = open.map { ZoneGround($0.zone, at: $0.place.position) }
      near = nil
    }
    let metres = (grounds ?? []).map { -$0.depth(of: fix.position) - Self.margin }.min() ?? .infinity
    if metres <= 0 { near = fix.time }
    let isForgotten = near.map { fix.time - $0 > Self.memory } ?? true
    guard metres > 0, isForgotten, !progress.isCompleted, !progress.hunt.hasWindows else { return }
    (centre, squared) = (fix.position, metres * metres)
    let left = open.map { progress.timeLeft(for: $0.id, at: fix.time) } + [progress.timeLeft(for: nil, at: fix.time)]
    end = fix.time + (left.compactMap(\.self).min() ?? .seconds(1_000_000))
  }
}
