/// One complaint about a file: where, how bad, what is wrong.
///
/// Printed as `FILE:LINE: error|warning: text`.
package struct Diagnostic: Hashable, Sendable {
  /// How bad it is.
  package enum Severity: String, Hashable, Sendable {
    /// The file is refused whole.
    case error
    /// A part is skipped or changed; the rest loads.
    case warning
  }

  package let severity: Severity
  /// 1-based line in the file.
  package let line: Int
  /// What is wrong and what was done about it; printable text, sanitised.
  package let message: String

  /// Creates a complaint; whatever the message quotes is made fit to print here at the latest.
  package init(_ severity: Severity, line: Int, _ message: String) {
    self.severity = severity
    self.line = line
    self.message = SafeText.clean(message, limit: 400)
  }

  /// The whole line as compilers print it; the name of the file is made fit to print too.
  package func text(file: String) -> String { "\(SafeText.clean(file)):\(line): \(severity.rawValue): \(message)" }
}
