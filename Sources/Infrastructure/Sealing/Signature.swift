/// A key with which somebody signs what they say, so that nobody else can say it in their name.
package struct SigningKey: Sendable {
  /// Bytes of the seed that a key is made of.
  package static let seedLength = Sodium.seedLength

  /// What others know the owner by.
  package let known: PublicKey
  private let secret: [UInt8]

  /// The key of a seed that nobody can foresee; nothing where it has another length than ``seedLength``.
  package init?(seed: [UInt8]) {
    guard let pair = Sodium.keyPair(seed: seed) else { return nil }
    (known, secret) = (PublicKey(bytes: pair.known), pair.secret)
  }

  /// Signs bytes.
  package func sign(_ text: [UInt8]) -> [UInt8] { Sodium.sign(text, secret: secret) ?? [] }
}

/// What others know the owner of a key by.
package struct PublicKey: Hashable, Sendable {
  private let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// The key of a text; nothing where it is none.
  package init?(text: String) {
    guard let bytes = Base64.bytes(text), bytes.count == Sodium.publicKeyLength else { return nil }
    self.bytes = bytes
  }

  /// Forty-four characters of base 64.
  package var text: String { Base64.text(bytes) }

  /// Whether the owner has signed these bytes so.
  package func hasSigned(_ text: [UInt8], _ signature: [UInt8]) -> Bool {
    Sodium.hasSigned(text, signature, key: bytes)
  }
}
