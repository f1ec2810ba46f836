import Foundation

/// The folder with recordings and test suites of others, beside the package or where `TROVE_SHARED` says.
///
/// The project is covered without it; with it, it is also held against the world's files.
enum Shared {
  static let folder: String = {
    if let path = ProcessInfo.processInfo.environment["TROVE_SHARED"] { return path }
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return root.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared").path
  }()

  static let isPresent = FileManager.default.fileExists(atPath: folder + "/data")

  /// The files below `folder/data/path` whose names end so, sorted.
  static func files(_ path: String, suffix: String) -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: "\(folder)/data/\(path)") else { return [] }
    return walk.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/data/\(path)")))
  }
}
