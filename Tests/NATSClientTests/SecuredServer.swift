import Foundation
import NATSClient
import ProcessTesting
import Sealing

/// The key that a seed of equal bytes makes.
func key(_ seed: UInt8) throws -> SigningKey {
  guard let key = SigningKey(seed: [UInt8](repeating: seed, count: SigningKey.seedLength)) else {
    throw TimedOut("a key")
  }
  return key
}

/// A server with an operator, an account with a signing key, a system account, and TLS.
struct SecuredServer {
  let server: NATSServer
  /// The certificate of the server, PEM.
  let certificate: String
  let operatorKey, account, signer, system: SigningKey
  /// Seconds since 1970.
  let now = Int64(Date().timeIntervalSince1970)
  private let more: String

  /// - Parameters:
  ///   - host: the address that the certificate is for.
  ///   - more: what else the configuration says.
  init(host: String = "127.0.0.1", more: (URL) throws -> String = { _ in "" }) async throws {
    (operatorKey, account, signer, system) = (try key(1), try key(2), try key(3), try key(4))
    server = try NATSServer()
    certificate = try await Self.certificate(for: host, in: server.folder)
    self.more = try more(server.folder)
    try configure()
    try await server.start()
  }

  /// A new certificate for an address, PEM; lies with its key in a folder, if one is given.
  static func certificate(for host: String = "127.0.0.1", in folder: URL? = nil) async throws -> String {
    let place = folder ?? FileManager.default.temporaryDirectory.appending(path: "trove-tls-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    defer { if folder == nil { try? FileManager.default.removeItem(at: place) } }
    let (keyFile, file) = (place.appending(path: "key.pem"), place.appending(path: "certificate.pem"))
    let made = try await Command.run(
      "openssl",
      [
        "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", keyFile.path,
        "-out", file.path, "-days", "2", "-subj", "/CN=trove-test", "-addext", "subjectAltName=IP:\(host)",
      ])
    guard made.status == 0 else { throw TimedOut("a certificate: \(made.error)") }
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Writes the configuration, with users that are no longer welcome.
  func configure(revocations: [PublicKey: Int64] = [:]) throws {
    var hunt = NATSToken.Account(name: "hunt")
    (hunt.signingKeys, hunt.revocations) = ([signer.known], revocations)
    var system = NATSToken.Account(name: "system")
    system.hasStreams = false
    let tokens = [(account, hunt), (self.system, system)].map { key, account in
      let token = NATSToken.account(account, key: key.known, issued: now, by: operatorKey)
      return "  \(NKey(.account, key.known)): \"\(token)\"\n"
    }
    try server.configure(
      """
      operator: "\(NATSToken.operator(name: "organiser", issued: now, by: operatorKey))"
      system_account: \(NKey(.account, self.system.known))
      resolver: MEMORY
      resolver_preload: {
      \(tokens.joined())}
      tls { cert_file: "\(server.folder.path)/certificate.pem", key_file: "\(server.folder.path)/key.pem" }
      \(more)
      """)
  }

  /// A token of the account for a key.
  func token(_ user: NATSToken.User, for key: SigningKey, by signer: SigningKey? = nil) -> String {
    NATSToken.user(user, key: key.known, account: account.known, issued: now, by: signer ?? self.signer)
  }

  /// Options for a user, who signs with a key.
  func options(_ token: String, _ key: SigningKey) -> NATSOptions {
    var options = quickOptions(server)
    options.certificates = certificate
    options.credentials = NATSOptions.Credentials(token: token) { key.sign($0) }
    return options
  }

  /// A connection of a user with its own key.
  func connect(_ user: NATSToken.User, _ key: SigningKey, inbox: String = "_INBOX") async throws -> NATSConnection {
    var options = options(token(user, for: key), key)
    options.inboxPrefix = inbox
    return try await NATSConnection.connect(options)
  }
}
