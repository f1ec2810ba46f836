/// Why a GeoJSON file was refused whole, and where.
package struct GeoJSONError: Error, Hashable, CustomStringConvertible {
  /// What is wrong with the file.
  package enum Problem: Hashable, Sendable {
    /// No JSON, cut off, or not to be read.
    case json(JSONError.Problem)
    /// JSON, but its root is no object of GeoJSON; what is wrong with it.
    case notGeoJSON(String)
    /// The one feature or geometry that the file consists of is bad; what is wrong with it.
    case badRoot(String)
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
    case .json(let problem): JSONError(problem, line: line).message
    case .notGeoJSON(let detail): "not GeoJSON: \(detail)"
    case .badRoot(let detail): detail
    }
  }

  package var description: String { "line \(line): \(message)" }

  /// The same as a complaint about the file.
  package var diagnostic: Diagnostic { Diagnostic(.error, line: line, message) }
}
