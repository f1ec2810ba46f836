internal import GeoFormats
internal import Geodesy
internal import VectorTiles

/// Why a tile cannot be read, as a sentence without its stop.
struct TileTrouble: Error, Hashable {
  let text: String
}

/// The source of the bytes of tiles: an archive, or files.
enum TileSource {
  case archive(TileArchive)
  case folder(TileFolder)

  /// Opens the archive, folder or tile at `path`.
  static func open(_ path: String) throws(MapFileProblem) -> TileSource {
    switch PathKind(path) {
    case .nothing: throw MapFileProblem(file: path, "cannot be read: no such file", isMissing: true)
    case .other: throw MapFileProblem(file: path, "no ordinary file", isMissing: true)
    case .folder: return .folder(try TileFolder(folder: path))
    case .file: break
    }
    if TileFileName.isTile(path) { return .folder(TileFolder(file: path)) }
    do throws(TileArchiveError) { return .archive(try TileArchive.open(path: path)) } catch {
      guard error.cause != .oldVersion else {
        let (old, new) = (ShellText.file(path), ShellText.file(path + ".3.pmtiles"))
        throw MapFileProblem(file: path, "\(error.message): pmtiles convert \(old) \(new) makes it")
      }
      guard error.cause == .unknown else {
        throw MapFileProblem(file: path, error.message, isMissing: error.cause == .unreadable)
      }
    }
    guard MapFileFormat(beginningOf: path) != .archive else {
      throw MapFileProblem(file: path, "a packed map, whose tiles are read here and there: unpack it first")
    }
    // Neither a known ending nor a known beginning: a tile all the same, where its first bytes are one's.
    guard MapFileFormat(beginningOf: path) == .tile else {
      throw MapFileProblem(file: path, "neither PMTiles, MBTiles nor a vector tile")
    }
    return .folder(TileFolder(file: path))
  }

  /// Reads a tile and inflates it; `nil` if there is none.
  func tile(_ id: TileID) throws(TileTrouble) -> [UInt8]? {
    switch self {
    case .archive(let archive):
      do throws(TileArchiveError) { return try archive.tile(id) } catch { throw TileTrouble(text: error.message) }
    case .folder(let folder): return try folder.tile(id)
    }
  }

  /// The offset of a tile's bytes, by which equal tiles are recognised; `nil` if the source has no offsets.
  func offset(of id: TileID) throws(TileTrouble) -> UInt64? {
    guard case .archive(let archive) = self else { return nil }
    do throws(TileArchiveError) { return try archive.offset(of: id) } catch { throw TileTrouble(text: error.message) }
  }

  /// Reads the description in the source's metadata.
  func description() -> TileDescription {
    switch self {
    case .archive(let archive):
      let metadata = (try? archive.metadata()).flatMap { $0 }
      return TileDescription(archive.facts, metadata: metadata)
    case .folder(let folder): return TileDescription(folder)
    }
  }
}
