package import Foundation

/// Waits until nobody holds a lock on any byte of a file, at most a minute: what was killed holds its locks until it is
/// gone, which is a moment later.
package func waitForLocks(on file: URL) async throws {
  for _ in 0..<6000 where !isUnlocked(file.path) { try await Task.sleep(for: .milliseconds(10)) }
}

private func isUnlocked(_ path: String) -> Bool {
  let descriptor = open(path, O_RDWR | O_CLOEXEC)
  guard descriptor >= 0 else { return true }
  defer { close(descriptor) }
  // Locks on the whole file, and on bytes of it, know nothing of each other.
  guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return false }
  var lock = flock()
  lock.l_type = Int16(F_WRLCK)
  lock.l_whence = Int16(SEEK_SET)
  // Of the open file and not of the process (F_OFD_SETLK).
  return fcntl(descriptor, 37, &lock) == 0
}

/// A new file that no other program can open for now: it waits until the lease ends, at most 45 seconds.
package final class FileLease: Sendable {
  private let descriptor: CInt

  /// Creates the file and takes the lease (`F_SETLEASE`).
  package init(on path: String) throws {
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // The kernel signals that another program wants the file. SIGIO, the default, would end the tests; SIGURG is ignored
    // (F_SETSIG).
    guard descriptor >= 0, fcntl(descriptor, 10, SIGURG) == 0, fcntl(descriptor, 1024, F_WRLCK) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
  }

  deinit { close(descriptor) }

  /// Waits until another program waits for the file, at most a minute; returns whether one does.
  package func isWanted() async throws -> Bool {
    // While somebody waits, F_GETLEASE tells what the lease is to become.
    for _ in 0..<6000 where fcntl(descriptor, 1025) == F_WRLCK { try await Task.sleep(for: .milliseconds(10)) }
    return fcntl(descriptor, 1025) != F_WRLCK
  }

  /// Lets the other program go on.
  package func end() { _ = fcntl(descriptor, 1024, F_UNLCK) }
}
