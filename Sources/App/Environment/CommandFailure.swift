import ArgumentParser
import GeoFormats
import PlaceFiles

/// Why a command cannot do what it was asked for.
///
/// It is thrown where the reason is found, and ``Trove`` prints it when the command has ended. A game on the screen shows it to
/// the player instead and goes on.
struct CommandFailure: Error {
  /// Printable lines for the user, as standard error gets them; one of them in most cases.
  let message: String
  /// The status that the program ends with.
  let code: ExitCode

  /// A failure with a reason; what cannot be printed is left out of it.
  init(_ message: String, _ code: ExitCode) {
    self.message = SafeText.clean(message, limit: 2000)
    self.code = code
  }

  /// A failure with several reasons, each on a line of its own.
  init(_ lines: [String], _ code: ExitCode) {
    message = lines.map { SafeText.clean($0, limit: 2000) }.joined(separator: "\n")
    self.code = code
  }

  /// A file that was refused, or is not there.
  init(_ problem: FileProblem) {
    self.init(problem.description, problem.isMissing ? .noSuchFile : .badData)
  }
}

/// The statuses that commands end with, after sysexits.h.
extension ExitCode {
  /// A check has failed: that of a file, a score, or a trial's outcome.
  static let refused = ExitCode(2)
  /// The command line does not fit what it asks for.
  static let usage = ExitCode(64)
  /// A file has bad data.
  static let badData = ExitCode(65)
  /// A file is not there.
  static let noSuchFile = ExitCode(66)
  /// A service, a terminal or a position is not to be had.
  static let unavailable = ExitCode(69)
  /// A file cannot be made, or must not be written over.
  static let cannotCreate = ExitCode(73)
  /// Output cannot be written.
  static let outputFailed = ExitCode(74)
  /// Something is in use by another program.
  static let tryLater = ExitCode(75)
}
