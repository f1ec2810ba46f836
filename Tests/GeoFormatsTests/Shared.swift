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

/// SplitMix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
