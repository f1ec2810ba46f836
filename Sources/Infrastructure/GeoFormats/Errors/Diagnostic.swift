/// A problem in a file: its line, its severity, and what is wrong.
///
/// Printed as `FILE:LINE: error|warning: text`.
package struct Diagnostic: Hashable, Sendable {
  /// How severe a problem is.
  package enum Severity: String, Hashable, Sendable {
    /// The file is refused whole.
    case error
    /// A part is skipped or changed; the rest loads.
    case warning
  }

  /// The severity.
  package let severity: Severity
  /// 1-based line in the file.
  package let line: Int
  /// What is wrong and what was done about it; printable text, sanitised.
  package let message: String

  /// Creates a diagnostic; the message is made fit to print.
  package init(_ severity: Severity, line: Int, _ message: String) {
    self.severity = severity
    self.line = line
    self.message = SafeText.clean(message, limit: 400)
  }

  /// The whole line as compilers print it; the name of the file is made fit to print too.
  package func text(file: String) -> String { "\(SafeText.clean(file)):\(line): \(severity.rawValue): \(message)" }
}

/// The complaints about one file: the first ones word for word, the rest counted.
///
/// A file of a million bad points costs no more than a file of a hundred.
package struct DiagnosticLog: Hashable, Sendable {
  /// The number of diagnostics to keep; further ones are only counted.
  package let limit: Int
  /// The first complaints, in the order of the file.
  package private(set) var entries: [Diagnostic] = []
  /// The number of diagnostics that were only counted.
  package private(set) var omitted = 0
  private var lastLine = 1

  /// Creates an empty log.
  package init(limit: Int = 100) { self.limit = max(1, limit) }

  /// Whether there are no diagnostics.
  package var isEmpty: Bool { entries.isEmpty }

  /// Notes one complaint; the message is only built when it is kept.
  package mutating func add(_ severity: Diagnostic.Severity, line: Int, _ message: @autoclosure () -> String) {
    lastLine = line
    guard entries.count < limit else { return omitted += 1 }
    entries.append(Diagnostic(severity, line: line, message()))
  }

  /// Everything that is to be printed: the entries, and one line for the rest.
  package var summary: [Diagnostic] {
    guard omitted > 0 else { return entries }
    return entries + [Diagnostic(.warning, line: lastLine, "and \(omitted) more warnings up to this line")]
  }
}
