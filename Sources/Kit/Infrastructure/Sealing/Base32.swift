/// Bytes in letters and the digits 2 to 7 (RFC 4648, section 6), without padding.
package enum Base32 {
  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

  /// The text of bytes.
  package static func text(_ bytes: [UInt8]) -> String {
    var (text, pool, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
    for byte in bytes {
      (pool, bits) = (pool << 8 | UInt32(byte), bits + 8)
      while bits >= 5 {
        bits -= 5
        text.append(letters[Int(pool >> UInt32(bits) & 31)])
      }
    }
    if bits > 0 { text.append(letters[Int(pool << UInt32(5 - bits) & 31)]) }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text; `nil` for a character that does not belong, and for bits left over that are not 0.
  package static func bytes(_ text: String) -> [UInt8]? {
    var (bytes, pool, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
    for letter in text.utf8 {
      guard let value = letters.firstIndex(of: letter) else { return nil }
      (pool, bits) = (pool << 5 | UInt32(value), bits + 5)
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: pool >> UInt32(bits)))
      }
    }
    return bits < 5 && pool & (1 << UInt32(bits) - 1) == 0 ? bytes : nil
  }
}
