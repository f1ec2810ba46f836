internal import FoundationEssentials
internal import GeoFormats
internal import Geodesy
internal import Glibc
internal import VectorTiles

/// Tiles that are files of a folder: `ZOOM/X/Y.mvt`, `ZOOM-X-Y.mvt`, or one file alone.
struct TileFolder: Sendable {
  /// Files that are looked at; a folder of more had better be an archive.
  static let fileLimit = 100_000

  /// The path of each tile.
  let paths: [TileID: String]
  /// Its metadata file, as tools write it beside the tiles; `nil` if there is none.
  let metadata: [UInt8]?

  /// Opens a single tile file; one whose name gives no tile counts as the tile of the whole world.
  init(file path: String) {
    paths = (TileFileName.tile(path) ?? TileID(zoom: 0, x: 0, y: 0)).map { [$0: path] } ?? [:]
    metadata = nil
  }

  /// Looks for tiles in a folder and its folders.
  init(folder: String) throws(MapFileProblem) {
    var paths: [TileID: String] = [:]
    var seen = 0
    // Depth 0 is the folder itself; tiles lie two folders deep at most.
    var open: [(path: String, depth: Int)] = [(folder, 0)]
    while let (path, depth) = open.popLast() {
      // Sorted, so that the same folder gives the same map everywhere.
      for name in Self.names(in: path).sorted() where !name.hasPrefix(".") {
        seen += 1
        guard seen <= Self.fileLimit else {
          throw MapFileProblem(file: folder, "more than \(Self.fileLimit) files; make a PMTiles archive of them")
        }
        let inner = "\(path)/\(name)"
        if TileFileName.isTile(name) {
          if let tile = TileFileName.tile(inner), paths[tile] == nil { paths[tile] = inner }
        } else if depth < 2, name.utf8.count <= 10, name.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
          open.append((inner, depth + 1))
        }
      }
    }
    guard !paths.isEmpty else {
      throw MapFileProblem(file: folder, "no tile in it: files of tiles are called ZOOM-X-Y.mvt or ZOOM/X/Y.mvt")
    }
    self.paths = paths
    let description = "\(folder)/metadata.json"
    metadata = PathKind(description) == .file ? try? FileBytes.contents(of: description, limit: 1 << 20) : nil
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }

  /// The raw bytes of a tile's file; `nil` if the folder has no such tile.
  func tile(_ id: TileID) throws(TileTrouble) -> [UInt8]? {
    guard let path = paths[id] else { return nil }
    guard PathKind(path) == .file else { throw TileTrouble(text: "its file is gone, or is no ordinary file") }
    do { return try FileBytes.contents(of: path, limit: VectorTileLimits.bytes) } catch {
      throw TileTrouble(text: "its file cannot be read: \(error)")
    }
  }
}
