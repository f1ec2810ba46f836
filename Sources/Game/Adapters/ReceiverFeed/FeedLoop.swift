internal import GeoFormats
internal import Glibc
internal import SystemKit

/// The loop that the thread of a ``FeedServer`` runs until it is told to end.
struct FeedLoop: Sendable {
  /// Clients at one time; more are greeted by a closed door.
  static let mostClients = 500
  /// Milliseconds without accepting connections after the process has run out of descriptors.
  private static let breath: CInt = 200

  let mailbox: Mailbox
  let device: GPSDWriter.Device
  let listeners: [Listener]
  let now: @Sendable () -> Int64
  var terminals: [PseudoTerminal] = []
  var lines: [DatagramLine] = []
  private var clients: [FeedClient] = []
  private var latest: ReceiverEpoch?
  private var isDoorShut = false
  private var buffer = [UInt8](repeating: 0, count: 4096)

  init(mailbox: Mailbox, device: GPSDWriter.Device, listeners: [Listener], now: @escaping @Sendable () -> Int64) {
    self.mailbox = mailbox
    self.device = device
    self.listeners = listeners
    self.now = now
  }

  /// Serves until the mailbox says when to end.
  consuming func run() {
    var isEnding = false
    while true {
      let (letters, deadline) = takeLetters()
      for letter in letters { tell(letter) }
      if deadline != nil, !isEnding {
        isEnding = true
        for index in clients.indices { clients[index].send(clients[index].conversation.farewell) }
      }
      if let deadline, isServed || deadline <= .now { break }
      wait(isEnding: isEnding)
      count()
    }
    leave()
  }

  private func takeLetters() -> ([EncodedEpoch], ContinuousClock.Instant?) {
    mailbox.state.withLock { state in
      defer { state.letters = [] }
      return (state.letters, state.deadline)
    }
  }

  private mutating func tell(_ encoded: EncodedEpoch) {
    latest = encoded.epoch
    for index in clients.indices { clients[index].send(clients[index].conversation.bytes(of: encoded)) }
    for index in terminals.indices { terminals[index].send(encoded.nmea) }
    for line in lines { line.send(encoded.sentences) }
    clients.removeAll(where: \.isGone)
  }

  /// Sleeps until something happens, and deals with it.
  private mutating func wait(isEnding: Bool) {
    let open = isEnding || isDoorShut ? [] : listeners
    let lines = terminals.indices.compactMap { index in terminals[index].request.map { (index, $0) } }
    var requests = [pollfd(fd: mailbox.bell.descriptor, events: Int16(POLLIN), revents: 0)]
    requests += open.map { pollfd(fd: $0.socket.number, events: Int16(POLLIN), revents: 0) }
    requests += lines.map(\.1)
    requests += clients.map { pollfd(fd: $0.socket.number, events: Int16($0.events), revents: 0) }
    // Opening a pseudo-terminal raises no event on this side, so it is polled.
    let timeout: CInt = isEnding ? 10 : isDoorShut ? Self.breath : terminals.isEmpty ? -1 : 100
    let count = poll(&requests, nfds_t(requests.count), timeout)
    isDoorShut = false
    for index in terminals.indices where !terminals[index].hasReader { terminals[index].look() }
    guard count > 0 else { return }
    if requests[0].revents != 0 { mailbox.bell.hear() }
    let (first, second) = (1 + open.count, 1 + open.count + lines.count)
    for (place, (index, _)) in lines.enumerated() where requests[first + place].revents != 0 {
      terminals[index].serve(requests[first + place].revents, buffer: &buffer)
    }
    for index in clients.indices where requests[second + index].revents != 0 {
      clients[index].serve(requests[second + index].revents, buffer: &buffer, latest: latest, now: now())
    }
    clients.removeAll(where: \.isGone)
    for (index, listener) in open.enumerated() where requests[1 + index].revents != 0 { welcome(listener) }
  }

  private mutating func welcome(_ listener: Listener) {
    // As many as fit into one turn; the others knock again at the next.
    for _ in 0..<64 {
      guard let socket = listener.accept() else {
        isDoorShut = [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno)
        return
      }
      if clients.count < Self.mostClients { clients.append(FeedClient(socket, about: device)) }
    }
  }

  private func count() {
    let count = clients.count { $0.conversation.isWatching } + terminals.count(where: \.hasReader)
    mailbox.state.withLock { $0.listeners = count }
  }

  private var isServed: Bool { clients.allSatisfy(\.isServed) && terminals.allSatisfy(\.isServed) }

  private func leave() {
    // What a terminal's reader has not read is lost when the other end is closed.
    if terminals.contains(where: \.hasReader) { usleep(200_000) }
    for terminal in terminals { terminal.removeLink() }
  }
}

/// Wakes a thread that sleeps in `poll`, from any other thread.
final class WakePipe: Sendable {
  private let reading: CInt
  private let writing: CInt

  /// Throws: when the process has no descriptors left.
  init() throws(FeedError) {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw FeedError.system("There is no pipe to be had", errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    close(reading)
    close(writing)
  }

  /// The descriptor to poll.
  var descriptor: CInt { reading }

  func ring() { _ = write(writing, [1 as UInt8], 1) }

  /// Takes note, so that the next wait sleeps again.
  func hear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reading, &bytes, bytes.count) > 0 {}
  }
}
