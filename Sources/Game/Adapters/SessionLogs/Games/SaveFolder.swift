internal import FoundationEssentials
internal import Game
internal import Glibc
internal import SystemKit

/// The folder of saved games: a record for each, `game-1.jsonl`, and what older versions have left.
package struct SaveFolder: Hashable, Sendable {
  /// The folder's path; the folder need not exist.
  package let path: String

  /// What the names of records begin and end with.
  static let beginning = "game-", ending = SessionLog.gameEnding

  /// The folder of a path.
  package init(_ path: String) { self.path = path }

  /// The database of saved games of older versions.
  package var database: String { path + "/games.db" }

  /// The path of the record of a game.
  func record(_ id: Int64) -> String { "\(path)/\(Self.beginning)\(id)\(Self.ending)" }

  /// The numbers of the games that have a file, the last one first; none without a folder.
  func ids() throws(SaveProblem) -> [Int64] {
    if Self.isMissing(path) { return [] }
    let names: [String]
    do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
      throw SaveProblem("The saved games in \(path) cannot be read.")
    }
    return names.compactMap { name -> Int64? in
      guard name.hasPrefix(Self.beginning), name.hasSuffix(Self.ending) else { return nil }
      let number = name.dropFirst(Self.beginning.count).dropLast(Self.ending.count)
      return Int64(number).flatMap { $0 > 0 && $0 < .max && "\($0)" == number ? $0 : nil }
    }.sorted(by: >)
  }

  /// The records of games that hold sessions, the one that was written last first.
  package func sessions() -> [SessionFolder.Entry] {
    ((try? ids()) ?? []).map { SessionFolder.Entry(path: record($0)) }
      .filter { $0.size > 0 && SessionLogSummary.hasSession(path: $0.path) }.sorted { $0.written > $1.written }
  }

  /// Makes the folder and those above it, for this user alone.
  func make() throws(SaveProblem) {
    guard access(path, F_OK) != 0 else { return }
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      // Once more, to know why.
      guard mkdir(path, 0o700) == 0 else {
        throw SaveProblem("The folder \(path) cannot be made: \(SystemError.last).")
      }
    }
    // Their names are on the disk before anything in them is.
    var folder = path
    while let end = folder.lastIndex(of: "/") {
      folder = String(folder[..<end])
      Self.settle(folder.isEmpty ? "/" : folder)
    }
  }

  /// Waits until the names in the folder are on the disk.
  func settle() { Self.settle(path) }

  private static func settle(_ folder: String) {
    let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Opens a file that is no pipe and no folder.
  static func open(_ path: String, writing: Bool = false) throws(SystemError) -> CInt {
    // Non-blocking, because opening a pipe would wait for a writer.
    let descriptor = Glibc.open(path, (writing ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw SystemError(code: EINVAL)
    }
    return descriptor
  }

  /// Whether `path` certainly does not exist; `false` if that cannot be determined.
  static func isMissing(_ path: String) -> Bool {
    access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// Locks an open file against other programs that would write it; returns whether it did.
  ///
  /// Waits a moment: a process that was just killed keeps its lock until it is gone.
  static func lock(_ descriptor: CInt) -> Bool {
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      usleep(20_000)
    }
    return false
  }
}

/// Why progress is not saved, and whether trying again may help.
struct SaveProblem: Error, Hashable {
  let text: String
  /// Whether retrying during this game is useless.
  var isFinal = false

  init(_ text: String, isFinal: Bool = false) { (self.text, self.isFinal) = (text, isFinal) }

  /// Translates an error of the system to a problem for the player.
  init(_ error: SystemError, in folder: SaveFolder) {
    switch error.code {
    case ENOSPC, EDQUOT, EFBIG:
      self.init("The disk that holds \(folder.path) is full. Make room; it is tried again.")
    case EACCES, EROFS, EPERM, ENOENT, ENOTDIR:
      self.init("The saved games in \(folder.path) cannot be written. It is tried again.")
    default: self.init("The saved games in \(folder.path): the disk reports: \(error). It is tried again.")
    }
  }

  static let playedElsewhere = SaveProblem(
    "This hunt is being played in another window, and saved there. What you do here is not saved.", isFinal: true)

  /// The port's error for this problem.
  var error: ProgressNotSaved { ProgressNotSaved(text) }
}
