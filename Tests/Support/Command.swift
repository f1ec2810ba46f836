package import Foundation

/// One run of a program to its end.
package struct Command: Sendable {
  package let status: Int32
  /// The program died by this signal; 0 when it ended by itself.
  package let signal: Int32
  package let output: String
  package let error: String

  /// Lines of the output.
  package var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Runs a program in the package's folder, or in another one, and waits for it; after `limit` seconds it is killed.
  package static func run(
    _ program: String, _ arguments: [String], in folder: URL = SharedFiles.package, environment: [String: String] = [:],
    limit: Int = 120
  ) async throws -> Command {
    let files = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: files, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: files) }
    let (out, err) = (files.appending(path: "out"), files.appending(path: "err"))
    let child = try ChildProcess(
      ["env", "-C", folder.path, program] + arguments, output: out.path, error: err.path, environment: environment,
      limit: limit)
    let ending = await child.ending()
    return Command(
      status: ending.status, signal: ending.signal,
      output: String(decoding: try Data(contentsOf: out), as: UTF8.self),
      error: String(decoding: try Data(contentsOf: err), as: UTF8.self))
  }
}

/// A program written for one test.
package enum Script {
  /// It was not written: what the shell said.
  package struct Failure: Error { package let words: String }

  /// Writes lines for `sh` into a file that can be run at once.
  ///
  /// A shell writes it: this process does not close its files in the children that tests start beside this one, and
  /// what one of them has open for writing cannot be executed.
  package static func write(_ lines: String, to path: String) async throws {
    let writer = "printf %s \"$1\" > \"$2\" && chmod 755 \"$2\""
    let written = try await Command.run("/bin/sh", ["-c", writer, "sh", "#!/bin/sh\n\(lines)\n", path])
    guard written.status == 0 else { throw Failure(words: written.error) }
  }
}

/// Whether a program can be started by its name.
package func hasProgram(_ name: String) -> Bool {
  let path = (ProcessInfo.processInfo.environment["PATH"] ?? "") + ":/usr/sbin"
  return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
}
