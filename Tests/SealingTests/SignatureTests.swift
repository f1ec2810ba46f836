import Sealing
import Testing

@Suite("A signature")
struct SignatureTests {
  private func bytes(_ hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }

  /// Section 7.1 of RFC 8032, tests 1 to 3: seed, public key, message, signature.
  private static let published = [
    (
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
      "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
    ),
    (
      "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    ),
    (
      "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
      "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
    ),
  ]

  @Test("is what the standard's own examples have", arguments: published)
  func standard(seed: String, known: String, message: String, signature: String) throws {
    let key = try #require(SigningKey(seed: bytes(seed)))
    #expect(key.known.text == Base64.text(bytes(known)))
    #expect(key.sign(bytes(message)) == bytes(signature))
    #expect(try #require(PublicKey(text: key.known.text)).hasSigned(bytes(message), bytes(signature)))
  }

  @Test("is none for another text, another key or another length")
  func wrong() throws {
    let key = try #require(SigningKey(seed: [UInt8](repeating: 7, count: SigningKey.seedLength)))
    let other = try #require(SigningKey(seed: [UInt8](repeating: 8, count: SigningKey.seedLength)))
    let text = Array("found".utf8)
    let signature = key.sign(text)
    #expect(key.known.hasSigned(text, signature))
    #expect(!other.known.hasSigned(text, signature) && !key.known.hasSigned(text + [0], signature))
    #expect(!key.known.hasSigned(text, Array(signature.dropLast())) && !key.known.hasSigned(text, []))
    for bit in 0..<512 {
      var changed = signature
      changed[bit / 8] ^= 1 << (bit % 8)
      #expect(!key.known.hasSigned(text, changed))
    }
    #expect(SigningKey(seed: [])?.known == nil && PublicKey(text: "AAAA") == nil && PublicKey(text: "ä") == nil)
  }
}
