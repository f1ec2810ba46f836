internal import Glibc
internal import HuntDomain
internal import Numbers
internal import SystemKit

/// The identity, size and modification time of the file at a path.
struct FileStamp: Hashable {
  let size: Int64
  let modified: Timestamp
  private let device: UInt
  private let number: UInt

  /// The stamp of the regular file at `path`; `nil` for anything else.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int64(status.st_size)
    let time = status.st_mtim
    modified = Timestamp(milliseconds: Int64(clamping: time.tv_sec) &* 1000 &+ Int64(time.tv_nsec / 1_000_000))
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}

/// A file that is open to be read.
final class ReadFile {
  private let descriptor: CInt

  /// Opens the file for reading; `nil` if that fails.
  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The ``ContentHash/of(_:from:)`` of everything; `nil` on a read error.
  func hash() -> UInt64? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ContentHash.piece, alignment: 16)
    defer { buffer.deallocate() }
    var hash = ContentHash()
    var offset = 0
    while true {
      guard let count = try? SystemIO.fill(buffer, from: descriptor, at: offset) else { return nil }
      guard count > 0 else { return hash.value }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.add(large: piece)
      offset += count
    }
  }

  /// The first `count` bytes; `nil` if the file is shorter or cannot be read.
  func beginning(_ count: Int) -> [UInt8]? {
    guard let bytes = try? SystemIO.bytes(count, from: descriptor, at: 0), bytes.count == count else { return nil }
    return bytes
  }
}
