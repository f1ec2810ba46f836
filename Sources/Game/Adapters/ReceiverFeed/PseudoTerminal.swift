internal import FoundationEssentials
internal import Glibc

/// A pseudo-terminal that looks like the serial line of a receiver.
///
/// While no process has it open, nothing is written, so a new reader starts with current data. A slow reader misses
/// whole epochs, never parts of sentences.
struct PseudoTerminal {
  /// Bytes that wait for a slow reader at most.
  static let longestQueue = 64 * 1024

  /// Linux' `TIOCSPTLCK` and `TIOCGPTN` (asm-generic/ioctls.h), which Swift does not import: what `unlockpt` and
  /// `ptsname` do.
  private static let setLock: UInt = 0x4004_5431
  private static let getIndex: UInt = 0x8004_5430

  /// The path at which readers open it: `/dev/pts/3`.
  let path: String
  /// A link to it, which goes with it.
  let link: String?
  private let line: Descriptor
  private var queue: [UInt8] = []
  /// Whether a process has it open, as of the last check.
  private(set) var hasReader = false

  /// Throws: when there is no terminal to be had, or the link cannot be made.
  init(link: String?) throws(FeedError) {
    let number = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard number >= 0 else { throw FeedError.system("There is no pseudo-terminal to be had", errno) }
    line = Descriptor(number)
    var isLocked: CInt = 0
    var index: CUnsignedInt = 0
    guard ioctl(number, Self.setLock, &isLocked) == 0, ioctl(number, Self.getIndex, &index) == 0 else {
      throw FeedError.system("The pseudo-terminal cannot be opened", errno)
    }
    path = "/dev/pts/\(index)"
    self.link = link
    try makeRaw()
    // gpsd gives up root before it opens its devices.
    chmod(path, 0o666)
    if let link { try Self.makeLink(link, to: path) }
  }

  /// Sets raw mode, like a serial line: no translation, no echo.
  ///
  /// The settings remain after this first reader closes it; only then does the system report whether another reader has
  /// it open.
  private func makeRaw() throws(FeedError) {
    let reader = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard reader >= 0 else { throw FeedError.system("\(path) cannot be opened", errno) }
    var settings = termios()
    tcgetattr(reader, &settings)
    cfmakeraw(&settings)
    tcsetattr(reader, TCSANOW, &settings)
    close(reader)
  }

  private static func makeLink(_ link: String, to path: String) throws(FeedError) {
    // A link that another feed has left behind may go, nothing else.
    if let old = try? FileManager.default.destinationOfSymbolicLink(atPath: link), old.hasPrefix("/dev/pts/") {
      unlink(link)
    }
    guard symlink(path, link) == 0 else { throw FeedError.system("The link \(link) cannot be made", errno) }
  }

  /// Removes the link, unless it was replaced by another.
  func removeLink() {
    guard let link, (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) == path else { return }
    unlink(link)
  }

  /// The request for `poll`; `nil` while no process has it open, because `poll` would then return at once.
  var request: pollfd? {
    hasReader ? pollfd(fd: line.number, events: Int16(POLLIN | (queue.isEmpty ? 0 : POLLOUT)), revents: 0) : nil
  }

  /// Whether everything has been taken.
  var isServed: Bool { !hasReader || queue.isEmpty }

  /// Checks whether a process has it open.
  mutating func look() {
    let hadReader = hasReader
    var request = pollfd(fd: line.number, events: 0, revents: 0)
    hasReader = poll(&request, 1, 0) <= 0 || CInt(request.revents) & POLLHUP == 0
    guard !hasReader else { return }
    queue = []
    if hadReader { forget() }
  }

  /// Discards what the last reader left unread, so that the next one does not start within a sentence.
  private func forget() {
    tcflush(line.number, TCOFLUSH)
    let reader = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard reader >= 0 else { return }
    tcflush(reader, TCIFLUSH)
    close(reader)
  }

  /// Handles the events that `poll` returned.
  mutating func serve(_ found: Int16, buffer: inout [UInt8]) {
    // Daemons write to receivers to find out what they are: a receiver that does not understand is silent.
    if CInt(found) & POLLIN != 0 { _ = line.read(into: &buffer) }
    if CInt(found) & POLLHUP != 0 { look() } else if CInt(found) & POLLOUT != 0 { push() }
  }

  /// Writes an epoch, now or when the reader takes it.
  mutating func send(_ bytes: [UInt8]) {
    look()
    guard hasReader, queue.count + bytes.count <= Self.longestQueue else { return }
    queue += bytes
    push()
  }

  private mutating func push() {
    while !queue.isEmpty, case .taken(let count) = line.write(queue[...]), count > 0 { queue.removeFirst(count) }
  }
}
