internal import Database
internal import Glibc

/// The database of saved games, open, sound and of this version.
final class SaveFile {
  let folder: SaveFolder
  let lock: SaveLock
  let connection: Connection
  /// Messages for the player about the file: what was damaged, and where it is now.
  let notices: [String]
  /// The identity of the file, to detect its removal or replacement.
  private let identity: Identity?

  private struct Identity: Hashable {
    let device: UInt
    let number: UInt

    init?(_ path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
    }
  }

  /// Opens the file; creates, migrates or repairs it as needed.
  ///
  /// - Parameter damage: damage that is already known.
  ///
  /// Throws: when it cannot be written, is newer than this program, or is damaged while others have it open.
  init(_ folder: SaveFolder, lock held: SaveLock? = nil, damage: DatabaseError? = nil) throws(SaveProblem) {
    try folder.make()
    let lock: SaveLock
    if let held { lock = held } else { lock = try SaveLock(folder) }
    let isAlone = lock.takeAll()
    guard isAlone || lock.share() else {
      throw SaveProblem("Another Trove is busy with the saved games in \(folder.path).")
    }
    // In any case share the database again afterwards.
    defer { _ = lock.share() }
    if isAlone {
      try Repair.finish(folder)
    } else if SaveFolder.has(folder.mended) {
      throw SaveProblem("The saved games in \(folder.path) are being mended; close the other Trove.")
    }
    try Self.refuseNewer(folder)
    var notices: [String] = []
    var connection: Connection?
    do throws(DatabaseError) {
      if let damage { throw damage }
      if isAlone, Self.isLogDamaged(folder) { throw DatabaseError(damage: "its last changes are not whole") }
      connection = try Self.open(folder)
    } catch {
      guard error.cause == .damaged else { throw SaveProblem(error, in: folder) }
      guard isAlone else {
        throw SaveProblem("The saved games in \(folder.path) are damaged. Close every other Trove to have them mended.")
      }
      notices.append(try Repair.run(folder, because: error))
      do { connection = try Self.open(folder) } catch { throw SaveProblem(error, in: folder) }
    }
    guard let connection else { throw SaveProblem("The saved games cannot be opened.") }
    (self.folder, self.lock, self.connection, self.notices) = (folder, lock, connection, notices)
    identity = Identity(folder.database)
  }

  /// Whether it still is the file that has its name.
  var isInPlace: Bool { Identity(folder.database) == identity }

  private static func open(_ folder: SaveFolder) throws(DatabaseError) -> Connection {
    let connection = try Connection(path: folder.database)
    try Schema.prepare(connection)
    // If the file system does not support WAL, SQLite goes on without it, equally safe.
    try connection.rows("PRAGMA journal_mode = WAL")
    folder.settle()
    return connection
  }

  /// Looks at the version before anything is opened, so that a newer file is not touched.
  private static func refuseNewer(_ folder: SaveFolder) throws(SaveProblem) {
    guard let version = version(of: folder), version > Schema.version else { return }
    throw SaveProblem(
      "The games in \(folder.path) were saved by a newer Trove. Update this one; until then nothing is saved.",
      isFinal: true)
  }

  /// The `user_version` in the header of the file; `nil` if there is no such header.
  static func version(of folder: SaveFolder) -> Int64? {
    let descriptor = Glibc.open(folder.database, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    guard read(descriptor, &header, 100) == 100, header.starts(with: Array("SQLite format 3\0".utf8)) else {
      return nil
    }
    return header[60..<64].reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func isLogDamaged(_ folder: SaveFolder) -> Bool {
    let bytes = SaveFolder.bytes(of: folder.writtenAhead)
    return !bytes.isEmpty && WriteAheadLog(bytes, pageSize: 4096).isDamaged
  }
}

extension SaveProblem {
  /// The second of two instances.
  static let playedElsewhere = SaveProblem(
    "This hunt is being played in another window, and saved there. What you do here is not saved.", isFinal: true)

  /// Translates a database error to a problem for the player.
  init(_ error: DatabaseError, in folder: SaveFolder) {
    switch error.cause {
    case .full: self.init("The disk that holds \(folder.path) is full. Make room; it is tried again.")
    case .unwritable: self.init("The saved games in \(folder.path) cannot be written. It is tried again.")
    default: self.init("The saved games in \(folder.path): \(error). It is tried again.")
    }
  }
}
