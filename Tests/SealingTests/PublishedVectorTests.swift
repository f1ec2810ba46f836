import Testing

@testable import Sealing

private func bytes(_ hex: String) -> [UInt8] {
  let digits = Array(hex.filter { !$0.isWhitespace })
  return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
}

/// The library does what its documents say, and is called as it wants to be.
@Suite("Published examples")
struct PublishedVectorTests {
  @Test("XChaCha20-Poly1305 (draft-irtf-cfrg-xchacha-03, A.3.1)")
  func aead() throws {
    let text = Array(
      ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, sunscreen would "
        + "be it.").utf8)
    let label = bytes("50515253c0c1c2c3c4c5c6c7")
    let key = bytes("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f")
    let nonce = bytes("404142434445464748494a4b4c4d4e4f5051525354555657")
    let sealed = try #require(Sodium.seal(text, label: label, nonce: nonce, key: key))
    #expect(Array(sealed.prefix(24)) == nonce)
    #expect(
      Array(sealed.dropFirst(24))
        == bytes(
          """
          bd6d179d3e83d43b9576579493c0e939572a1700252bfaccbed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39
          ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff9
          21f9664c97637da9768812f615c68b13b52ec0875924c1c7987947deafd8780acf49
          """))
    #expect(Sodium.open(sealed, label: label, key: key) == text)
  }

  @Test("BLAKE2b of 32 bytes, of nothing and of abc")
  func hash() {
    // What Python's hashlib says.
    #expect(
      Sodium.hash([]) == bytes("0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8"))
    #expect(
      Sodium.hash(Array("abc".utf8)) == bytes("bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319"))
  }

  @Test("Argon2id of two passes over 64 KiB, as the reference implementation gives it")
  func argon() throws {
    let cost = try #require(SealingCost(passes: 2, memory: 64 << 10))
    let salt = Array("somesalt01234567".utf8)
    let key = Sodium.deriveKey(from: Array("password".utf8), salt: salt, cost: cost)
    #expect(key == bytes("1d7d253d9a6407becf3ac997df21010da26867f76992bc24bbb7b714c13ad0b5"))
  }

  @Test("base 64 (RFC 4648, section 10)", arguments: ["", "f", "fo", "foo", "foob", "fooba", "foobar"])
  func base64(text: String) throws {
    let words = ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"]
    #expect(Base64.text(Array(text.utf8)) == words[text.count])
    #expect(Base64.bytes(words[text.count]) == Array(text.utf8))
  }

  @Test("what is no base 64 is no bytes", arguments: ["Zg", "Zg=", "Z", "Zm9v!", "Zm 9v", "Zg==Zg==", "é"])
  func noBase64(text: String) { #expect(Base64.bytes(text) == nil) }
}
