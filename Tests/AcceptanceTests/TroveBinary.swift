import Foundation
import ProcessTesting

/// The program as players run it: the binary that was built with these tests.
enum TroveBinary {
  static let path = ProcessInfo.processInfo.environment["TROVE_BINARY"] ?? folder + "/trove"

  /// Where the programs of this build are.
  static let folder: String = {
    // The test bundle lies beside the program; its path is among the runner's arguments, or is the runner itself.
    let bundle = CommandLine.arguments.first { $0.contains(".xctest") } ?? CommandLine.arguments[0]
    return bundle.components(separatedBy: "/").prefix { !$0.hasSuffix(".xctest") }.joined(separator: "/")
  }()

  /// Runs the program to its end.
  static func run(_ arguments: String...) async throws -> Command {
    try await Command.run(path, arguments)
  }
}

/// JSON lines as dictionaries.
func objects(_ lines: [String]) throws -> [[String: Any]] {
  try lines.map { line in
    try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
  }
}
