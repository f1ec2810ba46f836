import ArgumentParser
import CommandKit
import Game
import GeoFormats
import HuntDomain
import Numbers
import SessionLogs
import Views

/// `trove games`: lists the saved games.
struct GamesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "games", abstract: "Lists saved games, shows one, or removes one.",
    discussion: """
      Examples:
      trove games
      trove games show 3

      Games are saved below $XDG_DATA_HOME/trove, or ~/.local/share/trove, or in the folder that TROVE_SAVES names. \
      `trove play HUNT` goes on with the last one of that hunt.
      With --json one object a line: id, hunt, title, found, of, points, over and played; for `show` one event a \
      line: event, time (seconds played), and where they belong treasure, distance, hint, answer and utc.

      Exit codes: 0 well; 64 wrong usage; 66 there is no such game; 74 the games cannot be read or written.
      """,
    subcommands: [List.self, Show.self, Remove.self], defaultSubcommand: List.self)

  /// `trove games list`.
  struct List: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "list", abstract: "Lists the saved games, the last one first.",
      discussion: """
        Examples:
        trove games list --json
        """)

    @Flag(help: "JSON lines.")
    var json = false

    func run() throws {
      let games = try SavedGames.all()
      if json { return Output.write(games.map { $0.json.text + "\n" }.joined()) }
      guard !games.isEmpty else { return Output.write("There are no saved games.\n") }
      Output.write(table: [["ID", "FOUND", "POINTS", "DATE", "HUNT"]] + games.map(\.columns))
    }
  }

  /// `trove games show`.
  struct Show: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "show", abstract: "Shows what happened in a saved game.",
      discussion: """
        Examples:
        trove games show 3
        """)

    @Argument(help: "The game's number in the list.", completion: Completions.games)
    var id: Int64

    @Flag(help: "JSON lines.")
    var json = false

    func run() throws {
      let game = try SavedGames.game(id)
      let events = try SavedGames.events(ofGame: id)
      if !json { Output.write("\(SafeText.clean(game.title)): \(game.progress).\n") }
      for event in events { Output.write((json ? event.json.text : event.line) + "\n") }
    }
  }

  /// `trove games remove`.
  struct Remove: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "remove", abstract: "Removes a saved game for good.",
      discussion: """
        Examples:
        trove games remove 3 --yes
        """)

    @Argument(help: "The game's number in the list.", completion: Completions.games)
    var id: Int64

    @Flag(help: "Yes, for good.")
    var yes = false

    func run() throws {
      let game = try SavedGames.game(id)
      let name = "game \(id) (\(SafeText.clean(game.title)): \(game.progress))"
      guard yes else { throw CommandFailure("This removes \(name) for good: add --yes if you want that.", .usage) }
      _ = try orFail { () throws(ProgressNotSaved) in try SavedGames.own?.remove(id) ?? false }
      Output.write("Removed \(name).\n")
    }
  }
}

private func orFail<Value>(_ body: () throws(ProgressNotSaved) -> Value) throws -> Value {
  do { return try body() } catch { throw CommandFailure(error.description, .outputFailed) }
}

extension SavedGames {
  /// The list, after it was said what the player should know of the file.
  fileprivate static func all() throws -> [GameSummary] {
    guard let own else { return [] }
    let (games, notices) = try orFail { () throws(ProgressNotSaved) in try own.list() }
    for notice in notices { Output.error(notice) }
    return games
  }

  /// Finds a saved game; ends the program with an error if there is none.
  static func game(_ id: Int64) throws -> GameSummary {
    guard let game = try all().first(where: { $0.id == id }) else {
      throw CommandFailure("There is no game \(id); `trove games` lists them.", .noSuchFile)
    }
    return game
  }

  /// Reads the events of a game; ends the program with an error if it cannot.
  static func events(ofGame id: Int64) throws -> [HuntEvent] {
    try orFail { () throws(ProgressNotSaved) in try own?.events(of: id) ?? [] }
  }
}

extension GameSummary {
  fileprivate var columns: [String] {
    let day = played.description.prefix(10)
    let title = SafeText.clean(title, limit: SafeText.nameLimit)
    return ["\(id)", "\(found) of \(total)", "\(points)", "\(day)", title + (isOver ? " (over)" : "")]
  }

  fileprivate var json: JSONText {
    var line = JSONText()
    line.add("id", id)
    line.add("hunt", hunt)
    line.add("title", title)
    line.add("found", found)
    line.add("of", total)
    line.add("points", points)
    line.add("over", isOver)
    line.add("played", played.description)
    return line
  }
}

extension HuntEvent {
  /// `0:12:05 found mill (3 m)`.
  fileprivate var line: String {
    let row = EventRow(self)
    let clock = [row.seconds / 3600, row.seconds / 60 % 60, row.seconds % 60]
    let time = clock.enumerated().map { $0 > 0 && $1 < 10 ? "0\($1)" : "\($1)" }.joined(separator: ":")
    let words = [time, row.kind, row.treasure.map { SafeText.clean($0, limit: SafeText.nameLimit) }, detail]
    return words.compactMap(\.self).joined(separator: " ")
  }

  private var detail: String? {
    switch kind {
    case .found(_, let distance): DecimalText.fixed(distance, decimals: 1).map { "(\($0) m)" }
    case .readHint(_, let index): "(hint \(index + 1))"
    case .answered(_, .text(let text)): "(\(SafeText.clean(text, limit: SafeText.nameLimit)))"
    case .answered(_, .number(let number)): "(\(Wording.answer(.number(number), to: nil)))"
    case .answered(_, .choice(let index)): "(option \(index + 1))"
    default: nil
    }
  }

  fileprivate var json: JSONText {
    var line = JSONText()
    let row = EventRow(self)
    line.add("event", row.kind)
    line.add("time", Double(row.seconds) + Double(row.attoseconds) * 1e-18, decimals: 3)
    if let treasure = row.treasure { line.add("treasure", treasure) }
    switch kind {
    case .found(_, let distance): line.add("distance", distance, decimals: 2)
    case .readHint(_, let index): line.add("hint", index)
    case .answered(_, .text(let text)): line.add("answer", text)
    case .answered(_, .number(let number)): line.add("answer", number)
    case .answered(_, .choice(let index)): line.add("answer", index)
    default: break
    }
    if let utc { line.add("utc", utc.description) }
    return line
  }
}
