import Glibc
package import TextCanvas
package import Views

/// An event at the terminal.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  /// A pointer event; only after ``Terminal/watchPointer(_:)``.
  case pointer(Pointer)
  /// A text was pasted, without control characters, and cut to what a line holds.
  case pasted(String)
  /// The terminal has shown a frame of ``Terminal/present(_:scrolled:)``; many terminals never say so.
  case shown
  /// The terminal's reply to what colour its ground has.
  case ground(RGB)
  /// The window has that size now; everything on it is to be drawn again.
  case resize(CanvasSize)
  /// The program was stopped and is in the foreground again; everything is to be drawn again, in that size.
  case resumed(CanvasSize)
  /// The last event: there is half a second to save and to close the terminal.
  case ended(TerminalEnd)
}

/// Why the terminal wants the program to end.
package enum TerminalEnd: Hashable, Sendable {
  /// A signal asks for it.
  case interrupted(signal: Int32)
  /// The window is closed, or the line is cut.
  case hangUp

  /// The signal that the program should die by.
  package var signal: Int32 {
    switch self {
    case .interrupted(let signal): signal
    case .hangUp: SIGHUP
    }
  }

  /// Ends the process as its parent expects: by exit code 130 after Ctrl-C, else by the signal itself.
  package func die() -> Never {
    if signal != SIGINT { Signals.raiseByDefault(signal) }
    // Not `exit`: its handlers could wait for busy threads.
    _exit(128 &+ signal)
  }
}
