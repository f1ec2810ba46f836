package import Geodesy
internal import Glibc
internal import SystemKit

/// A file that holds the tiles of a map: PMTiles or MBTiles, told apart by its first bytes.
///
/// For one thread at a time. A tile that is missing or broken is a normal state: the next one may be sound.
package enum TileArchive {
  case pmtiles(PMTilesArchive)
  case mbtiles(MBTilesArchive)

  /// Opens a file for reading only.
  ///
  /// Throws: where it cannot be read, is no archive of tiles, or holds anything but vector tiles.
  package static func open(path: String) throws(TileArchiveError) -> TileArchive {
    let file = try ArchiveFile(path: path)
    let start = try file.read(at: 0, count: min(16, file.size))
    if start.starts(with: PMTilesHeader.magic) { return .pmtiles(try PMTilesArchive(file)) }
    if start.starts(with: MBTilesArchive.magic) { return .mbtiles(try MBTilesArchive(path: path)) }
    if start.starts(with: [0x50, 0x4D, 0x02, 0x00]) {
      throw TileArchiveError(.oldVersion, "it is PMTiles of version 2, and 3 is read")
    }
    throw TileArchiveError(.unknown, "it is neither a PMTiles nor an MBTiles file")
  }

  /// What the file says about itself.
  package var facts: TileArchiveFacts {
    switch self {
    case .pmtiles(let archive): archive.facts
    case .mbtiles(let archive): archive.facts
    }
  }

  /// Reads a tile's bytes, inflated; `nil` if the file does not have the tile.
  ///
  /// Throws: if the file lists the tile, but it cannot be read.
  package func tile(_ id: TileID) throws(TileArchiveError) -> [UInt8]? {
    switch self {
    case .pmtiles(let archive): try archive.tile(id)
    case .mbtiles(let archive): try archive.tile(id)
    }
  }

  /// The offset of a tile's bytes, to find equal tiles; `nil` if there is no tile, and always for MBTiles.
  package func offset(of id: TileID) throws(TileArchiveError) -> UInt64? {
    switch self {
    case .pmtiles(let archive): try archive.offset(of: id)
    case .mbtiles: nil
    }
  }

  /// Reads the metadata as JSON: that of PMTiles (`name`, `attribution`, `vector_layers`), or MBTiles' `metadata`
  /// row `json`; `nil` if there is none.
  package func metadata() throws(TileArchiveError) -> [UInt8]? {
    switch self {
    case .pmtiles(let archive): try archive.metadata()
    case .mbtiles(let archive): archive.json
    }
  }
}

/// What an archive of tiles says about itself; its word, checked for sense only.
package struct TileArchiveFacts: Hashable, Sendable {
  /// The zooms that it has tiles of, in `0 ... 30`.
  package var zooms: ClosedRange<Int> = 0...0
  /// The area with tiles; `nil` if the file does not say, or the values are invalid.
  package var bounds: BoundingBox?
  /// The recommended first view; `nil` if the file does not say.
  package var centre: Coordinate?
  /// The zoom to look from first, within ``zooms``.
  package var centreZoom: Int?
  /// MBTiles only, as it stands in the file: not fit to print as it is, may hold HTML.
  ///
  /// PMTiles has it in its metadata.
  package var name: String?
  /// As ``name``.
  package var attribution: String?
  /// Whether the file is shorter than it says, so that some of its tiles are missing.
  package var isCut = false
}

/// Why an archive of tiles, or a tile of it, cannot be read.
package struct TileArchiveError: Error, Hashable, CustomStringConvertible {
  /// What kind of trouble it is, by what can be done about it.
  package enum Cause: Hashable, Sendable {
    /// The file cannot be opened or read: the system's words are in the message.
    case unreadable
    /// It is no archive of tiles.
    case unknown
    /// It is one of a kind that is not read, such as pictures.
    case unsupported
    /// It is PMTiles of a version before 3, of which the makers' own program makes one.
    case oldVersion
    /// It is damaged or cut.
    case damaged
  }

  /// What kind of trouble it is.
  package let cause: Cause
  /// A sentence without its stop, about "it", the file or the tile; no words of the file are in it.
  package let message: String

  /// An error in words that are fit to print.
  init(_ cause: Cause, _ message: String) {
    self.cause = cause
    self.message = message
  }

  package var description: String { message }
}

/// A file that is read in pieces, wherever they lie.
///
/// Never mapped into memory: a file that is shortened while it is open causes an error, and does not end the process.
final class ArchiveFile {
  private let descriptor: CInt
  /// Bytes that it had when it was opened.
  let size: Int

  /// Opens the file at `path` for reading.
  ///
  /// Throws: also where it is no ordinary file; a pipe would never answer.
  init(path: String) throws(TileArchiveError) {
    descriptor = open(StandardInput.path(path), O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
  /// Throws: if the file is shorter.
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
  /// Creates the error for the current `errno`.
  static func current() -> TileArchiveError { TileArchiveError(.unreadable, String(cString: strerror(errno))) }

  /// A piece lies beyond the end of the file.
  static var cut: TileArchiveError { TileArchiveError(.damaged, "it is shorter than it says: a part of it is missing") }
}
