internal import Glibc
internal import Sealing
internal import SystemKit

/// The checksum of a file that a record names and does not hold: whoever plays the session again has the file that it
/// was played with, and a record made by a stranger cannot name a file that the stranger does not have.
package enum FileSum {
  /// Bytes that are read at once.
  private static let piece = 1 << 20
  /// Pieces that are read; a larger file is summed over as many of them, evenly spread, its ends among them.
  private static let mostPieces = 16

  /// The sum of the file at `path`; nothing for what is no ordinary file, or cannot be read.
  ///
  /// BLAKE2b over its length and its bytes, or, of more than 16 MiB, over 16 pieces of it; the first 16 bytes as Base64.
  package static func of(path: String) -> String? {
    // A pipe would keep us waiting.
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

  /// Appends so many bytes of a file; returns whether there are as many.
  private static func read(_ file: CInt, at start: Int, count: Int, to bytes: inout [UInt8]) -> Bool {
    guard let piece = try? SystemIO.bytes(count, from: file, at: start), piece.count == count else { return false }
    bytes += piece
    return true
  }
}
