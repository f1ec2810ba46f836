package import Game
internal import Glibc
package import HuntDomain
package import Numbers
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

/// Adapter: one game, in its record.
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
  private let state: Guarded<State>

  /// The mutable state of the game.
  private struct State {
    /// `nil` while there is nothing to write to.
    var file: RecordFile?
    /// Whether the file has the first line of this sitting.
    var hasBegun = false
    /// All events that are saved or were there when the game began.
    var known: [HuntEvent]
    /// The place of the next event in the file.
    var place: Int
    /// The lines of events since the last one that has all of them; `nil` where the next one has to have them.
    var hops: Int?
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
    var opening = Opening(hunt.id, sitting, in: folder)
    opening.open()
    saved = opening.saved.events
    let before = opening.saved.game?.content ?? 0
    notices = opening.notices + (before != 0 && before != content ? [Self.changed] : [])
    problem = opening.problem?.error
    state = Guarded(
      State(
        file: opening.file, known: saved, place: opening.saved.places.count, hops: opening.hops,
        progress: HuntProgress(hunt, replaying: saved), final: opening.problem.flatMap { $0.isFinal ? $0 : nil }))
  }

  /// The lines of events from which a game is read, when it is taken up again.
  private static let mostHops = 64

  private static let changed =
    "The hunt was changed since you played it; what does not fit any more is passed over."

  /// Writes events behind those saved before, all or none of them.
  ///
  /// Throws: ``ProgressNotSaved``; the same events may be given again.
  package func append(_ events: [HuntEvent]) throws(ProgressNotSaved) {
    guard !events.isEmpty else { return }
    do {
      try state.withLock { state throws(SaveProblem) in
        let file = try file(&state)
        do throws(SystemError) { try save(events, &state, to: file) } catch { throw SaveProblem(error, in: folder) }
      }
    } catch { throw error.error }
  }

  /// Begins to record a session in the game's record; `nil` if nothing can be written to it.
  package func begin(_ header: SessionLogHeader) -> SessionLogWriter? {
    SavedGames(folder).thin()
    return state.withLock { state in
      guard let file = try? file(&state), (try? begin(&state, in: file)) != nil else { return nil }
      return SessionLogWriter(file, header)
    }
  }

  /// The file to write to; made anew if there is none, or it was taken away.
  private func file(_ state: inout State) throws(SaveProblem) -> RecordFile {
    if let final = state.final { throw final }
    if let file = state.file, file.isInPlace { return file }
    try folder.make()
    let file = try newFile()
    folder.settle()
    (state.file, state.hasBegun, state.hops) = (file, false, nil)
    return file
  }

  private func newFile() throws(SaveProblem) -> RecordFile {
    var id = (try folder.ids().first ?? 0) + 1
    while true {
      do throws(SystemError) { return try RecordFile.make(folder.record(id), isSaved: true) } catch {
        guard error.code == EEXIST else { throw SaveProblem(error, in: folder) }
        id += 1
      }
    }
  }

  private func begin(_ state: inout State, in file: RecordFile) throws(SystemError) {
    guard !state.hasBegun else { return }
    try file.note(RecordJSON.object(of: SittingLine(hunt: hunt.id, title: hunt.title, content: content)) ?? [])
    state.hasBegun = true
  }

  private func save(_ events: [HuntEvent], _ state: inout State, to file: RecordFile) throws(SystemError) {
    try begin(&state, in: file)
    var progress = state.progress
    for event in events { progress.apply(event) }
    let hops = state.hops.flatMap { $0 < Self.mostHops ? $0 : nil }
    let (place, new) = hops == nil ? (0, state.known + events) : (state.place, events)
    let line = EventsLine(events: new.map(EventRow.init), from: place, game: summary(progress), previous: file.latest)
    try file.save(RecordJSON.object(of: line) ?? [])
    (state.place, state.hops) = (place + new.count, (hops ?? 0) + 1)
    state.known += events
    state.progress = progress
  }

  private func summary(_ progress: HuntProgress) -> GameSummary {
    let found = progress.hunt.treasures.count { [.found, .claimed].contains(progress.state(of: $0.id)) }
    return GameSummary(
      hunt: hunt.id, title: hunt.title, content: content, found: Int64(found), total: Int64(progress.hunt.count),
      points: Int64(progress.points), isOver: progress.isCompleted, saved: clock().milliseconds)
  }
}

/// Opens the record of a game for a session: its events, and whether more can be saved.
private struct Opening {
  private let hunt: String
  private let sitting: Sitting
  private let folder: SaveFolder
  /// The open record of the game that goes on; `nil` for a new game, or if nothing can be saved.
  private(set) var file: RecordFile?
  private(set) var saved = SavedEvents()
  /// The lines that had to be read for them; `nil` for a new game, and where not all were as they were written.
  private(set) var hops: Int?
  private(set) var notices: [String] = []
  private(set) var problem: SaveProblem?

  init(_ hunt: String, _ sitting: Sitting, in folder: SaveFolder) {
    (self.hunt, self.sitting, self.folder) = (hunt, sitting, folder)
  }

  mutating func open() {
    do throws(SaveProblem) {
      try folder.make()
      notices = try OldSaves(folder).convert()
    } catch { problem = error }
    guard sitting != .anew else { return }
    do throws(SaveProblem) {
      for id in try folder.ids() { if try open(folder.record(id)) { return } }
    } catch { problem = problem ?? error }
  }

  /// Opens a game, if it is the hunt's last one; returns whether it is.
  private mutating func open(_ path: String) throws(SaveProblem) -> Bool {
    do throws(SystemError) { return try read(path) } catch { throw SaveProblem(error, in: folder) }
  }

  private mutating func read(_ path: String) throws(SystemError) -> Bool {
    guard try SavedGames.hunt(path) == hunt else { return false }
    var descriptor: CInt
    do throws(SystemError) { descriptor = try SaveFolder.open(path, writing: true) } catch {
      // What cannot be written is read all the same.
      problem = problem ?? SaveProblem(error, in: folder)
      descriptor = try SaveFolder.open(path)
    }
    defer { if file == nil { close(descriptor) } }
    // Locked before it is read: until now another program may have written.
    let isPlayed = problem == nil && !SaveFolder.lock(descriptor)
    if isPlayed { problem = .playedElsewhere }
    let reading = try SavedReading(descriptor)
    // A game in which nothing has happened is none, unless somebody plays it.
    guard isPlayed || reading.saved.game != nil else { return false }
    guard sitting == .resume || reading.saved.game?.isOver != true else { return true }
    saved = reading.saved
    hops = reading.hops
    notices += reading.notices(path)
    if problem == nil { file = RecordFile(descriptor, path: path, tail: reading.tail, isSaved: true) }
    return true
  }
}
