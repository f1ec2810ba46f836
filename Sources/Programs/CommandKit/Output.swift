internal import ArgumentParser
internal import GeoFormats
internal import Glibc
internal import SystemKit

/// Standard output and standard error, written whole or not at all.
///
/// All text goes through ``SafeText`` here: a library's message may quote bytes of a damaged file, and one of the
/// argument parser words of the command line. Frames and documents are bytes, made of texts that are clean already.
package enum Output {
  /// Lines for standard error that wait until the terminal is given back; `nil` while they are written at once.
  private static let waiting = Guarded<[String]?>(nil)

  /// Writes a line to standard error; while a game has the screen, when it has given it back.
  package static func error(_ line: String) {
    let line = SafeText.page(line)
    let waits = waiting.withLock { lines in
      lines?.append(line)
      return lines != nil
    }
    if !waits { write(Array((line + "\n").utf8), to: STDERR_FILENO) }
  }

  /// Writes a line about the present moment to standard error, unless a game has the screen.
  package static func hint(_ line: String) {
    if waiting.withLock({ $0 == nil }) { error(line) }
  }

  /// Does something during which standard error stays silent, as it is on the terminal that `body` draws on; what was to
  /// be written meanwhile is written at the end.
  package static func withErrorsLater<Value>(_ body: () async -> Value) async -> Value {
    waiting.withLock { $0 = [] }
    let value = await body()
    let lines = waiting.withLock { $0.take() } ?? []
    for line in lines { error(line) }
    return value
  }

  /// Writes to standard output; ends the program silently if the reader has closed the pipe, and with an error if
  /// writing fails.
  package static func write(_ text: String) { write(bytes: Array(SafeText.page(text).utf8)) }

  /// Writes rows of equal length to standard output, each column as wide as its longest cell.
  package static func write(table rows: [[String]]) {
    let widths = rows.first?.indices.dropLast().map { column in rows.map { $0[column].count }.max() ?? 0 } ?? []
    for row in rows {
      let cells = zip(row, widths).map { $0.padded($1) } + row.suffix(1)
      write(cells.joined(separator: "  ") + "\n")
    }
  }

  /// Writes bytes as they are: a document that is not UTF-8, or a frame with its colours.
  package static func write(bytes: [UInt8]) {
    let code = write(bytes, to: STDOUT_FILENO)
    if code == 0 { return }
    if code == EPIPE { exit(EXIT_SUCCESS) }
    error("The output cannot be written: \(String(cString: strerror(code))).")
    exit(ExitCode.outputFailed.rawValue)
  }

  /// Writes all bytes; returns 0, or the number of the error.
  ///
  /// - Parameter goesOn: whether to try again after a signal.
  @discardableResult
  package static func write(_ bytes: [UInt8], to descriptor: CInt, goesOn: () -> Bool = { true }) -> CInt {
    do throws(SystemError) { try SystemIO.write(bytes, to: descriptor, goesOn: goesOn) } catch { return error.code }
    return 0
  }
}

extension String {
  /// Filled up with blanks to `width` characters.
  package func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
