import Glibc
import Synchronization

/// Restores the terminal when the process crashes, from inside a signal handler.
///
/// Everything the handler needs is laid out beforehand; it only loads, writes and calls what POSIX allows there.
enum Rescue {
  /// The signals of a crash.
  private static let signals = [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGSYS]

  private struct Kit {
    var descriptor: Int32 = -1
    var settings = termios()
    var notice: UnsafeMutableBufferPointer<UInt8>?
  }

  /// Filled while nothing is armed, and read by the handler.
  nonisolated(unsafe) private static let kit = {
    let kit = UnsafeMutablePointer<Kit>.allocate(capacity: 1)
    kit.initialize(to: Kit())
    return kit
  }()

  private static let isArmed = Atomic<Bool>(false)
  private static let isRescuing = Atomic<Bool>(false)

  /// Prepares the rescue of `device`; `notice` is the line that a crash leaves on standard error.
  ///
  /// Replaces Swift's own crash handler, which would wait for a key on a terminal that shows nothing.
  static func prepare(_ device: TerminalDevice, notice: String) {
    kit.pointee.descriptor = device.descriptor
    kit.pointee.settings = device.settings
    kit.pointee.notice?.deallocate()
    let text = Array("\(notice)\n".utf8)
    let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count)
    _ = buffer.initialize(from: text)
    kit.pointee.notice = buffer
    AlternateStack.install()
    for signal in signals { Signals.install(signal, flags: SA_ONSTACK, crashed) }
    atexit { Rescue.restore() }
  }

  /// From now on a crash has something to give back.
  static func arm() { isArmed.store(true, ordering: .sequentiallyConsistent) }

  /// The terminal has been given back.
  static func disarm() { isArmed.store(false, ordering: .sequentiallyConsistent) }

  /// Restores the terminal unless that was done already; returns whether it did.
  ///
  /// Safe in a signal handler.
  @discardableResult
  static func restore() -> Bool {
    guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return false }
    TerminalSequences.leave.withUTF8Buffer { sequence in
      if write(sequence, to: kit.pointee.descriptor) { return }
      // The terminal takes no output: discard what is queued before the restoring sequence.
      tcflush(kit.pointee.descriptor, TCOFLUSH)
      write(sequence, to: kit.pointee.descriptor)
    }
    tcsetattr(kit.pointee.descriptor, TCSANOW, &kit.pointee.settings)
    return true
  }

  /// Restores the terminal from the signal handler, before the process dies.
  fileprivate static func rescue() {
    if isRescuing.exchange(true, ordering: .sequentiallyConsistent) {
      // Another thread crashed first and is at it; dying now would cut it short.
      poll(nil, 0, 500)
    } else if restore(), let notice = kit.pointee.notice {
      write(UnsafeBufferPointer(notice), to: STDERR_FILENO)
    }
  }

  /// Writes all of `bytes`, giving up if the terminal accepts no output for some time; returns whether it succeeded.
  @discardableResult
  private static func write(_ bytes: UnsafeBufferPointer<UInt8>, to descriptor: Int32) -> Bool {
    var written = 0
    for _ in 0..<20 where written < bytes.count {
      let count = Glibc.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      if count > 0 {
        written += count
      } else {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&request, 1, 20)
      }
    }
    return written == bytes.count
  }
}

/// The crash handler: restores the terminal, then lets the signal take its default action.
private func crashed(signal: Int32) {
  Rescue.rescue()
  Signals.install(signal, flags: 0, nil)
  raise(signal)  // blocked until the handler returns
}
