internal import Glibc
internal import SystemKit

/// The format of a file, by its first bytes, or else by its name.
enum Packing {
  case pbf
  case xml
  case gzip
  case bzip2

  /// Looks at the file at `path`.
  init(path: String) throws(OSMFault) {
    // The name decides first, so that a PBF file with a damaged beginning is told so.
    if path.lowercased().hasSuffix(".pbf") {
      self = .pbf
      return
    }
    let bytes = try Self.beginning(of: path)
    guard !bytes.isEmpty else { throw OSMFault(.empty, .line(1)) }
    if bytes.starts(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if bytes.starts(with: "BZh".utf8) {
      self = .bzip2
    } else if bytes.dropFirst(6).starts(with: "OSMHeader".utf8) {
      self = .pbf
    } else if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "<") {
      self = .xml
    } else {
      throw OSMFault(.unknownFormat, .line(1))
    }
  }

  private static func beginning(of path: String) throws(OSMFault) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system() }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw OSMFault(.unreadable("it is no regular file"), .byte(0))
    }
    do throws(SystemError) { return try SystemIO.bytes(64, from: descriptor) } catch {
      throw OSMFault(.unreadable(error.description), .byte(0))
    }
  }
}
