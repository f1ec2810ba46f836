import FoundationEssentials
import GeoFormats
import Glibc
import HuntDomain
import SessionLogs
import Views

/// The folder for sessions that are recorded without a file name; old ones are removed to limit its size.
struct SessionFolder {
  /// Sessions that are kept, the one that begins among them.
  private static let most = 50
  /// Bytes that they may take before the oldest go: with the one that begins 256 MiB.
  private static let room = (256 << 20) - SessionLogWriter.largest

  let path: String

  /// The folder of `TROVE_SESSIONS`, or else that of the user's state; `nil` without a home folder.
  static var own: SessionFolder? {
    Environment.folder("TROVE_SESSIONS", or: Environment.folders.state.map { $0 + "/sessions" }).map(Self.init)
  }

  /// One recorded session.
  struct Entry {
    let path: String
    let size: Int

    /// The file's name without its ending.
    var name: String { String(path.split(separator: "/").last?.dropLast(SessionLog.ending.count) ?? "") }
  }

  /// The sessions that are there, the latest first: names begin with the time.
  func entries() -> [Entry] {
    let manager = FileManager.default
    let names = (try? manager.contentsOfDirectory(atPath: path)) ?? []
    // Without the endings: the second session of a second comes after the first.
    let sessions = names.filter { $0.hasSuffix(SessionLog.ending) }.map { $0.dropLast(SessionLog.ending.count) }
      .sorted(by: >)
    return sessions.map { name in
      let name = name + SessionLog.ending
      let path = "\(path)/\(name)"
      let size = (try? manager.attributesOfItem(atPath: path)[.size] as? UInt64) ?? 0
      return Entry(path: path, size: Int(clamping: size))
    }
  }

  /// Begins a record of a session that begins at `moment`; `nil` if the file cannot be created.
  func begin(_ header: SessionLogHeader, at moment: Timestamp) -> SessionLogWriter? {
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    prune()
    let time = SessionLogWriter.name(at: moment)
    for number in 0..<100 {
      let name = number == 0 ? time : "\(time)-\(number)"
      if let recorder = SessionLogWriter(path: "\(path)/\(name)\(SessionLog.ending)", header) { return recorder }
    }
    return nil
  }

  /// Makes room for one more: what is oldest goes, unless another program is still writing it.
  private func prune() {
    var size = 0
    for (index, entry) in entries().enumerated() {
      size += entry.size
      guard index >= Self.most - 1 || size > Self.room, !SessionLogWriter.isWritten(entry.path) else { continue }
      try? FileManager.default.removeItem(atPath: entry.path)
    }
  }

  /// Whether a file lies in the user's own folder, where only their own programs put files.
  static func isOwn(_ path: String) -> Bool {
    guard let own, let folder = realpath(own.path, nil), let file = realpath(path, nil) else { return false }
    defer {
      free(folder)
      free(file)
    }
    return String(cString: file).hasPrefix(String(cString: folder) + "/")
  }

  /// The record that an argument means: a file, the name of a session, or `last`.
  static func find(_ argument: String) throws(CommandFailure) -> String {
    if Files.isThere(argument) { return argument }
    let entries = own?.entries() ?? []
    if argument == "last", let last = entries.first { return last.path }
    if let named = entries.first(where: { $0.name == argument }) { return named.path }
    throw CommandFailure(
      argument == "last"
        ? "No session is recorded yet: trove play records one."
        : "\(argument): there is no such file and no such session; trove replay lists the sessions.",
      .noSuchFile)
  }
}

/// The recorded sessions, for people to choose from.
enum SessionList {
  static func write() {
    let entries = SessionFolder.own?.entries() ?? []
    guard !entries.isEmpty else { return Output.write("No session is recorded yet: trove play records one.\n") }
    let rows = [["SESSION", "TIME", "SOURCE", "HUNT"]] + entries.map(Self.row)
    let widths = rows[0].indices.dropLast().map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      let cells = zip(row, widths).map { $0.padded($1) } + [row[row.count - 1]]
      Output.write(cells.joined(separator: "  ") + "\n")
    }
  }

  private static func row(_ entry: SessionFolder.Entry) -> [String] {
    let session = SafeText.clean(entry.name)
    guard let summary = SessionLogSummary(path: entry.path) else { return [session, "", "", "cannot be read"] }
    let name = summary.hunt?.split(separator: "/").last.map(String.init) ?? "no game"
    return [session, Wording.clock(summary.length), SafeText.clean(summary.source ?? ""), SafeText.clean(name)]
  }
}
