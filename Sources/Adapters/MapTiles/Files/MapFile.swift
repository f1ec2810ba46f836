internal import GeoFormats

/// A map file, by its content.
package enum MapFile: Sendable {
  /// Vector tiles, open.
  case tiles(TileFile)
  /// GeoJSON, which is read as a whole elsewhere; its path.
  case geoJSON(String)

  /// Opens a file or folder.
  package static func open(path: String, styles: MapStyles) throws(MapFileProblem) -> MapFile {
    switch MapFileFormat(path: path) {
    case .archive, .tile, .folder: return .tiles(try TileFile(path: path, styles: styles))
    case .extract:
      throw MapFileProblem(
        file: path,
        "an extract of OpenStreetMap; trove import FILE makes a region of it, whose name stands for its map")
    case .other: break
    }
    // A missing file is reported by the GeoJSON reader.
    guard PathKind(path) != .other else { throw MapFileProblem(file: path, "no ordinary file", isMissing: true) }
    guard PathKind(path) == .nothing || FileFormat(path: path) == .geoJSON else {
      throw MapFileProblem(file: path, "no map: PMTiles, MBTiles, vector tiles and GeoJSON are read")
    }
    return .geoJSON(path)
  }
}

/// The format of a map file.
package enum MapFileFormat: Hashable, Sendable {
  /// An archive of vector tiles.
  case archive
  /// One vector tile, compressed or not.
  case tile
  /// A folder, of tiles as one hopes.
  case folder
  /// An extract of OpenStreetMap, of which tiles have to be made first.
  case extract
  /// Something else: GeoJSON, or no map at all.
  case other

  /// Detects the format at `path`, by the file extension or else by the first bytes; `other` if there is no file.
  package init(path: String) {
    let name = path.lowercased()
    switch PathKind(path) {
    case .folder: self = .folder
    case .nothing, .other: self = .other
    case .file where name.hasSuffix(".pmtiles") || name.hasSuffix(".mbtiles"): self = .archive
    case .file where name.hasSuffix(".mvt") || name.hasSuffix(".mvt.gz"): self = .tile
    // No tiles, whatever the first bytes.
    case .file where FileFormat.hasExtension(name): self = .other
    case .file: self.init(beginningOf: path)
    }
  }

  /// Detects the format of a regular file by its first bytes, or by its extension if they are not conclusive.
  init(beginningOf path: String) {
    let bytes = (try? FileBytes.beginning(of: path, count: 64)) ?? []
    if bytes.starts(with: "PMTiles".utf8) || bytes.starts(with: "SQLite format 3\0".utf8) {
      self = .archive
    } else if bytes.dropFirst(4).starts(with: [0x0A, 0x09]) && bytes.dropFirst(6).starts(with: "OSMHeader".utf8) {
      self = .extract
    } else if bytes.starts(with: [0x1F, 0x8B]) || bytes.first == 0x1A || path.lowercased().hasSuffix(".pbf") {
      // Gzip, or the mark of a layer.
      self = .tile
    } else {
      self = .other
    }
  }
}
