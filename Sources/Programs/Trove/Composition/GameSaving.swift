import CommandKit
import FoundationEssentials
import Game
import Glibc
import HuntDomain
import Numbers
import SessionLogs

/// Saves a game while it is played: its progress, and the track that the player wants.
///
/// The session has to handle every event that it returns.
struct GameSaving: Sendable {
  /// The events of the earlier sittings.
  let saved: [HuntEvent]
  private var keeper: ProgressKeeper?
  /// The game whose record takes the session as well; `nil` where that has a file of its own.
  private let recorded: SavedGame?
  /// Why the game cannot be saved, until the player has been told.
  private var problem: String?
  private var rehearsal: Rehearsal
  private let track: TrackFile?

  /// Opens the saved game of a hunt, or none for a rehearsal.
  ///
  /// - Parameters:
  ///   - sitting: the saved game that is asked for; `nil` to follow the options.
  ///   - folder: where games are saved; `nil` for the user's own folder, where their records take the sessions as well.
  init(
    _ hunt: Hunt, path: String, source: SourceChoice, options: SaveOptions, sitting: Sitting? = nil,
    folder other: SaveFolder? = nil
  ) {
    let sitting = sitting ?? options.sitting
    rehearsal = Rehearsal(source, wish: options.save)
    track = options.track.flatMap { Self.track($0, hasPositions: options.trackPositions) }
    let isSaved = rehearsal.isSaved
    guard isSaved || options.resume else {
      (saved, recorded) = ([], nil)
      return
    }
    guard let folder = other ?? .own else {
      (saved, recorded) = ([], nil)
      rehearsal.cannotBeSaved()
      problem = isSaved ? "There is no home to save in; name a folder in TROVE_SAVES." : nil
      return
    }
    // A limit on the size of files is an error of writing, and no end of the game.
    signal(SIGXFSZ, SIG_IGN)
    let content = (try? Data(contentsOf: URL(filePath: path))).map { SavedGames.content(of: $0) } ?? 0
    let game = SavedGame(hunt, content: content, sitting: sitting, in: folder)
    saved = game.saved
    recorded = isSaved && other == nil ? game : nil
    for notice in game.notices { Output.error(notice) }
    guard isSaved else { return }
    problem = game.problem?.description
    keeper = ProgressKeeper(game)
  }

  private static func track(_ path: String, hasPositions: Bool) -> TrackFile? {
    let file = TrackFile(path: path, hasPositions: hasPositions)
    if file == nil { Output.error("\(path): nothing is tracked, because the file cannot be written.") }
    return file
  }

  /// Begins to record the session in the game's own record; `nil` if it does not take one.
  func record(_ header: SessionLogHeader) -> SessionLogWriter? { recorded?.begin(header) }

  /// The game has begun.
  mutating func begin() -> SessionEvent? { problem.take().map { .cannotSave($0) } }

  /// Saves events without waiting.
  ///
  /// - Parameter answer: called once, on any thread, when it is safe, or with the event that tells the player that it is not.
  /// - Returns: whether anything is saved, and so answered.
  func save(_ events: [HuntEvent], answer: @escaping @Sendable (SessionEvent?) -> Void) -> Bool {
    guard let keeper else { return false }
    keeper.save(events, answer: answer)
    return true
  }

  /// Saves events and waits until they are on the disk; returns an event that tells the player if that failed.
  ///
  /// Waits longer than a screen could stand still: programs take a line that says what is found for a promise.
  func save(_ events: [HuntEvent]) async -> SessionEvent? { await keeper?.save(events, atMost: .seconds(5)) }

  /// Time has passed.
  func tick() -> SessionEvent? { keeper?.tick() }

  /// Tracks a piece of news.
  func track(_ news: SessionNews, at time: Duration) { track?.note(news, at: time) }

  /// Tracks the steps of a flow.
  func track(_ steps: some Sequence<String>, of flow: String, at time: Duration) {
    for step in steps { track?.note(step: step, of: flow, at: time) }
  }

  /// Positions come from another source: what a program finds is not the player's, and is not saved.
  ///
  /// - Parameter ended: called once, on any thread, when saving has ended because of it; ``hasEnded(losing:)`` is to be told.
  /// - Returns: what to tell the session now, and whether saving ends.
  mutating func changeSource(
    to choice: SourceChoice, ended: @escaping @Sendable (_ lost: String?) -> Void
  ) -> (event: SessionEvent?, isEnding: Bool) {
    switch rehearsal.changeSource(to: choice) {
    case .nothing: return (nil, false)
    case .tell(let event): return (event, false)
    case .endSaving:
      keeper.take()?.close(answer: ended)
      return (nil, true)
    }
  }

  /// Saving has ended because a program plays; returns what to tell the session.
  ///
  /// - Parameter lost: why the last events are not saved, if so.
  mutating func hasEnded(losing lost: String?) -> SessionEvent { rehearsal.hasEnded(losing: lost) }

  /// The game is left: what is not saved yet gets a last chance, and a word when it does not take it.
  func end() {
    if let lost = keeper?.close() { Output.error("Not everything of this game is saved. \(lost)") }
  }
}

extension SavedGames {
  /// The saved games of this user; `nil` without a home folder.
  static var own: SavedGames? { SaveFolder.own.map { SavedGames($0) } }

  /// Returns the progress of the last unfinished game of each hunt, by the hunt's id; for the player to choose from.
  static func unfinished() -> [String: String] {
    guard let list = try? own?.list() else { return [:] }
    for notice in list.notices { Output.error(notice) }
    let last = Dictionary(list.games.map { ($0.hunt, $0) }) { first, _ in first }
    return last.filter { !$0.value.isOver }.mapValues(\.progress)
  }
}

extension GameSummary {
  /// `3 of 10 found, 12 points, last played 2026-05-01`.
  var progress: String {
    let day = played.description.prefix(10)
    return "\(found) of \(total) found, \(points) point\(points == 1 ? "" : "s"), last played \(day)"
  }
}
