internal import Glibc

/// The system's information files, such as `/proc` and `/etc`; a root other than `/` is for tests.
///
/// Files are read with the player's permissions; an unreadable one counts as absent.
package struct SystemFolders: Hashable, Sendable {
  /// Prepended to every path that is looked at; empty for the real system.
  package let root: String

  /// Creates the folders below `root`.
  package init(root: String = "") { self.root = root }

  /// Bytes of the longest file that is read; files of the system are far shorter, but `/etc/group` may be long.
  private static let longestFile = 1 << 20

  /// The names in a folder, sorted; none where there is no such folder.
  func names(in path: String) -> [String] {
    guard let folder = opendir(root + path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The text of a file; `nil` if it cannot be read.
  func text(of path: String) -> String? {
    // A named pipe would keep a reader waiting for ever.
    let descriptor = open(root + path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while bytes.count < Self.longestFile {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { break }
      bytes += chunk[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The target of a symbolic link, as stored; `nil` if `path` is no link.
  func link(at path: String) -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { raw in
      raw.baseAddress.map { readlink(root + path, $0.assumingMemoryBound(to: CChar.self), raw.count) } ?? -1
    }
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }

  /// Whether there is anything of that name, even a link that leads nowhere.
  func has(_ path: String) -> Bool {
    var status = stat()
    return lstat(root + path, &status) == 0
  }

  /// The file itself behind all links.
  func target(of path: String) -> String? {
    guard let resolved = realpath(root + path, nil) else { return nil }
    defer { free(resolved) }
    let target = String(cString: resolved)
    return target.hasPrefix(root) ? String(target.dropFirst(root.count)) : target
  }

  /// Whose a file is and who may read it.
  func permissions(of path: String) -> Permissions? {
    var status = stat()
    guard stat(root + path, &status) == 0 else { return nil }
    return Permissions(owner: status.st_uid, group: status.st_gid, mode: status.st_mode)
  }

  /// Whether a program can be started from there.
  func canRun(_ path: String) -> Bool { access(root + path, X_OK) == 0 }
}

/// Whose a file is and who may read it.
struct Permissions: Hashable, Sendable {
  let owner: UInt32
  let group: UInt32
  let mode: UInt32

  var isOpenToGroup: Bool { mode & S_IRGRP != 0 }

  /// Whether a user may read it, by Unix permissions: only the first class that fits counts.
  func allowReading(_ user: UInt32, groups: Set<UInt32>) -> Bool {
    if user == 0 { return true }
    if user == owner { return mode & S_IRUSR != 0 }
    return mode & (groups.contains(group) ? S_IRGRP : S_IROTH) != 0
  }
}
