import ArgumentParser
import CommandKit
import FoundationEssentials
import Game
import GeoFormats
import SessionLogs

/// What a shell offers for arguments that are no mere files, asked for when Tab is pressed.
///
/// Nothing is offered where it cannot be read; there is nobody to tell.
enum Completions {
  /// Sources of positions: the words, and recordings.
  static let sources = CompletionKind.custom { _, _, start in
    SourceKind.allCases.filter { $0.facts.argument != nil && $0 != .trace }.map(\.rawValue)
      + files(start, FileFormat.extensions(of: .recording))
  }

  /// The numbers of the saved games.
  static let games = CompletionKind.custom { _, _, _ in
    ((try? SavedGames.own?.list().games) ?? []).map { "\($0.id)" }
  }

  /// Recorded sessions by their names, and files with other endings than theirs.
  static func sessions(or endings: [String] = []) -> CompletionKind {
    .custom { _, _, start in
      ["last"] + SessionFolder.all().map(\.name) + files(start, ["flight", "jsonl"] + endings)
    }
  }

  /// The files and folders whose paths begin as what was typed.
  private static func files(_ start: String, _ endings: [String]) -> [String] {
    let folder = start.lastIndex(of: "/").map { String(start[...$0]) } ?? ""
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.map { folder + $0 }.filter { $0.hasPrefix(start) }.sorted().compactMap { path in
      Files.isFolder(path) ? path + "/" : endings.contains { path.lowercased().hasSuffix("." + $0) } ? path : nil
    }
  }
}
