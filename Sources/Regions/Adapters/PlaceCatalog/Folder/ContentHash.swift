internal import Glibc
internal import Numbers
internal import SystemKit

/// A sum over bytes that tells whether they are the same as before: it finds changes and damage, not malice.
///
/// Over words of eight bytes instead of bytes, and folded, for speed; over large data in four sums side by side.
struct ContentHash {
  private var sum = Checksum()
  var value: UInt64 { sum.value }

  /// The number of bytes to add at a time when hashing large data.
  static let piece = 1 << 20

  /// The hash of large data.
  static func of(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
    var hash = ContentHash()
    for start in stride(from: 0, to: bytes.count, by: piece) {
      hash.add(large: UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + piece)]))
    }
    return hash.value
  }

  /// The prime of ``Checksum``; calls into its module would take most of the time.
  private static let prime: UInt64 = 0x100_0000_01B3

  /// Adds a piece of large data: each product waits for the one before, and four in turn wait for none.
  mutating func add(large bytes: UnsafeRawBufferPointer) {
    var sums = SIMD4<UInt64>(repeating: 1)
    var offset = 0
    while offset + 32 <= bytes.count {
      let words = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self)
      sums = (sums ^ words) &* Self.prime
      sums ^= sums &>> 32
      offset += 32
    }
    for lane in 0..<4 { add(UInt64(littleEndian: sums[lane])) }
    add(UnsafeRawBufferPointer(rebasing: bytes[offset...]))
    add(UInt64(bytes.count))
  }

  /// Adds a number.
  mutating func add(_ word: UInt64) {
    sum.add(word)
    sum.fold()
  }

  /// Adds a piece of bytes; the same bytes in other pieces have another sum.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
    add(rest)
    add(UInt64(bytes.count))
  }
}
