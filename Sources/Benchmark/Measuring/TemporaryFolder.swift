import Glibc

/// A new folder for large files, gone with everything in it at the end.
final class TemporaryFolder {
  let path: String
  private var files: [String] = []

  /// Makes a folder in `TMPDIR`; nothing if that cannot be written to.
  init?() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let template = strdup(parent + "/trove-bench-XXXXXX")
    defer { free(template) }
    guard let template, mkdtemp(template) != nil else { return nil }
    path = String(cString: template)
  }

  deinit {
    for file in files { unlink(file) }
    rmdir(path)
  }

  /// The path of a file in the folder, which is to be removed with it.
  func file(_ name: String) -> String {
    files.append("\(path)/\(name)")
    return "\(path)/\(name)"
  }
}
