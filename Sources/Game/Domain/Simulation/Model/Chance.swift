internal import Numbers

/// Seeded random numbers for the innermost loop: distributions that need no logarithm, so that every machine gets the
/// same bits.
package struct Chance: Hashable, Sendable {
  private var generator: SeededGenerator

  /// Creates chance; the same seed gives the same numbers.
  package init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// A number in `0 ..< 1`.
  package mutating func uniform() -> Double { generator.uniform() }

  /// A number of a bell curve around 0 with deviation 1, up to 7 in either direction.
  ///
  /// The heads of 48 tosses of a coin, and 16 bits to fill the steps between: nowhere is the distribution further than
  /// a quarter of a hundredth from the normal one.
  package mutating func deviate() -> Double {
    let bits = generator.next()
    let heads = Double((bits >> 16).nonzeroBitCount)
    let step = (Double(bits & 0xFFFF) + 0.5) * 0x1p-16
    return (heads + step - 24.5) * Self.tosses
  }

  /// 1 / √(48 / 4 + 1 / 12): the deviation of the tosses and of the steps.
  private static let tosses = 0.2876779809

  /// A waiting time of mean 1 for what does not age, after von Neumann, 1951: runs of falling numbers are compared.
  package mutating func exponential() -> Double {
    var whole = 0.0
    while true {
      let first = uniform()
      var (last, isOdd) = (first, true)
      while true {
        let number = uniform()
        if number >= last { break }
        (last, isOdd) = (number, !isOdd)
      }
      if isOdd { return whole + first }
      whole += 1
    }
  }

  /// A new chance of its own, so that one kind of events does not disturb another.
  package mutating func split() -> Chance { Chance(seed: generator.next()) }
}

/// Something that is on or off for times that do not age: a continuous-time Markov chain of two states.
///
/// It is advanced from change to change, so the same chance gives the same changes whatever the steps between.
package struct TwoStateChain: Hashable, Sendable {
  /// Changes of both kinds, as a mean, that are followed one by one; beyond, what was before says nothing any more.
  private static let longestMemory = 500.0

  /// Whether it is on now.
  package private(set) var isOn: Bool
  private var changesAt: Double
  /// Mean seconds of a time off and a time on; infinite or 0 where it never changes.
  private let meanOff, meanOn: Double

  /// A chain that has run for ever.
  ///
  /// - Parameters:
  ///   - meanOff: mean seconds of a time off; infinite for what never begins.
  ///   - meanOn: mean seconds of a time on; 0 for what never lasts.
  ///   - now: the time to begin at, in seconds.
  package init(meanOff: Double, meanOn: Double, at now: Double, using chance: inout Chance) {
    (self.meanOff, self.meanOn) = (meanOff, meanOn)
    isOn = chance.uniform() < Self.share(meanOff: meanOff, meanOn: meanOn)
    changesAt = .infinity
    schedule(after: now, using: &chance)
  }

  /// The part of all time that such a chain is on.
  package static func share(meanOff: Double, meanOn: Double) -> Double {
    guard meanOn > 0, meanOff.isFinite else { return 0 }
    return meanOn / (meanOn + meanOff)
  }

  /// Makes the next change if it comes until `now`; returns whether there was one, and so may be another.
  package mutating func change(until now: Double, using chance: inout Chance) -> Bool {
    guard changesAt <= now else { return false }
    if now - changesAt > Self.longestMemory * (meanOff + meanOn) {
      self = TwoStateChain(meanOff: meanOff, meanOn: meanOn, at: now, using: &chance)
    } else {
      isOn.toggle()
      schedule(after: changesAt, using: &chance)
    }
    return true
  }

  private mutating func schedule(after time: Double, using chance: inout Chance) {
    guard meanOn > 0, meanOff.isFinite else { return changesAt = .infinity }
    changesAt = time + chance.exponential() * (isOn ? meanOn : meanOff)
  }
}
