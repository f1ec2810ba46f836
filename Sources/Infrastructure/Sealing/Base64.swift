/// A sum by which damage is noticed, and nothing else: anybody can make one.
package enum Checksum {
  /// Twenty-four characters of base 64 (BLAKE2b).
  package static func text(_ bytes: [UInt8]) -> String { Base64.text(Array((Sodium.hash(bytes) ?? []).prefix(16))) }
}

/// Bytes as text that JSON can hold (RFC 4648, section 4).
package enum Base64 {
  /// The text of bytes.
  package static func text(_ bytes: [UInt8]) -> String { Sodium.base64(bytes) }

  /// The bytes of a text; nothing where it is none.
  package static func bytes(_ text: String) -> [UInt8]? { Sodium.bytes(ofBase64: text) }
}
