package import Foundation

/// Whether tests may take as long as they like: script/nightly sets `TROVE_NIGHTLY`.
package let isNightly = ProcessInfo.processInfo.environment["TROVE_NIGHTLY"] != nil

/// Files that lie beside the package and are not part of it: `../shared`, or `$TROVE_SHARED`.
package enum SharedFiles {
  /// The package's own folder.
  package static let package = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The folder of the files.
  package static let folder: URL =
    ProcessInfo.processInfo.environment["TROVE_SHARED"].map { URL(filePath: $0) }
    ?? package.deletingLastPathComponent().appending(path: "shared")

  /// Whether a file or folder is there.
  package static func has(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: folder.appending(path: path).path)
  }
}
