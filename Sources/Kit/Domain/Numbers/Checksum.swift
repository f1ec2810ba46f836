/// A number that tells something from anything else that could have been there: FNV-1a with 64 bits (Fowler, Noll,
/// Vo), which notices damage and mistakes, and no malice.
package struct Checksum: Hashable, Sendable {
  /// The number.
  @usableFromInline package internal(set) var value = offsetBasis

  @usableFromInline static var offsetBasis: UInt64 { 0xCBF2_9CE4_8422_2325 }
  @usableFromInline static var prime: UInt64 { 0x100_0000_01B3 }

  /// Of nothing yet.
  @inlinable package init() {}

  /// Of bytes.
  @inlinable package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  /// Of words, in their order.
  @inlinable package init(words: some Sequence<UInt64>) {
    for word in words { add(word) }
  }

  /// Of a text, by its UTF-8.
  @inlinable package init(_ text: some StringProtocol) { self.init(text.utf8) }

  /// Adds a byte.
  @inlinable package mutating func add(_ byte: UInt8) { add(UInt64(byte)) }

  /// Adds a word of eight bytes at once.
  @inlinable package mutating func add(_ word: UInt64) { value = (value ^ word) &* Self.prime }

  /// Carries high bits down, which a product alone never does: for sums over words.
  @inlinable package mutating func fold() { value ^= value >> 32 }
}
