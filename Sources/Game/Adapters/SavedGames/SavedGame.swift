internal import Database
package import Game
package import HuntDomain
internal import SystemKit

/// The saved game with which a session begins.
package enum Sitting: Hashable, Sendable {
  /// The last one, when it is not over.
  case goOn
  /// The last one, also when it is over.
  case resume
  /// Starts a new game; what was saved before is kept.
  case anew
}

/// Adapter: one game in the database of saved games.
///
/// Creating one never fails: if nothing can be saved now, ``problem`` says why, and every ``append(_:)`` tries again,
/// saving earlier events first.
package final class SavedGame: ProgressStore {
  /// The events that were saved before, in order; empty for a new game.
  package let saved: [HuntEvent]
  /// Messages for the player about the saved games: damage, or a hunt that has changed since.
  package let notices: [String]
  /// Why nothing can be saved now.
  package let problem: ProgressNotSaved?

  private let folder: SaveFolder
  private let hunt: Hunt
  private let content: Int64
  private let clock: @Sendable () -> Timestamp
  private let state: Monitor<State>

  /// The mutable state of the game.
  private struct State {
    /// Held to the end of the game, also while nothing can be written.
    var lock: SaveLock?
    /// `nil` after an error: a connection that failed once may wrongly report success later.
    var file: SaveFile?
    /// The id of the game's row; `nil` until something is saved.
    var game: Int64?
    /// The hunt's last row that is not ours; ours, if it is there, comes after it.
    var last: Int64?
    /// All events that are saved or were there when the game began.
    var known: [HuntEvent] = []
    /// The row holds just what is known.
    var isWritten = false
    var progress: HuntProgress
    var final: SaveProblem?
  }

  /// Opens the saved game of a hunt.
  ///
  /// - Parameters:
  ///   - content: a sum over the hunt's file, to notice when it was changed.
  ///   - clock: says what time it is.
  package init(
    _ hunt: Hunt, content: Int64, sitting: Sitting, in folder: SaveFolder,
    clock: @escaping @Sendable () -> Timestamp = SavedGames.now
  ) {
    (self.folder, self.hunt, self.content, self.clock) = (folder, hunt, content, clock)
    var opening = Opening(hunt, sitting, in: folder)
    opening.open()
    saved = opening.events
    notices = opening.notices + (opening.isChanged(content) ? [Self.changed] : [])
    problem = opening.problem?.error
    state = Monitor(
      State(
        lock: opening.lock, file: opening.file, game: opening.file == nil ? nil : opening.game?.id,
        last: opening.last, known: opening.events, isWritten: opening.file != nil && opening.game != nil,
        progress: HuntProgress(hunt, replaying: opening.events),
        final: opening.problem.flatMap { $0.isFinal ? $0 : nil }))
  }

  private static let changed =
    "The hunt was changed since you played it; what does not fit any more is passed over."

  /// Writes events behind those saved before, all or none of them.
  ///
  /// Throws: ``ProgressNotSaved``; the same events may be given again.
  package func append(_ events: [HuntEvent]) throws(ProgressNotSaved) {
    guard !events.isEmpty else { return }
    do { try state.withLock { state throws(SaveProblem) in try append(events, &state) } } catch { throw error.error }
  }

  private func append(_ events: [HuntEvent], _ state: inout State) throws(SaveProblem) {
    if let final = state.final { throw final }
    if state.file?.isInPlace != true { try reconnect(&state) }
    guard let file = state.file else { return }
    do {
      try write(events, &state, to: file.connection)
    } catch {
      // Discard the connection: the next try opens the file again.
      file.connection.leaveFiles()
      state.file = nil
      throw SaveProblem(error, in: folder)
    }
  }

  /// Writes the game's row and the events in one transaction; after an error all of them again, because it is unknown
  /// how much of the last change was written.
  private func write(
    _ events: [HuntEvent], _ state: inout State, to connection: Connection
  ) throws(DatabaseError) {
    var progress = state.progress
    for event in events { progress.apply(event) }
    let (known, isWritten) = (state.known, state.isWritten)
    var game = state.game
    try connection.transaction { () throws(DatabaseError) in
      let id = try put(progress, as: game, on: connection)
      game = id
      if !isWritten { try connection.rows("DELETE FROM events WHERE game = ?", [.integer(id)]) }
      for (number, event) in (known + events).enumerated().dropFirst(isWritten ? known.count : 0) {
        try connection.rows(Schema.putEvent, EventRow(event).values(game: id, number: Int64(number)))
      }
    }
    state.game = game
    state.isWritten = true
    state.known += events
    state.progress = progress
  }

  /// Writes the game's line of the list; returns its number.
  private func put(
    _ progress: HuntProgress, as known: Int64?, on connection: Connection
  ) throws(DatabaseError) -> Int64 {
    var game = known ?? 0
    // Numbers are not used again: `sqlite_sequence` remembers the last one.
    if known == nil {
      game = try (connection.number("SELECT max(seq) FROM sqlite_sequence WHERE name = 'games'") ?? 0) + 1
    }
    let found = progress.hunt.treasures.count { [.found, .claimed].contains(progress.state(of: $0.id)) }
    let summary = GameSummary(
      id: game, hunt: hunt.id, title: hunt.title, content: content, found: Int64(found),
      total: Int64(progress.hunt.count), points: Int64(progress.points), isOver: progress.isCompleted, played: clock())
    if known == nil {
      try connection.rows(Schema.addGame, [.integer(game)] + summary.values)
    } else {
      try connection.rows(Schema.changeGame, summary.values + [.integer(game)])
    }
    return game
  }

  /// Opens the file again, after an error or because it was taken away.
  private func reconnect(_ state: inout State) throws(SaveProblem) {
    // Closed before it is opened again: its locks would be in the way.
    state.file = nil
    state.isWritten = false
    let file = try SaveFile(folder, lock: state.lock)
    state.lock = file.lock
    guard file.lock.take(hunt: hunt.id) else {
      let problem = SaveProblem.playedElsewhere
      state.final = problem
      throw problem
    }
    do throws(DatabaseError) {
      let last = try file.connection.number("SELECT max(id) FROM games WHERE hunt = ?", [.text(hunt.id)]) ?? 0
      // What a failed change left behind is brought to the disk by writes of our own.
      try file.connection.settle()
      if let game = state.game {
        let isThere = try file.connection.number("SELECT count(*) FROM games WHERE id = ?", [.integer(game)]) == 1
        if !isThere { (state.game, state.last) = (nil, last) }
      } else if let before = state.last, last > before {
        state.game = last
      }
      state.last = state.last ?? last
    } catch {
      file.connection.leaveFiles()
      throw SaveProblem(error, in: folder)
    }
    state.file = file
  }
}
