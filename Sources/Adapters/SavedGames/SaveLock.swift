internal import Glibc

/// Locks between the programs that use a folder of saved games: on bytes of one file, gone with whoever holds them.
///
/// Byte 0 is held by everybody who has the database open, and by one alone who mends it; every hunt has a byte that is
/// held by whoever plays it.
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

  /// Takes the database for this program alone, when nobody has it; returns whether.
  func takeAll() -> Bool { set(F_WRLCK, at: 0) }

  /// Shares the database, after waiting for somebody who mends it, at most so many seconds; returns whether.
  func share(within seconds: Int = 5) -> Bool {
    for _ in 0..<max(1, seconds * 50) {
      if set(F_RDLCK, at: 0) { return true }
      usleep(Self.step)
    }
    return false
  }

  /// Takes a hunt, when nobody plays it; returns whether.
  ///
  /// Waits a moment: who was killed just now holds it until they are gone.
  func take(hunt: String) -> Bool {
    // Somewhere among so many bytes that two hunts hardly ever meet.
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
    // Of the open file and not of the process (F_OFD_SETLK): two games of one process see each other as well.
    return fcntl(descriptor, 37, &lock) == 0
  }
}
