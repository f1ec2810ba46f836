internal import GeoFormats
internal import Glibc
internal import SystemKit

/// Why a map, or a style of maps, was not taken: `FILE:LINE: error: text`.
package struct MapFileProblem: Error, Hashable, CustomStringConvertible {
  /// The path of the file, as it was given.
  package let file: String
  /// 1-based line of a text, byte of a tile.
  package let line: Int
  /// The error, with advice if there is any.
  package let message: String
  /// The file is not there or may not be read, as against: its contents are wrong.
  package let isMissing: Bool

  /// Creates a problem.
  init(file: String, line: Int = 1, _ message: String, isMissing: Bool = false) {
    self.file = file
    self.line = line
    self.message = message
    self.isMissing = isMissing
  }

  package var description: String { Diagnostic(.error, line: line, message).text(file: file) }
}

/// The kind of file at a path, with links followed.
enum PathKind {
  case file, folder
  /// A pipe, a device: reading it might never end.
  case other
  case nothing

  init(_ path: String) {
    var status = stat()
    guard stat(StandardInput.path(path), &status) == 0 else {
      self = .nothing
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: self = .file
    case S_IFDIR: self = .folder
    default: self = .other
    }
  }
}
