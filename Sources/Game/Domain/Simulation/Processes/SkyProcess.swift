/// The number of satellites that a receiver uses, and the number in view.
///
/// Each satellite lives for itself: it rises and sets, and now and then something hides it. Taken together that is a
/// continuous-time Markov chain on two counts, advanced from event to event. Were there no limits, both counts would
/// have Poisson distributions; changes beyond the limits do not take place, which leaves the same distribution, cut
/// there (such a chain is reversible).
package struct SkyProcess: Hashable, Sendable {
  /// Fewer satellites give no position at all; that is for the drop-outs to say.
  package static let fewestUsed = 3
  /// More than receivers of one constellation have channels for.
  package static let mostUsed = 32
  /// More than those that a receiver sees and does not use.
  package static let mostHidden = 32
  /// Events that are followed one by one; where more are to be expected, a new sky is drawn instead: of one hour of
  /// a street's sky nothing is lost, of a day's nearly nothing was left.
  private static let mostEvents = 20_000.0

  /// Satellites that the receiver uses.
  package private(set) var used: Int
  /// Satellites that it only sees.
  package private(set) var hidden: Int
  private var changesAt: Double
  private let sky: ErrorModel.Sky

  /// Satellites that the receiver sees, used or not.
  package var seen: Int { used + hidden }

  /// A sky that has turned for ever.
  package init(_ sky: ErrorModel.Sky, at now: Double, using chance: inout Chance) {
    self.sky = sky
    used = Self.draw(mean: sky.above * sky.openness, in: Self.fewestUsed...Self.mostUsed, using: &chance)
    hidden = Self.draw(mean: sky.above * (1 - sky.openness), in: 0...Self.mostHidden, using: &chance)
    changesAt = .infinity
    schedule(after: now, using: &chance)
  }

  /// Makes the next event if it comes until `now`; returns its time, in seconds.
  package mutating func event(until now: Double, using chance: inout Chance) -> Double? {
    guard changesAt <= now else { return nil }
    let time = changesAt
    if (now - time) * rates.total > Self.mostEvents {
      self = SkyProcess(sky, at: now, using: &chance)
      return now
    }
    take(using: &chance)
    schedule(after: time, using: &chance)
    return time
  }

  /// By how much the position is worse than with the usual number of satellites.
  ///
  /// Two of them pay for what has to be found out besides the place; the rest are measurements to average.
  package var dilution: Double {
    let usual = max(Double(Self.fewestUsed), sky.above * sky.openness)
    return 1 + sky.geometry * (((usual - 2) / Double(used - 2)).squareRoot() - 1)
  }

  // MARK: - Events

  /// Events a second of each kind.
  private struct Rates {
    let rise, set, hide, clear: Double

    var total: Double { rise + set + hide + clear }
  }

  private var rates: Rates {
    Rates(
      rise: sky.above / sky.lifetime, set: Double(seen) / sky.lifetime,
      hide: Double(used) * (1 - sky.openness) / sky.shadeTime, clear: Double(hidden) * sky.openness / sky.shadeTime)
  }

  private mutating func schedule(after time: Double, using chance: inout Chance) {
    let rate = rates.total
    changesAt = rate > 0 ? time + chance.exponential() / rate : .infinity
  }

  private mutating func take(using chance: inout Chance) {
    let rates = rates
    var rest = chance.uniform() * rates.total
    if rest < rates.hide { return change(used: -1, hidden: 1) }
    rest -= rates.hide
    if rest < rates.clear { return change(used: 1, hidden: -1) }
    rest -= rates.clear
    if rest < rates.rise {
      let isUsed = chance.uniform() < sky.openness
      return change(used: isUsed ? 1 : 0, hidden: isUsed ? 0 : 1)
    }
    let isUsed = chance.uniform() * Double(seen) < Double(used)
    change(used: isUsed ? -1 : 0, hidden: isUsed ? 0 : -1)
  }

  /// Makes the change unless a limit forbids it.
  private mutating func change(used byUsed: Int, hidden byHidden: Int) {
    let (used, hidden) = (used + byUsed, hidden + byHidden)
    guard (Self.fewestUsed...Self.mostUsed).contains(used), (0...Self.mostHidden).contains(hidden) else { return }
    (self.used, self.hidden) = (used, hidden)
  }

  /// A number of the Poisson distribution, cut to `range`.
  private static func draw(mean: Double, in range: ClosedRange<Int>, using chance: inout Chance) -> Int {
    // Each weight follows from the one before; the first is 1, whatever it really is.
    var (weight, total) = (1.0, 1.0)
    for number in range.dropFirst() {
      weight *= mean / Double(number)
      total += weight
    }
    var rest = chance.uniform() * total
    weight = 1
    for number in range {
      if number > range.lowerBound { weight *= mean / Double(number) }
      if rest < weight { return number }
      rest -= weight
    }
    return range.upperBound
  }
}
