internal import FoundationEssentials

/// A regression test made from a session: its record, the frames it shows (the golden file), and a script that compares
/// the two.
package struct RegressionTest: Hashable, Sendable {
  /// The name of its three files, without extensions.
  package let name: String
  /// The frames that the session shows, formatted by ``picture(_:at:line:)``, one after the other.
  package let golden: String
  /// Whether the test reads files that the session names.
  private let allowsFiles: Bool

  /// The test of the session at `path`.
  package init(of path: String, golden: String, allowsFiles: Bool) {
    let file = path.split(separator: "/").last.map(String.init) ?? "session"
    let ending = [SessionLog.ending, SessionLog.gameEnding].first(where: file.hasSuffix) ?? ""
    name = String(file.dropLast(ending.count))
    (self.golden, self.allowsFiles) = (golden, allowsFiles)
  }

  /// Formats the frame shown at a moment, as golden files contain it.
  ///
  /// - Parameters:
  ///   - clock: the time of the session in words.
  ///   - line: the line of the record, counted from 1.
  package static func picture(_ text: String, at clock: String, line: Int) -> String {
    "--- \(clock), line \(line)\n\(text)\n"
  }

  /// The line of a golden file, counted from 1, from which on something else is shown; `nil` if all is the same.
  package static func firstDifference(of shown: [UInt8], from golden: [UInt8]) -> Int? {
    guard shown != golden else { return nil }
    let place = zip(shown, golden).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return golden.prefix(place ?? min(shown.count, golden.count)).count { $0 == 0x0A } + 1
  }

  /// The script; it finds the other files by its own name.
  package var script: String {
    """
    #!/bin/sh
    # Plays a recorded session again and compares what it shows with what it showed when this was written.
    # TROVE names the program; without it trove of the path is taken.
    here=$(dirname "$0")
    name=$(basename "$0" .test)
    exec "${TROVE:-trove}" replay "$here/$name.flight" --against "$here/$name.golden"\(allowsFiles ? " --allow-files" : "")

    """
  }

  /// Writes the three files into a folder, which is made if it is not there; returns the path of the script.
  ///
  /// - Parameter record: the path of the session; `nil` if it lies in the folder already.
  /// - Throws: what the system says.
  package func write(into folder: String, copying record: String?) throws -> String {
    let manager = FileManager.default
    try manager.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let base = URL(filePath: folder)
    if let record {
      let copy = base.appending(path: name + SessionLog.ending)
      try Data(contentsOf: URL(filePath: record)).write(to: copy, options: .atomic)
    }
    try Data(golden.utf8).write(to: base.appending(path: "\(name).golden"), options: .atomic)
    let test = base.appending(path: "\(name).test").path
    try Data(script.utf8).write(to: URL(filePath: test), options: .atomic)
    try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: test)
    return test
  }
}
