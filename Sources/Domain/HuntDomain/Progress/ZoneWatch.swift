internal import Geodesy

/// Whether the player is inside one zone, as far as believed fixes tell.
///
/// **Entering** is believed when the position, ``lookAhead`` seconds further on its way, lies so deep inside that its
/// error hardly explains it. Who walks in has to be ``walkingDeviations`` inside; who does not, ``standingDeviations``,
/// because who only seems to be inside mostly stands beside the zone while the errors wander. Positions that stay inside
/// are believed more with every second (``trust``), however shallow they are: that opens zones that are small beside the
/// error. Two of three fixes have to agree, and for a second. A receiver's errors hardly change from one second to the
/// next, so more fixes of the same second would prove nothing: they are passed over.
///
/// The constants are those that did best on 6,000 simulated walks (`trove-bench` walks others).
///
/// **Leaving** is believed after ``leavingTime`` in which every position lies outside of the zone by more than two
/// error circles.
package struct ZoneWatch: Hashable, Sendable {
  /// What a fix changes.
  package enum Change: Hashable, Sendable {
    case entered, left
  }

  /// Deviations of the error, on one axis, that the position of somebody who walks in has to lie inside: an error that
  /// large toward the zone is made in one of ten moments.
  static let walkingDeviations = 1.3
  /// The same of somebody who does not walk in: one moment of forty-four, and there are many moments while one stands.
  static let standingDeviations = 2.0
  /// Times the greatest depth of a zone that are deep enough in any case, before any time has passed there: a little
  /// more than there is, so that in a small zone a single moment is never enough for who stands.
  static let depths = 1.1
  /// Part of the greatest depth that is enough where fixes come too rarely to show how somebody came there.
  static let innerPart = 0.5
  /// Part by which the depth that is needed shrinks with each second inside: the depth divided by 1 and these seconds.
  static let trust = 0.03
  /// Seconds inside for which it shrinks so: after them half of a small zone is enough.
  static let trustingStay = 40.0
  /// Seconds inside after which any place inside is enough.
  ///
  /// By then a receiver's error has been another one several
  /// times. Between the two the depth that is needed shrinks evenly to nothing.
  static let longestStay = 180.0
  /// Seconds that somebody can be told to hold still for: for longer, deeper inside is the better advice.
  static let longestPatience = 60.0
  /// Seconds of the way that count as gone, whether into the zone or out of it.
  static let lookAhead = 3.5
  /// Seconds over which the way into the zone is smoothed: the errors hide a step, and show a walk.
  static let smoothing = 8.0
  /// Metres per second of a walker; nobody is credited with more.
  static let walkingSpeed = 1.5
  /// Metres per second into the zone from which on somebody walks in.
  static let walkingIn = 1.0
  /// How many times the assumed error the deviation is taken for where the source does not say: it may be any.
  static let unsaid = 1.3
  /// Seconds for which the fixes have to agree.
  static let dwell = 1.0
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
  /// Metres of the error circle for leaving where the source does not say: bad receivers among houses.
  static let unsaidCircle = 20.0
  /// Metres of the error circle that count at most for who is near: the circle of a receiver without a sky.
  static let nearCircle = 100.0
  /// Metres outside of the zone below which nobody has left, whatever the receiver says of its errors.
  static let leavingDistance = 10.0
  /// Seconds outside after which the player has left.
  static let leavingTime = 5.0
  /// Fixes outside after which the player has left, if that time has passed.
  static let leavingFixes = 3

  package let ground: ZoneGround
  /// Whether the player is inside.
  package private(set) var isInside: Bool
  /// The last position, and how deep inside it is, once somebody had to know.
  private var last: Coordinate?
  private var measured: Double?
  /// Metres of the last error circle (95 %).
  package private(set) var circle = Fix.assumedAccuracy
  /// Whether the last position lies deep enough, or will do if the player stays; then they only have to go on so.
  package private(set) var isConvincing = false
  /// How many fixes have to agree still, at one a second; at least 1.
  package private(set) var fixesToGo = 1

  /// When the last fix was heard, and how deep it was.
  private var heard: Heard?
  /// Metres per second into the zone.
  private var approach = 0.0
  /// Seconds inside, less those outside since.
  private var stay = 0.0
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

  /// Metres from the border to the last position: positive inside; nothing before there was one.
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
  ///
  /// - Parameter tellsMovement: every fix of the source tells how fast and where to the player moves, or that they
  ///   stand; then the way of the depth need not be kept, and what surely lies outside need not be measured. The changes
  ///   are the same.
  package mutating func receive(_ fix: Fix, tellsMovement: Bool = false) -> Change? {
    if tellsMovement, let bounds = ground.bounds(of: fix.position), bounds.most < 0 {
      return receive(fix, outside: bounds)
    }
    let now = ground.depth(of: fix.position)
    (last, measured) = (fix.position, now)
    circle = max(Self.smallestCircle, fix.accuracy ?? Fix.assumedAccuracy)
    let elapsed = heard.map { max(.zero, fix.time - $0.time) }
    // Recordings without usable times stand still: there every point counts.
    if let elapsed, elapsed > .zero, elapsed < Self.spacing { return nil }
    note(now, after: elapsed)
    heard = Heard(time: fix.time, depth: now)
    return isInside ? leave(fix, at: now) : enter(fix, at: now, after: elapsed)
  }

  /// The same for a fix that surely lies outside, between these depths.
  private mutating func receive(_ fix: Fix, outside bounds: (least: Double, most: Double)) -> Change? {
    (last, measured) = (fix.position, nil)
    circle = max(Self.smallestCircle, fix.accuracy ?? Fix.assumedAccuracy)
    let elapsed = heard.map { max(.zero, fix.time - $0.time) }
    if let elapsed, elapsed > .zero, elapsed < Self.spacing { return nil }
    let seconds = elapsed.map(Step.seconds) ?? 0
    stay = seconds > 0 && seconds < Self.rare ? max(0, min(Self.longestStay, stay - seconds)) : 0
    heard = Heard(time: fix.time, depth: bounds.most)
    if isInside {
      let limit = leavingLimit(fix)
      let isDecided = (bounds.least < limit) == (bounds.most < limit)
      return leave(fix, at: isDecided ? bounds.least : ground.depth(of: fix.position))
    }
    count(false, at: fix.time)
    (isConvincing, fixesToGo) = (false, max(1, 2 - votes.nonzeroBitCount))
    return nil
  }

  /// There is no position for now: what the last ones told has no successor.
  package mutating func losePosition() {
    (last, measured, heard, agreeing, outside) = (nil, nil, nil, nil, nil)
    (votes, approach, stay, isConvincing) = (0, 0, 0, false)
  }

  /// The speed into the zone, smoothed, and the time in it.
  private mutating func note(_ depth: Double, after elapsed: Duration?) {
    guard let heard, let seconds = elapsed.map(Step.seconds), seconds > 0, seconds < Self.rare else {
      (approach, stay) = (0, 0)
      return
    }
    approach += ((depth - heard.depth) / seconds - approach) * min(1, seconds / Self.smoothing)
    stay = max(0, min(Self.longestStay, stay + (depth >= 0 ? seconds : -seconds)))
  }

  /// Metres around a position, the last one, within which the player is far from the zone and nothing is in progress; 0
  /// where that is not sure.
  func quietReach(around position: Coordinate) -> Double {
    guard !isInside, votes == 0, stay == 0, !isConvincing else { return 0 }
    let depth = ground.bounds(of: position)?.most ?? ground.depth(of: position)
    return max(0, -depth - Self.nearCircle - 1)
  }

  // MARK: - Entering

  private mutating func enter(_ fix: Fix, at depth: Double, after elapsed: Duration?) -> Change? {
    let isRare = (elapsed ?? .zero) >= .seconds(Self.rare)
    let isUnknown = isRare || elapsed == .zero
    let motion = isUnknown ? 0 : motion(fix, at: depth)
    let needed = isUnknown ? neededAlone(fix) : needed(fix, motion)
    let ahead = depth + motion * Self.lookAhead
    let agrees = depth >= 0 && ahead >= needed * Self.distrust(after: stay) && !isUseless
    count(agrees, at: fix.time)
    let seconds = agreeing.map { (fix.time - $0) / .seconds(1) } ?? 0
    let isLong = seconds >= Self.dwell || (seconds == 0 && votes == 0b111)
    // Who is told to hold still stands from then on, and what has been gone ahead does not count any more.
    let patience =
      agrees
      ? Self.dwell - seconds
      : depth > 0 && !isUseless && !isUnknown
        ? max(0, Self.stay(for: depth / self.needed(fix, 0)) - stay) + Self.dwell : .infinity
    isConvincing = agrees || patience <= Self.longestPatience
    fixesToGo = max(1, 2 - votes.nonzeroBitCount, isConvincing ? Int(max(0, patience).rounded(.up)) : 1)
    let isAlone = isRare && depth >= Self.walkingDeviations * deviation(fix)
    guard agrees, isAlone || (votes.nonzeroBitCount >= 2 && isLong) else { return nil }
    (isInside, outside) = (true, nil)
    return .entered
  }

  /// The part of the depth needed at first that is needed still after so many seconds inside: 1 to 0.
  private static func distrust(after stay: Double) -> Double {
    let part = 1 / (1 + trust * min(stay, trustingStay))
    return part * min(1, (longestStay - stay) / (longestStay - trustingStay))
  }

  /// The seconds inside after which this part, of more than 0, is enough.
  private static func stay(for part: Double) -> Double {
    let least = 1 / (1 + trust * trustingStay)
    guard part < least else { return max(0, (1 / part - 1) / trust) }
    return longestStay - (longestStay - trustingStay) * part / least
  }

  /// Metres per second into the zone; nothing for one who stands.
  private func motion(_ fix: Fix, at depth: Double) -> Double {
    guard fix.averaged == nil else { return 0 }
    let most = min(fix.speed ?? Self.walkingSpeed, Self.walkingSpeed)
    // Receivers measure their movement far better than their place.
    if fix.speed != nil, let course = fix.course {
      let ahead = ground.depth(of: fix.position.offset(by: most * Self.lookAhead, toward: course))
      return (ahead - depth) / Self.lookAhead
    }
    return max(-most, min(most, approach))
  }

  /// Metres inside, for somebody who moves like that.
  private func needed(_ fix: Fix, _ motion: Double) -> Double {
    let standing = 1 - max(0, min(1, motion / Self.walkingIn))
    let deviations = Self.walkingDeviations + (Self.standingDeviations - Self.walkingDeviations) * standing
    return min(deviations * deviation(fix), Self.depths * max(0, ground.deepest))
  }

  /// Metres inside, where it is not known how somebody moves.
  private func neededAlone(_ fix: Fix) -> Double {
    min(Self.walkingDeviations * deviation(fix), Self.innerPart * max(0, ground.deepest))
  }

  /// Metres by which a position errs on one axis.
  private func deviation(_ fix: Fix) -> Double {
    circle / Fix.circleDeviations * (fix.accuracy == nil ? Self.unsaid : 1)
  }

  /// In a circle like that anything lies.
  private var isUseless: Bool { circle > max(Self.useless.circle, Self.useless.depths * ground.deepest) }

  private mutating func count(_ agrees: Bool, at time: Duration) {
    votes = (votes << 1 | (agrees ? 1 : 0)) & 0b111
    if agrees {
      agreeing = min(agreeing ?? time, time)
    } else if votes & 0b11 == 0 {
      agreeing = nil
    }
  }

  // MARK: - Leaving

  /// The depth, negative, below which somebody may have left.
  private func leavingLimit(_ fix: Fix) -> Double {
    // An average may be as wrong as what it is made of.
    let said = fix.averaged == nil ? circle : circle / StandingAverage.best
    let own = fix.accuracy == nil ? Self.unsaidCircle : said
    return -max(Self.leavingDistance, Self.leavingCircles * own)
  }

  private mutating func leave(_ fix: Fix, at depth: Double) -> Change? {
    guard depth < leavingLimit(fix) else {
      outside = nil
      return nil
    }
    var now = outside ?? Outside(since: fix.time, fixes: 0)
    now.fixes += 1
    outside = now
    let seconds = (fix.time - now.since) / .seconds(1)
    let stands = seconds <= 0 && now.fixes > Int(Self.leavingTime)
    guard now.fixes >= Self.leavingFixes, seconds >= Self.leavingTime || stands else { return nil }
    (isInside, outside, agreeing, votes, stay, isConvincing) = (false, nil, nil, 0, 0, false)
    return .left
  }
}
