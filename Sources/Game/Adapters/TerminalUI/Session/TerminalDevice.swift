import Glibc
import TextCanvas

/// The terminal as a file: its settings, its size, reading and writing without waiting for ever.
struct TerminalDevice: Sendable {
  /// The result of a write.
  enum Outcome {
    case done
    /// The terminal does not take more for now; a part may have been written.
    case stalled
    /// There is no terminal any more.
    case gone
  }

  let descriptor: Int32
  /// The settings that were found.
  let settings: termios

  /// Opens the controlling terminal, or the one that standard input is.
  ///
  /// A descriptor of our own can be made non-blocking without doing so to the shell, which shares 0 and 1.
  static func open() throws(TerminalError) -> TerminalDevice {
    let flags = O_RDWR | O_NONBLOCK | O_CLOEXEC | O_NOCTTY
    var descriptor = Glibc.open("/dev/tty", flags)
    if descriptor < 0, let name = ttyname(STDIN_FILENO) { descriptor = Glibc.open(name, flags) }
    guard descriptor >= 0 else { throw .notATerminal }
    var settings = termios()
    guard tcgetattr(descriptor, &settings) == 0 else {
      let code = errno
      Glibc.close(descriptor)
      throw .failed(operation: "reading the terminal's settings", code: code)
    }
    return TerminalDevice(descriptor: descriptor, settings: settings)
  }

  /// Whether the process may draw and read here; also where there is no job control, or nothing to be known of it.
  var isInForeground: Bool {
    let group = tcgetpgrp(descriptor)
    return group <= 0 || group == getpgrp()
  }

  /// Stops the process for as long as it is in the background, as the terminal does to one that would set it.
  ///
  /// Returns whether it is in the foreground: `false` if it does not stop, or `isWanted` turns false.
  func waitForForeground(while isWanted: () -> Bool = { true }) -> Bool {
    // A process that stops takes one turn each time, however long it is stopped.
    for _ in 0..<100 {
      if isInForeground { return true }
      guard isWanted() else { return false }
      Signals.stopInBackground()
    }
    return false
  }

  /// Takes single keys without echo; line feeds are not translated.
  ///
  /// Ctrl-C, Ctrl-\ and Ctrl-Z stay signals, so that they work even when the program is busy.
  ///
  /// Throws: when the settings cannot be changed; then a key would only arrive with the next line feed.
  func makeRaw() throws(TerminalError) {
    var raw = settings
    cfmakeraw(&raw)
    raw.c_lflag |= tcflag_t(ISIG)
    guard set(raw) else { throw .failed(operation: "changing the terminal's settings", code: errno) }
  }

  /// Gives the settings back that were found.
  func restore() { _ = set(settings) }

  private func set(_ settings: termios) -> Bool {
    var settings = settings
    while tcsetattr(descriptor, TCSANOW, &settings) != 0 {
      guard errno == EINTR else { return false }
    }
    return true
  }

  /// The size of the window; `nil` if the terminal does not know it.
  func size() -> CanvasSize? {
    var window = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else { return nil }
    return CanvasSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  /// Writes all of `bytes`; gives up after `patience` milliseconds without progress, or when `isWanted` turns false.
  func write(_ bytes: [UInt8], patience: Int32, while isWanted: () -> Bool = { true }) -> Outcome {
    var written = 0
    var waited: Int32 = 0
    let slice: Int32 = 20
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        written += count
        waited = 0
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        guard waited < patience, isWanted() else { return .stalled }
        if poll(for: POLLOUT, milliseconds: slice) & (POLLHUP | POLLERR | POLLNVAL) != 0 { return .gone }
        waited += slice
      } else {
        return .gone
      }
    }
    return .done
  }

  /// Discards output that the terminal has not taken yet.
  func discardOutput() { tcflush(descriptor, TCOFLUSH) }

  private func poll(for events: Int32, milliseconds: Int32) -> Int32 {
    var request = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return Glibc.poll(&request, 1, milliseconds) > 0 ? Int32(request.revents) : 0
  }

  /// Reads the bytes that come within so many milliseconds; `nil` if the terminal is gone.
  func read(waiting milliseconds: Int32) -> [UInt8]? {
    poll(for: POLLIN, milliseconds: milliseconds) == 0 ? [] : read()
  }

  /// Whether bytes wait to be read.
  var hasInput: Bool { poll(for: POLLIN, milliseconds: 0) != 0 }

  /// Reads the available bytes; `nil` if the terminal is gone.
  func read() -> [UInt8]? {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 1024) { buffer, count in
      let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      failure = result < 0 ? errno : result == 0 ? EIO : 0
      count = max(0, result)
    }
    return failure == 0 || failure == EAGAIN || failure == EINTR ? bytes : nil
  }

  /// Closes the file.
  func close() { Glibc.close(descriptor) }
}
