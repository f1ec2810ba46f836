internal import Game
internal import Glibc
internal import SystemKit

/// The folder of saved games: the database and the files that belong to it.
package struct SaveFolder: Hashable, Sendable {
  /// The folder's path; the folder need not exist.
  package let path: String

  /// The folder of a path.
  package init(_ path: String) { self.path = path }

  /// The database of all saved games.
  package var database: String { path + "/games.db" }
  /// SQLite's write-ahead log.
  var writtenAhead: String { database + "-wal" }
  /// SQLite's shared-memory file; useless without the other files.
  var sharedMemory: String { database + "-shm" }
  /// A mended database that only has to take the damaged one's place.
  var mended: String { database + ".new" }
  /// A mended database that is not finished.
  var unfinished: String { database + ".part" }
  /// The file whose bytes are locked; it stays empty.
  var lock: String { path + "/games.lock" }

  /// Makes the folder and those above it, for this user alone, and waits until their names are on the disk.
  func make() throws(SaveProblem) {
    var parent = path.hasPrefix("/") ? "/" : "."
    for part in path.split(separator: "/") {
      let next = parent == "/" ? "/\(part)" : "\(parent)/\(part)"
      if mkdir(next, 0o700) == 0 {
        Self.settle(parent)
      } else if errno != EEXIST {
        let reason = String(cString: strerror(errno))
        // Some systems report an existing folder as unwritable before they report that it exists.
        var status = stat()
        guard stat(next, &status) == 0 else { throw SaveProblem("The folder \(path) cannot be made: \(reason).") }
      }
      parent = next
    }
  }

  /// Waits until the names in the folder are on the disk.
  func settle() { Self.settle(path) }

  private static func settle(_ folder: String) {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Whether there is a file.
  static func has(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Whether `path` certainly does not exist; `false` if that cannot be determined.
  static func isMissing(_ path: String) -> Bool {
    access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// The bytes of a file, at most 256 MB; empty if there is none.
  static func bytes(of path: String) -> [UInt8] {
    // Non-blocking, because opening a pipe would wait for a writer.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > 0 else { return [] }
    return (try? SystemIO.bytes(min(Int(status.st_size), 256 << 20), from: descriptor)) ?? []
  }
}

/// Why progress is not saved, and whether trying again may help.
struct SaveProblem: Error, Hashable {
  let text: String
  /// Whether retrying during this game is useless.
  var isFinal = false

  init(_ text: String, isFinal: Bool = false) { (self.text, self.isFinal) = (text, isFinal) }

  /// The port's error for this problem.
  var error: ProgressNotSaved { ProgressNotSaved(text) }
}
