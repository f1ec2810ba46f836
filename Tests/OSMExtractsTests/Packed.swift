/// Bytes in the wrapping of gzip, zlib and LZ4; only zeros are made any smaller.
enum Packed {
  static func gzip(_ bytes: [UInt8]) -> [UInt8] {
    [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + stored(bytes) + little(checksum(bytes)) + little(UInt32(bytes.count))
  }

  static func zlib(_ bytes: [UInt8]) -> [UInt8] { [0x78, 0x01] + stored(bytes) + little(adler(bytes)).reversed() }

  /// One sequence of literals, which is all that LZ4 needs.
  static func lz4(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count >= 15 else { return [UInt8(bytes.count) << 4] + bytes }
    return [0xF0] + length(bytes.count) + bytes
  }

  /// Some bytes, and zeros that take 255 times fewer bytes than they are.
  ///
  /// - Parameters:
  ///   - first: at most 13 bytes.
  ///   - zeros: at least 25.
  static func lz4(_ first: [UInt8], zeros: Int) -> [UInt8] {
    // A zero, copies of it, and the five literals that the format demands at the end.
    [UInt8(first.count + 1) << 4 | 0x0F] + first + [0, 1, 0] + length(zeros - 6 - 4) + [0x50, 0, 0, 0, 0, 0]
  }

  /// The bytes of a length behind the four bits of its token.
  private static func length(_ count: Int) -> [UInt8] {
    [UInt8](repeating: 255, count: (count - 15) / 255) + [UInt8((count - 15) % 255)]
  }

  private static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let pieces = stride(from: 0, to: max(1, bytes.count), by: 65535).map { bytes[$0..<min($0 + 65535, bytes.count)] }
    return pieces.enumerated().flatMap { index, piece -> [UInt8] in
      let count = UInt16(piece.count)
      let lengths = [count, ~count].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
      return [index == pieces.count - 1 ? 1 : 0] + lengths + piece
    }
  }

  private static func little(_ value: UInt32) -> [UInt8] {
    [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func adler(_ bytes: [UInt8]) -> UInt32 {
    let (a, b) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
      let a = (sums.0 + UInt32(byte)) % 65521
      return (a, (sums.1 + a) % 65521)
    }
    return b << 16 | a
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { rest, _ in rest >> 1 ^ (rest & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
  }
}
