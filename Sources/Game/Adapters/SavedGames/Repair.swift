internal import Database
internal import Glibc

/// Repairs a damaged database: its good rows move to a new file, and the damaged one is set aside, never deleted.
///
/// Nothing else changes until the new file is complete and flushed to disk; from then on every step can be repeated
/// (``finish(_:)``), so a power failure at any point is safe. Requires an exclusive lock on the folder.
enum Repair {
  /// Repairs the database; returns the message for the player.
  static func run(_ folder: SaveFolder, because error: DatabaseError) throws(SaveProblem) -> String {
    let rows = DatabaseSalvage(
      file: SaveFolder.bytes(of: folder.database), writtenAhead: SaveFolder.bytes(of: folder.writtenAhead)
    ).kept
    do { try write(rows, to: folder) } catch { throw SaveProblem(error, in: folder) }
    guard rename(folder.unfinished, folder.mended) == 0 else { throw failed(folder) }
    folder.settle()
    let aside = try finish(folder) ?? folder.database
    let kept =
      rows.count == 0
      ? "Nothing in it could be read"
      : "\(rows.count) event\(rows.count == 1 ? "" : "s") of \(rows.games.count) game\(rows.games.count == 1 ? "" : "s") could be kept"
    return "The saved games were damaged: \(error.message). \(kept); the damaged file is \(aside)."
  }

  private static func write(_ rows: SalvagedRows, to folder: SaveFolder) throws(DatabaseError) {
    unlink(folder.unfinished)
    unlink(folder.unfinished + "-journal")
    let connection = try Connection(path: folder.unfinished)
    try Schema.prepare(connection)
    try connection.transaction { () throws(DatabaseError) in try rows.write(to: connection) }
  }

  /// Gives a mended file its place, where there is one; returns the name of the file that was set aside.
  @discardableResult
  static func finish(_ folder: SaveFolder) throws(SaveProblem) -> String? {
    guard SaveFolder.has(folder.mended) else { return nil }
    let aside = freeName(folder)
    var isAside = false
    // What belongs to the damaged file must not be taken for the mended one's.
    for suffix in ["", "-wal", "-journal"] where SaveFolder.has(folder.database + suffix) {
      guard rename(folder.database + suffix, aside + suffix) == 0 else { throw failed(folder) }
      isAside = true
    }
    unlink(folder.sharedMemory)
    folder.settle()
    guard rename(folder.mended, folder.database) == 0 else { throw failed(folder) }
    folder.settle()
    return isAside ? aside : nil
  }

  private static func freeName(_ folder: SaveFolder) -> String {
    var number = 1
    func name() -> String { "\(folder.database).damaged-\(number)" }
    while ["", "-wal", "-journal"].contains(where: { SaveFolder.has(name() + $0) }) { number += 1 }
    return name()
  }

  private static func failed(_ folder: SaveFolder) -> SaveProblem {
    SaveProblem("The damaged saved games in \(folder.path) cannot be mended: \(String(cString: strerror(errno))).")
  }
}
