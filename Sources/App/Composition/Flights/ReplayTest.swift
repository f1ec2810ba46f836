import ArgumentParser
import FoundationEssentials
import Views

/// A regression test made of a session: its record, what it shows, and a script that compares the two.
enum ReplayTest {
  /// What was shown at a moment, as a golden file has it.
  static func text(of shown: FlightReplay.Shown) -> String {
    "--- \(Wording.clock(shown.time)), line \(shown.line)\n\(shown.picture.text)\n"
  }

  /// Writes the test of the session at `path` into a folder.
  ///
  /// - Parameter allowsFiles: whether the test reads files that the session names.
  static func write(
    _ replay: FlightReplay, of path: String, into folder: String, allowsFiles: Bool
  ) async throws(CommandFailure) {
    let file = path.split(separator: "/").last.map(String.init) ?? "session"
    let name = file.hasSuffix(SessionFolder.ending) ? String(file.dropLast(SessionFolder.ending.count)) : file
    var golden = ""
    await replay.play { golden += text(of: $0) }
    let script = """
      #!/bin/sh
      # Plays a recorded session again and compares what it shows with what it showed when this was written.
      # TROVE names the program; without it trove of the path is taken.
      here=$(dirname "$0")
      name=$(basename "$0" .test)
      exec "${TROVE:-trove}" replay "$here/$name.flight" --against "$here/$name.golden"\(allowsFiles ? " --allow-files" : "")

      """
    let manager = FileManager.default
    do {
      try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let base = URL(filePath: folder)
      let record = base.appending(path: name + SessionFolder.ending)
      if !Files.areSame(record.path, path) {
        try Data(contentsOf: URL(filePath: path)).write(to: record, options: .atomic)
      }
      try Data(golden.utf8).write(to: base.appending(path: "\(name).golden"), options: .atomic)
      let test = base.appending(path: "\(name).test").path
      try Data(script.utf8).write(to: URL(filePath: test), options: .atomic)
      try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: test)
      Output.write("\(test)\n")
    } catch {
      throw CommandFailure("\(folder): the test cannot be written: \(error)", .cannotCreate)
    }
  }

  /// Compares what a session shows with a golden file.
  ///
  /// Throws: if they differ.
  static func compare(_ replay: FlightReplay, of path: String, with golden: String) async throws(CommandFailure) {
    guard let data = FileManager.default.contents(atPath: golden) else {
      throw CommandFailure("\(golden): there is no such file.", .noSuchFile)
    }
    let wanted = Array(data)
    var shown: [UInt8] = []
    await replay.play { shown += text(of: $0).utf8 }
    guard shown != wanted else { return Output.write("\(path): as it was.\n") }
    let place = zip(shown, wanted).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let line = wanted.prefix(place ?? min(shown.count, wanted.count)).count { $0 == 0x0A } + 1
    throw CommandFailure("\(golden):\(line): something else is shown now.", .refused)
  }
}
