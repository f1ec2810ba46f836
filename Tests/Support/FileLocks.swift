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
  var lock = flock()
  lock.l_type = Int16(F_WRLCK)
  lock.l_whence = Int16(SEEK_SET)
  // Of the open file and not of the process (F_OFD_SETLK).
  return fcntl(descriptor, 37, &lock) == 0
}
