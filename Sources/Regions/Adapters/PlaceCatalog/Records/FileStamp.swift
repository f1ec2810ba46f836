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
    guard stat(StandardInput.path(path), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    size = Int64(status.st_size)
    let time = status.st_mtim
    modified = Timestamp(milliseconds: Int64(clamping: time.tv_sec) &* 1000 &+ Int64(time.tv_nsec / 1_000_000))
    device = UInt(status.st_dev)
    number = UInt(status.st_ino)
  }
}

/// A file that is open to be read.
final class ReadFile: Sendable {
  private let descriptor: CInt

  /// Opens the file for reading; `nil` if that fails.
  init?(_ path: String) {
    descriptor = open(StandardInput.path(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Bytes of a regular file; `nil` for anything else.
  var size: Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }

  /// Fills a buffer with the bytes from an offset on; false where there are fewer, or they cannot be read.
  func fill(_ buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Bool {
    (try? SystemIO.fill(buffer, from: descriptor, at: offset)) == buffer.count
  }

  /// The ``ContentHash/of(_:)`` of everything; `nil` on a read error.
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
}
