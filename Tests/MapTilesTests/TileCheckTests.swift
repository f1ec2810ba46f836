import Foundation
import GeoFormats
import ProcessTesting
import Testing
import VectorTiles
import Views

@testable import MapTiles

@Suite("Checking tiles")
struct TileCheckTests {
  private static let sound = SampleTile.bytes(["a": [.point(1, 1, [:]), .point(2, 2, [:])]])

  @Test("a tile loads with all its features")
  func sound() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let check = TileCheck(path: try folder.file("x.mvt", Self.sound))
    #expect(check.loaded == 2 && check.diagnostics.isEmpty)
  }

  @Test("what only bears the name of an archive is none, and a packed archive is said to be one")
  func namedArchives() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    for name in ["x.mbtiles", "x.pmtiles"] {
      #expect(MapFileFormat(path: try folder.file(name, Array("<!DOCTYPE html><html></html>".utf8))) == .other)
      #expect(MapFileFormat(path: try folder.file(name, Array("SQLite format 3\u{0}".utf8))) == .archive)
    }
    let packed: [UInt8] = [
      0x1F, 0x8B, 0x08, 0, 0, 0, 0, 0, 2, 3, 0x0B, 0x0E, 0xF4, 0xC9, 0x2C, 0x49, 0x55, 0x48, 0xCB, 0x2F, 0xCA, 0x4D,
      0x2C, 0x51, 0x30, 0x66, 0, 0, 0x0B, 0xE0, 0xF6, 0xF4, 0x10, 0, 0, 0,
    ]
    let check = TileCheck(path: try folder.file("x.mbtiles.gz", packed))
    #expect(
      check.loaded == nil
        && check.diagnostics.map(\.message) == [
          "a packed map, whose tiles are read here and there: unpack it first"
        ])
  }

  @Test("an archive of an older version is named, with the command that converts it")
  func oldVersion() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.file("x.pmtiles", Array("PM\u{2}\u{0}".utf8))
    let words = "it is PMTiles of version 2, and 3 is read: pmtiles convert \(path) \(path).3.pmtiles makes it"
    #expect(TileCheck(path: path).diagnostics.map(\.message) == [words])
  }

  @Test(
    "how a tile is packed is said, where that is not read",
    arguments: [([0x28, 0xB5, 0x2F, 0xFD, 0, 0], "packed by Zstandard"), ([0x8B, 2, 0x80, 1, 2, 3], "(Brotli)")])
  func otherPacking(bytes: [UInt8], words: String) throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.file("1-0-0.mvt", bytes)
    let check = TileCheck(path: folder.url.path)
    #expect(check.loaded == nil && check.diagnostics.first?.message.contains(words) == true, "\(check.diagnostics)")
  }

  @Test("a cut tile is refused whole, and the complaint names the byte")
  func cut() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let check = TileCheck(path: try folder.file("x.mvt", Array(Self.sound.dropLast(2))))
    #expect(check.loaded == nil && check.diagnostics.map(\.severity) == [.error])
    #expect(try #require(check.diagnostics.first).line <= Self.sound.count)
  }

  @Test("of a folder the sound tiles count, and the broken one costs itself")
  func folder() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.file("1-0-0.mvt", Self.sound)
    _ = try folder.file("1-0-1.mvt", Array(Self.sound.dropLast(2)))
    _ = try folder.file("1-1-1.mvt", Self.sound)
    let check = TileCheck(path: folder.url.path)
    #expect(check.loaded == 4)
    #expect(check.diagnostics.map(\.severity) == [.warning])
    #expect(check.diagnostics.first?.message.hasPrefix("tile 1/0/1: ") == true)
  }

  @Test("a folder whose only tiles are broken is refused")
  func hopeless() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.file("1-0-1.mvt", Array(Self.sound.dropLast(2)))
    let check = TileCheck(path: folder.url.path)
    #expect(check.loaded == nil && check.diagnostics.map(\.severity) == [.warning, .error])
  }

  /// A PMTiles file of zooms 0 to 4 whose tiles are all one and the same.
  private func archive(of tile: [UInt8]) -> [UInt8] {
    func bytes(_ number: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }
    func varint(_ number: Int) -> [UInt8] {
      number < 128 ? [UInt8(number)] : [UInt8(number & 127 | 128)] + varint(number >> 7)
    }
    // One entry: the first tile's number, how many are the same, bytes, place and 1.
    let directory = [1, 0] + varint(341) + varint(tile.count) + [1]
    let metadata = Array("{}".utf8)
    let places = [127, directory.count, 127 + directory.count, metadata.count, 0, 0]
    var header = Array("PMTiles".utf8) + [3]
    for number in places + [127 + directory.count + metadata.count, tile.count, 341, 1, 1] {
      header += bytes(UInt64(number))
    }
    // Clustered, nothing packed, vector tiles, zooms; the whole world.
    header += [1, 1, 1, 1, 0, 4]
    for degrees in [-180, -85, 180, 85] { header += bytes(Int32(degrees * 10_000_000)) }
    header += [0] + bytes(Int32(0)) + bytes(Int32(0))
    return header + directory + metadata + tile
  }

  @Test("a tile that stands for many is read once, and counts for each")
  func run() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let check = TileCheck(path: try folder.file("x.pmtiles", archive(of: Self.sound)))
    #expect(check.loaded == 2 * 341 && check.diagnostics.isEmpty)
    // What is wrong with it is told of the first only.
    let odd = SampleTile.bytes(["a": [.point(1, 1, [:]), .line([(1, 1), (1, 1), (2, 2)], [:])]])
    let told = TileCheck(path: try folder.file("y.pmtiles", archive(of: odd)))
    #expect(told.loaded == 2 * 341 && told.diagnostics.count == 1)
    let broken = TileCheck(path: try folder.file("z.pmtiles", archive(of: Array(Self.sound.dropLast(2)))))
    #expect(broken.loaded == nil && broken.diagnostics.map(\.severity) == [.warning, .error])
  }

  @Test("when the time is over the rest is not read, and that is told")
  func overdue() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.file("x.pmtiles", archive(of: Self.sound))
    var asked = 0
    let check = TileCheck(path: path) {
      asked += 1
      return asked > 5
    }
    #expect(check.loaded == 2 * 5 && asked == 6)
    #expect(check.diagnostics.map(\.severity) == [.warning])
    #expect(check.diagnostics.first?.message.contains("tile 2/0/0 and those behind it") == true)
  }

  @Test("an extract of OpenStreetMap is told from a tile")
  func extract() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.file("x.pbf", [0, 0, 0, 13, 10, 9] + Array("OSMHeader".utf8))
    #expect(MapFileFormat(path: path) == .extract && TileCheck(path: path).loaded == nil)
    #expect(MapFileFormat(path: try folder.file("x.gpx", Self.sound)) == .other)
    #expect(MapFileFormat(path: try folder.file("x", Self.sound)) == .tile)
    #expect(MapFileFormat(path: folder.url.path) == .folder)
    #expect(MapFileFormat(path: folder.url.path + "/none.mvt") == .other)
  }

  @Test("a style is checked as a style, and nothing else is")
  func styles() throws {
    #expect(try #require(StyleCheck(path: Samples.folder + "/openmaptiles.json")?.loaded) > 40)
    #expect(StyleCheck(path: Samples.folder + "/safe.json")?.loaded == GroundKind.allCases.count)
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let bad = StyleCheck(path: try folder.file("bad.json", "{\"trove\": {\"type\": \"map-palette\",\n\"version\": 2}}"))
    #expect(bad?.loaded == nil && bad?.diagnostics.map(\.message) == ["“version” is not 1"])
    #expect(StyleCheck(path: try folder.file("map.json", "{}")) == nil)
    #expect(StyleCheck(path: try folder.file("map.geojson", "\"map-palette\"")) == nil)
  }

  private struct Expected: Decodable {
    let file: String
    let layers: [String: Layer]?
    struct Layer: Decodable { let features: Int }
  }

  @Test(
    "real tiles load with as many features as GDAL finds",
    .enabled(if: Shared.arePresent, "needs the files beside the package"))
  func oracle() throws {
    let lines = String(decoding: try Shared.bytes("oracle.mvt.jsonl"), as: UTF8.self).split(separator: "\n")
    var checked = 0
    for line in lines {
      let expected = try JSONDecoder().decode(Expected.self, from: Data(line.utf8))
      guard let layers = expected.layers else { continue }
      let check = TileCheck(path: Shared.path(String(expected.file.dropFirst("tiles/".count))))
      #expect(check.loaded == layers.values.reduce(0) { $0 + $1.features }, "\(expected.file)")
      checked += 1
    }
    #expect(checked > 80)
  }

  @Test(
    "of Florence every tile is read",
    .enabled(if: Shared.arePresent, "needs the files beside the package"))
  func florence() throws {
    let source = try TileSource.open(Shared.path(Shared.florence))
    let ids = TileRange(source.description(), limit: 100_000).compactMap { id in
      (try? source.tile(id)) == nil ? nil : id
    }
    // As many as the file says that it has.
    #expect(ids.count == 108)
    let check = TileCheck(path: Shared.path("pmtiles/test_fixture_1.pmtiles"))
    #expect(check.loaded == 1 && check.diagnostics.isEmpty)
    let cities = TileCheck(path: Shared.path("mbtiles/world_cities.mbtiles"))
    #expect(try #require(cities.loaded) > 60)
  }
}
