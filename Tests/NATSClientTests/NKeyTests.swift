import ChanceTesting
import NATSClient
import Sealing
import Testing

@Suite("A key of NATS")
struct NKeyTests {
  /// Made by the package nkeys 0.2.1 of PyPI: a seed of 32 equal bytes, and the public key in each role.
  private static let published: [(seed: UInt8, role: NKey.Role, text: String)] = [
    (0, .operator, "OA5WUJ54Z23KILLCUOUNAKTPBVZWKMQVO4O6EQ5GHLAERIMLLHNCSKTE"),
    (7, .operator, "ODVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCZAW4"),
    (0, .account, "AA5WUJ54Z23KILLCUOUNAKTPBVZWKMQVO4O6EQ5GHLAERIMLLHNCS47C"),
    (255, .account, "AB3KCWJAISTOJ5IREZN4U45GATMQWBJJ2HPWAK7DBIM2SJLWMDI7KVL4"),
    (7, .user, "UDVEU3DD4KOFECV66VIHWEZOYX4ZKR3WV27L464SIIPOU2IUI3JCYSJF"),
    (255, .user, "UB3KCWJAISTOJ5IREZN4U45GATMQWBJJ2HPWAK7DBIM2SJLWMDI7LRYD"),
  ]

  @Test("is what another library writes, and reads it back", arguments: published)
  func standard(seed: UInt8, role: NKey.Role, text: String) throws {
    let key = try #require(SigningKey(seed: [UInt8](repeating: seed, count: SigningKey.seedLength))).known
    #expect(NKey(role, key).text == text)
    let read = try #require(NKey(text: text))
    #expect(read == NKey(role, key) && read.key == key)
  }

  @Test("survives writing and reading, whatever its bytes are")
  func roundTrip() throws {
    var chance = Chance(seed: 1)
    for index in 0..<500 {
      let bytes = (0..<32).map { _ in UInt8(chance.integer(in: 0...255)) }
      let key = try #require(NKey(NKey.Role.allCases[index % 3], bytes: bytes))
      #expect(key.text.count == 56 && NKey(text: key.text) == key)
    }
  }

  @Test("with one wrong letter is none")
  func damaged() throws {
    let text = Array(Self.published[5].text)
    for place in text.indices {
      for letter in "AQ27a 1" where text[place] != letter {
        var damaged = text
        damaged[place] = letter
        #expect(NKey(text: String(damaged)) == nil)
      }
    }
  }

  @Test(
    "is not read from something else",
    arguments: ["", "U", "=", "UDVEU3DD", "SUAIBDPBAUTWCWBKIO6XHQNINK5FWJW4OHLXC3HQ2KFE4PEJUA44CNHTC4", "Ü"])
  func others(text: String) { #expect(NKey(text: text) == nil) }

  @Test("needs 32 bytes")
  func length() { #expect(NKey(.user, bytes: [1, 2, 3]) == nil) }
}
