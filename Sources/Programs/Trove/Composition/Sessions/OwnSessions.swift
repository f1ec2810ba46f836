import CommandKit
import SessionLogs

extension SaveFolder {
  /// The folder of `TROVE_SAVES`, or else that of the user's data; `nil` without a home folder.
  static var own: SaveFolder? { Environment.folder("TROVE_SAVES", or: Environment.folders.data).map { SaveFolder($0) } }
}

extension SessionFolder {
  /// The folder of `TROVE_SESSIONS`, or else that of the user's state; `nil` without a home folder.
  static var own: SessionFolder? {
    Environment.folder("TROVE_SESSIONS", or: Environment.folders.state.map { $0 + "/sessions" }).map(Self.init)
  }

  /// Whether a file lies in one of the user's own folders, where only their own programs put files.
  static func isOwn(_ path: String) -> Bool {
    [own, SaveFolder.own.map { SessionFolder(path: $0.path) }].contains { $0?.holds(path) == true }
  }

  /// The recorded sessions, also those in the records of games, the latest first.
  static func all() -> [Entry] {
    var (sessions, games) = (own?.entries()[...] ?? [], SaveFolder.own?.sessions()[...] ?? [])
    var all: [Entry] = []
    while let session = sessions.first, let game = games.first {
      all.append(session.written > game.written ? sessions.removeFirst() : games.removeFirst())
    }
    return all + sessions + games
  }

  /// The record that an argument means: a file, the name of a session, or `last`.
  static func find(_ argument: String) throws(CommandFailure) -> String {
    if Files.isThere(argument) { return argument }
    if let entry = all().entry(named: argument) { return entry.path }
    throw CommandFailure(
      argument == "last"
        ? "No session is recorded yet: trove play records one."
        : "\(argument): there is no such file and no such session; trove replay lists the sessions.",
      .noSuchFile)
  }

  /// Writes the list of the recorded sessions, for people to choose from.
  static func writeList() {
    let entries = all()
    guard !entries.isEmpty else { return Output.write("No session is recorded yet: trove play records one.\n") }
    Output.write(table: [head] + entries.map(\.row))
  }
}
