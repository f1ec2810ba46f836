import ChanceTesting
import Foundation
import Geodesy
import ProcessTesting
import Testing
import VectorTiles
import Views

@testable import MapTiles

/// What a table makes of real tiles: how many features become which kind, and which rules had something to do.
struct Tally {
  var kinds: [GroundKind: Int] = [:]
  var labels: [NameKind: Int] = [:]
  /// `layer#index`, of every rule that was for a feature.
  var used: Set<String> = []

  mutating func take(_ tile: VectorTile, zoom: Int, by table: StyleTable) {
    for layer in tile.layers {
      guard let rules = table.rules[layer.name],
        var ready = LayerRules(table, for: layer, zoom: zoom)
      else { continue }
      for feature in layer.features {
        guard let index = ready.decision(on: feature) else { continue }
        used.insert("\(layer.name)#\(index)")
        if let kind = rules[index].kind { kinds[kind, default: 0] += 1 }
        if let label = rules[index].label, ready.name(of: feature) != nil { labels[label, default: 0] += 1 }
      }
    }
  }

  /// Rules that nothing was for, but for those that `isExcused` knows of.
  func unused(of table: StyleTable, isExcused: (String, StyleRule) -> Bool) -> [String] {
    table.rules.flatMap { layer, rules in
      rules.enumerated().compactMap { index, rule in
        used.contains("\(layer)#\(index)") || isExcused("\(layer)#\(index)", rule) ? nil : "\(layer)#\(index)"
      }
    }.sorted()
  }
}

/// The tiles of one map, one after the other.
func eachTile(
  of path: String, where isWanted: (TileID) -> Bool = { _ in true }, _ body: (TileID, VectorTile) throws -> Void
) throws {
  let source = try TileSource.open(path)
  let description = source.description()
  let ids = description.known.isEmpty ? TileRange(description, limit: 100_000) : TileRange(description.known)
  for id in ids where isWanted(id) {
    if let bytes = try source.tile(id) { try body(id, try VectorTile(compressed: bytes)) }
  }
}

@Suite("Style tables on real tiles", .enabled(if: Shared.arePresent, "needs the files beside the package"))
struct RealTileTests {
  private func tally(_ schema: String, _ paths: [String]) throws -> Tally {
    var tally = Tally()
    let table = try Samples.table(schema)
    for path in paths { try eachTile(of: Shared.path(path)) { tally.take($1, zoom: $0.zoom, by: table) } }
    return tally
  }

  // Counted by a plain reading of the same tables in another language.

  @Test("Florence has its kinds, as many as a plain reading of the table counts")
  func florence() throws {
    let table = try Samples.table("protomaps")
    var tally = Tally()
    // The town from afar, and four tiles of it that have every kind of thing between them.
    let near = ["14/8704/5971", "14/8706/5972", "14/8704/5974", "14/8702/5970"]
    try eachTile(of: Shared.path(Shared.florence), where: { [8, 12].contains($0.zoom) || near.contains("\($0)") }) {
      tally.take($1, zoom: $0.zoom, by: table)
    }
    #expect(
      tally.kinds == [
        .water: 77, .settlement: 531, .farmland: 242, .road: 1154, .highway: 293, .wood: 115, .land: 12, .park: 743,
        .meadow: 459, .building: 9377, .street: 1212, .boundary: 9, .rail: 704, .stream: 159, .cliff: 13, .beach: 1,
        .service: 770, .path: 4140, .square: 5,
      ])
    #expect(tally.labels == [.city: 2, .town: 4, .suburb: 46, .village: 15, .sight: 68, .peak: 1])
    // Tiles of Protomaps 4, whose features have a `kind`, are none of these; nor are islands, glaciers and ferries.
    let four: Set = ["kind", "kind_detail", "is_tunnel"]
    let elsewhere: Set = [
      "natural#4", "transit#3", "transit#5", "physical_point#1", "places#6", "places#7", "places#12", "water#0",
      "water#8",
    ]
    let unused = tally.unused(of: table) { name, rule in
      elsewhere.contains(name) || rule.conditions.contains { four.contains($0.property) }
    }
    #expect(unused.isEmpty)
  }

  @Test("Chicago, Norway, Uruguay, Bloemfontein and Berlin have the kinds of their schema, and use its rules")
  func streets() throws {
    let chicago = try tally("mapbox-streets", ["mvt-real-world/chicago"])
    #expect(
      chicago.kinds == [
        .park: 1389, .settlement: 500, .wood: 43, .meadow: 564, .stream: 34, .water: 27, .building: 126, .path: 62,
        .service: 580, .square: 406, .road: 2124, .street: 5858, .highway: 192, .rail: 146, .pier: 434, .farmland: 45,
        .beach: 13, .ferry: 12,
      ])
    #expect(chicago.labels == [.town: 16, .village: 20, .suburb: 440, .sight: 345, .park: 40, .island: 5, .city: 4])
    let all = try tally(
      "mapbox-streets",
      [
        "mvt-real-world/chicago", "mvt-real-world/norway", "mvt-real-world/uruguay", "mvt-real-world/compressed",
        "vector-tile-js/14-8801-5371.vector.pbf",
      ])
    #expect(all.kinds[.boundary] == 34 && all.labels[.water] == 4 && all.kinds[.building] == 126 + 29 + 975)
    // No glacier, cliff, country, ocean or summit is on any of them, nor a bridge of a motorway or railway.
    let elsewhere: Set = [
      "landuse#6", "landcover#3", "waterway#1", "waterway#2", "barrier_line#1", "building#0", "admin#0", "bridge#1",
      "bridge#2", "bridge#7", "water_label#1", "marine_label#0", "country_label#0", "state_label#0", "natural_label#0",
      "natural_label#1", "mountain_peak_label#0",
    ]
    #expect(all.unused(of: try Samples.table("mapbox-streets")) { name, _ in elsewhere.contains(name) }.isEmpty)
  }

  @Test("the whole world of OpenMapTiles has ice, water, borders and the names of countries")
  func world() throws {
    let world = try tally("openmaptiles", ["openmaptiles/0.pbf"])
    #expect(world.kinds == [.boundary: 2, .ice: 11, .water: 17] && world.labels == [.country: 36, .water: 4])
  }

  @Test("hostile tiles are broken or drawn, and never the end")
  func hostile() async throws {
    let styles = try #require(Samples.styles)
    let folder = try Folder()
    defer { withExtendedLifetime(folder) {} }
    var chance = Chance(seed: 99)
    let sound = try Shared.bytes("mvt-real-world/chicago/13-2098-3042.mvt")
    // One sound tile, so that the schema is known; the others have bits turned over, or are cut.
    _ = try folder.file("6-0-0.mvt", sound)
    for x in 1...40 {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...20, using: &chance) {
        bytes[Int.random(in: 0..<bytes.count, using: &chance)] ^= 1 << UInt8.random(in: 0...7, using: &chance)
      }
      if x.isMultiple(of: 4) { bytes.removeLast(Int.random(in: 1..<bytes.count, using: &chance)) }
      _ = try folder.file("6-\(x)-0.mvt", bytes)
    }
    let map = try TileFile(path: folder.url.path, styles: styles)
    var (broken, drawn) = (0, 0)
    for x in 1...40 {
      switch await map.tile(try #require(TileID(zoom: 6, x: x, y: 0))) {
      case .broken(let reason):
        #expect(reason.hasPrefix("tile 6/\(x)/0: "))
        broken += 1
      case .geometry: drawn += 1
      case .missing: Issue.record("tile \(x) is not there")
      }
    }
    #expect(broken >= 10 && drawn > 0, "\(broken) broken, \(drawn) drawn")
  }
}
