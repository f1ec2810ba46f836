/// Chance with a seed, for properties that are tried on many examples: SplitMix64 (Steele, Lea and Flood, 2014).
public struct Chance: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter seed: any number; the same seed gives the same examples on every machine.
  public init(seed: UInt64) { state = seed }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A whole number of this range, each as likely as the others.
  public mutating func integer(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// A number of this range.
  public mutating func number(in range: ClosedRange<Double>) -> Double { .random(in: range, using: &self) }
}
