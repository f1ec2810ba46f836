import Glibc

/// A new folder for large files, gone with everything in it at the end.
final class TemporaryFolder {
  let path: String

  /// Makes a folder in `TMPDIR`; `nil` if that is not writable.
  init?() {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let template = strdup(parent + "/trove-bench-XXXXXX")
    defer { free(template) }
    guard let template, mkdtemp(template) != nil else { return nil }
    path = String(cString: template)
  }

  deinit { Self.remove(path) }

  /// The path of a file or a folder in it.
  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Removes a file, or a folder with whatever programs have left in it; a link only itself.
  private static func remove(_ path: String) {
    guard unlink(path) != 0 else { return }
    for name in names(in: path) { remove("\(path)/\(name)") }
    rmdir(path)
  }

  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names
  }
}
