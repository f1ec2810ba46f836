internal import Geodesy

/// Whether the player is inside one zone, as far as believed fixes tell.
///
/// **Entering** is believed when two of the last three fixes lie so deep inside that their error hardly explains it
/// (``deviations``), or deep inside for this zone (``enough``). Positions that stay inside are believed more with every
/// second, however shallow they are, until after ``longestStay`` any place inside is enough: that opens zones that are
/// small beside the error. A receiver's errors hardly change from one second to the next, so more fixes of the same
/// second would prove nothing: they are passed over.
///
/// `trove-bench --only zones` compares the rule with simpler ones and with those of others, on simulated walks and on
/// simulated players.
///
/// **Leaving** is believed after ``leavingTime`` in which every position lies outside of the zone by more than two
/// error circles.
package struct ZoneWatch: Hashable, Sendable {
  /// A change that a fix makes.
  package enum Change: Hashable, Sendable {
    /// The player has come in; the player has gone out.
    case entered, left
  }

  /// Deviations of the error, on one axis, that a position has to lie inside: an error that large toward the zone is
  /// made in one of ten moments.
  static let deviations = 1.3
  /// Part of the greatest depth of a zone that is deep enough in any case.
  static let enough = 0.8
  /// Seconds inside after which any place inside is enough.
  ///
  /// By then a receiver's error has been another one at least
  /// once. Until then the depth that is needed shrinks evenly to nothing.
  package static let longestStay = 60.0
  /// The most seconds that the player is told to hold still; for longer waits, going deeper inside is the better
  /// advice.
  static let longestPatience = 30.0
  /// Time between two fixes that count: a little less than a second, because receivers are not punctual.
  static let spacing = Duration.milliseconds(800)
  /// Seconds between fixes, twice in a row, from which on a source counts as one that reports rarely.
  ///
  /// Then a single fix is enough. After one silence it may as well be a receiver that has just found itself again, and
  /// errs.
  static let rare = 5.0
  /// Silences before, in a row, after which a source counts as one that reports rarely: more where the position was said
  /// to be lost in between, as that of a receiver in trouble is, and of a source whose reports are half a minute apart.
  static let silences = (unsaid: 1, lost: 2)
  /// Metres of the error circle, and how many times the depth of the zone, beyond which a position is ignored.
  static let useless = (circle: 50.0, depths: 4.0)
  /// Metres of the error circle (95 %) that is small enough for any zone.
  static let smallestCircle = 1.0
  /// Error circles outside of the zone: honest receivers err by as much once in 160,000 moments.
  static let leavingCircles = 2.0
  /// Metres of the error circle for leaving where the source does not say: bad receivers among houses.
  static let unsaidCircle = 20.0
  /// The most metres of the error circle that count as near: the circle of a receiver without a view of the sky.
  package static let nearCircle = 100.0
  /// Metres outside of the zone below which the player has not left, whatever accuracy the receiver reports.
  static let leavingDistance = 10.0
  /// Seconds outside after which the player has left.
  static let leavingTime = 5.0
  /// Fixes outside after which the player has left, if that time has passed.
  static let leavingFixes = 3

  /// The zone that is watched, with its treasure's place.
  package let ground: ZoneGround
  /// Whether the player is inside.
  package private(set) var isInside: Bool
  /// The last position, and its depth inside the zone once that has been computed.
  private var last: Coordinate?
  private var measured: Double?
  /// Metres of the last error circle (95 %).
  package private(set) var circle = Fix.assumedAccuracy
  /// Whether the last position lies deep enough, or will do if the player stays; then they only have to go on so.
  package private(set) var isConvincing = false
  /// How many fixes have to agree still, at one a second; at least 1.
  package private(set) var fixesToGo = 1

  private var evidence = Evidence()

  /// The evidence that the fixes so far give.
  private struct Evidence: Hashable, Sendable {
    /// When the last of them was.
    var heard: Duration?
    /// When the last fix was before the position was lost; `nil` if there has been one since, or none before.
    var lost: Duration?
    /// How many fixes in a row came ``rare`` seconds or more after the one before, and whether the position was lost
    /// before one of them.
    var silences = 0
    var wasLost = false
    /// Seconds inside, less those outside since.
    var stay = 0.0
    /// The last three fixes, the latest in the lowest bit: whether it lay deep enough.
    var votes: UInt8 = 0
    var outside: Outside?

    /// Whether a fix at a time follows a silence.
    private func isSilence(until time: Duration) -> Bool {
      (heard ?? lost).map { time - $0 >= .seconds(ZoneWatch.rare) } ?? false
    }

    /// Whether a fix at a time is one of a source that always reports so rarely.
    func isRare(at time: Duration) -> Bool {
      isSilence(until: time)
        && silences >= (wasLost ? ZoneWatch.silences.lost : ZoneWatch.silences.unsaid)
    }

    /// Notes the time of the next fix.
    mutating func hear(at time: Duration) {
      let isSilence = isSilence(until: time)
      (silences, wasLost) = isSilence ? (silences + 1, wasLost) : (0, false)
      (heard, lost) = (time, nil)
    }

    /// The evidence that is left when the position is lost: only how rarely the source reports.
    var afterLoss: Evidence { Evidence(lost: heard ?? lost, silences: silences, wasLost: true) }
  }

  /// Since when, and in how many fixes, the player is outside.
  private struct Outside: Hashable, Sendable {
    let since: Duration
    var fixes = 0
  }

  /// Creates a watch over a zone, with whether the player is inside.
  package init(_ ground: ZoneGround, isInside: Bool = false) {
    self.ground = ground
    self.isInside = isInside
  }

  /// Metres from the border to the last position: positive inside; `nil` before the first position.
  package var depth: Double? { measured ?? last.map { ground.depth(of: $0) } }

  /// Whether the zone, enlarged by the error circle (of ``nearCircle`` at most), holds the last position.
  package var isNear: Bool {
    let reach = -min(circle, Self.nearCircle)
    if measured == nil, let bounds = last.flatMap({ ground.bounds(of: $0) }) {
      if bounds.least >= reach { return true }
      if bounds.most < reach { return false }
    }
    return depth.map { $0 >= reach } ?? false
  }

  /// Takes the next believed fix; tells what it changes.
  package mutating func receive(_ fix: Fix) -> Change? {
    // The exact depth is not needed for a position that is certainly outside.
    let bounds = ground.bounds(of: fix.position).flatMap { $0.most < 0 ? $0 : nil }
    (last, measured) = (fix.position, bounds == nil ? ground.depth(of: fix.position) : nil)
    circle = max(Self.smallestCircle, fix.accuracy ?? Fix.assumedAccuracy)
    let elapsed = evidence.heard.map { max(.zero, fix.time - $0) }
    if let elapsed, elapsed < Self.spacing { return nil }
    let isRare = evidence.isRare(at: fix.time)
    evidence.hear(at: fix.time)
    let depth = measured ?? bounds?.most ?? 0
    note(depth, after: elapsed.map(Step.seconds))
    return isInside ? leave(fix, bounds) : enter(fix, at: depth, isRare: isRare)
  }

  /// Notes that there is no position for now, and drops the evidence but for how rarely the source reports.
  package mutating func losePosition() {
    (last, measured, isConvincing) = (nil, nil, false)
    evidence = evidence.afterLoss
  }

  /// Notes that another source reports from now on, of which nothing is known yet: not how rarely it reports, either.
  package mutating func changeSource() {
    losePosition()
    evidence = Evidence()
  }

  /// The time in the zone.
  private mutating func note(_ depth: Double, after seconds: Double?) {
    guard let seconds, seconds < Self.rare else {
      evidence.stay = 0
      return
    }
    evidence.stay = max(0, min(Self.longestStay, evidence.stay + (depth >= 0 ? seconds : -seconds)))
  }

  // MARK: - Entering

  private mutating func enter(_ fix: Fix, at depth: Double, isRare: Bool) -> Change? {
    let error = Self.deviations * circle / Fix.circleDeviations
    // A useless error circle is no evidence.
    let isUseful = depth >= 0 && circle <= max(Self.useless.circle, Self.useless.depths * ground.deepest)
    // Finite, because infinity times zero would be NaN below.
    let needed = min(error, Self.enough * max(0, ground.deepest))
    let agrees = isUseful && depth >= needed * (1 - evidence.stay / Self.longestStay)
    evidence.votes = (evidence.votes << 1 | (agrees ? 1 : 0)) & 0b111
    let votes = evidence.votes.nonzeroBitCount
    let patience = agrees ? 0 : Self.longestStay * (1 - depth / needed) - evidence.stay
    isConvincing = isUseful && patience <= Self.longestPatience
    fixesToGo = max(1, 2 - votes, isConvincing && !agrees ? Int(max(0, patience).rounded(.up)) + 1 : 1)
    guard agrees, votes >= 2 || (isRare && depth >= error) else { return nil }
    (isInside, evidence.outside) = (true, nil)
    return .entered
  }

  // MARK: - Leaving

  /// The depth, negative, below which the player may have left.
  private func leavingLimit(_ fix: Fix) -> Double {
    // An average may be as wrong as the fixes that it is made of.
    let said = fix.averaged == nil ? circle : circle / StandingAverage.best
    let own = fix.accuracy == nil ? Self.unsaidCircle : said
    return -max(Self.leavingDistance, Self.leavingCircles * own)
  }

  private mutating func leave(_ fix: Fix, _ bounds: (least: Double, most: Double)?) -> Change? {
    let limit = leavingLimit(fix)
    if bounds.map({ ($0.least < limit) != ($0.most < limit) }) == true { measured = ground.depth(of: fix.position) }
    guard measured ?? bounds?.least ?? 0 < limit else {
      evidence.outside = nil
      return nil
    }
    var outside = evidence.outside ?? Outside(since: fix.time)
    outside.fixes += 1
    evidence.outside = outside
    guard outside.fixes >= Self.leavingFixes, fix.time - outside.since >= .seconds(Self.leavingTime) else { return nil }
    (isInside, evidence, isConvincing) = (false, Evidence(heard: fix.time), false)
    return .left
  }
}
