import Foundation
import Geodesy
import ProcessTesting
import Testing

@testable import VectorTiles

/// What the reference implementation of PMTiles reads from a file.
private struct Known: Decodable {
  struct Header: Decodable {
    let rootOffset, rootLength, metadataOffset, metadataLength, leafDirectoryOffset, leafDirectoryLength: Int
    let tileDataOffset, tileDataLength: Int
    let addressedTilesCount, tileEntriesCount, tileContentsCount: UInt64
    let clustered: Bool
    let minZoom, maxZoom, centerZoom: Int
    let minLonE7, minLatE7, maxLonE7, maxLatE7, centerLonE7, centerLatE7: Int32
  }

  let file: String
  let header: Header?
  let metadataKeys: [String]?
  let tilesPerZoom: [String: Int]?
  /// By name; without layers where the tile could not be read.
  let sampleTiles: [String: [String: LayerCount]]?
}

@Suite("Archives of others", .enabled(if: SharedTiles.arePresent, "no tiles of others beside the package"))
struct TileArchiveConformanceTests {
  private static let florence = "tiles/pmtiles/protomaps(vector)ODbL_firenze.pmtiles"

  @Test("PMTiles files hold what the reference implementation finds in them")
  func pmtiles() throws {
    let known = try SharedTiles.lines("tiles/oracle.pmtiles.jsonl", as: Known.self)
      .filter { SharedFiles.has("data/\($0.file)") }
    #expect(known.count >= 6)
    for line in known {
      guard let header = line.header else {
        #expect(throws: TileArchiveError.self, "\(line.file)") {
          try TileArchive.open(path: SharedTiles.path(line.file))
        }
        continue
      }
      let archive = try PMTilesArchive(path: SharedTiles.path(line.file))
      #expect(isSame(archive.header, header), "\(line.file)")
      let metadata = try JSONSerialization.jsonObject(with: Data(try #require(try archive.metadata())))
      #expect((metadata as? [String: Any])?.keys.sorted() == line.metadataKeys)
      let perZoom = try #require(line.tilesPerZoom)
      for (zoom, count) in perZoom { #expect(try tiles(of: archive, zoom: try #require(Int(zoom))).count == count) }
      for (name, layers) in try #require(line.sampleTiles) {
        let id = try self.id(name)
        if layers.isEmpty {
          #expect(throws: TileArchiveError.self) { try archive.tile(id) }
        } else {
          #expect(LayerCount.of(try VectorTile(try #require(try archive.tile(id)))) == layers, "\(line.file) \(name)")
        }
      }
    }
  }

  private func id(_ name: String) throws -> TileID {
    let parts = name.split(separator: "/").compactMap { Int($0) }
    return try #require(TileID(zoom: parts[0], x: parts[1], y: parts[2]))
  }

  private func isSame(_ one: PMTilesHeader, _ other: Known.Header) -> Bool {
    one.root == .init(offset: other.rootOffset, length: other.rootLength)
      && one.metadata == .init(offset: other.metadataOffset, length: other.metadataLength)
      && one.leaves == .init(offset: other.leafDirectoryOffset, length: other.leafDirectoryLength)
      && one.tiles == .init(offset: other.tileDataOffset, length: other.tileDataLength)
      && one.addressedTiles == other.addressedTilesCount && one.tileEntries == other.tileEntriesCount
      && one.tileContents == other.tileContentsCount && one.isClustered == other.clustered
      && one.zooms == other.minZoom...other.maxZoom && one.centreZoom == other.centerZoom
      && one.bounds == [other.minLonE7, other.minLatE7, other.maxLonE7, other.maxLatE7]
      && one.centre == [other.centerLonE7, other.centerLatE7]
  }

  /// The tiles of a zoom, looked for one by one within the archive's bounds.
  private func tiles(of archive: PMTilesArchive, zoom: Int) throws -> [TileID] {
    let bounds = try #require(archive.facts.bounds)
    func tile(_ latitude: Double, _ longitude: Double) -> TileID {
      TileID(at: MercatorPoint(Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)), zoom: zoom)
    }
    let (first, last) = (tile(bounds.north, bounds.west), tile(bounds.south, bounds.east))
    // A ring of tiles around them as well, which should be empty or belong to it.
    let side = 1 << zoom
    return try (max(0, first.y - 1)...min(side - 1, last.y + 1)).flatMap { y in
      try (max(0, first.x - 1)...min(side - 1, last.x + 1)).compactMap { x in
        let id = try #require(TileID(zoom: zoom, x: x, y: y))
        // A tile that cannot be read is one all the same.
        do { return try archive.tile(id) == nil ? nil : id } catch { return id }
      }
    }
  }

  @Test("a map of Florence that is cut gives the tiles that it still has, and an error for the others")
  func cut() throws {
    let whole = try SharedTiles.bytes(Self.florence)
    let file = try TemporaryFile(Array(whole[..<(whole.count / 2)]))
    let (archive, original) = (
      try PMTilesArchive(path: file.path), try PMTilesArchive(path: SharedTiles.path(Self.florence))
    )
    #expect(archive.facts.isCut && !original.facts.isCut)
    var (sound, broken) = (0, 0)
    for zoom in 0...14 {
      for id in try tiles(of: original, zoom: zoom) {
        if let bytes = try? archive.tile(id) {
          sound += 1
          #expect(try original.tile(id) == bytes)
        } else {
          broken += 1
        }
      }
    }
    #expect(sound > 20 && broken > 20 && sound + broken == 108)
  }

  @Test("every tile of Florence is read, with a word only about steps that lead nowhere")
  func florence() throws {
    let archive = try PMTilesArchive(path: SharedTiles.path(Self.florence))
    var problems: Set<VectorTileProblem> = []
    var features = 0
    for zoom in 0...14 {
      for id in try tiles(of: archive, zoom: zoom) {
        let tile = try VectorTile(try #require(try archive.tile(id)))
        features += tile.featureCount
        problems.formUnion(tile.warnings.entries.map(\.problem))
      }
    }
    #expect(features == 140_641 && problems.isSubset(of: [.repeatedPoint]))
  }

  @Test(
    "MBTiles files are read where they hold vector tiles, and refused in words where not",
    arguments: [
      ("bostonbuildings", nil), ("world_cities", nil), ("geography-class-png", TileArchiveError.Cause.unsupported),
      ("invalid-tile-format", .unsupported), ("json", .unsupported),
    ])
  func mbtiles(name: String, cause: TileArchiveError.Cause?) throws {
    let path = SharedTiles.path("tiles/mbtiles/\(name).mbtiles")
    guard cause == nil else {
      let problem = #expect(throws: TileArchiveError.self) { try TileArchive.open(path: path) }
      #expect(problem?.cause == cause)
      return
    }
    let archive = try TileArchive.open(path: path)
    let id = try #require(
      name == "world_cities" ? TileID(zoom: 0, x: 0, y: 0) : TileID(zoom: 13, x: 2477, y: 8191 - 5163))
    let found = try archive.tile(id)
    if name == "world_cities" {
      let tile = try VectorTile(try #require(found))
      #expect(tile.layers.map(\.name) == ["cities"] && tile.featureCount > 0)
      #expect(archive.facts.zooms == 0...6 && archive.facts.name == "Major cities from Natural Earth data")
    } else {
      #expect(try VectorTile(try #require(found)).layers.map(\.name) == ["building"])
    }
  }

  @Test(
    "a damaged MBTiles file gives errors or tiles, and nothing else happens",
    .enabled(if: SharedFiles.has("data/hostile/bitflip/world_cities.flip.mbtiles"), "no damaged MBTiles file"))
  func damaged() throws {
    let path = SharedFiles.folder.appending(path: "data/hostile/bitflip/world_cities.flip.mbtiles").path
    guard let archive = try? TileArchive.open(path: path) else { return }
    for zoom in 0...3 {
      for index in 0..<1 << (2 * zoom) {
        let id = try #require(TileID(zoom: zoom, x: index % (1 << zoom), y: index >> zoom))
        if let bytes = try? archive.tile(id) { _ = try? VectorTile(bytes) }
      }
    }
  }
}
