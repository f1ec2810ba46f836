/// A number that tells what was shown at a moment from anything else that could have been: FNV-1a with 64 bits (Fowler,
/// Noll, Vo), which notices what differs by mistake, and no malice.
package struct Fingerprint: Hashable, Sendable {
  private static let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x100_0000_01B3

  /// The number.
  package private(set) var value = Self.offsetBasis

  /// Of these words, in their order; of a picture its cells.
  package init(words: some Sequence<UInt64>) {
    for word in words { value = (value ^ word) &* Self.prime }
  }

  /// Of a text.
  package init(text: String) {
    for byte in text.utf8 { value = (value ^ UInt64(byte)) &* Self.prime }
  }
}
