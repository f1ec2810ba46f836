internal import Glibc

/// Brings what was written without waiting to the disk.
package enum FileFlush {
  /// Waits until the file at `path` is on the disk, or the names in a folder are.
  ///
  /// Throws: what the disk reports.
  package static func wait(_ path: String) throws(DatabaseError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw DatabaseError(system: errno) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw DatabaseError(system: errno) }
  }
}
