internal import CSodium

/// The functions of libsodium that seals are made of.
enum Sodium {
  static let keyLength = Int(crypto_aead_xchacha20poly1305_IETF_KEYBYTES)
  static let nonceLength = Int(crypto_aead_xchacha20poly1305_IETF_NPUBBYTES)
  static let tagLength = Int(crypto_aead_xchacha20poly1305_IETF_ABYTES)
  static let saltLength = Int(crypto_pwhash_SALTBYTES)

  /// Chooses the fastest code for this processor, once; safe from any thread.
  private static let isReady = sodium_init() >= 0

  /// Derives a key from words (Argon2id 1.3, RFC 9106); `nil` if there is not enough memory.
  static func deriveKey(from words: [UInt8], salt: [UInt8], cost: SealingCost) -> [UInt8]? {
    guard isReady, salt.count == saltLength else { return nil }
    var key = [UInt8](repeating: 0, count: keyLength)
    // One byte more, so that an empty answer has an address too.
    let terminated = (words + [0]).map { CChar(bitPattern: $0) }
    let status = crypto_pwhash(
      &key, UInt64(key.count), terminated, UInt64(words.count), salt, UInt64(cost.passes), cost.memory,
      crypto_pwhash_ALG_ARGON2ID13)
    return status == 0 ? key : nil
  }

  /// A key from bytes that are hard to guess already (BLAKE2b, RFC 7693).
  static func hash(_ bytes: [UInt8]) -> [UInt8]? {
    guard isReady else { return nil }
    var key = [UInt8](repeating: 0, count: keyLength)
    return crypto_generichash(&key, key.count, bytes, UInt64(bytes.count), nil, 0) == 0 ? key : nil
  }

  /// Nonce and sealed text (XChaCha20-Poly1305); `label` is checked on opening and not kept.
  static func seal(_ text: [UInt8], label: [UInt8], nonce: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard isReady, nonce.count == nonceLength, key.count == keyLength else { return nil }
    var sealed = [UInt8](repeating: 0, count: text.count + tagLength)
    var length: UInt64 = 0
    let status = crypto_aead_xchacha20poly1305_ietf_encrypt(
      &sealed, &length, text, UInt64(text.count), label, UInt64(label.count), nil, nonce, key)
    return status == 0 ? nonce + sealed.prefix(Int(length)) : nil
  }

  /// Decrypts bytes; `nil` with another key or label, or if a bit has changed.
  static func open(_ sealed: [UInt8], label: [UInt8], key: [UInt8]) -> [UInt8]? {
    guard isReady, key.count == keyLength, sealed.count >= nonceLength + tagLength else { return nil }
    let body = Array(sealed.dropFirst(nonceLength))
    // One byte more, so that there is an address also for a text of none.
    var text = [UInt8](repeating: 0, count: body.count - tagLength + 1)
    var length: UInt64 = 0
    let status = crypto_aead_xchacha20poly1305_ietf_decrypt(
      &text, &length, nil, body, UInt64(body.count), label, UInt64(label.count), Array(sealed.prefix(nonceLength)), key)
    return status == 0 ? Array(text.prefix(Int(length))) : nil
  }

  // MARK: - Signatures

  static let seedLength = Int(crypto_sign_SEEDBYTES)
  static let publicKeyLength = Int(crypto_sign_PUBLICKEYBYTES)
  static let signatureLength = Int(crypto_sign_BYTES)

  /// Both halves of a pair of keys (Ed25519, RFC 8032) that a seed makes.
  static func keyPair(seed: [UInt8]) -> (known: [UInt8], secret: [UInt8])? {
    guard isReady, seed.count == seedLength else { return nil }
    var known = [UInt8](repeating: 0, count: publicKeyLength)
    var secret = [UInt8](repeating: 0, count: Int(crypto_sign_SECRETKEYBYTES))
    return crypto_sign_seed_keypair(&known, &secret, seed) == 0 ? (known, secret) : nil
  }

  /// The signature of a text by a secret key.
  static func sign(_ text: [UInt8], secret: [UInt8]) -> [UInt8]? {
    var signature = [UInt8](repeating: 0, count: signatureLength)
    return crypto_sign_detached(&signature, nil, text, UInt64(text.count), secret) == 0 ? signature : nil
  }

  /// Whether the owner of a public key has signed a text.
  static func hasSigned(_ text: [UInt8], _ signature: [UInt8], key: [UInt8]) -> Bool {
    guard isReady, signature.count == signatureLength, key.count == publicKeyLength else { return false }
    return crypto_sign_verify_detached(signature, text, UInt64(text.count), key) == 0
  }

  // MARK: - Text

  /// Bytes in base 64 (RFC 4648, section 4), or for addresses (section 5) without padding.
  static func base64(_ bytes: [UInt8], forAddress: Bool = false) -> String {
    let variant = forAddress ? sodium_base64_VARIANT_URLSAFE_NO_PADDING : sodium_base64_VARIANT_ORIGINAL
    let length = sodium_base64_encoded_len(bytes.count, variant)
    var text = [CChar](repeating: 0, count: length)
    guard isReady, sodium_bin2base64(&text, length, bytes, bytes.count, variant) != nil else { return "" }
    return String(decoding: text.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Decodes Base64; `nil` if the text is not Base64.
  static func bytes(ofBase64 text: String) -> [UInt8]? {
    let source = Array(text.utf8.map { CChar(bitPattern: $0) })
    var (bytes, length) = ([UInt8](repeating: 0, count: source.count / 4 * 3 + 3), 0)
    guard isReady,
      sodium_base642bin(
        &bytes, bytes.count, source, source.count, nil, &length, nil, sodium_base64_VARIANT_ORIGINAL) == 0
    else { return nil }
    return Array(bytes.prefix(length))
  }
}

/// A checksum that detects damage, but no forgery: it needs no key.
package enum Checksum {
  /// Twenty-four characters of base 64 (BLAKE2b).
  package static func text(_ bytes: [UInt8]) -> String { Base64.text(Array((Sodium.hash(bytes) ?? []).prefix(16))) }

  /// Sixteen letters and digits of base 32 (BLAKE2b), for names of files and the like.
  package static func word(_ bytes: [UInt8]) -> String { Base32.text(Array((Sodium.hash(bytes) ?? []).prefix(10))) }
}

/// Bytes as text that JSON can hold (RFC 4648, section 4).
package enum Base64 {
  /// The text of bytes.
  package static func text(_ bytes: [UInt8]) -> String { Sodium.base64(bytes) }

  /// The text of bytes as it may stand in an address (RFC 4648, section 5), without padding; ``bytes(_:)`` does not read it.
  package static func addressText(_ bytes: [UInt8]) -> String { Sodium.base64(bytes, forAddress: true) }

  /// Decodes a Base64 text; `nil` if it is not Base64.
  package static func bytes(_ text: String) -> [UInt8]? { Sodium.bytes(ofBase64: text) }
}
