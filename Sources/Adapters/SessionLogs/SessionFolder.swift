internal import FoundationEssentials
internal import GeoFormats
internal import Glibc
package import HuntDomain
internal import Views

/// A folder of recorded sessions, named by the time when they began; old ones are removed to limit its size.
package struct SessionFolder: Hashable, Sendable {
  /// Sessions that are kept, the one that begins among them.
  private static let most = 50
  /// Bytes that they may take before the oldest go: with the one that begins 256 MiB.
  private static let room = (256 << 20) - SessionLogWriter.largest

  /// The path of the folder, which need not be there.
  package let path: String

  /// The folder at `path`; nothing is read or made yet.
  package init(path: String) { self.path = path }

  /// One recorded session.
  package struct Entry: Hashable, Sendable {
    /// The path of its file.
    package let path: String
    /// Bytes of the file; 0 if they cannot be found out.
    package let size: Int

    /// The file's name without its ending.
    package var name: String { String(path.split(separator: "/").last?.dropLast(SessionLog.ending.count) ?? "") }

    /// The cells of ``SessionFolder/head`` for this session, safe to print; reads the file to its end.
    package var row: [String] {
      let session = SafeText.clean(name)
      guard let summary = SessionLogSummary(path: path) else { return [session, "", "", "cannot be read"] }
      let hunt = summary.hunt?.split(separator: "/").last.map(String.init) ?? "no game"
      return [session, Wording.clock(summary.length), SafeText.clean(summary.source ?? ""), SafeText.clean(hunt)]
    }
  }

  /// The titles of the columns of ``Entry/row``.
  package static let head = ["SESSION", "TIME", "SOURCE", "HUNT"]

  /// The sessions that are there, the latest first: names begin with the time.
  ///
  /// Empty if there is no folder.
  package func entries() -> [Entry] {
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

  /// The session that a word means: the name of one, or `last`; `nil` if there is none.
  package func entry(named word: String) -> Entry? {
    let entries = entries()
    if word == "last", let last = entries.first { return last }
    return entries.first { $0.name == word }
  }

  /// Begins a record of a session that begins at `moment`, after making room for it; `nil` if the file cannot be created.
  ///
  /// Makes the folder if needed, for its owner alone. The second to hundredth session of a second has a number behind
  /// the time.
  package func begin(_ header: SessionLogHeader, at moment: Timestamp) -> SessionLogWriter? {
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

  /// Whether a file lies in this folder, by whatever path it is named, after following links; `false` if it is not there.
  package func holds(_ file: String) -> Bool {
    guard let folder = Self.resolved(path), let file = Self.resolved(file) else { return false }
    return file.hasPrefix(folder + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
