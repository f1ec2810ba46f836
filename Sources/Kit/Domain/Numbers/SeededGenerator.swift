/// A reproducible random number generator: the same seed gives the same numbers on every machine.
///
/// SplitMix64, by Steele, Lea and Flood, 2014.
package struct SeededGenerator: RandomNumberGenerator, Hashable, Sendable {
  @usableFromInline var state: UInt64

  /// Creates a generator from a seed.
  @inlinable package init(seed: UInt64) { state = seed }

  /// The next number; all 64 bits are equally likely to be 0 or 1.
  @inlinable package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number in `0 ..< 1`.
  @inlinable package mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// An approximately normal number with mean 0 and deviation 1: the sum of twelve uniform numbers, without a
  /// logarithm, so that every platform gets the same bits.
  package mutating func bell() -> Double { (0..<12).reduce(-6) { sum, _ in sum + uniform() } }
}
