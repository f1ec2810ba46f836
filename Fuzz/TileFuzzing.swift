import Geodesy
import Glibc
import VectorTiles

/// Bytes as a tile of a map, or as a file of tiles.
enum TileFuzzing {
  private static let path = "/tmp/trove-fuzz-\(getpid()).pmtiles"
  /// Some tiles that an archive may have, also where none can be.
  private static let tiles = [(0, 0, 0), (1, 1, 0), (2, 1, 2), (6, 33, 21), (14, 8704, 5971), (30, 1 << 29, 7)]
    .compactMap { TileID(zoom: $0, x: $1, y: $2) }

  /// Reads a tile; what it holds has to point at what is there.
  static func tile(_ bytes: [UInt8]) {
    _ = try? VectorTile(bytes)
    guard let tile = try? VectorTile(compressed: bytes) else { return }
    precondition(tile.warnings.entries.count <= VectorTileWarnings.limit)
    for layer in tile.layers { check(layer) }
  }

  private static func check(_ layer: VectorTileLayer) {
    for value in layer.values { precondition(value.number?.isFinite != false) }
    for feature in layer.features {
      precondition(feature.parts.isEmpty == (feature.kind == .unknown))
      for part in layer.parts[feature.parts] {
        let least = feature.kind == .area ? 3 : feature.kind == .line ? 2 : 1
        precondition(layer.points[part.points].count >= least)
      }
      for (index, tag) in layer.tags[feature.tags].enumerated() {
        precondition(tag < (index.isMultiple(of: 2) ? layer.keys.count : layer.values.count))
      }
      _ = layer.value(of: layer.key("name"), in: feature)
    }
  }

  /// Opens a PMTiles file of these bytes, and one whose directories they are.
  static func archive(_ bytes: [UInt8]) {
    open(bytes)
    open(header(count: bytes.count) + bytes)
    unlink(path)
  }

  private static func open(_ bytes: [UInt8]) {
    let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
    guard let archive = try? TileArchive.open(path: path) else { return }
    precondition(archive.facts.centreZoom.map(archive.facts.zooms.contains) ?? true)
    _ = try? archive.metadata()
    for tile in tiles {
      if let bytes = try? archive.tile(tile) { precondition(bytes.count <= VectorTileLimits.bytes) }
    }
  }

  /// A header that takes what follows for everything at once: root, leaves, metadata and tiles, not compressed.
  private static func header(count: Int) -> [UInt8] {
    let whole = [127, count].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    let sections = whole + whole + whole + whole
    return Array("PMTiles".utf8) + [3] + sections + [UInt8](repeating: 0, count: 24) + [1, 1, 1, 1, 0, 30]
      + [UInt8](repeating: 0, count: 25)
  }
}
