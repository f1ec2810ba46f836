import Glibc

/// Why there is no terminal to draw on.
package enum TerminalError: Error, Hashable, CustomStringConvertible {
  /// There is none: a pipe, a file, a job without one.
  case notATerminal
  /// The program has one open already.
  case alreadyOpen
  /// The system refused.
  case failed(operation: String, code: Int32)

  package var description: String {
    switch self {
    case .notATerminal: "this is not a terminal; use --plain"
    case .alreadyOpen: "the terminal is already in use"
    case .failed(let operation, let code): "\(operation): \(String(cString: strerror(code)))"
    }
  }
}
