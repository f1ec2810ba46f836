internal import Glibc
internal import HuntDomain
internal import Numbers
internal import SystemKit

/// Which file a path leads to, how large it is and when it was changed.
struct FileStamp: Hashable {
  let size: Int64
  let modified: Timestamp
  private let device: UInt
  private let number: UInt

  /// The stamp of an ordinary file; nothing for anything else.
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

  /// Opens the file; nothing where it cannot be read.
  init?(_ path: String) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The sum of everything from an offset on, as ``ContentHash/of(_:)`` has it; each piece is shown to `body`.
  ///
  /// Nothing after an error.
  func hash(from start: Int, each body: (UnsafeRawBufferPointer) -> Void) -> UInt64? {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ContentHash.piece, alignment: 16)
    defer { buffer.deallocate() }
    var hash = ContentHash()
    var offset = start
    while true {
      guard let count = try? SystemIO.fill(buffer, from: descriptor, at: offset) else { return nil }
      guard count > 0 else { return hash.value }
      let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      hash.add(piece)
      body(piece)
      offset += count
    }
  }

  /// The first bytes; nothing where there are not so many.
  func beginning(_ count: Int) -> [UInt8]? {
    guard let bytes = try? SystemIO.bytes(count, from: descriptor, at: 0), bytes.count == count else { return nil }
    return bytes
  }
}

extension RegionSource {
  /// What is known of the file at `path` before it is read; its bytes are summed here.
  ///
  /// Throws: where it cannot be read, or is no file that can be read twice.
  init(path: String) throws(CatalogProblem) {
    let shown = PlaceText.clean(path)
    guard let stamp = FileStamp(path) else {
      throw CatalogProblem(.missing, "\(shown) is not there, or is no ordinary file.")
    }
    let format = try SourceFormat(path: path)
    guard let file = ReadFile(path), let hash = file.hash(from: 0, each: { _ in }) else {
      throw CatalogProblem(.missing, "\(shown) cannot be read.")
    }
    self.init(
      path: shown, format: format, size: stamp.size, modified: stamp.modified,
      hash: String(hash, radix: 16), count: 0)
  }
}

/// A sum over bytes that tells whether they are the same as before: it finds changes and damage, not malice.
///
/// Over words of eight bytes instead of bytes, and folded, for speed.
struct ContentHash {
  private var sum = Checksum()
  var value: UInt64 { sum.value }

  /// Bytes that are added at a time, by whoever adds many.
  static let piece = 1 << 20

  /// The sum of bytes, from some number of them on.
  static func of(_ bytes: [UInt8], from first: Int = 0) -> UInt64 {
    var hash = ContentHash()
    bytes.withUnsafeBytes { bytes in
      for start in stride(from: first, to: bytes.count, by: piece) {
        hash.add(UnsafeRawBufferPointer(rebasing: bytes[start..<min(bytes.count, start + piece)]))
      }
    }
    return hash.value
  }

  /// Adds a number.
  mutating func add(_ word: UInt64) {
    sum.add(word)
    sum.fold()
  }

  /// Adds a piece of bytes; the same bytes in other pieces have another sum.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var offset = 0
    while offset + 8 <= bytes.count {
      add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
      offset += 8
    }
    var rest: UInt64 = 0
    for byte in bytes[offset...] { rest = rest << 8 | UInt64(byte) }
    add(rest)
    add(UInt64(bytes.count))
  }
}
