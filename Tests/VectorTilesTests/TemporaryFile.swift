import Foundation

/// A folder of a test's own with a file in it; gone with the test.
final class TemporaryFile {
  let folder: URL
  let path: String

  init(_ bytes: [UInt8]? = nil, name: String = "map file 100%?#.bin") throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tiles-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appending(path: name).path
    if let bytes { try Data(bytes).write(to: URL(filePath: path)) }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The names in the folder.
  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? [] }
}
