package import Events
internal import FoundationEssentials
internal import Glibc
internal import HuntDomain
package import NATSClient
internal import NATSEvents
internal import Numbers
package import Sealing
internal import SystemKit

/// The servers of an event, children of this program: one nats-server, or a cluster of them.
package final class EventServer: Sendable {
  private let folder: EventFolder
  private let environment: [String: String]
  private let now: @Sendable () -> Int64
  /// When its tokens were made: a server that reads its configuration again refuses another operator.
  private let issued: Int64
  private let ended = Monitor<String?>(nil)
  private let isStopping = Guarded(false)
  /// Whether the servers can wait for the disk with each message.
  private let syncs = Guarded(false)
  /// The passes that it knows to be void.
  private let revoked = Guarded<[PublicKey: Int64]>([:])
  /// Those whose disk was full.
  private let full = Guarded<Set<Int>>([])

  /// - Parameters:
  ///   - environment: the child's variables; `TROVE_NATS_SERVER` names the program.
  ///   - now: seconds since 1970.
  package init(_ folder: EventFolder, environment: [String: String], now: @escaping @Sendable () -> Int64) {
    (self.folder, self.environment, self.now) = (folder, environment, now)
    issued = now()
  }

  /// Starts the server; what an earlier host that was killed has left running is ended first.
  ///
  /// - Parameter revoked: the keys whose passes are void, and since when.
  ///
  /// Throws: ``EventTrouble/refused(_:)`` if it cannot be started.
  package func start(revoked: [PublicKey: Int64] = [:]) throws(EventTrouble) {
    for node in 0..<folder.nodes { endLeftover(node) }
    if let port = folder.address.takenPort(nodes: folder.nodes) {
      throw .refused(
        "The port \(port) is taken by another program: end that one, or make the event with another port, "
          + "trove event new --address \(folder.address.host):PORT.")
    }
    try makeCertificate("cert", key: "key", of: folder.address.host)
    if folder.nodes > 1 { try makeCertificate("route", key: "route-key", of: "127.0.0.1") }
    let canSync = try checkVersion()
    syncs.withLock { $0 = canSync }
    try configure(revoked: revoked)
    for node in 0..<folder.nodes { try start(node) }
  }

  /// The first version whose clusters keep what they have acknowledged: before, replicas could differ after a partition,
  /// and a prize be promised twice.
  private static let safeCluster = NATSVersion(2, 11, 0)
  /// The first version that can wait for the disk with each message.
  private static let canSync = NATSVersion(2, 10, 0)

  /// Refuses a cluster of servers that lose finds; returns whether the server can wait for the disk.
  private func checkVersion() throws(EventTrouble) -> Bool {
    var output: [UInt8] = []
    let outcome = ChildProgram.run([program, "--version"], environment: environment) { bytes in
      output = (output + bytes).suffix(300)
      return true
    }
    if case .notStarted(let code) = outcome { throw Self.notStarted(code) }
    let text = String(decoding: output, as: UTF8.self)
    let version = text.split { $0 == " " || $0 == "\n" }.last.flatMap {
      NATSVersion(String($0.first == "v" ? $0.dropFirst() : $0))
    }
    guard folder.nodes == 1 || version.map({ $0 >= Self.safeCluster }) ?? false else {
      throw .refused(
        "nats-server \(version.map { "\($0)" } ?? "of an unknown version") may promise a prize twice when its nodes are "
          + "cut off from each other: --nodes needs \(Self.safeCluster) or later, and TROVE_NATS_SERVER names it")
    }
    return version.map { $0 >= Self.canSync } ?? false
  }

  private static func notStarted(_ code: Int32) -> EventTrouble {
    code == ENOENT
      ? .refused("nats-server is not installed (Debian, Ubuntu: sudo apt install nats-server)")
      : .refused("nats-server cannot be started: \(SystemError(code: code))")
  }

  private var program: String { environment["TROVE_NATS_SERVER"].flatMap { $0.isEmpty ? nil : $0 } ?? "nats-server" }

  private func start(_ node: Int) throws(EventTrouble) {
    let words = [program, "-c", configuration(node)]
    let (ended, isStopping, environment, log) = (ended, isStopping, environment, log(node))
    let hasStarted = SystemThread.start(blocksSignals: true) {
      while true {
        let start = ContinuousClock.now
        let why = Self.run(words, environment, log: log)
        if isStopping.withLock({ $0 }) { break }
        // One that was killed is started again; one that ends by itself at once has a reason that stays.
        if let why, start.duration(to: .now) <= Self.shortRun { return ended.withLock { $0 = why } }
        usleep(200_000)
      }
    }
    guard hasStarted else { throw .unreachable("no thread to be had") }
  }

  /// Runs a server to its end; returns why it ended, or `nil` if it was killed.
  private static func run(_ words: [String], _ environment: [String: String], log: String) -> String? {
    let start = Self.end(of: log)
    var said: [UInt8] = []
    let outcome = ChildProgram.run(words, environment: environment) { bytes in
      said = (said + bytes).suffix(longestReason)
      return true
    }
    if case .notStarted(let code) = outcome { return "\(notStarted(code))" }
    if outcome == .killed(signal: SIGKILL) { return nil }
    let last = String(decoding: said, as: UTF8.self).split(separator: "\n").last.map(String.init)
    let why = complaint(in: log, from: start) ?? last ?? "it has not said why"
    return "nats-server has ended: \(why) (\(log))"
  }

  /// Bytes of a log in which the reason is looked for.
  private static let longestReason = 4096

  private static func end(of log: String) -> off_t {
    var facts = stat()
    return stat(log, &facts) == 0 ? facts.st_size : 0
  }

  /// The last line of a log, from a place on, that tells of an error, without its time; `nil` if there is none.
  private static func complaint(in log: String, from start: off_t) -> String? {
    let end = end(of: log)
    let file = open(log, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    // A log that has become too large begins anew.
    lseek(file, max(start <= end ? start : 0, end - off_t(longestReason)), SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: longestReason)
    guard let count = try? SystemIO.read(file, into: &bytes) else { return nil }
    let lines = String(decoding: bytes.prefix(count), as: UTF8.self).split(separator: "\n")
    let words = lines.last { $0.contains("[FTL] ") || $0.contains("[ERR] ") }
    // `[PID] DATE TIME [FTL] WORDS`
    return words?.split(separator: "] ", maxSplits: 2).last.map(String.init)
  }

  /// A server that runs for less than this could not do what it was started for.
  private static let shortRun = Duration.seconds(1)

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
    isStopping.withLock { $0 = true }
    let pids = (0..<folder.nodes).compactMap { Self.pid(pidFile($0)) }
    for pid in pids { kill(pid, SIGTERM) }
    for pid in pids { Self.wait(for: pid) }
  }

  /// Starts servers of a cluster again whose disk was full, as soon as there is room: they have given up their streams.
  ///
  /// To be called about once a second. Returns what the organiser should know, as sentences; and whether everything has
  /// to start again: a single server may have lost what it had acknowledged.
  package func tendDisks() -> (sentences: [String], startsAgain: Bool) {
    var sentences: Set<String> = []
    for node in 0..<folder.nodes {
      guard let room = Self.room(streams(node)) else { continue }
      if room < Self.leastRoom, full.withLock({ $0.insert(node).inserted }) {
        sentences.insert("The disk is full: the event goes on when there is room.")
      }
      if room >= Self.enoughRoom, full.withLock({ $0.remove(node) != nil }) {
        sentences.insert("There is room on the disk again.")
        if folder.nodes == 1 { return (sentences.sorted(), true) }
        if let pid = Self.pid(pidFile(node)) { kill(pid, SIGTERM) }
      }
    }
    return (sentences.sorted(), false)
  }

  /// Bytes: a disk with fewer is full, and one with more is not any longer.
  private static let (leastRoom, enoughRoom): (UInt64, UInt64) = (1 << 20, 8 << 20)

  /// Bytes that can be written to the disk of a folder; `nil` if there is no such folder.
  private static func room(_ path: String) -> UInt64? {
    var facts = statvfs()
    guard statvfs(path, &facts) == 0 else { return nil }
    return UInt64(facts.f_bavail) * UInt64(facts.f_frsize)
  }

  /// Lets the server know that the passes of these keys are void, and no others, at once.
  package func revoke(_ keys: [PublicKey: Int64]) throws(EventTrouble) {
    guard revoked.withLock({ $0 }) != keys else { return }
    try configure(revoked: keys)
    for node in 0..<folder.nodes { if let pid = Self.pid(pidFile(node)) { kill(pid, SIGHUP) } }
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
    var options = NATSOptions(servers: folder.servers)
    options.certificates = certificate
    options.credentials = .init(token: passes.organiser(key.known, issued: now)) { key.sign($0) }
    options.jitter = .milliseconds(100)
    // Without the host nobody gets an answer: it must not stay with a server that is cut off.
    options.pingInterval = .seconds(1)
    return try await NATSConnection.connect(options)
  }

  // MARK: - Files

  private var store: String { "\(folder.path)/server" }
  private func streams(_ node: Int) -> String { "\(store)/streams\(node == 0 ? "" : "\(node + 1)")" }
  private func configuration(_ node: Int) -> String { "\(store)/\(Self.name(node)).conf" }
  private func pidFile(_ node: Int) -> String { "\(store)/\(Self.name(node)).pid" }
  private func log(_ node: Int) -> String { "\(store)/\(Self.name(node)).log" }
  private static func name(_ node: Int) -> String { node == 0 ? "nats" : "nats\(node + 1)" }

  private func configure(revoked: [PublicKey: Int64]) throws(EventTrouble) {
    mkdir(store, 0o700)
    let passes = try EventPasses(folder)
    let tokens = passes.accounts(revoked: revoked, issued: issued)
    for node in 0..<folder.nodes {
      let listen = folder.address.isOpen ? "0.0.0.0" : folder.address.host
      let port = folder.port(ofNode: node)
      let tls = "tls { cert_file: \"\(folder.path)/tls/cert.pem\", key_file: \"\(folder.path)/tls/key.pem\" }"
      let text = """
        server_name: \(Self.name(node))
        listen: "\(listen):\(port)"
        pid_file: "\(pidFile(node))"
        log_file: "\(log(node))"
        logfile_size_limit: 10MB
        operator: "\(tokens.operator)"
        system_account: \(tokens.systemName)
        resolver: MEMORY
        resolver_preload: { \(tokens.accountName): "\(tokens.account)", \(tokens.systemName): "\(tokens.system)" }
        \(tls)
        jetstream { store_dir: "\(streams(node))", max_mem: \(EventPasses.mostMemory), max_file: \(EventPasses.mostDisk)\
        \(syncs.withLock { $0 } ? ", sync_interval: always" : "") }
        mqtt { listen: "\(listen):\(port + 1)", \(tls) }
        max_payload: 1MB
        ping_interval: "5s"
        ping_max: 2
        \(cluster(node, password: passes.password))

        """
      try folder.write(Array(text.utf8), "server/\(Self.name(node)).conf")
    }
    self.revoked.withLock { $0 = revoked }
  }

  /// The servers of a cluster, which all run on this computer.
  ///
  /// - Parameter password: what they know each other by; other programs of this computer do not have it.
  private func cluster(_ node: Int, password: String) -> String {
    guard folder.nodes > 1 else { return "" }
    let routes = (0..<folder.nodes).map { "nats://event:\(password)@127.0.0.1:\(folder.port(ofNode: $0) + 2)" }
    let tls = "\(folder.path)/tls/route"
    return "cluster { name: event, listen: \"127.0.0.1:\(folder.port(ofNode: node) + 2)\", "
      + "authorization { user: event, password: \(password), timeout: 5 }, "
      // Each shows the certificate, and trusts this one alone.
      + "tls { cert_file: \"\(tls).pem\", key_file: \"\(tls)-key.pem\", ca_file: \"\(tls).pem\", timeout: 5 }, "
      // Until a server that is cut off is noticed, the others pass questions on to it.
      + "routes: [\(routes.joined(separator: ", "))], no_advertise: true, ping_interval: \"1s\", ping_max: 2 }"
  }

  /// Makes a certificate once; it lasts a year from yesterday on, for the clocks of players are not right.
  ///
  /// - Parameters:
  ///   - name: the file of the certificate, without `.pem`.
  ///   - key: the file of its key, without `.pem`.
  ///   - host: whose it is.
  private func makeCertificate(_ name: String, key: String, of host: String) throws(EventTrouble) {
    let (tls, making) = ("\(folder.path)/tls", "\(folder.path)/tls/making")
    guard access("\(tls)/\(name).pem", R_OK) != 0 else { return }
    mkdir(tls, 0o700)
    mkdir(making, 0o700)
    defer { try? FileManager.default.removeItem(atPath: making) }
    try folder.write(Array(Self.certificateSettings(of: host).utf8), "tls/making/settings")
    try folder.write([], "tls/making/index")
    try openssl(
      "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-subj", "/CN=trove-event",
      "-keyout", "\(tls)/\(key).pem", "-out", "\(making)/request")
    try openssl(
      "ca", "-batch", "-selfsign", "-notext", "-keyfile", "\(tls)/\(key).pem", "-in", "\(making)/request", "-startdate",
      Self.date(now() - 86_400), "-enddate", Self.date(now() + EventPasses.validity), "-out", "\(tls)/\(name).pem")
  }

  /// What openssl has no options for; only `ca` can set the first day.
  private static func certificateSettings(of host: String) -> String {
    let isNumber = host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    return """
      [ca]
      default_ca = event
      [event]
      database = $ENV::TROVE_TLS/index
      new_certs_dir = $ENV::TROVE_TLS
      rand_serial = yes
      default_md = sha256
      policy = names
      x509_extensions = server
      [names]
      commonName = supplied
      [server]
      basicConstraints = critical, CA:TRUE
      subjectKeyIdentifier = hash
      subjectAltName = \(isNumber ? "IP" : "DNS"):\(host)
      extendedKeyUsage = serverAuth, clientAuth
      [req]
      distinguished_name = subject
      [subject]

      """
  }

  private func openssl(_ command: String, _ words: String...) throws(EventTrouble) {
    let making = "\(folder.path)/tls/making"
    let words = ["openssl", command, "-config", "\(making)/settings"] + words
    let environment = environment.merging(["TROVE_TLS": making]) { $1 }
    switch ChildProgram.run(words, environment: environment, hear: { _ in true }) {
    case .ended(status: 0): break
    case .notStarted(ENOENT): throw .refused("openssl is not installed (Debian, Ubuntu: sudo apt install openssl)")
    default: throw .refused("openssl made no certificate in \(folder.path)/tls")
    }
  }

  /// A time in seconds since 1970 as openssl wants it: `20260501091207Z`.
  private static func date(_ seconds: Int64) -> String {
    Timestamp(milliseconds: seconds * 1000).description.filter(\.isNumber).prefix(14) + "Z"
  }

  private func endLeftover(_ node: Int) {
    guard let pid = Self.pid(pidFile(node)),
      let words = EventFolder.read("/proc/\(pid)/cmdline").map({ String(decoding: $0, as: UTF8.self) }),
      words.contains(configuration(node))
    else { return }
    kill(pid, SIGTERM)
    Self.wait(for: pid)
  }

  /// Waits until a server has ended, and ends it after some seconds.
  private static func wait(for pid: pid_t) {
    for _ in 0..<500 where kill(pid, 0) == 0 { usleep(10_000) }
    guard kill(pid, SIGKILL) == 0 else { return }
    // Its ports are free only then.
    for _ in 0..<500 where kill(pid, 0) == 0 { usleep(10_000) }
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

  /// The certificate of the server and its key, PEM, for another server of this host; there as ``certificate()`` is.
  package func identity() throws(EventTrouble) -> (certificate: String, key: String) {
    guard let key = Self.read("\(path)/tls/key.pem") else { throw .damaged("\(path)/tls/key.pem cannot be read") }
    return (try certificate(), String(decoding: key, as: UTF8.self))
  }
}
