internal import Glibc
internal import Numbers
internal import SystemKit

/// A sum over bytes that tells whether they are the same as before: it finds changes and damage, not malice.
///
/// Over words of eight bytes instead of bytes, and folded, for speed.
struct ContentHash {
  private var sum = Checksum()
  var value: UInt64 { sum.value }

  /// The number of bytes to add at a time when hashing large data.
  static let piece = 1 << 20

  /// The hash of `bytes`, from index `first` on.
  static func of(_ bytes: [UInt8], from first: Int = 0) -> UInt64 {
    var hash = ContentHash()
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: first, to: bytes.count, by: piece) {
        hash.add(UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + piece)]))
      }
    }
    return hash.value
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
