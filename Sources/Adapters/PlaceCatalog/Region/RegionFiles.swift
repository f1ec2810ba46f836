internal import Database
internal import Glibc
internal import SystemKit

/// Puts finished files where everybody finds them.
enum RegionFiles {
  /// Writes a new file, and waits until it is on the disk.
  static func write(_ bytes: [UInt8], to path: String) throws(DatabaseError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw DatabaseError(system: errno) }
    defer { close(descriptor) }
    do throws(SystemError) { try SystemIO.write(bytes, to: descriptor) } catch {
      throw DatabaseError(system: error.code)
    }
    guard fsync(descriptor) == 0 else { throw DatabaseError(system: errno) }
  }

  /// Gives the finished files of a region their names: from the first of the two steps on the new region counts.
  ///
  /// Between the steps an old index lies beside the new database, which whoever opens it notices.
  static func publish(_ region: RegionName, in folder: CatalogFolder) throws(DatabaseError) {
    try FileFlush.wait(folder.unfinished(region))
    try rename(folder.unfinished(region), folder.database(region))
    // The region is there by now; to tell of an error would say that it is not.
    try? rename(folder.index(region) + ".new", folder.index(region))
    try? FileFlush.wait(folder.path)
  }

  /// Keeps an index that was made anew, where that is possible and the database is still the one it was made of.
  static func keep(_ index: RegionIndex, of summary: RegionSummary, in folder: CatalogFolder) {
    let region = summary.name
    guard let lock = try? RegionLock(region, in: folder) else { return }
    defer { withExtendedLifetime(lock) {} }
    guard let file = try? RegionFile(region, in: folder), file.summary.generation == summary.generation else { return }
    let path = folder.index(region)
    do throws(DatabaseError) {
      try write(index.bytes(generation: summary.generation), to: path + ".new")
      try rename(path + ".new", path)
    } catch { unlink(path + ".new") }
  }

  private static func rename(_ old: String, _ new: String) throws(DatabaseError) {
    guard Glibc.rename(old, new) == 0 else { throw DatabaseError(system: errno) }
  }
}
