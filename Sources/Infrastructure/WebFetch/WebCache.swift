internal import Glibc
internal import SystemKit

/// Replies on disk, one file each in one folder, bounded in size: the oldest go first.
///
/// Any number of programs may use one folder. What cannot be written is not kept and what is damaged is not there:
/// nothing here ever fails. Plain files and no database, because nothing is ever looked for but by its whole key, and
/// because each stands alone: a damaged one is one miss.
package struct WebCache: Sendable {
  /// Bytes of all files together, as many as they take on disk.
  package let limit: Int
  /// Bytes of one entry; a larger one is not kept.
  private static let entryLimit = WebLimits().size + (64 << 10)
  private static let suffix = ".web"
  private let folder: String

  /// Uses the folder at `folder`, which is made when something is to be kept.
  package init(folder: String, limit: Int = 64 << 20) {
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    self.limit = limit
  }

  /// What is kept for a key.
  package func entry(for key: String) -> CacheEntry? {
    guard let bytes = Self.read(path(of: key)), let entry = CacheEntry(bytes: bytes) else { return nil }
    // Two keys may have one sum.
    return entry.key == key ? entry : nil
  }

  /// Keeps an entry, in the place of an older one of its key, and forgets the oldest when there are too many.
  package func keep(_ entry: CacheEntry) {
    let bytes = entry.bytes
    guard bytes.count <= min(limit, Self.entryLimit), makeFolder() else { return }
    // Not made safe against a power cut: what that tears is damaged, and what is damaged is not there.
    let temporary = "\(folder).\(getpid())-\(UInt32.random(in: 0 ... .max)).part"
    guard Self.write(bytes, to: temporary), rename(temporary, path(of: entry.key)) == 0 else {
      unlink(temporary)
      return
    }
    trim()
  }

  /// Forgets what is kept for a key.
  package func forget(_ key: String) { unlink(path(of: key)) }

  private func path(of key: String) -> String { folder + CacheEntry.sum(Array(key.utf8)[...]) + Self.suffix }

  // MARK: - The folder

  private func makeFolder() -> Bool {
    var path = folder.hasPrefix("/") ? "/" : ""
    for part in folder.split(separator: "/") {
      path += part + "/"
      guard mkdir(path, 0o700) == 0 || errno == EEXIST || access(path, X_OK) == 0 else { return false }
    }
    return true
  }

  private struct Kept {
    let path: String
    let size: Int
    let written: Int
  }

  /// Takes the oldest away until the rest has room, and what writers that ended in the middle left behind.
  private func trim() {
    guard let stream = opendir(folder) else { return }
    defer { closedir(stream) }
    var files: [Kept] = []
    while let record = readdir(stream) {
      let name = withUnsafePointer(to: &record.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let isPart = name.hasSuffix(".part")
      guard isPart || name.hasSuffix(Self.suffix), let file = Self.kept(folder + name) else { continue }
      if !isPart { files.append(file) } else if time(nil) - file.written > 3600 { unlink(file.path) }
    }
    var size = files.reduce(0) { $0 + $1.size }
    for file in files.sorted(by: { ($0.written, $0.path) < ($1.written, $1.path) }) where size > limit {
      unlink(file.path)
      size -= file.size
    }
  }

  private static func kept(_ path: String) -> Kept? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = max(Int(status.st_size), Int(status.st_blocks) * 512)
    return Kept(path: path, size: size, written: Int(status.st_mtim.tv_sec))
  }

  // MARK: - Files

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...entryLimit).contains(Int(status.st_size))
    else { return nil }
    let bytes = try? SystemIO.bytes(Int(status.st_size), from: descriptor)
    return bytes?.count == Int(status.st_size) ? bytes : nil
  }

  private static func write(_ bytes: [UInt8], to path: String) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return false }
    let isWritten = (try? SystemIO.write(bytes, to: descriptor)) != nil
    return close(descriptor) == 0 && isWritten
  }
}
