import ArgumentParser
import GeoFormats
import Glibc
import PlaceFiles
import SystemKit

/// Ways to end, after sysexits.h.
enum Failure {
  static let badData = ExitCode(65)
  static let noSuchFile = ExitCode(66)
  static let unavailable = ExitCode(69)
  static let cannotMake = ExitCode(73)
  static let outputFailed = ExitCode(74)
  static let tryLater = ExitCode(75)

  /// Says what is wrong on standard error, once, and gives the code to end with.
  static func say(_ text: String, _ code: ExitCode) -> ExitCode {
    Output.error(SafeText.clean(text, limit: 2000))
    return code
  }

  /// The same for a file that was not taken.
  static func say(_ problem: FileProblem) -> ExitCode {
    say(problem.description, problem.isMissing ? noSuchFile : badData)
  }
}

/// Standard output and standard error, written whole or not at all.
///
/// All text goes through ``SafeText`` here, whoever made it: a library's message quotes bytes of a damaged file, and that of
/// the argument parser words of the command line. Frames and documents are bytes, made of texts that are clean already.
enum Output {
  /// Complaints that wait until the terminal is the shell's again; nothing while they are written at once.
  private static let held = Guarded<[String]?>(nil)

  /// Writes a line to standard error, or keeps it while the game has the screen.
  static func error(_ line: String) {
    let line = SafeText.page(line)
    let isHeld = held.withLock { lines in
      lines?.append(line)
      return lines != nil
    }
    if !isHeld { write(Array((line + "\n").utf8), to: STDERR_FILENO) }
  }

  /// Keeps complaints from now on: the game takes the screen.
  static func hold() { held.withLock { $0 = [] } }

  /// The last complaint that is kept.
  static var lastHeld: String? { held.withLock { $0?.last } }

  /// Takes back the last complaint, because it is said on the screen.
  static func takeLastHeld() -> String? { held.withLock { $0?.popLast() } }

  /// Writes what was kept, and everything after it at once.
  static func release() {
    let lines = held.withLock { $0.take() } ?? []
    for line in lines { error(line) }
  }

  /// Writes to standard output; ends quietly when nobody reads any more, and with a word when it cannot be written.
  static func write(_ text: String) { write(bytes: Array(SafeText.page(text).utf8)) }

  /// The same for what is no text, not in UTF-8, or a frame with its colours.
  static func write(bytes: [UInt8]) {
    let code = write(bytes, to: STDOUT_FILENO)
    if code == 0 { return }
    if code == EPIPE { exit(EXIT_SUCCESS) }
    error("The output cannot be written: \(String(cString: strerror(code))).")
    exit(Failure.outputFailed.rawValue)
  }

  /// Writes all bytes; returns 0, or the number of the error.
  ///
  /// - Parameter goesOn: whether to try again after a signal.
  @discardableResult
  static func write(_ bytes: [UInt8], to descriptor: CInt, goesOn: () -> Bool = { true }) -> CInt {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR && goesOn() { continue }
      guard count > 0 else { return errno }
      rest = rest.dropFirst(count)
    }
    return 0
  }
}
