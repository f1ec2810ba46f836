package import ArgumentParser
package import Events
internal import GeoFormats
package import PlaceFiles

/// Why a command cannot do what it was asked for.
///
/// It is thrown where the reason is found, and ``Trove`` prints it when the command has ended. A game on the screen shows it to
/// the player instead and goes on.
package struct CommandFailure: Error {
  /// Printable lines for the user, as standard error gets them; one of them in most cases.
  package let message: String
  /// The status that the program ends with.
  package let code: ExitCode

  /// A failure with a reason; what cannot be printed is left out of it.
  package init(_ message: String, _ code: ExitCode) {
    self.message = SafeText.clean(message, limit: 2000)
    self.code = code
  }

  /// A failure with several reasons, each on a line of its own.
  package init(_ lines: [String], _ code: ExitCode) {
    message = lines.map { SafeText.clean($0, limit: 2000) }.joined(separator: "\n")
    self.code = code
  }

  /// A file that was refused, or is not there.
  package init(_ problem: FileProblem) {
    self.init(problem.description, problem.isMissing ? .noSuchFile : .badData)
  }

  /// Why something of an event cannot be done.
  package init(_ trouble: EventTrouble) {
    let code: ExitCode =
      switch trouble {
      case .unreachable: .unavailable
      case .refused: .refused
      case .conflict: .tryLater
      case .damaged: .badData
      case .missing: .noSuchFile
      }
    let text = "\(trouble)"
    // The others begin with the name of a file or of a program, or are sentences.
    let isPhrase =
      switch trouble {
      case .unreachable, .conflict: true
      default: false
      }
    let start = isPhrase ? text.prefix(1).uppercased() + text.dropFirst() : text
    self.init(start + (text.hasSuffix(".") ? "" : "."), code)
  }
}

/// The statuses that commands end with, after sysexits.h.
extension ExitCode {
  /// A check has failed: that of a file, a score, or a trial's outcome.
  package static let refused = ExitCode(2)
  /// The command line does not fit what it asks for.
  package static let usage = ExitCode(64)
  /// A file has bad data.
  package static let badData = ExitCode(65)
  /// A file is not there.
  package static let noSuchFile = ExitCode(66)
  /// A service, a terminal or a position is not to be had.
  package static let unavailable = ExitCode(69)
  /// A file cannot be made, or must not be written over.
  package static let cannotCreate = ExitCode(73)
  /// Output cannot be written.
  package static let outputFailed = ExitCode(74)
  /// Something is in use by another program.
  package static let tryLater = ExitCode(75)
}
