/// Encryption of bytes that can be read only with all of a few secrets.
package enum Box {
  /// Bytes inside at most.
  package static let sizeLimit = 8 << 20
  /// What is inside is filled up to a multiple of this many bytes: its length tells little about it.
  static let grain = 1024

  /// Encrypts bytes; `nil` if there are too many, or no secrets.
  ///
  /// - Parameters:
  ///   - secrets: in an order that opening has to keep.
  ///   - label: what the box belongs to; opening needs the same.
  ///   - chance: returns that many unpredictable bytes.
  package static func seal(
    _ content: [UInt8], secrets: [[UInt8]], label: String, chance: (Int) -> [UInt8]
  ) -> [UInt8]? {
    guard content.count <= sizeLimit, let key = key(of: secrets) else { return nil }
    return Sodium.seal(filled(content), label: Array(label.utf8), nonce: chance(Sodium.nonceLength), key: key)
  }

  /// Decrypts a box; `nil` with other secrets or another label, or if a bit has changed.
  package static func open(_ box: [UInt8], secrets: [[UInt8]], label: String) -> [UInt8]? {
    key(of: secrets).flatMap { Sodium.open(box, label: Array(label.utf8), key: $0) }.flatMap(emptied)
  }

  private static func key(of secrets: [[UInt8]]) -> [UInt8]? {
    guard !secrets.isEmpty, secrets.allSatisfy({ $0.count == Lock.secretLength }) else { return nil }
    return Sodium.hash(Array(secrets.joined()))
  }

  /// A length of four bytes, the content, and zeros.
  private static func filled(_ content: [UInt8]) -> [UInt8] {
    let length = withUnsafeBytes(of: UInt32(content.count).littleEndian, Array.init)
    let used = length.count + content.count
    return length + content + [UInt8](repeating: 0, count: (grain - used % grain) % grain)
  }

  private static func emptied(_ filled: [UInt8]) -> [UInt8]? {
    let length = filled.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard filled.count >= 4, length <= filled.count - 4 else { return nil }
    return Array(filled.dropFirst(4).prefix(length))
  }
}
