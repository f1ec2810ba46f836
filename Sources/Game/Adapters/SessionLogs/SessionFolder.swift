internal import FoundationEssentials
internal import GeoFormats
internal import Glibc
package import Numbers
internal import Views

/// A folder of recorded sessions, named by the time when they began; old ones are removed to limit its size.
///
/// Rehearsals, which a program plays, are counted apart: however many there are, no game of a player goes for them.
package struct SessionFolder: Hashable, Sendable {
  /// How much is kept of one kind of sessions.
  struct Limit {
    /// Sessions, the one that begins among them.
    let count: Int
    /// Bytes that they may take with the one that begins before the oldest go.
    let bytes: Int

    static let games = Limit(count: 50, bytes: 256 << 20)
    static let rehearsals = Limit(count: 20, bytes: 128 << 20)
  }

  /// What the name of a rehearsal has behind the time.
  private static let rehearsal = "-rehearsal"

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
    /// When it was written last, in nanoseconds since 1970; 0 if that cannot be found out.
    package let written: Int

    init(path: String) {
      var status = stat()
      self.path = path
      guard stat(path, &status) == 0 else {
        (size, written) = (0, 0)
        return
      }
      (size, written) = (Int(status.st_size), status.st_mtim.tv_sec &* 1_000_000_000 &+ status.st_mtim.tv_nsec)
    }

    /// The file's name without its ending.
    package var name: String {
      let name = path.split(separator: "/").last ?? ""
      return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
    }

    /// Whether a program played: a walker, or a recording.
    var isRehearsal: Bool { name.contains(SessionFolder.rehearsal) }

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
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    // Without the endings: the second session of a second comes after the first.
    let sessions = names.filter { $0.hasSuffix(SessionLog.ending) }.map { $0.dropLast(SessionLog.ending.count) }
      .sorted(by: >)
    return sessions.map { Entry(path: "\(path)/\($0)\(SessionLog.ending)") }
  }

  /// Begins a record of a session that begins at `moment`, after making room for it; `nil` if the file cannot be created.
  ///
  /// Makes the folder if needed, for its owner alone. The second to hundredth session of a second has a number behind
  /// the time.
  ///
  /// - Parameter isRehearsal: whether a program plays, so that no game of a player goes for it.
  package func begin(_ header: SessionLogHeader, at moment: Timestamp, isRehearsal: Bool) -> SessionLogWriter? {
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    prune(isRehearsal: isRehearsal)
    let time = SessionLogWriter.name(at: moment) + (isRehearsal ? Self.rehearsal : "")
    for number in 0..<100 {
      let name = number == 0 ? time : "\(time)-\(number)"
      if let recorder = SessionLogWriter(path: "\(path)/\(name)\(SessionLog.ending)", header) { return recorder }
    }
    return nil
  }

  /// Makes room for one more: the oldest of its kind go, unless another program is still writing them.
  private func prune(isRehearsal: Bool) {
    let limit = isRehearsal ? Limit.rehearsals : .games
    let room = limit.bytes - SessionLogWriter.largest
    var size = 0
    for (index, entry) in entries().filter({ $0.isRehearsal == isRehearsal }).enumerated() {
      size += entry.size
      guard index >= limit.count - 1 || size > room, !SessionLogWriter.isWritten(entry.path) else { continue }
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

extension [SessionFolder.Entry] {
  /// The session that a word means: the name of one, or `last` for the first; `nil` if there is none.
  package func entry(named word: String) -> Element? {
    if word == "last", let last = first { return last }
    return first { $0.name == word }
  }
}
