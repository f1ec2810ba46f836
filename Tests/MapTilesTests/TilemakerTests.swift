import Foundation
import Geodesy
import ProcessTesting
import Testing
import Views

@testable import MapTiles

@Suite(
  "Tiles of tilemaker",
  .enabled(if: Tilemaker.isThere && SharedFiles.has("data/osm/monaco-latest.osm.pbf"), "needs tilemaker and extracts"))
struct TilemakerTests {
  @Test(
    "maps of Monaco and San Francisco, made by tilemaker, draw with all kinds of a city and use the rules of their table"
  )
  func maps() async throws {
    let table = try Samples.table("openmaptiles")
    let styles = try #require(Samples.styles)
    var tally = Tally()
    var bridges = 0
    for (extract, place) in [
      ("monaco-latest.osm.pbf", Coordinate(latitude: 43.7347, longitude: 7.4206)),
      ("sf-downtown.osm.pbf", Coordinate(latitude: 37.7880, longitude: -122.4075)),
    ] {
      let folder = try Folder()
      defer { withExtendedLifetime(folder) {} }
      let path = try await Tilemaker.archive(of: extract, in: folder.url)
      let map = try TileFile(path: path, styles: styles)
      #expect(map.facts.schema == "openmaptiles" && map.facts.zooms == 0...14)
      let place = try #require(place)
      #expect(map.facts.bounds.contains(place))
      let summary = try #require(await map.tile(TileID(at: MercatorPoint(place), zoom: 14)).summary)
      #expect(summary.first == "land area" && summary.count > 1000)
      #expect(summary.contains { $0.hasPrefix("street line ") && $0.count > "street line ".count })
      try eachTile(of: path) {
        tally.take($1, zoom: $0.zoom, by: table)
        bridges += MapGeometry($1, at: $0, by: table).shapes.count { $0.rise?.isBridge == true }
      }
    }
    #expect(bridges > 100)
    let city: Set<GroundKind> = [
      .settlement, .farmland, .meadow, .park, .wood, .beach, .square, .water, .building, .stream, .pier, .boundary,
      .ferry, .path, .rail, .service, .street, .road, .highway,
    ]
    #expect(city.subtracting(tally.kinds.keys).isEmpty)
    // What is in neither city: glaciers, fields, and what tilemaker leaves out.
    let elsewhere: Set = [
      "landcover#2", "landcover#3", "landcover#5", "park#0", "park#1", "water#0", "aeroway#0", "boundary#0",
      "transportation#1", "transportation#3", "transportation_name#0", "water_name#2", "place#1", "place#3", "place#4",
      "place#6",
    ]
    #expect(tally.unused(of: table) { name, _ in elsewhere.contains(name) }.isEmpty)
  }
}
