/// Why a GPX file was refused whole, and where.
package struct GPXError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the file.
  package enum Problem: Hashable, Sendable {
    /// The file could not be opened or read; the operating system's words.
    case unreadable(String)
    /// Not well-formed XML, cut off, or in an encoding that is not read; the parser's words.
    case notXML(String)
    /// XML, but its root is another element.
    case notGPX(root: String)
    /// A DOCTYPE, which GPX never has and attacks need.
    case doctype
    case tooDeep(limit: Int)
    /// More points than are kept.
    case tooMany(limit: Int)
    /// One tag, comment or section is larger than anything real.
    case tooLong(limit: Int)
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
    case .notXML(let detail): "not XML: \(detail)"
    case .notGPX(let root): "not GPX: the root is <\(SafeText.clean(root, limit: SafeText.quoteLimit))>, not <gpx>"
    case .doctype: "a DOCTYPE is not accepted"
    case .tooDeep(let limit): "elements are nested more than \(limit) deep"
    case .tooMany(let limit): "more than \(limit) points"
    case .tooLong(let limit): "one tag or comment is longer than \(limit >> 20) MiB"
    }
  }

  package var description: String { "line \(line): \(message)" }

  /// The same as a complaint about the file.
  package var diagnostic: Diagnostic { Diagnostic(.error, line: line, message) }
}
