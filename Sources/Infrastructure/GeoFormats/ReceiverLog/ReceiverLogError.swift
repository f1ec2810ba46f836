/// Why a recording of a receiver was refused whole, and where.
package struct ReceiverLogError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the file.
  package enum Problem: Hashable, Sendable {
    /// The file could not be opened or read; the operating system's words.
    case unreadable(String)
    /// Not one good sentence and not one report in it.
    case nothingKnown
    /// Its bytes are a receiver's own language, which is not read here; which, where that is known.
    case binary(String?)
    /// Sentences or reports in UTF-16, as some editors save text.
    case wideText
    /// So many bytes without a sentence or a report.
    case noise(limit: Int)
    /// More epochs than are kept.
    case tooMany(limit: Int)
    /// The last line has no end and is longer than anything real.
    case endlessLine(limit: Int)
    /// The recording is of a gpsd that speaks another language.
    case protocolVersion(Int)
  }

  package let problem: Problem
  /// 1-based line in the file.
  package let line: Int

  /// Creates an error.
  package init(_ problem: Problem, line: Int) {
    self.problem = problem
    self.line = max(1, line)
  }

  /// What is wrong, without the line.
  package var message: String {
    switch problem {
    case .unreadable(let detail): "cannot be read: \(detail)"
    case .nothingKnown: Self.nothing
    case .binary(nil): "\(Self.nothing); a receiver's binary log is read by gpsd: \(Self.gpsfake)"
    case .binary(let language?): "a receiver's log in \(language), which gpsd reads: \(Self.gpsfake)"
    case .wideText: "text in UTF-16, and receivers write ASCII: iconv -f UTF-16 -t ASCII FILE > NEW"
    case .noise(let limit): "\(limit >> 20) MiB without a sentence of NMEA or a report of gpsd"
    case .tooMany(let limit): "more than \(limit) epochs"
    case .endlessLine(let limit): "the last line is longer than \(limit >> 10) KiB and has no end"
    case .protocolVersion(let version): "recorded from a gpsd that speaks version \(version) of its protocol; 3 is read"
    }
  }

  private static let nothing = "no recording of a receiver: neither a sentence of NMEA nor a report of gpsd in it"
  private static let gpsfake = "play it with gpsfake FILE, and take positions from gpsd:localhost:2947"

  package var description: String { "line \(line): \(message)" }

  /// The same as a complaint about the file.
  package var diagnostic: Diagnostic { Diagnostic(.error, line: line, message) }
}

/// What is wrong with one line; the line is left out and the rest goes on.
struct LineFault: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
