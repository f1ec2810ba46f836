internal import Game
internal import Glibc
internal import SystemKit

/// Where saved games lie: a folder with the database, and beside it what belongs to it.
package struct SaveFolder: Hashable, Sendable {
  package let path: String

  /// The folder of a path.
  package init(_ path: String) { self.path = path }

  /// The database of all saved games.
  package var database: String { path + "/games.db" }
  /// What SQLite writes ahead of it.
  var writtenAhead: String { database + "-wal" }
  /// What SQLite's processes share; worth nothing without them.
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
        // Of a folder that is there, some systems say first that it could not be written.
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

  /// Whether there surely is none; where nobody can tell, there may be one.
  static func isMissing(_ path: String) -> Bool {
    access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR)
  }

  /// The bytes of a file, none where there is none; at most 256 MB.
  static func bytes(of path: String) -> [UInt8] {
    // A pipe would keep us waiting.
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
  /// Nothing will change while this game is played.
  var isFinal = false

  init(_ text: String, isFinal: Bool = false) { (self.text, self.isFinal) = (text, isFinal) }

  /// As the port has it.
  var error: ProgressNotSaved { ProgressNotSaved(text) }
}
