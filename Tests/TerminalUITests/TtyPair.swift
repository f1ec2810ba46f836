import Glibc

@testable import TerminalUI

/// A pseudo-terminal: the device that the program draws on, and the window on its other side.
final class TtyPair: Sendable {
  struct Unavailable: Error {}

  let window: Int32
  let device: TerminalDevice

  init() throws {
    // Glibc's functions for this do not reach Swift; these are the requests that they make (TIOCSPTLCK, TIOCGPTN).
    let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    window = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var lock: Int32 = 0
    var number: Int32 = -1
    guard window >= 0, ioctl(window, unlock, &lock) == 0, ioctl(window, askNumber, &number) == 0 else {
      throw Unavailable()
    }
    let name = "/dev/pts/\(number)"
    let descriptor = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var settings = termios()
    guard descriptor >= 0, tcgetattr(descriptor, &settings) == 0 else { throw Unavailable() }
    device = TerminalDevice(descriptor: descriptor, settings: settings)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(window, UInt(TIOCSWINSZ), &size)
  }

  /// What the program wrote so far.
  func written() -> String {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(window, &buffer, buffer.count)
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer.prefix(count)
    }
  }

  func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(window, bytes, bytes.count)
  }

  /// The bits of the settings that raw mode changes.
  var localFlags: tcflag_t {
    var settings = termios()
    tcgetattr(device.descriptor, &settings)
    return settings.c_lflag
  }
}
