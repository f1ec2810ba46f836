/// Bytes as text that JSON can hold (RFC 4648, section 4).
package enum Base64 {
  /// The text of bytes.
  package static func text(_ bytes: [UInt8]) -> String { Sodium.base64(bytes) }

  /// The bytes of a text; nothing where it is none.
  package static func bytes(_ text: String) -> [UInt8]? { Sodium.bytes(ofBase64: text) }
}
