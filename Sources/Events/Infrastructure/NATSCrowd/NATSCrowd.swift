internal import CTLS
internal import Glibc
internal import Sealing

/// Thousands of users of a NATS server, each with a connection of its own over TLS, on one thread.
///
/// For simulations: libnats needs two threads for a connection. It does what a user of an event needs, and no more:
/// subscribe, publish, ask. Nothing is kept for a connection that is down, and none comes back by itself.
///
/// Belongs to one thread, which should block signals, because writing to a connection that is gone raises SIGPIPE.
package final class NATSCrowd {
  /// A user who connects.
  package struct User {
    /// The token that the server believes.
    package let token: String
    /// What the user hears; a subscription's number is its place in this list.
    package let subjects: [String]
    /// Signs the server's nonce with the user's key.
    package let sign: ([UInt8]) -> [UInt8]

    /// Creates a user.
    package init(token: String, subjects: [String], sign: @escaping ([UInt8]) -> [UInt8]) {
      (self.token, self.subjects, self.sign) = (token, subjects, sign)
    }
  }

  /// What happens to a user.
  package enum Event {
    /// The connection is there, and the subscriptions are made.
    case up
    /// The connection is gone, and why.
    case down(String)
    /// A message has come for a subscription.
    case message(subscription: Int, subject: ArraySlice<UInt8>, bytes: ArraySlice<UInt8>)
  }

  /// Why there can be no crowd.
  package enum Trouble: Error, Hashable, CustomStringConvertible {
    case noLibrary
    case noCertificate
    case noAddress(String)
    case noPoll(String)

    package var description: String {
      switch self {
      case .noLibrary: "libssl 3 is missing: apt install libssl3"
      case .noCertificate: "the certificate of the event is damaged"
      case .noAddress(let server): "\(server) is no address of a server"
      case .noPoll(let why): "connections cannot be waited for: \(why)"
      }
    }
  }

  private enum Phase { case closed, dialling, greeted, shaking, logging, up }

  private struct Member {
    let user: User
    var phase = Phase.closed
    var socket: CInt = -1
    var tls: UnsafeMutableRawPointer?
    var text = ServerText()
    var unwritten: [UInt8] = []
    var waitsToWrite = false
    var heard = ContinuousClock.now
    var nonce = ""
    /// The next server to try.
    var server: Int
    /// Until when nothing is read or written.
    var held: ContinuousClock.Instant?
  }

  /// How long a server may say nothing: it is asked after the first time, and given up after the second.
  private static let quiet = Duration.seconds(2), silent = Duration.seconds(6)
  /// Bytes that may wait for a server; a user who has more is cut off.
  private static let mostUnwritten = 4 << 20

  private let servers: [sockaddr_in]
  private let context: UnsafeMutableRawPointer
  private let poll: CInt
  private var members: [Member] = []
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  private var happened: [(Int, Event)] = []
  private var swept = ContinuousClock.now

  /// A crowd without users.
  ///
  /// - Parameters:
  ///   - servers: `HOST:PORT`; users begin with them by turns.
  ///   - certificate: the servers' certificate, PEM.
  package init(servers: [String], certificate: String) throws(Trouble) {
    guard trove_tls_load() != 0 else { throw .noLibrary }
    guard let context = trove_tls_context(certificate) else { throw .noCertificate }
    var addresses: [sockaddr_in] = []
    for server in servers {
      guard let address = Self.address(server) else {
        trove_tls_free_context(context)
        throw .noAddress(server)
      }
      addresses.append(address)
    }
    poll = epoll_create1(CInt(EPOLL_CLOEXEC))
    guard poll >= 0 else {
      trove_tls_free_context(context)
      throw .noPoll(String(cString: strerror(errno)))
    }
    (self.servers, self.context) = (addresses, context)
  }

  deinit {
    for index in members.indices { release(index) }
    trove_tls_free_context(context)
    close(poll)
  }

  /// How many files the process may have open, raised as far as it goes.
  package static func raiseFileLimit() -> Int {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return Int(clamping: limit.rlim_cur)
  }

  // MARK: - Users

  /// Adds a user, who is not connected; returns the user's number, from 0.
  package func add(_ user: User) -> Int {
    members.append(Member(user: user, server: servers.isEmpty ? 0 : members.count % servers.count))
    return members.count - 1
  }

  /// Whether a user's connection can be used.
  package func isUp(_ index: Int) -> Bool { members[index].phase == .up }

  /// Begins to connect a user who is not connected: to another server than the time before.
  package func connect(_ index: Int) {
    guard members[index].phase == .closed, !servers.isEmpty else { return }
    var address = servers[members[index].server % servers.count]
    members[index].server += 1
    let file = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard file >= 0 else { return tell(index, .down(String(cString: strerror(errno)))) }
    var yes: CInt = 1
    setsockopt(file, CInt(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<CInt>.size))
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(file, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard status == 0 || errno == EINPROGRESS else {
      let why = String(cString: strerror(errno))
      close(file)
      return tell(index, .down(why))
    }
    members[index].socket = file
    members[index].phase = .dialling
    members[index].heard = .now
    watch(index, EPOLL_CTL_ADD, writes: false)
  }

  /// Publishes a message of a user who is up; otherwise nothing happens.
  ///
  /// - Parameters:
  ///   - reply: where an answer goes.
  ///   - header: one line, `NAME: VALUE`.
  package func publish(_ index: Int, _ subject: String, _ bytes: [UInt8], reply: String? = nil, header: String? = nil) {
    guard members[index].phase == .up else { return }
    let head = header.map { "NATS/1.0\r\n\($0)\r\n\r\n" }
    var line = "\(head == nil ? "PUB" : "HPUB") \(subject) "
    if let reply { line += "\(reply) " }
    if let head { line += "\(head.utf8.count) " }
    line += "\((head?.utf8.count ?? 0) + bytes.count)\r\n"
    write(index, Array((line + (head ?? "")).utf8) + bytes + [0x0D, 0x0A])
  }

  /// Cuts a user's connection as a killed program does, without a word to the server.
  package func cut(_ index: Int) {
    guard members[index].phase != .closed else { return }
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(members[index].socket, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
    lose(index, "cut")
  }

  /// Neither reads nor writes anything of a user's until then, as on a network that has stopped.
  package func hold(_ index: Int, until time: ContinuousClock.Instant) {
    guard members[index].phase != .closed else { return }
    members[index].held = time
    watch(index, EPOLL_CTL_MOD, writes: false)
  }

  // MARK: - What happens

  /// Waits for at most a time, and tells what has happened.
  package func wait(atMost time: Duration, _ hear: (Int, Event) -> Void) {
    sweep()
    var events = [epoll_event](repeating: epoll_event(), count: 512)
    let milliseconds = happened.isEmpty ? CInt(clamping: Int(time / .milliseconds(1))) : 0
    let count = epoll_wait(poll, &events, 512, max(0, milliseconds))
    let now = ContinuousClock.now
    for event in events.prefix(max(0, Int(count))) {
      let index = Int(event.data.u32)
      guard members[index].phase != .closed else { continue }
      members[index].heard = now
      step(index, event.events, hear)
    }
    while !happened.isEmpty {
      let told = happened
      happened = []
      for (index, event) in told { hear(index, event) }
    }
  }

  private func step(_ index: Int, _ events: UInt32, _ hear: (Int, Event) -> Void) {
    if members[index].phase == .dialling {
      var (problem, size): (CInt, socklen_t) = (0, socklen_t(MemoryLayout<CInt>.size))
      getsockopt(members[index].socket, SOL_SOCKET, SO_ERROR, &problem, &size)
      guard problem == 0 else { return lose(index, String(cString: strerror(problem))) }
      members[index].phase = .greeted
    }
    if members[index].phase == .shaking { return shake(index) }
    if events & EPOLLOUT.rawValue != 0 { flush(index) }
    if events & (EPOLLIN.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 { read(index, hear) }
  }

  private func read(_ index: Int, _ hear: (Int, Event) -> Void) {
    while members[index].phase != .closed, members[index].phase != .shaking {
      let count: Int
      if let tls = members[index].tls {
        count = buffer.withUnsafeMutableBytes { trove_tls_read(tls, $0.baseAddress, $0.count) }
      } else {
        let got = buffer.withUnsafeMutableBytes { recv(members[index].socket, $0.baseAddress, $0.count, 0) }
        count = got < 0 && errno == EAGAIN ? TROVE_TLS_READS : got < 0 ? TROVE_TLS_FAILED : got
      }
      guard count > 0 else {
        if count == TROVE_TLS_END || count == TROVE_TLS_FAILED { lose(index, "the server has ended it") }
        return
      }
      // The parser is taken out, so that it does not hear of what its own statements change.
      var text = members[index].text
      members[index].text = ServerText()
      var statements: [ServerText.Statement] = []
      do throws(ServerText.NoProtocol) {
        try text.take(buffer[..<count]) { statements.append($0) }
      } catch {
        return lose(index, "this is no server of NATS")
      }
      members[index].text = text
      for statement in statements { follow(index, statement, hear) }
      // What is still in the socket is told again.
      if let tls = members[index].tls, trove_tls_has_more(tls) == 0 { return }
    }
  }

  private func follow(_ index: Int, _ statement: ServerText.Statement, _ hear: (Int, Event) -> Void) {
    switch statement {
    case .message(let subscription, let subject, let bytes):
      hear(index, .message(subscription: subscription - 1, subject: subject, bytes: bytes))
    case .ping: write(index, Array("PONG\r\n".utf8))
    case .pong:
      guard members[index].phase == .logging else { return }
      members[index].phase = .up
      hear(index, .up)
    case .error(let why): if members[index].phase != .up { lose(index, why) }
    case .info(let info):
      guard members[index].phase == .greeted else { return }
      guard info.tlsRequired == true, let nonce = info.nonce else { return lose(index, "the server is another one") }
      members[index].nonce = nonce
      guard let tls = trove_tls_begin(context, members[index].socket) else { return lose(index, "no memory") }
      members[index].tls = tls
      members[index].phase = .shaking
      shake(index)
    }
  }

  private func shake(_ index: Int) {
    guard let tls = members[index].tls else { return }
    let status = trove_tls_handshake(tls)
    switch status {
    case 1:
      members[index].phase = .logging
      logIn(index)
    case CInt(TROVE_TLS_READS), CInt(TROVE_TLS_WRITES):
      watch(index, EPOLL_CTL_MOD, writes: status == CInt(TROVE_TLS_WRITES))
    default: lose(index, "the server's certificate is another one, or it has ended")
    }
  }

  private func logIn(_ index: Int) {
    let user = members[index].user
    let signature = Base64.addressText(user.sign(Array(members[index].nonce.utf8)))
    var text = "CONNECT \(ClientInfo(token: user.token, signature: signature).text)\r\n"
    for (number, subject) in user.subjects.enumerated() { text += "SUB \(subject) \(number + 1)\r\n" }
    watch(index, EPOLL_CTL_MOD, writes: false)
    write(index, Array((text + "PING\r\n").utf8))
  }

  // MARK: - Writing

  private func write(_ index: Int, _ bytes: [UInt8]) {
    guard members[index].phase != .closed else { return }
    members[index].unwritten += bytes
    guard members[index].unwritten.count <= Self.mostUnwritten else { return lose(index, "the server reads nothing") }
    if !members[index].waitsToWrite, members[index].held == nil { flush(index) }
  }

  private func flush(_ index: Int) {
    guard let tls = members[index].tls, members[index].held == nil else { return }
    var start = 0
    let bytes = members[index].unwritten
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes { trove_tls_write(tls, $0.baseAddress, $0.count) }
      guard count > 0 else {
        if count == TROVE_TLS_END || count == TROVE_TLS_FAILED {
          return lose(index, "the server has ended it")
        }
        break
      }
      start += count
    }
    members[index].unwritten.removeFirst(start)
    let waits = !members[index].unwritten.isEmpty
    if waits != members[index].waitsToWrite { watch(index, EPOLL_CTL_MOD, writes: waits) }
  }

  private func watch(_ index: Int, _ change: CInt, writes: Bool) {
    members[index].waitsToWrite = writes
    var event = epoll_event()
    event.data.u32 = UInt32(index)
    if members[index].held == nil {
      event.events = EPOLLIN.rawValue | (writes ? EPOLLOUT.rawValue : 0)
    }
    epoll_ctl(poll, change, members[index].socket, &event)
  }

  // MARK: - Ends

  /// Twice a second: asks quiet servers, gives silent ones up, and lets go of who was held.
  private func sweep() {
    let now = ContinuousClock.now
    guard now - swept > .milliseconds(500) else { return }
    swept = now
    for index in members.indices where members[index].phase != .closed {
      if let held = members[index].held {
        guard held < now else { continue }
        members[index].held = nil
        members[index].heard = now
        watch(index, EPOLL_CTL_MOD, writes: !members[index].unwritten.isEmpty)
      }
      let silence = now - members[index].heard
      if silence > Self.silent {
        lose(index, "the server says nothing")
      } else if silence > Self.quiet, members[index].phase == .up {
        write(index, Array("PING\r\n".utf8))
      }
    }
  }

  private func lose(_ index: Int, _ why: String) {
    guard members[index].phase != .closed else { return }
    release(index)
    tell(index, .down(why))
  }

  private func release(_ index: Int) {
    if let tls = members[index].tls { trove_tls_free(tls) }
    if members[index].socket >= 0 { close(members[index].socket) }
    members[index].tls = nil
    members[index].socket = -1
    members[index].phase = .closed
    members[index].text = ServerText()
    members[index].unwritten = []
    members[index].waitsToWrite = false
    members[index].held = nil
  }

  private func tell(_ index: Int, _ event: Event) { happened.append((index, event)) }

  private static func address(_ server: String) -> sockaddr_in? {
    let parts = server.split(separator: ":")
    guard parts.count == 2 else { return nil }
    var hints = addrinfo()
    (hints.ai_family, hints.ai_socktype) = (AF_INET, CInt(SOCK_STREAM.rawValue))
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(String(parts[0]), String(parts[1]), &hints, &list) == 0, let list else { return nil }
    defer { freeaddrinfo(list) }
    return list.pointee.ai_addr.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { $0.pointee }
  }
}
