internal import GeoFormats
internal import Glibc

/// One client of the emulated daemon: its socket, its conversation, and its unsent bytes.
struct FeedClient {
  /// Bytes that wait for a slow client at most; one that does not take them is dropped, as gpsd does.
  static let longestQueue = 256 * 1024

  let socket: Descriptor
  private(set) var conversation: GPSDConversation
  private var queue: [UInt8]
  /// To be closed once the queue is empty.
  private var isLeaving = false
  private(set) var isGone = false

  /// Greets a client that has just called.
  init(_ socket: Descriptor, about device: GPSDWriter.Device) {
    self.socket = socket
    socket.set(CInt(IPPROTO_TCP), TCP_NODELAY, 1)
    // The kernel would hold megabytes for a client that never reads.
    socket.set(SOL_SOCKET, SO_SNDBUF, 128 * 1024)
    conversation = GPSDConversation(about: device)
    queue = conversation.greeting
    push()
  }

  /// The events for `poll`.
  var events: CInt { (isLeaving ? 0 : POLLIN) | (queue.isEmpty ? 0 : POLLOUT) }

  /// Whether everything has been taken.
  var isServed: Bool { queue.isEmpty }

  /// Handles the events that `poll` returned.
  mutating func serve(_ found: Int16, buffer: inout [UInt8], latest: ReceiverEpoch?, now: Int64) {
    if CInt(found) & (POLLERR | POLLNVAL) != 0 { isGone = true }
    if CInt(found) & POLLOUT != 0 { push() }
    guard !isGone, !isLeaving, CInt(found) & (POLLIN | POLLHUP) != 0 else { return }
    guard let bytes = socket.read(into: &buffer) else {
      isGone = true
      return
    }
    let answer = conversation.receive(bytes, latest: latest, now: now)
    isLeaving = answer.hangsUp
    send(answer.bytes)
    if isLeaving { push() }
  }

  /// Sends bytes, now or when the client takes them.
  mutating func send(_ bytes: [UInt8]) {
    guard !isGone, !bytes.isEmpty else { return }
    queue += bytes
    push()
    if queue.count > Self.longestQueue { isGone = true }
  }

  private mutating func push() {
    while !queue.isEmpty, !isGone {
      switch socket.send(queue[...]) {
      case .taken(0): return
      case .taken(let count): queue.removeFirst(count)
      case .gone: isGone = true
      }
    }
    if isLeaving { isGone = true }
  }
}
