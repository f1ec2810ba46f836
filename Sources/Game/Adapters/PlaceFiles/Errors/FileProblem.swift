package import GeoFormats

/// Why a file was not taken: `FILE:LINE: error: text`.
package struct FileProblem: Error, Hashable, CustomStringConvertible {
  /// The file's path.
  package let file: String
  /// 1-based line in the file.
  package let line: Int
  /// The error, with advice if there is any.
  package let message: String
  /// The file is not there or may not be read, as against: its contents are wrong.
  package let isMissing: Bool
  /// The file is something else, which another command takes.
  package let isOther: Bool

  /// Creates a problem.
  package init(file: String, line: Int = 1, _ message: String, isMissing: Bool = false, isOther: Bool = false) {
    self.file = file
    self.line = line
    self.message = message
    self.isMissing = isMissing
    self.isOther = isOther
  }

  /// Creates the problem of a file that was refused.
  package init(file: String, _ error: FormatError) {
    self.init(file: file, line: error.line, error.message, isMissing: error.isUnreadable)
  }

  package var description: String { Diagnostic(.error, line: line, message).text(file: file) }
}
