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
      let advice = if case .foreign(let format) = FileFormat(path: path) { format.advice(path) } else { String?.none }
      throw MapFileProblem(
        file: path, "no map: PMTiles, MBTiles, vector tiles and GeoJSON are read" + (advice.map { "; \($0)" } ?? ""))
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
    case .file where name.hasSuffix(".pmtiles") || name.hasSuffix(".mbtiles"):
      self = Self.isForeign(path) ? .other : .archive
    case .file where name.hasSuffix(".mvt") || name.hasSuffix(".mvt.gz"):
      self = Self.isForeign(path) ? .other : .tile
    // No tiles, whatever the first bytes.
    case .file where FileFormat.hasExtension(name): self = .other
    case .file: self.init(beginningOf: path)
    }
  }

  /// Detects the format of a regular file by its first bytes, or by its extension if they are not conclusive.
  init(beginningOf path: String) {
    let bytes = (try? FileBytes.beginning(of: path, count: 64)) ?? []
    if bytes.starts(with: "PMTiles".utf8) || bytes.starts(with: [0x50, 0x4D, 0x02, 0x00])
      || bytes.starts(with: "SQLite format 3\0".utf8)
    {
      self = .archive
    } else if bytes.dropFirst(4).starts(with: [0x0A, 0x09]) && bytes.dropFirst(6).starts(with: "OSMHeader".utf8) {
      self = .extract
    } else if Self.beginsTile(bytes) || path.lowercased().hasSuffix(".pbf") && !Self.isForeign(path) {
      self = .tile
    } else {
      self = .other
    }
  }

  /// Whether a file is surely of another format than its name says.
  private static func isForeign(_ path: String) -> Bool {
    guard let bytes = try? FileBytes.beginning(of: path, count: 4096) else { return false }
    let format = FileFormat(beginning: bytes)
    return format != nil && ![.foreign(.tiles), .foreign(.geoPackage)].contains(format)
  }

  /// Whether bytes begin as a vector tile does: with a layer, its length, and one of a layer's fields.
  private static func beginsTile(_ bytes: [UInt8]) -> Bool {
    guard bytes.first == 0x1A else { return false }
    let length = bytes.dropFirst().prefix(6).prefix { $0 & 0x80 != 0 }.count + 1
    // A name, a feature, a key, a value, an extent or a version.
    return length <= 5
      && bytes.dropFirst(1 + length).first.map { [0x0A, 0x12, 0x1A, 0x22, 0x28, 0x78].contains($0) } ?? false
  }
}
