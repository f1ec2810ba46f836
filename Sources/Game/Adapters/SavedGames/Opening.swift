internal import Database
internal import Game
internal import HuntDomain

/// Opens a saved game for a session: its events, and whether more can be saved.
struct Opening {
  private let hunt: Hunt
  private let sitting: Sitting
  private let folder: SaveFolder
  private(set) var lock: SaveLock?
  /// The open database; `nil` if nothing can be saved.
  private(set) var file: SaveFile?
  /// The game that goes on.
  private(set) var game: GameSummary?
  private(set) var events: [HuntEvent] = []
  /// The id of the hunt's last row; 0 if there is none, `nil` if unknown.
  private(set) var last: Int64?
  private(set) var notices: [String] = []
  private(set) var problem: SaveProblem?

  init(_ hunt: Hunt, _ sitting: Sitting, in folder: SaveFolder) {
    (self.hunt, self.sitting, self.folder) = (hunt, sitting, folder)
  }

  /// Whether the game that goes on was played with another file of the hunt.
  func isChanged(_ content: Int64) -> Bool { game.map { $0.content != 0 && $0.content != content } ?? false }

  /// Opens the file and reads; afterwards either ``file`` or ``problem`` is there.
  mutating func open() {
    do throws(SaveProblem) {
      var file = try SaveFile(folder)
      // Lock before reading: until now another program may have written.
      var isOurs = file.lock.take(hunt: hunt.id)
      do throws(DatabaseError) {
        try load(from: file.connection)
      } catch {
        guard error.cause == .damaged else { throw SaveProblem(error, in: folder) }
        notices += file.notices
        file.connection.leaveFiles()
        file = try Self.mended(file, error)
        isOurs = file.lock.take(hunt: hunt.id)
        do { try load(from: file.connection) } catch { throw SaveProblem(error, in: folder) }
      }
      notices += file.notices
      guard isOurs else { throw SaveProblem.playedElsewhere }
      (lock, self.file) = (file.lock, file)
    } catch {
      problem = error
      // The rows read may belong to a game that another program plays, so ignore them.
      last = nil
      if events.isEmpty, !error.isFinal { loadWithoutFile() }
    }
  }

  private static func mended(_ file: consuming SaveFile, _ error: DatabaseError) throws(SaveProblem) -> SaveFile {
    let (folder, lock) = (file.folder, file.lock)
    return try SaveFile(folder, lock: lock, damage: error)
  }

  private mutating func load(from connection: Connection) throws(DatabaseError) {
    (game, events) = (nil, [])
    let rows = try connection.rows(
      "SELECT \(Schema.gameColumns) FROM games WHERE hunt = ? ORDER BY id DESC", [.text(hunt.id)], limit: 1)
    last = rows.first?.first?.integer ?? 0
    guard let row = rows.first else { return }
    guard let game = GameSummary(row) else { throw DatabaseError(damage: "a game is not as it was written") }
    guard goesOn(game) else { return }
    events = try Self.events(of: game.id, on: connection)
    self.game = game
  }

  /// The events of a game.
  ///
  /// Throws: an error of damage where one is missing, or is not as it was written.
  static func events(of game: Int64, on connection: Connection) throws(DatabaseError) -> [HuntEvent] {
    let rows = try connection.rows(
      "SELECT \(Schema.eventColumns) FROM events WHERE game = ? ORDER BY number", [.integer(game)])
    var events: [HuntEvent] = []
    for (number, row) in rows.enumerated() {
      guard row[1].integer == Int64(number), let event = EventRow(row)?.event else {
        throw DatabaseError(damage: "event \(number + 1) of a game is not as it was written")
      }
      events.append(event)
    }
    return events
  }

  /// Reads the saved events without write access: the game continues unsaved.
  private mutating func loadWithoutFile() {
    let kept = SavedGames(folder).unopened()
    guard let game = kept.games.values.filter({ $0.hunt == hunt.id }).max(by: { $0.id < $1.id }), goesOn(game) else {
      return
    }
    (self.game, events) = (game, kept.events(of: game.id))
  }

  private func goesOn(_ game: GameSummary) -> Bool {
    switch sitting {
    case .goOn: !game.isOver
    case .resume: true
    case .anew: false
    }
  }
}
