package import EventDomain
package import Events
internal import NATSClient
package import NATSEvents
package import Sealing

/// Makes the tokens by which the servers of an event know everybody.
package struct EventPasses: Sendable {
  private let plan: EventPlan
  private let nodes: Int
  private let servers: [String]
  /// The address for phones.
  let phones: (host: String, port: Int)
  private let operatorKey, account, signer, system: SigningKey
  private let subjects: EventSubjects

  /// The passes of an event.
  package init(_ folder: EventFolder) throws(EventTrouble) {
    phones = (folder.address.host, folder.address.port + 1)
    (plan, nodes, servers, subjects) = (folder.plan, folder.nodes, folder.servers, EventSubjects(folder.plan.id))
    (operatorKey, account) = (try folder.key(.operator), try folder.key(.account))
    (signer, system) = (try folder.key(.signer), try folder.key(.system))
  }

  /// The tokens that the configuration of a server has, and the names of the accounts.
  func accounts(
    revoked: [PublicKey: Int64], issued: Int64
  ) -> (operator: String, account: String, accountName: String, system: String, systemName: String) {
    var own = NATSToken.Account(name: "event")
    own.signingKeys = [signer.known]
    own.revocations = revoked
    // Each connection takes 20 KB and some ten subscriptions.
    (own.connectionLimit, own.subscriptionLimit) = (Self.mostConnections, 20 * Self.mostConnections)
    // All copies of a stream count.
    (own.memoryLimit, own.diskLimit) = (nodes * Self.mostMemory, nodes * Self.mostDisk)
    var systemAccount = NATSToken.Account(name: "SYS")
    systemAccount.hasStreams = false
    return (
      NATSToken.operator(name: "organiser", systemAccount: system.known, issued: issued, by: operatorKey),
      NATSToken.account(own, key: account.known, issued: issued, by: operatorKey),
      NKey(.account, account.known).text,
      NATSToken.account(systemAccount, key: system.known, issued: issued, by: operatorKey),
      NKey(.account, system.known).text
    )
  }

  /// A word that nobody knows who does not have the keys: what the servers of a cluster know each other by.
  var password: String { Checksum.word(system.sign(Array("routes".utf8))) }

  /// The token of the organiser, and of the referee.
  func organiser(_ key: PublicKey, issued: Int64) -> String {
    token(NATSToken.User(name: "organiser", publishes: [">"], subscribes: [">"]), key, issued)
  }

  /// The token of a player.
  package func player(_ player: Player, key: PublicKey, issued: Int64) -> String {
    let rights = subjects.rights(of: player, sharesAll: plan.positions.areShared)
    var user = NATSToken.User(name: player.id.text, publishes: rights.publishes, subscribes: rights.subscribes)
    user.ways = [.standard]
    user.subscriptionLimit = 50
    user.payloadLimit = Claim.largest + 4096
    return token(user, key, issued)
  }

  /// An invitation, which the book of the host has.
  package func link(_ invitation: String, certificate: String, issued: Int64) -> EventLink {
    let rights = subjects.rights(ofInvitation: invitation)
    var user = NATSToken.User(
      name: invitation, publishes: rights.publishes, subscribes: rights.subscribes)
    user.ways = [.standard]
    user.isBearer = true
    user.subscriptionLimit = 10
    user.payloadLimit = 4096
    return EventLink(
      event: plan.id, servers: servers, certificate: certificate, invitation: invitation,
      token: token(user, Self.key(ofInvitation: invitation) ?? signer.known, issued))
  }

  /// The key that the token of an invitation names, and by which it can be made void.
  ///
  /// It is made of the invitation's name, and no private key belongs to it: the server accepts a bearer token without a
  /// signature.
  package static func key(ofInvitation invitation: String) -> PublicKey? {
    let name = invitation.utf8.prefix(32)
    return PublicKey(text: Base64.text(name + [UInt8](repeating: 0, count: 32 - name.count)))
  }

  /// The token of a phone: enough without a key, and for MQTT only.
  func phoneToken(
    _ player: Player, publishes: [String], subscribes: [String], _ key: PublicKey, _ issued: Int64
  ) -> String {
    var user = NATSToken.User(name: player.id.text, publishes: publishes, subscribes: subscribes)
    user.ways = [.mqtt]
    user.isBearer = true
    user.subscriptionLimit = 10
    user.payloadLimit = 4096
    return token(user, key, issued)
  }

  private func token(_ user: NATSToken.User, _ key: PublicKey, _ issued: Int64) -> String {
    var user = user
    user.expires = issued + Self.validity
    return NATSToken.user(user, key: key, account: account.known, issued: issued, by: signer)
  }

  /// Seconds for which passes and certificates are valid: what browsers take at the most, 397 days.
  static let validity: Int64 = 397 * 86_400
  /// Connections that a server takes.
  private static let mostConnections = 20_000
  /// Bytes that the streams of the event may have in the memory and on the disk of a server.
  static let mostMemory = 256 << 20, mostDisk = 4 << 30
}
