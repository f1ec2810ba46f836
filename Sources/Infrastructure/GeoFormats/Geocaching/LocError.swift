/// Why a `.loc` file was refused whole, and where.
package struct LocError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the file.
  package enum Problem: Hashable, Sendable {
    /// The file could not be opened or read; the operating system's words.
    case unreadable(String)
    /// Not well-formed XML, cut off, or in an encoding that is not read; the parser's words.
    case notXML(String)
    /// XML, but its root is another element.
    case notLoc(root: String)
    /// A DOCTYPE, which these files never have and attacks need.
    case doctype
    case tooDeep(limit: Int)
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
    case .notLoc(let root): "not a .loc file: the root is \(SafeText.quoted(root)), not <loc>"
    case .doctype: "a DOCTYPE is not accepted"
    case .tooDeep(let limit): "elements are nested more than \(limit) deep"
    }
  }

  package var description: String { "line \(line): \(message)" }

  /// The same as a complaint about the file.
  package var diagnostic: Diagnostic { Diagnostic(.error, line: line, message) }
}
