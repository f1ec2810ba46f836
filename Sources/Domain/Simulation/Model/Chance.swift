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
