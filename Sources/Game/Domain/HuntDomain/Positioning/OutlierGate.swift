package import Geodesy

/// Decides which fixes to believe: one that implies an impossible jump is held until others agree with it.
///
/// How far a player may have come since the last believed fix is the sum of what the error circles explain and of
/// what the time allows, at the speed of then and with the acceleration of a vehicle. It grows with every second, and
/// ``witnesses`` fixes in a row that agree with each other are always believed, so whatever came before, nobody is
/// locked out. In no time nobody comes farther than the error circles explain.
package struct OutlierGate: Hashable, Sendable {
  /// Fixes in a row that have to agree before a jump is believed.
  package static let witnesses = 3
  /// Held fixes in a row after which the next is believed in any case: the source has nothing better.
  package static let mostHeld = 3
  /// The smallest error circle, in metres, that counts: even good receivers wander more than they report.
  static let smallestCircle = 3.0
  /// By how much the error circles, added as squares, are stretched: two honest 95 % circles miss once in 160,000
  /// times then (Rayleigh distribution: exp(-3 · 2²)).
  static let patience = 2.0
  /// Metres per second of a runner, allowed whatever speed the receiver reports: it lags, and some always report 0.
  static let onFoot = 8.0
  /// Metres per second within a second that brakes and motors reach, passengers bearing it.
  static let acceleration = 6.0
  /// Metres per second of the fastest trains, the limit where no receiver says more.
  static let fastest = 100.0
  /// Metres per second of an airliner before the wind, the limit of what a receiver may say.
  static let fastestOfAll = 300.0
  /// Metres of an error circle that is too large for a hunt.
  static let uselessAccuracy = 1000.0
  /// Degrees around latitude and longitude zero that count as Null Island.
  static let nullIslandSize = 1e-4
  /// Metres from Null Island beyond which a fix at Null Island is not a real movement.
  package static let farFromNullIsland = 100_000.0

  private var believed: Motion?
  /// The last fix, when it was held.
  private var held: Held?
  private var isInterrupted = false
  /// Whether the last believed fix begins a new track, with no way from the fix before.
  private(set) var isBeginning = true

  private struct Held: Hashable, Sendable {
    let fix: PositionSample
    /// Held fixes in a row that agree, this one included.
    let agreeing: Int
    /// Held fixes in a row, this one included.
    let waiting: Int
  }

  /// Creates a gate; it believes the first fix.
  package init() {}

  /// Notes that the source was silent or had no position: its own time measures the gap better than ours.
  package mutating func interrupt() { isInterrupted = true }

  /// Judges the next fix; returns why it is held, or `nil` if it is believed.
  package mutating func judge(_ fix: Fix) -> HeldFix? {
    doubt(PositionSample(fix)).map { HeldFix(fix: fix, why: $0.why, agreeing: $0.agreeing) }
  }

  /// Why a fix is held and how many held fixes agree; `nil` if it is believed.
  private mutating func doubt(_ fix: PositionSample) -> (why: Doubt, agreeing: Int)? {
    guard let last = believed else {
      believe(Motion(first: fix), isBeginning: true)
      return nil
    }
    // Fast path for most steps: the rest would find no doubt either.
    if let motion = last.followed(closelyBy: fix) {
      believe(motion, isBeginning: false)
      return nil
    }
    let step = Step(from: last.fix, to: fix, isInterrupted: isInterrupted)
    guard let doubt = doubt(about: step, after: last) else {
      believe(last.followed(by: step), isBeginning: false)
      return nil
    }
    let before = held.flatMap { Self.agree($0.fix, fix) ? $0 : nil }
    let now = Held(fix: fix, agreeing: (before?.agreeing ?? 0) + 1, waiting: (held?.waiting ?? 0) + 1)
    // Against a single fix two are a majority.
    if let before, now.agreeing >= min(Self.witnesses, last.support + 1) {
      believe(Motion(from: before.fix, to: fix, support: now.agreeing), isBeginning: true)
    } else if now.waiting > Self.mostHeld {
      believe(Motion(first: fix), isBeginning: true)
    } else {
      held = now
      return (doubt, now.agreeing)
    }
    return nil
  }

  private mutating func believe(_ motion: Motion, isBeginning: Bool) {
    believed = motion
    self.isBeginning = isBeginning
    held = nil
    isInterrupted = false
  }

  private func doubt(about step: Step, after last: Motion) -> Doubt? {
    let (fix, distance) = (step.to, step.distance)
    if let accuracy = fix.accuracy, Self.isUseless(fix), !Self.isUseless(last.fix) {
      return .inaccurate(accuracy: accuracy)
    }
    if fix.position.isNullIsland, distance > Self.farFromNullIsland { return .nullIsland(distance: distance) }
    // In a silence of unknown length anything may have happened.
    guard let seconds = step.seconds else { return nil }
    let speed = last.speed ?? max(Self.fastest, min(Self.fastestOfAll, fix.speed ?? 0))
    let reach = last.speed == nil ? speed * seconds : Self.reach(in: seconds, at: speed)
    if distance <= Self.patience * step.circles + reach { return nil }
    if let back = step.secondsBack { return .backwards(seconds: back, distance: distance) }
    return .jump(distance: distance, seconds: seconds)
  }

  /// The most metres that a player at `speed`, in metres per second, can travel in `seconds`.
  private static func reach(in seconds: Double, at speed: Double) -> Double {
    // A reported speed can be a fifth too low.
    let present = max(onFoot, speed * 1.2)
    return min(max(fastest, present), present + acceleration / 2 * seconds) * seconds
  }

  private static func isUseless(_ fix: PositionSample) -> Bool { (fix.accuracy ?? 0) > uselessAccuracy }

  /// Whether two held fixes may be of one journey, whatever their receiver says of its speed.
  private static func agree(_ one: PositionSample, _ other: PositionSample) -> Bool {
    // A fix with a useless error circle agrees only with another such fix.
    guard isUseless(one) == isUseless(other) else { return false }
    let step = Step(from: one, to: other, isInterrupted: false)
    return step.distance <= patience * step.circles + fastest * step.elapsed
  }
}

extension Coordinate {
  /// Whether this is Null Island, which receivers without a position report.
  package var isNullIsland: Bool {
    max(abs(latitude), abs(longitude)) <= OutlierGate.nullIslandSize
  }
}
