package import Events
internal import FoundationEssentials
internal import Glibc
package import NATSClient
package import Sealing
internal import SystemKit

/// The nats-server of an event, a child of this program.
package final class EventServer: Sendable {
  private let folder: EventFolder
  private let environment: [String: String]
  private let now: @Sendable () -> Int64
  private let ended = Monitor<String?>(nil)

  /// - Parameters:
  ///   - environment: the child's variables; `TROVE_NATS_SERVER` names the program.
  ///   - now: seconds since 1970.
  package init(_ folder: EventFolder, environment: [String: String], now: @escaping @Sendable () -> Int64) {
    (self.folder, self.environment, self.now) = (folder, environment, now)
  }

  /// Starts the server; what an earlier host that was killed has left running is ended first.
  ///
  /// Throws: ``EventTrouble/refused(_:)`` if it cannot be started.
  package func start() throws(EventTrouble) {
    endLeftover()
    try makeCertificate()
    try configure(revoked: [:])
    let words = [environment["TROVE_NATS_SERVER"] ?? "nats-server", "-c", configuration]
    let (ended, environment) = (ended, environment)
    let hasStarted = SystemThread.start(blocksSignals: true) {
      var last: [UInt8] = []
      let outcome = ChildProgram.run(words, environment: environment) { bytes in
        last = (last + bytes).suffix(300)
        return true
      }
      ended.withLock { why in
        why =
          switch outcome {
          case .notStarted(ENOENT): "nats-server is not installed (Debian, Ubuntu: sudo apt install nats-server)"
          case .notStarted(let code): "nats-server cannot be started: \(SystemError(code: code))"
          default: "nats-server has ended: \(String(decoding: last, as: UTF8.self).split(separator: "\n").last ?? "")"
          }
      }
    }
    guard hasStarted else { throw .unreachable("no thread to be had") }
  }

  /// Connects as the organiser, as soon as the server answers.
  package func connect(patience: Duration = .seconds(10)) async throws(EventTrouble) -> NATSConnection {
    let end = ContinuousClock.now + patience
    while true {
      if let why = ended.withLock({ $0 }) { throw .refused(why) }
      do throws(NATSError) { return try await EventServer.connect(folder, now: now()) } catch {
        guard case .unreachable = error, ContinuousClock.now < end else { throw EventTrouble(error) }
      }
      try? await Task.sleep(for: .milliseconds(20))
    }
  }

  /// Why the server has ended by itself; `nil` while it runs.
  package var trouble: String? { ended.withLock { $0 } }

  /// Ends the server, and waits until it has.
  package func stop() {
    guard let pid = Self.pid(pidFile) else { return }
    kill(pid, SIGTERM)
    if ended.wait(atMost: .seconds(5), { $0 }) == nil { kill(pid, SIGKILL) }
  }

  /// Lets the server know that these players' passes are void, at once.
  package func revoke(_ keys: [PublicKey: Int64]) throws(EventTrouble) {
    try configure(revoked: keys)
    if let pid = Self.pid(pidFile) { kill(pid, SIGHUP) }
  }

  /// Connects to the server of an event as its organiser.
  package static func connect(_ folder: EventFolder, now: Int64) async throws(NATSError) -> NATSConnection {
    let passes: EventPasses
    let certificate: String
    let key: SigningKey
    do throws(EventTrouble) {
      (passes, certificate) = (try EventPasses(folder), try folder.certificate())
      key = try folder.key(.organiser)
    } catch { throw .other("\(error)") }
    var options = NATSOptions(servers: ["\(folder.address.host):\(folder.address.port)"])
    options.certificates = certificate
    options.credentials = .init(token: passes.organiser(key.known, issued: now)) { key.sign($0) }
    options.jitter = .milliseconds(100)
    return try await NATSConnection.connect(options)
  }

  // MARK: - Files

  private var store: String { "\(folder.path)/server" }
  private var configuration: String { "\(store)/nats.conf" }
  private var pidFile: String { "\(store)/nats.pid" }

  private func configure(revoked: [PublicKey: Int64]) throws(EventTrouble) {
    mkdir(store, 0o700)
    let (passes, address) = (try EventPasses(folder), folder.address)
    let tokens = passes.accounts(revoked: revoked, issued: now())
    let listen = address.isOpen ? "0.0.0.0" : address.host
    let tls = "tls { cert_file: \"\(folder.path)/tls/cert.pem\", key_file: \"\(folder.path)/tls/key.pem\" }"
    let text = """
      server_name: host
      listen: "\(listen):\(address.port)"
      pid_file: "\(pidFile)"
      log_file: "\(store)/nats.log"
      logfile_size_limit: 10MB
      operator: "\(tokens.operator)"
      system_account: \(tokens.systemName)
      resolver: MEMORY
      resolver_preload: { \(tokens.accountName): "\(tokens.account)", \(tokens.systemName): "\(tokens.system)" }
      \(tls)
      jetstream { store_dir: "\(store)/streams", max_mem: 256M, max_file: 4G }
      mqtt { listen: "\(listen):\(address.port + 1)", \(tls) }
      max_payload: 1MB
      ping_interval: "5s"
      ping_max: 2

      """
    try folder.write(Array(text.utf8), "server/nats.conf")
  }

  /// Makes the certificate of the server once; it lasts a year.
  private func makeCertificate() throws(EventTrouble) {
    let tls = "\(folder.path)/tls"
    guard access("\(tls)/cert.pem", R_OK) != 0 else { return }
    mkdir(tls, 0o700)
    let host = folder.address.host
    let isNumber = host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    let words = [
      "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "397",
      "-subj", "/CN=trove-event", "-addext", "subjectAltName=\(isNumber ? "IP" : "DNS"):\(host)", "-addext",
      "extendedKeyUsage=serverAuth", "-keyout", "\(tls)/key.pem", "-out", "\(tls)/cert.pem",
    ]
    switch ChildProgram.run(words, environment: environment, hear: { _ in true }) {
    case .ended(status: 0): break
    case .notStarted(ENOENT): throw .refused("openssl is not installed (Debian, Ubuntu: sudo apt install openssl)")
    default: throw .refused("openssl made no certificate in \(tls)")
    }
  }

  private func endLeftover() {
    guard let pid = Self.pid(pidFile),
      let words = EventFolder.read("/proc/\(pid)/cmdline").map({ String(decoding: $0, as: UTF8.self) }),
      words.contains(configuration)
    else { return }
    kill(pid, SIGTERM)
    for _ in 0..<500 where kill(pid, 0) == 0 { usleep(10_000) }
    kill(pid, SIGKILL)
  }

  private static func pid(_ path: String) -> pid_t? {
    EventFolder.read(path).flatMap { pid_t(String(decoding: $0.prefix { $0 > 32 }, as: UTF8.self)) }
      .flatMap { $0 > 1 ? $0 : nil }
  }
}

extension EventFolder {
  /// The certificate of the server, PEM; it is there after the host has started once.
  package func certificate() throws(EventTrouble) -> String {
    guard let bytes = Self.read("\(path)/tls/cert.pem") else {
      throw .refused("there is no certificate yet: trove event host \(path) makes it")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
