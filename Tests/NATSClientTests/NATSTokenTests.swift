import Foundation
import NATSClient
import Sealing
import Testing

@Suite("A token")
struct NATSTokenTests {
  /// What a token says, once the signature is found to be right.
  private func claims(_ token: String, by signer: PublicKey) throws -> NSDictionary {
    let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    try #require(parts.count == 3)
    func bytes(_ text: String) throws -> [UInt8] {
      let plain = text.replacing("-", with: "+").replacing("_", with: "/")
      return try #require(Base64.bytes(plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)))
    }
    #expect(try String(decoding: bytes(parts[0]), as: UTF8.self) == #"{"typ":"JWT","alg":"ed25519-nkey"}"#)
    #expect(signer.hasSigned(Array("\(parts[0]).\(parts[1])".utf8), try bytes(parts[2])))
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes(parts[1]))) as? NSDictionary)
  }

  @Test("of an operator is signed by itself")
  func ofOperator() throws {
    let own = try key(1)
    let said = try claims(NATSToken.operator(name: "organiser", issued: 1000, by: own), by: own.known)
    #expect(
      said["sub"] as? String == NKey(.operator, own.known).text && said["iss"] as? String == said["sub"] as? String)
    #expect(said["iat"] as? Int == 1000 && said["name"] as? String == "organiser" && said["exp"] == nil)
    #expect(said["nats"] as? NSDictionary == ["type": "operator", "version": 2])
  }

  @Test("of an account has limits, signing keys and revocations")
  func ofAccount() throws {
    let (boss, own, signer, gone) = (try key(1), try key(2), try key(3), try key(4))
    var account = NATSToken.Account(name: "hunt")
    (account.signingKeys, account.revocations, account.payloadLimit) = ([signer.known], [gone.known: 1234], 4096)
    let said = try claims(NATSToken.account(account, key: own.known, issued: 1000, by: boss), by: boss.known)
    #expect(said["iss"] as? String == NKey(.operator, boss.known).text)
    #expect(said["sub"] as? String == NKey(.account, own.known).text)
    let nats = try #require(said["nats"] as? NSDictionary)
    #expect(nats["signing_keys"] as? [String] == [NKey(.account, signer.known).text])
    #expect(nats["revocations"] as? [String: Int] == [NKey(.user, gone.known).text: 1234])
    let limits = try #require(nats["limits"] as? NSDictionary)
    #expect(limits["payload"] as? Int == 4096 && limits["conn"] as? Int == -1 && limits["disk_storage"] as? Int == -1)
    account.hasStreams = false
    let plain = try claims(NATSToken.account(account, key: own.known, issued: 1000, by: boss), by: boss.known)
    #expect(((plain["nats"] as? NSDictionary)?["limits"] as? NSDictionary)?["disk_storage"] == nil)
  }

  @Test("of a user has rights, and an empty list of them means none")
  func ofUser() throws {
    let (account, signer, own) = (try key(2), try key(3), try key(4))
    var user = NATSToken.User(name: "ann/ü", publishes: ["claim.ann"], subscribes: [])
    (user.ways, user.isBearer, user.expires, user.subscriptionLimit) = ([.mqtt], true, 5000, 20)
    let token = NATSToken.user(user, key: own.known, account: account.known, issued: 1000, by: signer)
    let said = try claims(token, by: signer.known)
    #expect(said["exp"] as? Int == 5000 && said["name"] as? String == "ann/ü")
    #expect(said["iss"] as? String == NKey(.account, signer.known).text)
    let nats = try #require(said["nats"] as? NSDictionary)
    #expect(nats["pub"] as? NSDictionary == ["allow": ["claim.ann"]])
    #expect(nats["sub"] as? NSDictionary == ["deny": [">"]])
    #expect(nats["issuer_account"] as? String == NKey(.account, account.known).text)
    #expect(nats["allowed_connection_types"] as? [String] == ["MQTT"] && nats["bearer_token"] as? Bool == true)
    #expect(nats["subs"] as? Int == 20 && nats["payload"] as? Int == -1)
    let direct = NATSToken.user(user, key: own.known, account: account.known, issued: 1000, by: account)
    #expect((try claims(direct, by: account.known)["nats"] as? NSDictionary)?["issuer_account"] == nil)
  }

  @Test("is the same for the same claims, and has another name for others")
  func stable() throws {
    let (signer, own) = (try key(3), try key(4))
    func token(_ name: String) -> String {
      NATSToken.user(
        NATSToken.User(name: name, publishes: [], subscribes: []), key: own.known, account: signer.known, issued: 1,
        by: signer)
    }
    #expect(token("ann") == token("ann"))
    let names = try ["ann", "bob"].map { try claims(token($0), by: signer.known)["jti"] as? String }
    #expect(names[0] != nil && names[0] != names[1])
  }
}
