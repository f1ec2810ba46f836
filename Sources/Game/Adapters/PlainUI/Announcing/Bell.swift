internal import Glibc

/// Adapter: the bell of the player's terminal, wherever the lines go.
package final class Bell: Sendable {
  private let terminal: CInt

  /// Opens the terminal of the session; `nil` if there is none.
  package init?() {
    // Not waiting: a terminal that takes nothing does not hold up the game.
    terminal = open("/dev/tty", O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    if terminal < 0 { return nil }
  }

  deinit { close(terminal) }

  /// Rings once.
  package func ring() { _ = write(terminal, [0x07 as UInt8], 1) }
}
