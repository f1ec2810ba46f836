/// How to connect to a NATS server, or to one of several.
package struct NATSOptions: Sendable {
  /// A user's token, and the key that it was made for.
  package struct Credentials: Sendable {
    /// A user token; see ``NATSToken/user(_:key:account:by:)``.
    package let token: String
    /// Signs what the server sends, by the private key of the user; called on a thread of its own.
    package let sign: @Sendable ([UInt8]) -> [UInt8]

    /// Creates credentials.
    package init(token: String, sign: @escaping @Sendable ([UInt8]) -> [UInt8]) {
      (self.token, self.sign) = (token, sign)
    }
  }

  /// Addresses, `HOST:PORT`, tried in random order; give all servers of a cluster.
  package var servers: [String]
  /// Certificates (PEM) that are trusted, with a check of the host's name, and no others; `nil` for no TLS.
  package var certificates: String?
  /// Who connects; `nil` where the server asks nobody.
  package var credentials: Credentials?
  /// Under which subject answers to this client come: the user must be allowed to listen to `PREFIX.>`.
  package var inboxPrefix = "_INBOX"
  /// What the server's lists call this client.
  package var name = "trove"
  /// Whether the first connection may take as long as it likes; otherwise an unreachable server is an error.
  package var keepsTrying = false
  /// How long one server may take to accept a connection.
  package var connectLimit = Duration.seconds(3)
  /// How long to wait before connecting again, and at most how much longer, by chance: not all clients come at once.
  package var pause = Duration.milliseconds(250)
  /// See ``pause``.
  package var jitter = Duration.milliseconds(1500)
  /// How often the server is asked whether it is there; after two questions without answer the connection is lost.
  package var pingInterval = Duration.seconds(2)
  /// Bytes of messages that may wait for a connection.
  package var outboxLimit = 8 << 20

  /// The usual options.
  package init(servers: [String]) { self.servers = servers }

  /// The addresses as libnats wants them.
  func addresses() throws(NATSError) -> [String] {
    guard !servers.isEmpty else { throw .badAddress("") }
    var found: [String] = []
    for server in servers {
      var host = server[...]
      for scheme in ["nats://", "tls://"] where host.hasPrefix(scheme) { host = host.dropFirst(scheme.count) }
      guard let colon = host.lastIndex(of: ":"), colon > host.startIndex,
        let port = UInt16(host[host.index(after: colon)...]), port > 0, host.utf8.count < 300,
        host.utf8.allSatisfy(Self.isOfHost)
      else { throw .badAddress(server) }
      found.append((certificates == nil ? "nats://" : "tls://") + host)
    }
    return found
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "-._:[]".utf8.contains(byte)
    }
  }
}
