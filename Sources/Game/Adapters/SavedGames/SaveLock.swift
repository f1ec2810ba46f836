internal import Glibc

/// Locks between the programs that use a folder of saved games: on bytes of one file, released when their holder ends.
///
/// Byte 0 is shared by all programs that have the database open, and held exclusively to repair it; every hunt has a
/// byte that is held by the program that plays it.
final class SaveLock {
  private let descriptor: CInt
  private static let step: useconds_t = 20_000

  /// Opens the file of the locks, and makes it if need be.
  init(_ folder: SaveFolder) throws(SaveProblem) {
    descriptor = open(folder.lock, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
    guard descriptor >= 0 else {
      throw SaveProblem("The folder \(folder.path) cannot be written: \(String(cString: strerror(errno))).")
    }
  }

  deinit { close(descriptor) }

  /// Locks the database exclusively if no program has it open; returns whether it did.
  func takeAll() -> Bool { set(F_WRLCK, at: 0) }

  /// Takes a shared lock on the database, waiting at most `seconds` for a repair to end; returns whether it did.
  func share(within seconds: Int = 5) -> Bool {
    for _ in 0..<max(1, seconds * 50) {
      if set(F_RDLCK, at: 0) { return true }
      usleep(Self.step)
    }
    return false
  }

  /// Locks a hunt if no program plays it; returns whether it did.
  ///
  /// Waits a moment: a process that was just killed keeps its lock until it is gone.
  func take(hunt: String) -> Bool {
    // The range of bytes is large enough that two hunts hardly ever collide.
    let byte = 1 + RowChecksum.of(hunt) & 0xFFFF_FFFF_FFFF
    for _ in 0..<50 {
      if set(F_WRLCK, at: byte) { return true }
      usleep(Self.step)
    }
    return false
  }

  private func set(_ kind: CInt, at byte: Int64) -> Bool {
    var lock = flock()
    lock.l_type = Int16(kind)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = Int(byte)
    lock.l_len = 1
    // `F_OFD_SETLK` locks belong to the open file, not to the process, so two games of one process exclude each other
    // too.
    return fcntl(descriptor, 37, &lock) == 0
  }
}
