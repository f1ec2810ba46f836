internal import FoundationEssentials
package import Game
internal import Glibc
package import HuntDomain
package import Numbers
internal import SystemKit

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

  /// Every game, the last one first; and what the player should know about the files.
  ///
  /// Throws: when the games cannot be read; without a folder there are none.
  package func list() throws(ProgressNotSaved) -> (games: [GameSummary], notices: [String]) {
    try orTell { () throws(SaveProblem) in
      var notices = try OldSaves(folder).convert()
      var games: [GameSummary] = []
      for id in try folder.ids() {
        do throws(SystemError) {
          guard var game = try Self.reading(folder.record(id), SavedReading.summary) else { continue }
          game.id = id
          games.append(game)
        } catch { notices.append("\(folder.record(id)): cannot be read: \(error).") }
      }
      return (games, notices)
    }
  }

  /// The events of a game, in order; none where there is no such game.
  ///
  /// Throws: when they cannot be read.
  package func events(of id: Int64) throws(ProgressNotSaved) -> [HuntEvent] {
    try orTell { () throws(SaveProblem) in
      _ = try OldSaves(folder).convert()
      guard try folder.ids().contains(id) else { return [] }
      do throws(SystemError) {
        return try Self.reading(folder.record(id)) { descriptor throws(SystemError) in
          try SavedReading(descriptor).saved.events
        }
      } catch { throw SaveProblem("\(folder.record(id)): cannot be read: \(error).") }
    }
  }

  /// Takes a game away for good; returns whether there was one.
  ///
  /// Throws: when it cannot be done, or the game is being played.
  package func remove(_ id: Int64) throws(ProgressNotSaved) -> Bool {
    try orTell { () throws(SaveProblem) in
      _ = try OldSaves(folder).convert()
      let ids = try folder.ids()
      guard ids.contains(id) else { return false }
      do throws(SystemError) {
        let descriptor = try SaveFolder.open(folder.record(id), writing: true)
        defer { close(descriptor) }
        guard try SavedReading.summary(descriptor) != nil else { return false }
        guard SaveFolder.lock(descriptor) else { throw SystemError(code: EBUSY) }
        guard ftruncate(descriptor, 0) == 0, fsync(descriptor) == 0 else { throw .last }
        // An empty file keeps the last number, which is not used again.
        if id != ids.first { unlink(folder.record(id)) }
        return true
      } catch {
        guard error.code != EBUSY else { throw SaveProblem("Game \(id) is being played; leave it first.") }
        throw SaveProblem(error, in: folder)
      }
    }
  }

  /// Takes the sessions out of the records of old games, as ``SessionFolder`` removes old sessions; what was found stays.
  func thin() {
    var size = SessionLogWriter.largest
    for (index, entry) in folder.sessions().enumerated() {
      size += entry.size
      guard index >= SessionFolder.Limit.games.count - 1 || size > SessionFolder.Limit.games.bytes,
        let descriptor = try? SaveFolder.open(entry.path, writing: true)
      else { continue }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, let saved = try? SavedReading(descriptor).saved else { continue }
      // A game in which nothing has happened is none.
      guard let game = saved.game else {
        unlink(entry.path)
        continue
      }
      try? SystemIO.write(game.record(of: saved.events), replacing: entry.path)
    }
  }

  /// The hunt that is played in a record; `nil` if it is no game.
  static func hunt(_ path: String) throws(SystemError) -> String? {
    try reading(path) { descriptor throws(SystemError) in
      if let game = try SavedReading.summary(descriptor) { return game.hunt }
      var bytes = try SystemIO.bytes(longestHead, from: descriptor, at: 0)[...]
      return bytes.cutLine().flatMap { Seal($0) == nil ? nil : RecordJSON.value(SittingLine.self, $0)?.hunt }
    }
  }

  /// Bytes of the first line of a game.
  private static let longestHead = 64 << 10

  private static func reading<Value>(
    _ path: String, _ body: (CInt) throws(SystemError) -> Value
  ) throws(SystemError) -> Value {
    let descriptor = try SaveFolder.open(path)
    defer { close(descriptor) }
    return try body(descriptor)
  }

  private func orTell<Value>(_ body: () throws(SaveProblem) -> Value) throws(ProgressNotSaved) -> Value {
    do { return try body() } catch { throw error.error }
  }
}
