package import Sealing

/// Tokens (JWT) by which a server knows operators, accounts and users, without a list of users of its own.
///
/// An operator signs its accounts, an account (or one of its signing keys) its users. Time and keys come from outside:
/// the same claims give the same token.
package enum NATSToken {
  /// An account: inside of it users hear each other.
  package struct Account: Hashable, Sendable {
    /// What people call it.
    package var name: String
    /// The keys that sign users in its place, so that its own key can be kept away.
    package var signingKeys: [PublicKey] = []
    /// Users whose tokens of up to this time, in seconds since 1970, are no longer valid.
    package var revocations: [PublicKey: Int64] = [:]
    /// Whether it has streams.
    package var hasStreams = true
    /// Bytes of one message; -1 for no limit, as in all of these.
    package var payloadLimit = -1
    /// Connections at a time.
    package var connectionLimit = -1
    /// Subscriptions of all users.
    package var subscriptionLimit = -1
    /// Bytes of its streams in memory.
    package var memoryLimit = -1
    /// Bytes of its streams on the disk.
    package var diskLimit = -1

    /// An account without limits.
    package init(name: String) { self.name = name }
  }

  /// A user and its rights.
  package struct User: Hashable, Sendable {
    /// Ways to connect.
    package enum Way: String, Hashable, Sendable, Encodable {
      /// NATS's own protocol.
      case standard = "STANDARD"
      /// MQTT, as phones speak it.
      case mqtt = "MQTT"
    }

    /// What people call the user.
    package var name: String
    /// The subjects that the user may send to, perhaps with `*` and `>`; empty for none.
    package var publishes: [String]
    /// The subjects that the user may listen to, perhaps with `*` and `>`; empty for none.
    package var subscribes: [String]
    /// The ways to connect; empty for all.
    package var ways: [Way] = []
    /// Whether the token alone is enough, without its key: for phones and browsers, over TLS.
    package var isBearer = false
    /// When the token ends, in seconds since 1970; `nil` for never.
    package var expires: Int64?
    /// Subscriptions at a time; -1 for no limit, as in all of these.
    package var subscriptionLimit = -1
    /// Bytes of one message.
    package var payloadLimit = -1

    /// A user who may do this and no more.
    package init(name: String, publishes: [String], subscribes: [String]) {
      (self.name, self.publishes, self.subscribes) = (name, publishes, subscribes)
    }
  }

  /// The token of an operator, which it signs itself.
  ///
  /// - Parameters:
  ///   - systemAccount: the account whose users may ask the server about itself.
  ///   - issued: now, in seconds since 1970.
  package static func `operator`(
    name: String, systemAccount: PublicKey? = nil, issued: Int64, by key: SigningKey
  ) -> String {
    let claims = OperatorClaims(systemAccount: systemAccount.map { text(.account, $0) })
    return token(
      Claims(iat: issued, iss: text(.operator, key.known), name: name, nats: claims, sub: text(.operator, key.known)),
      by: key)
  }

  /// The token of an account.
  ///
  /// - Parameters:
  ///   - key: the account's key.
  ///   - issued: now, in seconds since 1970.
  ///   - signer: the operator's key.
  package static func account(
    _ account: Account, key: PublicKey, issued: Int64, by signer: SigningKey
  ) -> String {
    token(
      Claims(
        iat: issued, iss: text(.operator, signer.known), name: account.name, nats: AccountClaims(account),
        sub: text(.account, key)),
      by: signer)
  }

  /// The token of a user.
  ///
  /// - Parameters:
  ///   - key: the user's key.
  ///   - account: the account's key, also when one of its signing keys signs.
  ///   - issued: now, in seconds since 1970.
  ///   - signer: the account's key, or one of its signing keys.
  package static func user(
    _ user: User, key: PublicKey, account: PublicKey, issued: Int64, by signer: SigningKey
  ) -> String {
    token(
      Claims(
        exp: user.expires, iat: issued, iss: text(.account, signer.known), name: user.name,
        nats: UserClaims(user, account: signer.known == account ? nil : text(.account, account)), sub: text(.user, key)),
      by: signer)
  }

  // MARK: - Writing

  private static func text(_ role: NKey.Role, _ key: PublicKey) -> String { NKey(role, key).text }

  private static func token(_ claims: Claims<some Encodable>, by key: SigningKey) -> String {
    var claims = claims
    claims.jti = Checksum.text(NATSJSON.bytes(claims))
    let head = Base64.addressText(Array(#"{"typ":"JWT","alg":"ed25519-nkey"}"#.utf8))
    let body = head + "." + Base64.addressText(NATSJSON.bytes(claims))
    return body + "." + Base64.addressText(key.sign(Array(body.utf8)))
  }
}

extension NKey {
  /// The key of a role.
  package init(_ role: Role, _ key: PublicKey) {
    (self.role, bytes) = (role, Base64.bytes(key.text) ?? [])
  }

  /// The key, to check signatures with.
  package var key: PublicKey? { PublicKey(text: Base64.text(bytes)) }
}

// MARK: - What tokens say

private struct Claims<Nats: Encodable>: Encodable {
  var exp: Int64?
  let iat: Int64
  let iss: String
  var jti: String?
  let name: String
  let nats: Nats
  let sub: String
}

private struct OperatorClaims: Encodable {
  let systemAccount: String?
  let type = "operator"
  let version = 2
}

private struct AccountClaims: Encodable {
  struct Limits: Encodable {
    let conn, payload, subs: Int
    let data = -1
    let exports = -1
    let imports = -1
    let leaf = -1
    let wildcards = true
    let memStorage, diskStorage, streams, consumer: Int?
  }

  let limits: Limits
  let revocations: [String: Int64]?
  let signingKeys: [String]?
  let type = "account"
  let version = 2

  init(_ account: NATSToken.Account) {
    let streams = account.hasStreams ? -1 : nil
    limits = Limits(
      conn: account.connectionLimit, payload: account.payloadLimit, subs: account.subscriptionLimit,
      memStorage: account.hasStreams ? account.memoryLimit : nil,
      diskStorage: account.hasStreams ? account.diskLimit : nil, streams: streams, consumer: streams)
    let revoked = account.revocations.map { (NKey(.user, $0).text, $1) }
    revocations = revoked.isEmpty ? nil : Dictionary(uniqueKeysWithValues: revoked)
    let keys = account.signingKeys.map { NKey(.account, $0).text }
    signingKeys = keys.isEmpty ? nil : keys
  }
}

private struct UserClaims: Encodable {
  struct Subjects: Encodable {
    let allow, deny: [String]?

    /// Servers take an empty list for permission to everything.
    init(_ subjects: [String]) {
      (allow, deny) = subjects.isEmpty ? (nil, [">"]) : (subjects, nil)
    }
  }

  let allowedConnectionTypes: [NATSToken.User.Way]?
  let bearerToken: Bool?
  let data = -1
  /// Only where another key than the account's signs.
  let issuerAccount: String?
  let payload: Int
  let pub: Subjects
  let sub: Subjects
  let subs: Int
  let type = "user"
  let version = 2

  init(_ user: NATSToken.User, account: String?) {
    allowedConnectionTypes = user.ways.isEmpty ? nil : user.ways
    bearerToken = user.isBearer ? true : nil
    issuerAccount = account
    (payload, subs) = (user.payloadLimit, user.subscriptionLimit)
    (pub, sub) = (Subjects(user.publishes), Subjects(user.subscribes))
  }
}
