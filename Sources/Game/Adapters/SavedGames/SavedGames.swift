internal import Database
internal import FoundationEssentials
package import Game
package import HuntDomain
internal import Numbers

/// Lists and deletes the saved games of a folder.
package struct SavedGames: Sendable {
  /// Where the games are; the folder need not exist.
  package let folder: SaveFolder

  /// The games of a folder, which need not be there.
  package init(_ folder: SaveFolder) { self.folder = folder }

  /// The time of the computer's clock.
  package static let now: @Sendable () -> Timestamp = {
    Timestamp(milliseconds: Int64((Date.now.timeIntervalSince1970 * 1000).rounded()))
  }

  /// A sum over the bytes of a hunt's file.
  package static func content(of bytes: some Sequence<UInt8>) -> Int64 {
    Int64(bitPattern: Checksum(bytes).value)
  }

  /// Every game, the last one first; and what the player should know about the file.
  ///
  /// Throws: when the games cannot be read; without a file there are none.
  package func list() throws(ProgressNotSaved) -> (games: [GameSummary], notices: [String]) {
    if SaveFolder.isMissing(folder.database), SaveFolder.isMissing(folder.mended) { return ([], []) }
    do throws(SaveProblem) {
      let file = try SaveFile(folder)
      let rows = try rows("SELECT \(Schema.gameColumns) FROM games ORDER BY id DESC", on: file)
      return (rows.compactMap { GameSummary($0) }, file.notices)
    } catch {
      let games = error.isFinal ? [] : unopened().games.values.sorted { $0.id > $1.id }
      guard !games.isEmpty else { throw error.error }
      return (games, [error.text])
    }
  }

  /// The events of a game, in order; none where there is no such game.
  ///
  /// Throws: when they cannot be read.
  package func events(of id: Int64) throws(ProgressNotSaved) -> [HuntEvent] {
    if SaveFolder.isMissing(folder.database) { return [] }
    do throws(SaveProblem) {
      let file = try SaveFile(folder)
      do { return try Opening.events(of: id, on: file.connection) } catch { throw SaveProblem(error, in: folder) }
    } catch {
      let events = error.isFinal ? [] : unopened().events(of: id)
      guard !events.isEmpty else { throw error.error }
      return events
    }
  }

  /// Takes a game away for good; returns whether there was one.
  ///
  /// Throws: when it cannot be done, or the game is being played.
  package func remove(_ id: Int64) throws(ProgressNotSaved) -> Bool {
    if SaveFolder.isMissing(folder.database) { return false }
    do throws(SaveProblem) {
      let file = try SaveFile(folder)
      guard let hunt = try rows("SELECT hunt FROM games WHERE id = ?", [.integer(id)], on: file).first?[0].text else {
        return false
      }
      guard file.lock.take(hunt: hunt) else { throw SaveProblem("Game \(id) is being played; leave it first.") }
      do {
        try file.connection.transaction { () throws(DatabaseError) in
          try file.connection.rows("DELETE FROM games WHERE id = ?", [.integer(id)])
        }
        return true
      } catch { throw SaveProblem(error, in: folder) }
    } catch { throw error.error }
  }

  private func rows(
    _ sql: String, _ values: [DatabaseValue] = [], on file: SaveFile
  ) throws(SaveProblem) -> [[DatabaseValue]] {
    do { return try file.connection.rows(sql, values) } catch { throw SaveProblem(error, in: folder) }
  }

  /// Reads what can be read without opening the database for writing.
  func unopened() -> SalvagedRows {
    // A file of a newer version cannot be read.
    guard SaveFile.version(of: folder) ?? 0 <= Schema.version else { return SalvagedRows() }
    return DatabaseSalvage(
      file: SaveFolder.bytes(of: folder.database), writtenAhead: SaveFolder.bytes(of: folder.writtenAhead)
    ).kept
  }
}
