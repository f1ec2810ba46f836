import Foundation
import Geodesy
import ProcessTesting
import Testing
import VectorTiles
import Views

@testable import MapTiles

@Suite("Tiles of a folder")
struct TileFolderTests {
  private func styles() throws -> MapStyles { try #require(Samples.styles) }

  private static let roads = SampleTile.bytes([
    "roads": [.line([(0, 0), (100, 100)], ["kind": "major_road", "name": "R"])],
    "earth": [.square(0, 0, side: 4096, [:])],
  ])

  @Test(
    "the name of a file names the tile",
    arguments: [
      ("14-8704-5971.mvt", "14/8704/5971"), ("a/14/8704/5971.pbf", "14/8704/5971"),
      ("muni-11-327-791.pbf", "11/327/791"),
      ("14-8801-5371.vector.pbf", "14/8801/5371"), ("14-9385-9577.mvt.gz", "14/9385/9577"), ("0.pbf", nil),
      ("3-8-0.mvt", nil), ("14-x-2.mvt", nil), ("99-1-1.mvt", nil), ("99999999999-0-0.mvt", nil),
      ("", nil),
    ])
  func names(path: String, tile: String?) { #expect(TileFileName.tile(path)?.description == tile) }

  @Test(
    "a folder is a map: its tiles, their zooms, and the box around them",
    arguments: ["14-8704-5971.mvt", "14/8704/5971.mvt"])
  func folder(name: String) async throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.file(name, Self.roads)
    let map = try TileFile(path: folder.url.path, styles: try styles())
    #expect(map.facts.schema == "protomaps" && map.facts.zooms == 14...14)
    let id = try #require(TileID(zoom: 14, x: 8704, y: 5971))
    let box = map.facts.bounds
    let corner = id.origin.coordinate
    #expect(abs(box.north - corner.latitude) < 1e-9 && abs(box.west - corner.longitude) < 1e-9)
    #expect(abs(box.east - box.west - 360.0 / 16384) < 1e-9 && box.contains(map.facts.centre))
    #expect(await map.tile(id).summary == ["land area", "road line R"])
    #expect(await map.tile(try #require(id.parent)) == .missing)
  }

  @Test("a description beside the tiles gives name and attribution, as plain text")
  func description() async throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.file("0/0/0.pbf", Self.roads)
    _ = try folder.file(
      "metadata.json",
      #"{"name": "A\u001b[2J", "attribution": "<a href=\"x\" onclick=\"y\">&copy; <b>Me</b></a><script>z()</script>", "vector_layers": 7}"#
    )
    let facts = try TileFile(path: folder.url.path, styles: try styles()).facts
    #expect(facts.name == "A[2J" && facts.attribution == "© Me")
    // The whole world, which does not end where it begins.
    #expect(facts.bounds.west == -180 && facts.bounds.east == 180)
  }

  @Test("a broken tile and one that vanished say so, and the next one is read all the same")
  func broken() async throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    _ = try folder.file("2-1-1.mvt", Self.roads)
    _ = try folder.file("2-1-2.mvt", Array(Self.roads.dropLast(3)))
    let gone = try folder.file("2-1-3.mvt", Self.roads)
    let map = try TileFile(path: folder.url.path, styles: try styles())
    try FileManager.default.removeItem(atPath: gone)
    guard case .broken(let reason) = await map.tile(try #require(TileID(zoom: 2, x: 1, y: 2))) else {
      Issue.record("a cut tile was read")
      return
    }
    #expect(reason.hasPrefix("tile 2/1/2: ") && reason.contains(", byte "))
    #expect(
      await map.tile(try #require(TileID(zoom: 2, x: 1, y: 3)))
        == .broken("tile 2/1/3: its file is gone, or is no ordinary file"))
    #expect(await map.tile(try #require(TileID(zoom: 2, x: 1, y: 1))).summary == ["land area", "road line R"])
  }

  @Test("a file that becomes a pipe while the map is open does not hold it up")
  func pipe() async throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.file("2-1-1.mvt", Self.roads)
    let map = try TileFile(path: folder.url.path, styles: try styles())
    try FileManager.default.removeItem(atPath: path)
    #expect(mkfifo(path, 0o600) == 0)
    #expect(
      await map.tile(try #require(TileID(zoom: 2, x: 1, y: 1)))
        == .broken("tile 2/1/1: its file is gone, or is no ordinary file"))
    #expect(throws: MapFileProblem.self) { try TileFile(path: path, styles: try styles()) }
  }

  @Test("what is no map is refused with a reason, and what is not there is missing")
  func refused() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let styles = try styles()
    func problem(_ path: String) -> MapFileProblem? {
      do throws(MapFileProblem) {
        _ = try MapFile.open(path: path, styles: styles)
        return nil
      } catch { return error }
    }
    let empty = problem(folder.url.path)
    #expect(empty?.message.hasPrefix("no tile in it") == true && empty?.isMissing == false)
    let strange = try folder.file("1-0-0.mvt", SampleTile.bytes(["cities\u{1B}": [.point(1, 1, [:])]]))
    #expect(problem(strange)?.message.hasPrefix("no style table knows its layers (cities") == true)
    #expect(problem(strange)?.description.contains("\u{1B}") == false)
    #expect(problem(try folder.file("x.pmtiles", "PMTiles"))?.isMissing == false)
    #expect(problem(try folder.file("x.gpx", "<gpx/>"))?.message.hasPrefix("no map") == true)
    #expect(
      problem(try folder.file("x.osm.pbf", [0, 0, 0, 13, 10, 9] + Array("OSMHeader".utf8)))?.message
        .hasPrefix("an extract of OpenStreetMap") == true)
    #expect(problem("/dev/null")?.isMissing == true)
    // Whoever reads GeoJSON says that it is not there.
    guard case .geoJSON? = try? MapFile.open(path: folder.url.path + "/none", styles: styles) else {
      Issue.record("a file that is not there was opened")
      return
    }
  }

  @Test("GeoJSON is told by what it holds")
  func geoJSON() throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.file("map", #"{"type": "FeatureCollection", "features": []}"#)
    guard case .geoJSON(path) = try MapFile.open(path: path, styles: try styles()) else {
      Issue.record("GeoJSON was taken for tiles")
      return
    }
  }
}

extension TileOutcome {
  /// What is on its sheet; nothing where there is none.
  var summary: [String]? { if case .geometry(let geometry) = self { geometry.summary } else { nil } }
}

@Suite("Archives of others", .enabled(if: Shared.arePresent, "needs the files beside the package"))
struct SharedArchiveTests {
  private func styles() throws -> MapStyles { try #require(Samples.styles) }

  @Test("Florence opens with its zooms, its place and its attribution as plain text")
  func florence() async throws {
    let map = try TileFile(path: Shared.path(Shared.florence), styles: try styles())
    #expect(map.facts.schema == "protomaps" && map.facts.zooms == 0...14)
    #expect(map.facts.attribution == "Protomaps © OpenStreetMap")
    let duomo = try #require(Coordinate(latitude: 43.7731, longitude: 11.256))
    #expect(map.facts.bounds.contains(duomo) && map.facts.bounds.contains(map.facts.centre))
    #expect(map.facts.startZoom == nil)
    let names = try #require(await map.tile(TileID(at: MercatorPoint(duomo), zoom: 14)).summary)
    #expect(names.contains("label sight Cattedrale di Santa Maria del Fiore"))
    let south = TileID(at: MercatorPoint(try #require(Coordinate(latitude: 43.768, longitude: 11.2531))), zoom: 14)
    let bridge = try #require(await map.tile(south).summary)
    #expect(bridge.contains("path line Ponte Vecchio"))
    #expect(await map.tile(try #require(TileID(zoom: 14, x: 0, y: 0))) == .missing)
    #expect(await map.tile(try #require(TileID(zoom: 15, x: 17409, y: 11943))) == .missing)
  }

  @Test("Chicago opens as a folder")
  func chicago() async throws {
    let map = try TileFile(path: Shared.path("mvt-real-world/chicago"), styles: try styles())
    #expect(map.facts.schema == "mapbox-streets" && map.facts.zooms == 13...13)
    let loop = try #require(Coordinate(latitude: 41.878, longitude: -87.63))
    #expect(map.facts.bounds.contains(loop))
    let summary = try #require(await map.tile(TileID(at: MercatorPoint(loop), zoom: 13)).summary)
    #expect(summary.contains("land area") && summary.contains("water area") && summary.contains("rail line"))
  }

  @Test(
    "archives that hold no vector tiles are refused in words",
    arguments: [
      "pmtiles/empty.pmtiles", "pmtiles/invalid.pmtiles", "mbtiles/geography-class-png.mbtiles", "mbtiles/json.mbtiles",
      "mbtiles/invalid-tile-format.mbtiles",
    ])
  func refused(name: String) throws {
    let error = try #require(throws: MapFileProblem.self) {
      try TileFile(path: Shared.path(name), styles: try styles())
    }
    #expect(error.description.hasPrefix(Shared.path(name) + ":1: error: "))
  }

  @Test("archives whose layers no table knows say which layers those are")
  func strangers() throws {
    for (name, layer) in [
      ("pmtiles/test_fixture_1.pmtiles", "test_fixture_1"), ("mbtiles/world_cities.mbtiles", "cities"),
    ] {
      let error = try #require(throws: MapFileProblem.self) {
        try TileFile(path: Shared.path(name), styles: try styles())
      }
      #expect(error.message.hasPrefix("no style table knows its layers (\(layer)"))
    }
  }

  @Test("an MBTiles file of buildings draws them, and says whose they are")
  func buildings() async throws {
    let map = try TileFile(path: Shared.path("mbtiles/bostonbuildings.mbtiles"), styles: try styles())
    #expect(map.facts.schema == "openmaptiles" && map.facts.name == "OpenMapTiles")
    #expect(map.facts.attribution == "© OpenMapTiles © OpenStreetMap contributors")
    let id = try #require(TileID(zoom: 13, x: 2477, y: 8191 - 5163))
    let summary = try #require(await map.tile(id).summary)
    #expect(summary.count > 100 && summary.contains("building area"))
  }

  @Test("a map that is cut while it is open loses tiles, and nothing else")
  func cut() async throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.file("florence.pmtiles", Shared.bytes(Shared.florence))
    let map = try TileFile(path: path, styles: try styles())
    let id = try #require(TileID(zoom: 14, x: 8704, y: 5972))
    guard case .geometry = await map.tile(id) else {
      Issue.record("the tile was not there before")
      return
    }
    let file = try FileHandle(forUpdating: URL(filePath: path))
    try file.truncate(atOffset: 2000)
    guard case .broken(let reason) = await map.tile(id) else {
      Issue.record("a tile was read that is not there any more")
      return
    }
    #expect(reason.hasPrefix("tile 14/8704/5972: "))
  }

  @Test("a map that is replaced while it is open stays the one that was opened")
  func replaced() async throws {
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.file("florence.pmtiles", Shared.bytes(Shared.florence))
    let map = try TileFile(path: path, styles: try styles())
    let id = try #require(TileID(zoom: 12, x: 2176, y: 1492))
    let before = await map.tile(id)
    try FileManager.default.removeItem(atPath: path)
    _ = try folder.file("florence.pmtiles", Shared.bytes("pmtiles/test_fixture_1.pmtiles"))
    #expect(await map.tile(id) == before)
  }
}
