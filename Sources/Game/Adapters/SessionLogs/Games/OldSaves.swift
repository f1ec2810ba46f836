internal import Database
internal import Game
internal import Glibc
internal import HuntDomain
internal import SystemKit

/// Saved games of older versions, which are in a database: each is written as a record, once, and the database is kept
/// beside them under another name.
///
/// What SQLite cannot read of a damaged database is lost, and so are rows whose checksum does not fit; the player is told.
struct OldSaves {
  private let folder: SaveFolder
  /// A database that an older version had mended, and not put in its place yet, counts before the damaged one.
  private let source: String

  /// Bytes of a value, or of a row.
  private static let largestValue = 1 << 20

  init(_ folder: SaveFolder) {
    self.folder = folder
    source = SaveFolder.isMissing(folder.database + ".new") ? folder.database : folder.database + ".new"
  }

  /// Converts what is there; returns what the player should know.
  func convert() throws(SaveProblem) -> [String] {
    guard !SaveFolder.isMissing(source) else { return [] }
    let lock = Glibc.open(folder.path + "/games.lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard lock >= 0 else { throw SaveProblem(.last, in: folder) }
    defer { close(lock) }
    // Older versions share its first byte as long as they play.
    guard Self.isAlone(lock) else {
      throw SaveProblem("Another Trove is busy with the saved games in \(folder.path).")
    }
    // Somebody else may just have done it.
    guard !SaveFolder.isMissing(source) else { return [] }
    let rows = try read()
    do throws(SystemError) {
      for game in rows.records { try write(game) }
      if let last = rows.lastID, last > (try? folder.ids().first) ?? 0 { try write((last, [])) }
      folder.settle()
      let kept = try setAside()
      folder.settle()
      return rows.isWhole ? [] : ["The saved games were damaged: \(rows.told); the damaged file is \(kept)."]
    } catch { throw SaveProblem(error, in: folder) }
  }

  private static func isAlone(_ descriptor: CInt) -> Bool {
    var lock = flock()
    (lock.l_type, lock.l_whence, lock.l_start, lock.l_len) = (Int16(F_WRLCK), Int16(SEEK_SET), 0, 1)
    // `F_OFD_SETLK`: of the open file and not of the process.
    for _ in 0..<50 {
      if fcntl(descriptor, 37, &lock) == 0 { return true }
      usleep(20_000)
    }
    return false
  }

  private func read() throws(SaveProblem) -> OldRows {
    var rows = OldRows()
    do throws(DatabaseError) {
      // What was written ahead, or has to be rolled back, is only read by a connection that could write.
      let isWhole = ["-wal", "-journal"].allSatisfy { SessionFolder.Entry(path: source + $0).size == 0 }
      let connection =
        isWhole
        ? try Connection(reading: source, largestValue: Self.largestValue, from: .anywhere)
        : try Connection(path: source)
      connection.leaveFiles()
      try rows.read(connection)
    } catch {
      guard error.cause == .damaged else {
        throw SaveProblem("The saved games of an older version in \(folder.path): \(error). It is tried again.")
      }
      rows.isWhole = false
    }
    guard rows.version <= OldRows.newest else {
      throw SaveProblem(
        "The games in \(folder.path) were saved by a newer Trove. Update this one; until then nothing is saved.",
        isFinal: true)
    }
    return rows
  }

  /// Writes a record, unless it is there already; where its number is that of another game, it gets the next free one.
  private func write(_ game: (id: Int64, bytes: [UInt8])) throws(SystemError) {
    var id = game.id
    while !SaveFolder.isMissing(folder.record(id)) {
      let descriptor = try SaveFolder.open(folder.record(id))
      defer { close(descriptor) }
      if try SystemIO.bytes(game.bytes.count + 1, from: descriptor, at: 0) == game.bytes { return }
      id += 1
    }
    try SystemIO.write(game.bytes, replacing: folder.record(id))
  }

  /// Gives the old files other names; returns that of the database.
  private func setAside() throws(SystemError) -> String {
    var number = 1
    func name() -> String { "\(folder.database).converted\(number == 1 ? "" : "-\(number)")" }
    while !SaveFolder.isMissing(name()) { number += 1 }
    // What was written ahead goes first: it belongs to a database of the same name.
    for suffix in ["-wal", "-journal", ".new", ""] where !SaveFolder.isMissing(folder.database + suffix) {
      guard rename(folder.database + suffix, name() + suffix) == 0 else { throw .last }
    }
    unlink(folder.database + "-shm")
    return name()
  }
}
