internal import Foundation

/// A receiver on a pseudo-terminal, which can be unplugged.
package final class PseudoReceiver: Sendable {
  package struct Unavailable: Error {}

  /// The device that gpsd reads.
  package let path: String
  private let cable: CInt

  /// Plugs a new receiver in.
  package init() throws {
    // Glibc's functions for this do not reach Swift; these are the requests that they make (TIOCSPTLCK, TIOCGPTN).
    let (unlock, askNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    cable = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    var (lock, number): (CInt, CInt) = (0, -1)
    guard cable >= 0, ioctl(cable, unlock, &lock) == 0, ioctl(cable, askNumber, &number) == 0 else {
      throw Unavailable()
    }
    path = "/dev/pts/\(number)"
    // Whoever runs gpsd: it gives up its privileges.
    chmod(path, 0o666)
    var settings = termios()
    guard tcgetattr(cable, &settings) == 0 else { throw Unavailable() }
    cfmakeraw(&settings)
    tcsetattr(cable, TCSANOW, &settings)
  }

  /// Pulls the cable.
  deinit { close(cable) }

  /// Writes a sentence; what does not fit because nobody reads is lost, as on a real line.
  package func send(_ sentence: String) {
    let bytes = Array((sentence + "\r\n").utf8)
    _ = write(cable, bytes, bytes.count)
  }
}
