internal import Geodesy

/// Whether the player is inside one zone, as far as believed fixes tell.
///
/// **Entering** is believed when a position lies so deep inside that its error hardly explains it
/// (``enteringDeviations``), or, where the zone is not that deep, in the inner half of it (``innerPart``); a player who
/// walks in is credited with the next ``lookAhead`` seconds of their way. Two of three fixes have to agree, and for a
/// second; the smaller the zone beside the error circle, the longer, up to ``longestDwell``: a stay tells what a single
/// position cannot. A receiver's errors hardly change from one second to the next, so more fixes of the same second
/// would prove nothing: they are passed over.
///
/// **Leaving** is believed after ``leavingTime`` in which every position lies outside of the zone by more than two
/// error circles.
package struct ZoneWatch: Hashable, Sendable {
  /// What a fix changes.
  package enum Change: Hashable, Sendable {
    case entered, left
  }

  /// Deviations of the error, on one axis, that a position has to lie inside: an error that large toward the zone is
  /// made in one of seven moments.
  static let enteringDeviations = 1.1
  /// Part of the greatest depth of a zone that is deep enough in any case.
  static let innerPart = 0.5
  /// Seconds of the way into the zone that count as gone.
  static let lookAhead = 2.5
  /// Metres per second of a walker; nobody is credited with more.
  static let walkingSpeed = 1.5
  /// Seconds for which the fixes have to agree, in a zone that is deep enough.
  static let dwell = 1.0
  /// Seconds more for each time that the zone is too small for the error.
  static let dwellForDoubt = 3.0
  /// Seconds for which the fixes have to agree at most: a walker who passes crosses the half of a zone of 10 m in less.
  static let longestDwell = 8.0
  /// Seconds between two fixes that are heard.
  static let spacing = Duration.milliseconds(400)
  /// Seconds of silence after which a source is taken for one that speaks rarely: then one fix has to do.
  static let rare = 5.0
  /// Metres of the error circle, and how many times the depth of the zone, beyond which a position says nothing.
  static let useless = (circle: 50.0, depths: 4.0)
  /// Metres of the error circle (95 %) that is small enough for any zone.
  static let smallestCircle = 1.0
  /// Error circles outside of the zone: honest receivers err by as much once in 160,000 moments.
  static let leavingCircles = 2.0
  /// Metres outside of the zone below which nobody has left, whatever the receiver says of its errors.
  static let leavingDistance = 10.0
  /// Seconds outside after which the player has left.
  static let leavingTime = 5.0
  /// Fixes outside after which the player has left, if that time has passed.
  static let leavingFixes = 3

  package let ground: ZoneGround
  /// Whether the player is inside.
  package private(set) var isInside: Bool
  /// Metres from the border to the last position: positive inside; nothing before there was one.
  package private(set) var depth: Double?
  /// Metres of the last error circle (95 %).
  package private(set) var circle = Fix.assumedAccuracy
  /// Whether the last positions lie deep enough, and only have to go on doing so.
  package private(set) var isConvincing = false
  /// How many fixes have to agree still, at one a second; at least 1.
  package private(set) var fixesToGo = 1

  /// When the last fix was heard, and how deep it was.
  private var heard: Heard?
  /// Metres per second into the zone.
  private var approach = 0.0
  /// The last three fixes, the latest in the lowest bit: whether it lay deep enough.
  private var votes: UInt8 = 0
  private var agreeing: Duration?
  private var outside: Outside?

  private struct Heard: Hashable, Sendable {
    let time: Duration
    let depth: Double
  }

  private struct Outside: Hashable, Sendable {
    let since: Duration
    var fixes: Int
  }

  /// A watch over a zone, of which it is known whether the player is inside.
  package init(_ ground: ZoneGround, isInside: Bool = false) {
    self.ground = ground
    self.isInside = isInside
  }

  /// Whether the zone, enlarged by the error circle, holds the last position.
  package var isNear: Bool { depth.map { $0 >= -circle } ?? false }

  /// Takes the next believed fix; tells what it changes.
  package mutating func receive(_ fix: Fix) -> Change? {
    let now = ground.depth(of: fix.position)
    depth = now
    circle = max(Self.smallestCircle, fix.accuracy ?? Fix.assumedAccuracy)
    let elapsed = heard.map { max(.zero, fix.time - $0.time) }
    // Recordings without usable times stand still: there every point counts.
    if let elapsed, elapsed > .zero, elapsed < Self.spacing { return nil }
    note(now, after: elapsed)
    heard = Heard(time: fix.time, depth: now)
    return isInside ? leave(fix, at: now) : enter(fix, at: now, after: elapsed)
  }

  /// There is no position for now: what the last ones told has no successor.
  package mutating func losePosition() {
    (depth, heard, agreeing, outside) = (nil, nil, nil, nil)
    (votes, approach, isConvincing) = (0, 0, false)
  }

  /// The speed into the zone, smoothed over two seconds.
  private mutating func note(_ depth: Double, after elapsed: Duration?) {
    guard let heard, let seconds = elapsed.map({ $0 / .seconds(1) }), seconds > 0, seconds < Self.rare else {
      approach = 0
      return
    }
    approach += ((depth - heard.depth) / seconds - approach) * min(1, seconds / 2)
  }

  // MARK: - Entering

  private mutating func enter(_ fix: Fix, at depth: Double, after elapsed: Duration?) -> Change? {
    let safe = Self.enteringDeviations * circle / Fix.circleDeviations
    let inner = Self.innerPart * max(0, ground.deepest)
    let doubt = safe <= inner ? 0 : inner > 0 ? safe / inner - 1 : .infinity
    let wait = min(Self.longestDwell, Self.dwell + Self.dwellForDoubt * doubt)
    let agrees = depth >= 0 && depth + credit(fix) >= min(safe, inner) && !isUseless
    count(agrees, at: fix.time)
    let isRare = (elapsed ?? .zero) >= .seconds(Self.rare) && wait < 2 * Self.dwell
    let seconds = agreeing.map { (fix.time - $0) / .seconds(1) } ?? 0
    let isLong = seconds >= wait || (seconds == 0 && votes == 0b111)
    isConvincing = agrees
    fixesToGo = max(1, 2 - votes.nonzeroBitCount, Int(min(60, wait - seconds).rounded(.up)))
    guard agrees, isRare || (votes.nonzeroBitCount >= 2 && isLong) else { return nil }
    (isInside, outside) = (true, nil)
    return .entered
  }

  /// Metres that the player is about to walk into the zone; nothing for one who stands.
  private func credit(_ fix: Fix) -> Double {
    guard fix.averaged == nil else { return 0 }
    return max(0, min(approach, fix.speed ?? Self.walkingSpeed, Self.walkingSpeed)) * Self.lookAhead
  }

  /// In a circle like that anything lies.
  private var isUseless: Bool { circle > max(Self.useless.circle, Self.useless.depths * ground.deepest) }

  private mutating func count(_ agrees: Bool, at time: Duration) {
    votes = (votes << 1 | (agrees ? 1 : 0)) & 0b111
    if agrees {
      agreeing = min(agreeing ?? time, time)
    } else if votes.nonzeroBitCount < 2 {
      agreeing = nil
    }
  }

  // MARK: - Leaving

  private mutating func leave(_ fix: Fix, at depth: Double) -> Change? {
    // An average may be as wrong as what it is made of.
    let own = fix.averaged == nil ? circle : circle / StandingAverage.best
    guard depth < -max(Self.leavingDistance, Self.leavingCircles * own) else {
      outside = nil
      return nil
    }
    var now = outside ?? Outside(since: fix.time, fixes: 0)
    now.fixes += 1
    outside = now
    let seconds = (fix.time - now.since) / .seconds(1)
    let stands = seconds <= 0 && now.fixes > Int(Self.leavingTime)
    guard now.fixes >= Self.leavingFixes, seconds >= Self.leavingTime || stands else { return nil }
    (isInside, outside, agreeing, votes, isConvincing) = (false, nil, nil, 0, false)
    return .left
  }
}
