/// Why a text was refused as JSON, and where.
package struct JSONError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the text.
  package enum Problem: Hashable, Sendable {
    /// The text ends before its value does.
    case truncated
    /// Something else stands where `expected` has to stand.
    case expected(String)
    /// More text after the value.
    case trailing
    case invalidUTF8
    case controlCharacter
    case badEscape
    case badNumber
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)
    /// The file could not be read; the operating system's words.
    case unreadable(String)
  }

  package let problem: Problem
  /// 1-based line in the text.
  package let line: Int

  /// Creates an error.
  package init(_ problem: Problem, line: Int) {
    self.problem = problem
    self.line = max(1, line)
  }

  /// What is wrong, without the line.
  package var message: String {
    switch problem {
    case .truncated: "not JSON: the text ends too early"
    case .expected(let what): "not JSON: expected \(what)"
    case .trailing: "not JSON: more text after the end"
    case .invalidUTF8: "not JSON: not valid UTF-8"
    case .controlCharacter: "not JSON: a control character in a string"
    case .badEscape: "not JSON: a bad escape in a string"
    case .badNumber: "not JSON: a bad number"
    case .tooDeep(let limit): "values are nested more than \(limit) deep"
    case .tooLarge(let limit): "larger than \(limit >> 20) MiB"
    case .unreadable(let detail): "cannot be read: \(detail)"
    }
  }

  package var description: String { "line \(line): \(message)" }
}
