import Geodesy
import ProcessTesting
import Testing
import VectorTiles
import Views

@testable import MapTiles

/// One thing in the words of one schema.
private struct Wording: Sendable {
  let schema: String
  let layer: String
  let form: VectorTileKind
  let tags: [(key: String, value: VectorTileValue)]

  init(_ schema: String, _ layer: String, _ form: VectorTileKind, _ tags: [(key: String, value: VectorTileValue)]) {
    (self.schema, self.layer, self.form, self.tags) = (schema, layer, form, tags)
  }
}

/// A thing of the world, what it is on our map, and how the schemas say it.
private struct Thing: Sendable, CustomTestStringConvertible {
  let name: String
  let summary: [String]
  let wordings: [Wording]

  var testDescription: String { name }

  /// A line or an area of a kind.
  static func ground(
    _ name: String, _ kind: GroundKind, _ form: VectorTileKind, omt: (String, [(key: String, value: VectorTileValue)])?,
    proto: (String, [(key: String, value: VectorTileValue)])?, old: (String, [(key: String, value: VectorTileValue)])?,
    mapbox: (String, [(key: String, value: VectorTileValue)])?
  ) -> Thing {
    Thing(name, ["\(kind) \(form)"], form, omt, proto, old, mapbox)
  }

  /// A name at a point.
  static func label(
    _ name: String, _ kind: NameKind, omt: (String, [(key: String, value: VectorTileValue)])?,
    proto: (String, [(key: String, value: VectorTileValue)])?, old: (String, [(key: String, value: VectorTileValue)])?,
    mapbox: (String, [(key: String, value: VectorTileValue)])?
  ) -> Thing {
    Thing(name, ["label \(kind) N"], .point, omt, proto, old, mapbox)
  }

  private init(
    _ name: String, _ summary: [String], _ form: VectorTileKind,
    _ omt: (String, [(key: String, value: VectorTileValue)])?,
    _ proto: (String, [(key: String, value: VectorTileValue)])?,
    _ old: (String, [(key: String, value: VectorTileValue)])?,
    _ mapbox: (String, [(key: String, value: VectorTileValue)])?
  ) {
    (self.name, self.summary) = (name, summary)
    let said = [("openmaptiles", omt), ("protomaps", proto), ("protomaps", old), ("mapbox-streets", mapbox)]
    wordings = said.compactMap { schema, said in said.map { Wording(schema, $0.0, form, $0.1) } }
  }
}

/// Words as makers of tiles write them: OpenMapTiles 3, Protomaps 4 and 2, Mapbox Streets 7.
private let things: [Thing] = [
  .ground(
    "a motorway", .highway, .line, omt: ("transportation", [("class", "motorway")]),
    proto: ("roads", [("kind", "highway"), ("kind_detail", "motorway")]),
    old: ("roads", [("pmap:kind", "highway"), ("highway", "motorway"), ("pmap:level", 0)]),
    mapbox: ("road", [("class", "motorway"), ("structure", "none")])),
  .ground(
    "a trunk road", .highway, .line, omt: ("transportation", [("class", "trunk"), ("brunnel", "bridge")]),
    proto: ("roads", [("kind", "major_road"), ("kind_detail", "trunk")]),
    old: ("roads", [("pmap:kind", "major_road"), ("highway", "trunk"), ("pmap:level", 1)]),
    mapbox: ("road", [("class", "trunk"), ("structure", "bridge")])),
  .ground(
    "a secondary road", .road, .line, omt: ("transportation", [("class", "secondary")]),
    proto: ("roads", [("kind", "major_road"), ("kind_detail", "secondary")]),
    old: ("roads", [("pmap:kind", "medium_road"), ("highway", "secondary"), ("pmap:level", 0)]),
    mapbox: ("road", [("class", "secondary"), ("structure", "none")])),
  .ground(
    "a residential street", .street, .line, omt: ("transportation", [("class", "minor"), ("subclass", "residential")]),
    proto: ("roads", [("kind", "minor_road"), ("kind_detail", "residential")]),
    old: ("roads", [("pmap:kind", "minor_road"), ("highway", "residential"), ("pmap:level", 0)]),
    mapbox: ("road", [("class", "street"), ("type", "residential")])),
  .ground(
    "a driveway", .service, .line, omt: ("transportation", [("class", "service"), ("service", "driveway")]),
    proto: ("roads", [("kind", "minor_road"), ("kind_detail", "service")]),
    old: ("roads", [("pmap:kind", "minor_road"), ("highway", "service")]),
    mapbox: ("road", [("class", "service"), ("type", "service:driveway")])),
  .ground(
    "a footway", .path, .line, omt: ("transportation", [("class", "path"), ("subclass", "footway")]),
    proto: ("roads", [("kind", "path"), ("kind_detail", "footway")]),
    old: ("roads", [("pmap:kind", "other"), ("highway", "footway")]),
    mapbox: ("road", [("class", "path"), ("type", "footway")])),
  .ground(
    "a pedestrian street", .path, .line, omt: ("transportation", [("class", "path"), ("subclass", "pedestrian")]),
    proto: ("roads", [("kind", "path"), ("kind_detail", "pedestrian")]),
    old: ("roads", [("pmap:kind", "other"), ("highway", "pedestrian")]),
    mapbox: ("road", [("class", "pedestrian"), ("type", "pedestrian")])),
  .ground(
    "a pedestrian square", .square, .area, omt: ("transportation", [("class", "path"), ("subclass", "pedestrian")]),
    proto: ("landuse", [("kind", "pedestrian")]), old: ("landuse", [("pmap:kind", "pedestrian")]),
    mapbox: ("road", [("class", "pedestrian"), ("type", "pedestrian")])),
  .ground(
    "a railway", .rail, .line, omt: ("transportation", [("class", "rail")]),
    proto: ("roads", [("kind", "rail"), ("kind_detail", "rail")]),
    old: ("transit", [("pmap:kind", "railway"), ("railway", "rail")]), mapbox: ("road", [("class", "major_rail")])),
  .ground(
    "a ferry", .ferry, .line, omt: ("transportation", [("class", "ferry")]), proto: ("roads", [("kind", "ferry")]),
    old: ("transit", [("pmap:kind", "ferry")]), mapbox: ("road", [("class", "ferry")])),
  .ground(
    "a pier", .pier, .line, omt: ("transportation", [("class", "pier")]),
    proto: ("roads", [("kind", "path"), ("kind_detail", "pier")]), old: ("transit", [("pmap:kind", "pier")]),
    mapbox: ("barrier_line", [("class", "land")])),
  .ground(
    "a runway", .service, .line, omt: ("aeroway", [("class", "runway")]), proto: ("roads", [("kind", "aeroway")]),
    old: ("transit", [("pmap:kind", "aeroway"), ("aeroway", "runway")]), mapbox: ("aeroway", [("type", "runway")])),
  .ground(
    "a river", .stream, .line, omt: ("waterway", [("class", "river")]), proto: ("water", [("kind", "river")]),
    old: ("physical_line", [("pmap:kind", "waterway"), ("waterway", "river")]),
    mapbox: ("waterway", [("class", "river")])),
  .ground(
    "a lake", .water, .area, omt: ("water", [("class", "lake")]), proto: ("water", [("kind", "lake")]),
    old: ("water", [("natural", "water"), ("water", "lake")]), mapbox: ("water", [])),
  .ground(
    "a border of a region", .boundary, .line, omt: ("boundary", [("admin_level", 4), ("maritime", 0)]),
    proto: ("boundaries", [("kind", "region"), ("kind_detail", 4)]), old: ("boundaries", [("pmap:min_admin_level", 4)]),
    mapbox: ("admin", [("admin_level", 4), ("maritime", 0)])),
  .ground(
    "a house", .building, .area, omt: ("building", [("render_height", 9)]),
    proto: ("buildings", [("kind", "building")]),
    old: ("buildings", [("height", "9")]), mapbox: ("building", [("type", "building"), ("underground", "false")])),
  .ground(
    "a forest", .wood, .area, omt: ("landcover", [("class", "wood"), ("subclass", "forest")]),
    proto: ("landuse", [("kind", "forest")]), old: ("natural", [("landuse", "forest")]),
    mapbox: ("landuse", [("class", "wood")])),
  .ground(
    "a park", .park, .area, omt: ("landcover", [("class", "grass"), ("subclass", "park")]),
    proto: ("landuse", [("kind", "park")]), old: ("landuse", [("pmap:kind", "park"), ("leisure", "park")]),
    mapbox: ("landuse", [("class", "park")])),
  .ground(
    "a playing field", .park, .area, omt: ("landuse", [("class", "pitch")]), proto: ("landuse", [("kind", "pitch")]),
    old: ("landuse", [("pmap:kind", "park"), ("leisure", "pitch")]), mapbox: ("landuse", [("class", "pitch")])),
  .ground(
    "a cemetery", .park, .area, omt: ("landuse", [("class", "cemetery")]), proto: ("landuse", [("kind", "cemetery")]),
    old: ("landuse", [("pmap:kind", "cemetery"), ("landuse", "cemetery")]), mapbox: ("landuse", [("class", "cemetery")])
  ),
  .ground(
    "grass", .meadow, .area, omt: ("landcover", [("class", "grass"), ("subclass", "grass")]),
    proto: ("landuse", [("kind", "grass")]), old: ("landuse", [("pmap:kind", "other"), ("landuse", "grass")]),
    mapbox: ("landuse", [("class", "grass")])),
  .ground(
    "farmland", .farmland, .area, omt: ("landcover", [("class", "farmland")]),
    proto: ("landuse", [("kind", "farmland")]),
    old: ("landuse", [("pmap:kind", "farmland")]), mapbox: ("landuse", [("class", "agriculture")])),
  .ground(
    "allotments", .farmland, .area, omt: ("landcover", [("class", "grass"), ("subclass", "allotments")]),
    proto: ("landuse", [("kind", "allotments")]), old: nil,
    mapbox: ("landuse", [("class", "park"), ("type", "allotments")])),
  .ground(
    "a beach", .beach, .area, omt: ("landcover", [("class", "sand"), ("subclass", "beach")]),
    proto: ("landuse", [("kind", "beach")]), old: ("natural", [("natural", "sand")]),
    mapbox: ("landuse", [("class", "sand")])),
  .ground(
    "a glacier", .ice, .area, omt: ("landcover", [("class", "ice"), ("subclass", "glacier")]),
    proto: ("landuse", [("kind", "glacier")]), old: ("natural", [("natural", "glacier")]),
    mapbox: ("landuse", [("class", "glacier")])),
  .ground(
    "a school", .settlement, .area, omt: ("landuse", [("class", "school")]), proto: ("landuse", [("kind", "school")]),
    old: ("landuse", [("pmap:kind", "school"), ("amenity", "school")]), mapbox: ("landuse", [("class", "school")])),
  .ground(
    "houses and gardens", .settlement, .area, omt: ("landuse", [("class", "residential")]),
    proto: ("landuse", [("kind", "residential")]),
    old: ("landuse", [("pmap:kind", "other"), ("landuse", "residential")]),
    mapbox: ("landuse", [("class", "residential")])),
  .ground(
    "a cliff", .cliff, .line, omt: nil, proto: ("earth", [("kind", "cliff")]),
    old: ("physical_line", [("pmap:kind", "natural"), ("natural", "cliff")]),
    mapbox: ("barrier_line", [("class", "cliff")])),
  .label(
    "a country", .country, omt: ("place", [("class", "country")]), proto: ("places", [("kind", "country")]),
    old: ("places", [("pmap:kind", "country"), ("place", "country")]), mapbox: ("country_label", [("scalerank", 1)])),
  .label(
    "a city", .city, omt: ("place", [("class", "city"), ("rank", 3)]),
    proto: ("places", [("kind", "locality"), ("kind_detail", "city")]),
    old: ("places", [("pmap:kind", "city"), ("place", "city"), ("pmap:rank", 1)]),
    mapbox: ("place_label", [("type", "city")])),
  .label(
    "a hamlet", .village, omt: ("place", [("class", "hamlet")]),
    proto: ("places", [("kind", "locality"), ("kind_detail", "hamlet")]),
    old: ("places", [("pmap:kind", "other"), ("place", "hamlet")]), mapbox: ("place_label", [("type", "hamlet")])),
  .label(
    "a quarter", .suburb, omt: ("place", [("class", "neighbourhood")]), proto: ("places", [("kind", "neighbourhood")]),
    old: ("places", [("pmap:kind", "neighbourhood"), ("place", "neighbourhood")]),
    mapbox: ("place_label", [("type", "neighbourhood")])),
  .label(
    "an island", .island, omt: ("place", [("class", "island")]), proto: ("earth", [("kind", "island")]),
    old: ("places", [("pmap:kind", "other"), ("place", "island")]), mapbox: ("place_label", [("type", "island")])),
  .label(
    "a museum", .sight, omt: ("poi", [("class", "museum"), ("subclass", "museum")]),
    proto: ("pois", [("kind", "museum")]),
    old: ("pois", [("tourism", "museum")]), mapbox: ("poi_label", [("maki", "museum")])),
  .label(
    "a station", .sight, omt: ("poi", [("class", "railway"), ("subclass", "station")]),
    proto: ("pois", [("kind", "station")]),
    old: ("pois", [("railway", "station")]), mapbox: ("rail_station_label", [("maki", "rail")])),
  .label(
    "a summit", .peak, omt: ("mountain_peak", [("class", "peak")]), proto: ("pois", [("kind", "peak")]),
    old: ("physical_point", [("natural", "peak")]), mapbox: ("mountain_peak_label", [("maki", "mountain")])),
  .label(
    "the name of a lake", .water, omt: ("water_name", [("class", "lake")]), proto: ("water", [("kind", "lake")]),
    old: nil,
    mapbox: ("water_label", [("area", 5000)])),
]

/// Things that no map needs, and that would cover what it does.
private let hidden: [Wording] = [
  Wording("openmaptiles", "transportation", .line, [("class", "rail"), ("brunnel", "tunnel")]),
  Wording("protomaps", "roads", .line, [("kind", "rail"), ("is_tunnel", true)]),
  Wording("protomaps", "roads", .line, [("pmap:kind", "major_road"), ("highway", "primary"), ("pmap:level", -1.0)]),
  Wording("protomaps", "transit", .line, [("pmap:kind", "railway"), ("layer", "-1")]),
  Wording("protomaps", "transit", .line, [("pmap:kind", "railway"), ("railway", "disused")]),
  Wording("mapbox-streets", "road", .line, [("class", "major_rail"), ("structure", "tunnel")]),
  Wording("mapbox-streets", "tunnel", .line, [("class", "major_rail")]),
  Wording("openmaptiles", "boundary", .line, [("admin_level", 2), ("maritime", 1)]),
  Wording("openmaptiles", "boundary", .line, [("admin_level", 10)]),
  Wording("protomaps", "boundaries", .line, [("pmap:min_admin_level", 9)]),
  Wording("protomaps", "roads", .line, [("pmap:kind", "other"), ("highway", "razed")]),
  Wording("protomaps", "mask", .area, []),
  Wording("mapbox-streets", "building", .area, [("type", "building:part")]),
  Wording("openmaptiles", "poi", .point, [("class", "railway"), ("subclass", "tram_stop")]),
  Wording("shortbread", "streets", .line, [("kind", "rail"), ("tunnel", true)]),
  Wording("shortbread", "streets", .line, [("kind", "primary"), ("tunnel", 1)]),
  Wording("shortbread", "water_lines", .line, [("kind", "river"), ("tunnel", true)]),
  Wording("shortbread", "boundaries", .line, [("admin_level", 2), ("maritime", true)]),
  Wording("shortbread", "addresses", .point, [("housenumber", "7")]),
  Wording("shortbread", "public_transport", .point, [("kind", "bus_stop")]),
]

/// What Shortbread says, and what it is on our map.
private let shortbread: [(layer: String, form: VectorTileKind, tags: [(key: String, value: VectorTileValue)], String)] =
  [
    ("ocean", .area, [], "water area"), ("water_polygons", .area, [("kind", "river")], "water area"),
    ("water_polygons", .area, [("kind", "glacier")], "ice area"),
    ("water_lines", .line, [("kind", "stream"), ("tunnel", false)], "stream line"),
    ("land", .area, [("kind", "forest")], "wood area"), ("land", .area, [("kind", "residential")], "settlement area"),
    ("land", .area, [("kind", "meadow")], "meadow area"), ("land", .area, [("kind", "vineyard")], "farmland area"),
    ("land", .area, [("kind", "sand")], "beach area"), ("land", .area, [("kind", "cemetery")], "park area"),
    ("sites", .area, [("kind", "school")], "settlement area"), ("buildings", .area, [("dummy", 1)], "building area"),
    ("streets", .line, [("kind", "motorway"), ("link", true)], "highway line"),
    ("streets", .line, [("kind", "tertiary")], "road line"),
    ("streets", .line, [("kind", "residential"), ("bridge", true)], "street line"),
    ("streets", .line, [("kind", "service")], "service line"), ("streets", .line, [("kind", "footway")], "path line"),
    ("streets", .line, [("kind", "tram"), ("rail", true)], "rail line"),
    ("street_polygons", .area, [("kind", "pedestrian")], "square area"),
    ("pier_lines", .line, [("kind", "breakwater")], "pier line"), ("ferries", .line, [("kind", "ferry")], "ferry line"),
    ("aerialways", .line, [("kind", "gondola")], "rail line"), ("bridges", .area, [("kind", "bridge")], "pier area"),
    ("boundaries", .line, [("admin_level", 4), ("maritime", false)], "boundary line"),
    ("place_labels", .point, [("kind", "capital"), ("population", 9)], "label city N"),
    ("place_labels", .point, [("kind", "hamlet")], "label village N"),
    ("boundary_labels", .point, [("admin_level", 2)], "label country N"),
    ("public_transport", .point, [("kind", "station")], "label sight N"),
    ("pois", .point, [("tourism", "museum")], "label sight N"), ("pois", .point, [("leisure", "park")], "label park N"),
    ("street_labels", .line, [("kind", "primary"), ("name", "N")], "road line N"),
  ]

/// Bridges and what is none, and the metres below the deck.
private let bridges: [(Wording, Float?)] = [
  (Wording("openmaptiles", "transportation", .line, [("class", "path"), ("brunnel", "bridge"), ("layer", 2)]), 9),
  (Wording("openmaptiles", "transportation", .line, [("class", "rail"), ("brunnel", "bridge")]), 4),
  (Wording("openmaptiles", "transportation", .area, [("class", "bridge"), ("brunnel", "bridge"), ("layer", 1)]), 4),
  (Wording("openmaptiles", "transportation", .line, [("class", "minor"), ("layer", 1)]), nil),
  (Wording("openmaptiles", "transportation", .line, [("class", "path"), ("brunnel", "ford")]), nil),
  (Wording("protomaps", "roads", .line, [("kind", "path"), ("is_bridge", true), ("layer", "2")]), 9),
  (Wording("protomaps", "roads", .line, [("pmap:kind", "path"), ("pmap:level", 1), ("layer", "1")]), 4),
  (Wording("protomaps", "roads", .line, [("pmap:kind", "path"), ("pmap:level", 0), ("bridge", "viaduct")]), 4),
  (Wording("protomaps", "roads", .line, [("pmap:kind", "path"), ("pmap:level", 0), ("layer", "1")]), nil),
  (Wording("protomaps", "transit", .line, [("pmap:kind", "railway"), ("layer", "1")]), 4),
  (Wording("protomaps", "transit", .line, [("pmap:kind", "railway")]), nil),
  (Wording("shortbread", "streets", .line, [("kind", "footway"), ("bridge", true)]), 4),
  (Wording("shortbread", "streets", .line, [("kind", "footway"), ("bridge", 1)]), 4),
  (Wording("shortbread", "streets", .line, [("kind", "footway"), ("bridge", false)]), nil),
  (Wording("shortbread", "street_polygons", .area, [("kind", "pedestrian"), ("bridge", true)]), 4),
  (Wording("shortbread", "bridges", .area, [("kind", "bridge")]), 4),
  (Wording("mapbox-streets", "road", .line, [("class", "street"), ("structure", "bridge"), ("layer", 2)]), 9),
  (Wording("mapbox-streets", "road", .line, [("class", "street"), ("structure", "none"), ("layer", 1)]), nil),
  (Wording("mapbox-streets", "bridge", .line, [("class", "street"), ("layer", 1)]), 4),
]

@Suite("Schemas of tiles")
struct SchemaTests {
  @Test("Shortbread's words are the same kinds", arguments: shortbread)
  fileprivate func shortbreadWords(
    layer: String, form: VectorTileKind, tags: [(key: String, value: VectorTileValue)], what: String
  ) throws {
    #expect(try summary(Wording("shortbread", layer, form, tags)) == [what])
  }

  @Test(
    "a schema is recognised by its layers, also where others have some of the same names",
    arguments: [
      (["streets", "buildings", "pois", "boundaries"], "shortbread"), (["ocean", "land"], "shortbread"),
      (["water_polygons"], "shortbread"), (["buildings", "pois", "boundaries", "roads"], "protomaps"),
      (["earth", "buildings"], "protomaps"), (["building", "transportation"], "openmaptiles"),
    ])
  func recognised(layers: [String], schema: String) throws {
    #expect(try #require(Samples.styles).table(forLayers: Set(layers))?.schema == schema)
  }

  @Test("bridges are told from other ways in every schema, with their layers", arguments: bridges)
  fileprivate func bridge(wording: Wording, foot: Float?) throws {
    let shapes = try geometry(wording).shapes.filter { $0.kind != .land }
    #expect(shapes.count == 1, "\(wording.schema) \(wording.layer) \(wording.tags)")
    let rise = shapes.first?.rise
    #expect(rise?.foot == foot && rise?.isBridge ?? true, "\(wording.schema) \(wording.layer) \(wording.tags)")
  }

  /// What a thing in a schema's words becomes, but for the ground under everything.
  private func summary(_ wording: Wording) throws -> [String] {
    try geometry(wording).summary.filter { $0 != "land area" }
  }

  private func geometry(_ wording: Wording) throws -> MapGeometry {
    var feature = SampleFeature(kind: wording.form, parts: [SampleFeature.ring(10, 10, side: 100)])
    if wording.form == .point { feature.parts = [[VectorTilePoint(x: 10, y: 10)]] }
    feature.tags = wording.tags + (wording.form == .point ? [("name", "N")] : [])
    let tile = SampleTile.bytes(wording.layer, feature)
    let id = try #require(TileID(zoom: 14, x: 0, y: 0))
    return MapGeometry(try VectorTile(tile), at: id, by: try Samples.table(wording.schema))
  }

  @Test("the same thing is the same kind in every schema", arguments: things)
  fileprivate func alike(thing: Thing) throws {
    for wording in thing.wordings {
      #expect(try summary(wording) == thing.summary, "\(wording.schema) \(wording.layer) \(wording.tags)")
    }
  }

  @Test("what lies in tunnels, and what nobody looks for, is not drawn", arguments: hidden)
  fileprivate func unseen(wording: Wording) throws {
    #expect(try summary(wording).isEmpty, "\(wording.schema) \(wording.layer) \(wording.tags)")
  }

  @Test("names of streets that have a layer of their own are streets of the same kind, and only where there is a name")
  func streetNames() throws {
    for (schema, layer, value) in [
      ("openmaptiles", "transportation_name", "minor"), ("mapbox-streets", "road_label", "street"),
    ] {
      #expect(
        try summary(Wording(schema, layer, .line, [("class", .text(value)), ("name", "N")])) == ["street line N"])
      #expect(try summary(Wording(schema, layer, .line, [("class", .text(value)), ("ref", "A1")])).isEmpty)
    }
    #expect(
      try summary(Wording("openmaptiles", "transportation_name", .line, [("class", "minor"), ("name:latin", "L")]))
        == ["street line L"])
  }
}
