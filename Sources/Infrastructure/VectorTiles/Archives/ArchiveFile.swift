internal import Glibc
internal import SystemKit

/// A file that is read in pieces, wherever they lie.
///
/// Never mapped into memory: a file that is cut meanwhile gives an error then, and does not end the process.
final class ArchiveFile {
  private let descriptor: CInt
  /// Bytes that it had when it was opened.
  let size: Int

  /// Opens the file at `path` for reading.
  ///
  /// Throws: also where it is no ordinary file; a pipe would never answer.
  init(path: String) throws(TileArchiveError) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .current() }
    var status = stat()
    let isFile = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    size = Int(status.st_size)
    // From here on `deinit` closes it.
    guard isFile else { throw TileArchiveError(.unreadable, "it is no ordinary file") }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Exactly `count` bytes from `offset` on.
  ///
  /// Throws: where the file has not so many.
  func read(at offset: Int, count: Int) throws(TileArchiveError) -> [UInt8] {
    guard offset >= 0, count >= 0, count <= size, offset <= size - count else { throw .cut }
    let bytes: [UInt8]
    do throws(SystemError) { bytes = try SystemIO.bytes(count, from: descriptor, at: offset) } catch {
      throw TileArchiveError(.unreadable, error.description)
    }
    guard bytes.count == count else { throw .cut }
    return bytes
  }
}

extension TileArchiveError {
  /// What `errno` tells of.
  static func current() -> TileArchiveError { TileArchiveError(.unreadable, String(cString: strerror(errno))) }

  /// A piece lies beyond the end of the file.
  static var cut: TileArchiveError { TileArchiveError(.damaged, "it is shorter than it says: a part of it is missing") }
}
