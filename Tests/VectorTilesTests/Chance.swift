/// Chance that repeats itself (SplitMix64), so that a failing case can be found again.
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func number(in range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }
}

/// Bytes with some of their bits turned over.
func flipped(_ bytes: [UInt8], times: Int, using chance: inout Chance) -> [UInt8] {
  var bytes = bytes
  for _ in 0..<(bytes.isEmpty ? 0 : times) {
    bytes[chance.number(in: 0...bytes.count - 1)] ^= 1 << UInt8(chance.number(in: 0...7))
  }
  return bytes
}
