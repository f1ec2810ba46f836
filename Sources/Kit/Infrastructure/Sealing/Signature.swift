/// A private key that signs data, so that others can check who wrote it.
package struct SigningKey: Sendable {
  /// Bytes of the seed that a key is made of.
  package static let seedLength = Sodium.seedLength

  /// The public key.
  package let known: PublicKey
  private let secret: [UInt8]

  /// Creates the key of an unpredictable seed; `nil` if the seed is not ``seedLength`` bytes long.
  package init?(seed: [UInt8]) {
    guard let pair = Sodium.keyPair(seed: seed) else { return nil }
    (known, secret) = (PublicKey(bytes: pair.known), pair.secret)
  }

  /// Signs bytes.
  package func sign(_ text: [UInt8]) -> [UInt8] { Sodium.sign(text, secret: secret) ?? [] }
}

/// A public key, which identifies its owner and verifies their signatures.
package struct PublicKey: Hashable, Sendable {
  private let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Reads a public key from Base64; `nil` if the text is not a key.
  package init?(text: String) {
    guard let bytes = Base64.bytes(text), bytes.count == Sodium.publicKeyLength else { return nil }
    self.bytes = bytes
  }

  /// Forty-four characters of base 64.
  package var text: String { Base64.text(bytes) }

  /// Sixteen characters of base 32 (RFC 4648) that tell this key from others: its first 80 bits.
  package var short: String { Base32.text(Array(bytes.prefix(10))) }

  /// Whether the owner has signed these bytes so.
  package func hasSigned(_ text: [UInt8], _ signature: [UInt8]) -> Bool {
    Sodium.hasSigned(text, signature, key: bytes)
  }
}
