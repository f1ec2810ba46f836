import ChanceTesting

/// Bytes with some of their bits turned over.
func flipped(_ bytes: [UInt8], times: Int, using chance: inout Chance) -> [UInt8] {
  var bytes = bytes
  for _ in 0..<(bytes.isEmpty ? 0 : times) {
    bytes[chance.integer(in: 0...bytes.count - 1)] ^= 1 << UInt8(chance.integer(in: 0...7))
  }
  return bytes
}
