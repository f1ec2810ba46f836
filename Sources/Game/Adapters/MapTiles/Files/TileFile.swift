package import Geodesy
internal import VectorTiles
package import Views

/// Adapter: the ground from vector tiles, in a PMTiles or MBTiles archive, a folder, or a file.
///
/// The file stays open and is never changed. Reads are serialised; building geometries from the tiles is not.
package struct TileFile: MapTiles {
  /// What the file says about itself, and by which schema its layers are read.
  package let facts: TileSetFacts
  private let cache: TileFileReader
  private let table: StyleTable

  /// Opens a file or folder; its first tiles tell how its layers are to be read, where it does not.
  package init(path: String, styles: MapStyles) throws(MapFileProblem) {
    let source = try TileSource.open(path)
    let description = source.description()
    let layers = description.layers.isEmpty ? Self.layers(of: source, description) : description.layers
    guard let table = styles.table(forLayers: layers) else {
      throw MapFileProblem(file: path, Self.unknown(layers))
    }
    self.table = table
    facts = TileSetFacts(
      name: description.name, zooms: description.zooms, bounds: description.bounds, centre: description.centre,
      startZoom: description.startZoom, attribution: description.attribution, schema: table.schema)
    cache = TileFileReader(source)
  }

  /// Reads one tile and makes it a geometry; whatever is wrong with it is an outcome.
  package func tile(_ id: TileID) async -> TileOutcome {
    let bytes: [UInt8]?
    do throws(TileTrouble) { bytes = try await cache.bytes(id) } catch {
      return .broken("tile \(id): \(error.text)")
    }
    guard let bytes else { return .missing }
    do throws(VectorTileError) {
      return .geometry(MapGeometry(try VectorTile(compressed: bytes), at: id, by: table))
    } catch {
      return .broken("tile \(id): \(error.problem), byte \(error.offset)")
    }
  }
}

/// Reads the tiles of the file; an actor, because archives cache their directories.
private actor TileFileReader {
  private let source: TileSource

  init(_ source: sending TileSource) { self.source = source }

  func bytes(_ id: TileID) throws(TileTrouble) -> [UInt8]? { try source.tile(id) }
}

extension TileFile {
  /// Tiles that are looked at to learn which layers a map has.
  private static let sampleSize = 24

  /// The layers of some of its tiles, from the shallowest to the deepest.
  private static func layers(of source: TileSource, _ description: TileDescription) -> Set<String> {
    var layers: Set<String> = []
    for id in samples(of: description) {
      guard let bytes = (try? source.tile(id)).flatMap({ $0 }), let tile = try? VectorTile(compressed: bytes) else {
        continue
      }
      layers.formUnion(tile.layers.map(\.name))
    }
    return layers
  }

  /// Tiles in the middle of each zoom, or known ones at equal distances.
  private static func samples(of description: TileDescription) -> [TileID] {
    let known = description.known
    guard known.isEmpty else {
      let step = max(1, known.count / sampleSize)
      return stride(from: 0, to: known.count, by: step).prefix(sampleSize).map { known[$0] }
    }
    let middle = MercatorPoint(description.centre ?? description.bounds.centre)
    return description.zooms.prefix(sampleSize).map { TileID(at: middle, zoom: $0) }
  }

  private static func unknown(_ layers: Set<String>) -> String {
    guard !layers.isEmpty else {
      return "no tile of it could be read where it says that it has some; trove check says why"
    }
    let names = layers.sorted().prefix(5).joined(separator: ", ")
    return "no style table knows its layers (\(names)); docs/maps.md tells how to write one"
  }
}

/// The name of a tile in the name of its file.
///
/// ```swift
/// TileFileName.tile("maps/14-8704-5971.mvt")  // 14/8704/5971
/// TileFileName.tile("maps/14/8704/5971.pbf")  // 14/8704/5971
/// ```
package enum TileFileName {
  /// Endings of files that are tiles, compressed or not.
  static let endings = [".mvt", ".pbf", ".mvt.gz", ".pbf.gz"]

  /// Whether a path ends as files of tiles do.
  static func isTile(_ path: String) -> Bool {
    let name = path.lowercased()
    return endings.contains(where: name.hasSuffix)
  }

  /// The tile that a path names, by the last three numbers of the file's name or by its last two folders and itself;
  /// `nil` if it names none.
  package static func tile(_ path: String) -> TileID? {
    let folders = path.split(separator: "/")
    guard let name = folders.last else { return nil }
    let stem = name.prefix { $0 != "." }
    let parts = stem.split { $0 == "-" || $0 == "_" }
    if parts.count >= 3 { return tile(parts.suffix(3)) }
    return folders.count >= 3 ? tile(folders.dropLast().suffix(2) + [stem]) : nil
  }

  private static func tile(_ parts: some Collection<Substring>) -> TileID? {
    let numbers = parts.compactMap { part in
      part.utf8.count <= 10 && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
    }
    return numbers.count == 3 ? TileID(zoom: numbers[0], x: numbers[1], y: numbers[2]) : nil
  }
}
