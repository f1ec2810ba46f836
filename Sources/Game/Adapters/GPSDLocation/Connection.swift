internal import Glibc
internal import Synchronization

/// A socket to gpsd that never blocks: every wait is in ``StopSignal/wait(for:events:timeout:)``.
///
/// The socket is ours, and libgps only reads the lines (``GPSDReportReader``), a division that libgps(3) provides
/// `gps_unpack` for. `gps_open` would block in `connect` for minutes while a host drops packets, with no way to
/// cancel it; `gps_waiting` spins on half a line; `gps_send` raises SIGPIPE.
struct Connection: ~Copyable {
  let descriptor: CInt

  /// Takes over a connected socket.
  private init(descriptor: CInt) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// The result of a read.
  enum Read {
    case bytes(Int)
    case nothing
    case closed(CInt)
  }

  /// Connects to the first address of the host that answers.
  ///
  /// Blocks for at most `timeout`, and as long as the resolver takes for the name; `stop` ends the former.
  init(to address: GPSDAddress, within timeout: Duration, stop: StopSignal) throws(ConnectionFailure) {
    let deadline = ContinuousClock.now + timeout
    var addresses = try Self.addresses(of: address)[...]
    var failure = ConnectionFailure.noAnswer
    while let next = addresses.popFirst() {
      // One address that swallows packets must not eat the time of the others.
      let share = (deadline - .now) / (addresses.count + 1)
      switch next.connect(within: share, stop: stop) {
      case .success(let descriptor):
        self.init(descriptor: descriptor)
        return
      case .failure(let problem): failure = max(failure, problem)
      }
    }
    throw failure
  }

  /// Reads the available bytes into `buffer`.
  func read(into buffer: inout [UInt8]) -> Read {
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 { return .bytes(count) }
    if count == 0 { return .closed(0) }
    return [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) ? .nothing : .closed(errno)
  }

  /// Sends a short command; one that does not fit into the socket's buffer is lost, and so is the connection.
  func send(_ command: String) {
    let bytes = Array(command.utf8)
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
  }
}

/// Why there is no connection; the more telling, the larger.
enum ConnectionFailure: Error, Hashable, Comparable {
  case noAnswer
  case system(CInt)
  case refused
  case unknownHost

  /// A sentence for the player.
  func reason(_ address: GPSDAddress) -> String {
    switch self {
    case .noAnswer: "gpsd at \(address) does not answer"
    case .system(let number): "gpsd at \(address) cannot be reached (\(systemText(number)))"
    case .refused: "gpsd at \(address) is not running (connection refused)"
    case .unknownHost: "the host of gpsd at \(address) is not known"
    }
  }
}

/// The system's message for an error number, in lower case to continue a sentence.
func systemText(_ number: CInt) -> String {
  String(cString: strerror(number)).lowercased()
}

// MARK: - Addresses

/// One numeric address of a host.
private struct SocketAddress {
  let family: CInt
  let bytes: [UInt8]

  func connect(within timeout: Duration, stop: StopSignal) -> Result<CInt, ConnectionFailure> {
    let flags = SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue | SOCK_STREAM.rawValue
    let descriptor = socket(family, Int32(bitPattern: flags), Int32(IPPROTO_TCP))
    guard descriptor >= 0 else { return .failure(.system(errno)) }
    let failure = connect(descriptor, within: timeout, stop: stop)
    guard let failure else {
      keepAlive(descriptor)
      return .success(descriptor)
    }
    close(descriptor)
    return .failure(failure)
  }

  private func connect(_ descriptor: CInt, within timeout: Duration, stop: StopSignal) -> ConnectionFailure? {
    let status = bytes.withUnsafeBytes { raw in
      raw.baseAddress.map {
        Glibc.connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self), socklen_t(raw.count))
      } ?? -1
    }
    if status == 0 { return nil }
    guard errno == EINPROGRESS else { return failure(errno) }
    guard stop.wait(for: descriptor, events: POLLOUT, timeout: timeout) else { return .noAnswer }
    var number: CInt = 0
    var size = socklen_t(MemoryLayout<CInt>.size)
    guard getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 else { return .system(errno) }
    return number == 0 ? nil : failure(number)
  }

  private func failure(_ number: CInt) -> ConnectionFailure {
    switch number {
    case ECONNREFUSED: .refused
    case ETIMEDOUT: .noAnswer
    default: .system(number)
    }
  }

  /// Notices within about ten seconds that the other machine or the network is gone; gpsd would only seem silent.
  private func keepAlive(_ descriptor: CInt) {
    let options = [
      (SOL_SOCKET, SO_KEEPALIVE, 1), (CInt(IPPROTO_TCP), TCP_KEEPIDLE, 5), (CInt(IPPROTO_TCP), TCP_KEEPINTVL, 2),
      (CInt(IPPROTO_TCP), TCP_KEEPCNT, 3),
    ]
    for (level, name, value) in options {
      var value = CInt(value)
      setsockopt(descriptor, level, name, &value, socklen_t(MemoryLayout<CInt>.size))
    }
  }
}

extension Connection {
  /// Looks the host up; numbers and names of this machine at once, others as long as the resolver takes.
  private static func addresses(of address: GPSDAddress) throws(ConnectionFailure) -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = CInt(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(address.host, address.port, &hints, &list) == 0 else { throw .unknownHost }
    defer { freeaddrinfo(list) }
    // Limit the addresses: a name with very many is not a genuine host.
    return sequence(first: list) { $0?.pointee.ai_next }.prefix { $0 != nil }.prefix(8).compactMap { entry in
      guard let info = entry?.pointee, let name = info.ai_addr else { return nil }
      let bytes = UnsafeRawBufferPointer(start: name, count: Int(info.ai_addrlen))
      return SocketAddress(family: info.ai_family, bytes: Array(bytes))
    }
  }
}

/// Ends a thread that waits in `poll`, from any other thread and at once.
final class StopSignal: Sendable {
  /// The ends of a pipe: something to read means that the thread shall end.
  ///
  /// Both are -1, which `poll` skips, when the process has no descriptor left; the thread then ends a little later.
  private let reading: CInt
  private let writing: CInt
  private let stopped = Atomic(false)

  init() {
    var ends: [CInt] = [-1, -1]
    if pipe(&ends) == 0 { ends.forEach { _ = fcntl($0, F_SETFD, FD_CLOEXEC) } }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit { [reading, writing].filter { $0 >= 0 }.forEach { close($0) } }

  var isStopped: Bool { stopped.load(ordering: .acquiring) }

  func stop() {
    stopped.store(true, ordering: .releasing)
    _ = write(writing, [1 as UInt8], 1)
  }

  /// Waits until `timeout` has passed, the thread shall end, or `descriptor` can do what `events` says.
  ///
  /// Returns whether it can. A negative descriptor waits for time only.
  func wait(for descriptor: CInt = -1, events: CInt = POLLIN, timeout: Duration) -> Bool {
    var watched = [
      pollfd(fd: descriptor, events: Int16(events), revents: 0),
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
    ]
    return poll(&watched, 2, timeout.pollTimeout) > 0 && watched[0].revents != 0
  }
}

extension Duration {
  /// Whole milliseconds, rounded up, so that a deadline has passed when `poll` returns; a minute at most.
  fileprivate var pollTimeout: CInt {
    guard self > .zero else { return 0 }
    let milliseconds = (min(self, .seconds(60)) / .milliseconds(1)).rounded(.up)
    return CInt(milliseconds)
  }
}
