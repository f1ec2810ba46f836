internal import Glibc
internal import Sealing
internal import SystemKit

/// The checksum of a file that a record names but does not contain: a replay needs the same file, and a stranger's
/// record cannot name a file that the stranger does not have.
package enum FileSum {
  /// Bytes that are read at once.
  private static let piece = 1 << 20
  /// Pieces that are read; a larger file is summed over as many of them, evenly spread, its ends among them.
  private static let mostPieces = 16

  /// The checksum of the file at `path`; `nil` if it is no regular file or cannot be read.
  ///
  /// BLAKE2b over its length and its bytes, or, of more than 16 MiB, over 16 pieces of it; the first 16 bytes as Base64.
  package static func of(path: String) -> String? {
    // Non-blocking, because opening a pipe would wait for a writer.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = Int(status.st_size)
    var bytes = withUnsafeBytes(of: UInt64(size).littleEndian) { [UInt8]($0) }
    if size <= piece * mostPieces {
      guard read(file, at: 0, count: size, to: &bytes) else { return nil }
    } else {
      for index in 0..<mostPieces {
        let start = (size - piece) / (mostPieces - 1) * index
        let last = index == mostPieces - 1
        guard read(file, at: last ? size - piece : start, count: piece, to: &bytes) else { return nil }
      }
    }
    return Checksum.text(bytes)
  }

  /// Appends `count` bytes of a file to `bytes`; returns `false` if the file is too short.
  private static func read(_ file: CInt, at start: Int, count: Int, to bytes: inout [UInt8]) -> Bool {
    guard let piece = try? SystemIO.bytes(count, from: file, at: start), piece.count == count else { return false }
    bytes += piece
    return true
  }
}
