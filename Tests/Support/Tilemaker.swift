package import Foundation

/// The program that makes tiles of OpenStreetMap's data, and the configuration that it comes with.
package enum Tilemaker {
  private static let program = "/usr/bin/tilemaker"
  private static let examples = "/usr/share/doc/tilemaker/examples"

  /// It did not make an archive; it ended with this status.
  package struct Failure: Error { package let status: Int32 }

  /// Whether all of it is installed.
  package static var isThere: Bool {
    [program, "\(examples)/config-openmaptiles.json", "\(examples)/process-openmaptiles.lua"]
      .allSatisfy(FileManager.default.fileExists)
  }

  /// What it says its version is; nothing where it does not run.
  package static var version: String? {
    get async throws {
      try await Command.run(program, ["--help"]).lines.first?.split(separator: " ").last.map(String.init)
    }
  }

  /// Makes tiles of an extract that lies beside the package; returns the path of the archive: the same
  /// bytes of tiles every time.
  package static func archive(of extract: String, in folder: URL) async throws -> String {
    let output = folder.appending(path: "map.mbtiles").path
    let run = try await Command.run(
      program,
      [
        "--input", SharedFiles.folder.appending(path: "data/osm/\(extract)").path, "--output", output, "--config",
        "\(examples)/config-openmaptiles.json", "--process", "\(examples)/process-openmaptiles.lua",
        // Several write what they find in the order in which they are done: every time other tiles.
        "--threads", "1",
      ], in: folder, limit: 300)
    guard run.status == 0 else { throw Failure(status: run.status) }
    return output
  }
}
