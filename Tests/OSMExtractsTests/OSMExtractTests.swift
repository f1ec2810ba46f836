import ChanceTesting
import Testing

@testable import OSMExtracts

/// Where the one point of an object lies.
@Suite struct OSMExtractTests {
  private static func near(_ element: OSMElement, _ latitude: Double, _ longitude: Double) -> Bool {
    abs(element.latitude - latitude) < 1e-6 && abs(element.longitude - longitude) < 1e-6
  }

  /// A café, a square with a fountain, a wall, a park of two ways with a pond in it.
  private static func town() -> SampleMap {
    var map = SampleMap()
    map.nodes.append(
      .init(id: 7, latitude: 437_312_758, longitude: -74_271_083, tags: [("amenity", "cafe"), ("name", "Zoë’s")]))
    map.addRing(SampleMap.square(10, 20, 0.01), id: 1, tags: [("amenity", "fountain")])
    map.add([(1, 0), (1, 3), (1, 4)], from: 50)
    map.ways.append(.init(id: 2, refs: [50, 51, 52], tags: [("barrier", "wall"), ("amenity", "bench")]))
    map.add(SampleMap.square(30, 30, 9), from: 60)
    map.ways.append(.init(id: 3, refs: [60, 61, 62]))
    map.ways.append(.init(id: 4, refs: [62, 63, 60]))
    map.addRing(SampleMap.square(32, 32, 5), id: 5)
    map.relations.append(
      .init(
        id: 9, members: [("way", 3, "outer"), ("way", 4, ""), ("way", 5, "inner")],
        tags: [("type", "multipolygon"), ("amenity", "park")]))
    return map
  }

  @Test("Every format gives the same places", arguments: SampleMap.Format.allCases)
  func formats(_ format: SampleMap.Format) throws {
    let places = try Self.town().file(format).places()
    #expect(places.map(\.id) == [7, 1, 2, 9])
    #expect(places.map(\.kind) == [.node, .way, .way, .relation])
    #expect(places.map(\.basis) == [.node, .centroid, .halfway, .pole])
    let cafe = try #require(places.first)
    #expect((cafe.latitude, cafe.longitude) == (43.7312758, -7.4271083))
    #expect(cafe.tags == [OSMTag(key: "amenity", value: "cafe"), OSMTag(key: "name", value: "Zoë’s")])
    #expect(cafe.isNamed)
    #expect(Self.near(places[1], 10.005, 20.005))
    #expect(Self.near(places[2], 1, 2))
    // In the park, and not in its pond.
    let park = places[3]
    #expect((30...39).contains(park.latitude) && (30...39).contains(park.longitude))
    #expect(!((32...37).contains(park.latitude) && (32...37).contains(park.longitude)))
  }

  @Test("Only objects with one of the keys are given, whatever their values")
  func keys() throws {
    var map = SampleMap()
    map.nodes = [
      .init(id: 1, latitude: 0, longitude: 0, tags: [("tourism", "amenity")]),
      .init(id: 2, latitude: 0, longitude: 0, tags: [("amenit", "x"), ("amenityy", "x")]),
      .init(id: 3, latitude: 0, longitude: 0, tags: [("a", "b"), ("amenity", "")]),
      .init(id: 4, latitude: 0, longitude: 0),
    ]
    let file = try map.file(.zlib)
    #expect(try file.places(["amenity"]).map(\.id) == [3])
    #expect(try file.places(["amenity", "tourism", "x"]).map(\.id) == [1, 3])
    #expect(try file.places([]).isEmpty)
  }

  @Test("A ring whose centroid lies outside is at the middle of its widest part")
  func horseshoe() throws {
    var map = SampleMap()
    // Open to the right; the back is the widest.
    map.addRing(
      [(0, 0), (0, 9), (1, 9), (1, 2), (8, 2), (8, 9), (9, 9), (9, 0)], id: 1, tags: [("amenity", "arena")])
    let place = try map.file(.xml).place()
    #expect(place.basis == .pole)
    #expect((0...2).contains(place.longitude) && (1...8).contains(place.latitude))
  }

  @Test("A ring over the antimeridian has its point between its sides", arguments: [179.5, -180.0, 179.9], 0..<4)
  func antimeridian(_ west: Double, start: Int) throws {
    var map = SampleMap()
    let square = SampleMap.square(-17, west, 0.8).map { (latitude: $0, longitude: $1 > 180 ? $1 - 360 : $1) }
    // From each corner once: the first may be on either side.
    map.addRing(Array(square[start...] + square[..<start]), id: 1, tags: [("amenity", "reef")])
    map.add(start > 1 ? [square[1], square[0]] : [square[0], square[1]], from: 1)
    map.ways.append(.init(id: 2, refs: [1, 2], tags: [("amenity", "pier")]))
    let places = try map.file(.raw).places()
    let middle = west + 0.4 > 180 ? west + 0.4 - 360 : west + 0.4
    #expect(Self.near(places[0], -16.6, middle))
    #expect(Self.near(places[1], -17, middle))
  }

  @Test("A road that closes is a line, unless it says that it is an area")
  func closedRoad() throws {
    for (tags, basis) in [
      ([("highway", "footway")], OSMElement.Basis.halfway), ([("highway", "footway"), ("area", "yes")], .centroid),
      ([("leisure", "park"), ("area", "no")], .halfway), ([("leisure", "park"), ("barrier", "fence")], .centroid),
      ([("natural", "coastline")], .halfway), ([("natural", "water")], .centroid),
    ] {
      var map = SampleMap()
      map.addRing(SampleMap.square(0, 0, 1), id: 1, tags: tags + [("historic", "yes")])
      #expect(try map.file(.zlib).place(["historic"]).basis == basis, "\(tags)")
    }
  }

  @Test("What is known of a way with missing nodes still makes a place")
  func missingNodes() throws {
    var map = SampleMap()
    map.add([(0, 0), (0, 2), (2, 2)], from: 1)
    map.ways = [
      .init(id: 1, refs: [1, 2, 3, 4, 1], tags: [("amenity", "school")]),
      .init(id: 2, refs: [9, 1, 2], tags: [("amenity", "bench")]),
      .init(id: 3, refs: [8, 2], tags: [("amenity", "bench")]),
      .init(id: 4, refs: [8, 9, 10, 8], tags: [("amenity", "school")]),
      .init(id: 5, refs: [], tags: [("amenity", "school")]),
      .init(id: 6, refs: [1, 1, 1, 1], tags: [("amenity", "school")]),
    ]
    let (places, reading) = try map.file(.zlib).read()
    #expect(places.map(\.id) == [1, 2, 3, 6])
    #expect(places.map(\.basis) == [.middle, .halfway, .halfway, .halfway])
    #expect(Self.near(places[0], 1, 1))
    #expect(Self.near(places[1], 0, 1))
    #expect(Self.near(places[2], 0, 2))
    #expect((reading.places, reading.unplaced) == (4, 2))
  }

  @Test("A relation that is no area is at its label, or else in the middle of its members")
  func otherRelations() throws {
    var map = SampleMap()
    map.add([(0, 0), (4, 8), (1, 1), (2, 2)], from: 1)
    map.ways = [.init(id: 1, refs: [1, 2])]
    let site = [("type", "site"), ("amenity", "site")]
    map.relations = [
      .init(id: 1, members: [("way", 1, ""), ("node", 3, "label")], tags: site),
      .init(id: 2, members: [("node", 4, "admin_centre"), ("way", 1, ""), ("node", 3, "label")], tags: site),
      .init(id: 3, members: [("way", 1, ""), ("node", 3, "entrance")], tags: site),
      // Of relations: the members of its members, and no further.
      .init(id: 4, members: [("relation", 3, ""), ("relation", 4, ""), ("relation", 99, "")], tags: site),
      .init(id: 5, members: [("relation", 4, "")], tags: site),
      .init(id: 6, members: [("node", 77, "label"), ("way", 88, "")], tags: site),
    ]
    let (places, reading) = try map.file(.zlib).read()
    #expect(places.map(\.id) == [1, 2, 3, 4])
    #expect(places.map(\.basis) == [.label, .label, .middle, .middle])
    #expect(Self.near(places[0], 1, 1))
    #expect(Self.near(places[1], 1, 1))
    #expect(Self.near(places[2], 2, 4))
    #expect(Self.near(places[3], 2, 4))
    #expect(reading.unplaced == 2)
  }

  @Test("An area that does not close is at its label, or else in the middle of what is known")
  func brokenAreas() throws {
    var map = SampleMap()
    map.add(SampleMap.square(0, 0, 2) + [(1.5, 1.5)], from: 1)
    map.ways = [.init(id: 1, refs: [1, 2, 3]), .init(id: 2, refs: [3, 4, 99, 1]), .init(id: 3, refs: [3, 4])]
    let tags = [("type", "boundary"), ("amenity", "area")]
    map.relations = [
      .init(id: 1, members: [("way", 1, ""), ("way", 3, "")], tags: tags),
      .init(id: 2, members: [("way", 1, ""), ("way", 2, "")], tags: tags),
      .init(id: 3, members: [("way", 1, ""), ("way", 77, ""), ("node", 5, "admin_centre")], tags: tags),
    ]
    let places = try map.file(.zlib).places()
    #expect(places.map(\.basis) == [.middle, .middle, .label])
    #expect(Self.near(places[0], 1, 1))
    #expect(Self.near(places[2], 1.5, 1.5))
  }

  @Test("A node that does not lie on Earth is left out with a warning, and so is where a way has it")
  func strays() throws {
    var map = SampleMap()
    map.add([(0, 0), (0, 2)], from: 1)
    // 429.4967296 degrees more are nothing in 32 bits.
    map.nodes.append(.init(id: 3, latitude: 10 + 1 << 32, longitude: 10, tags: [("amenity", "x")]))
    map.nodes.append(.init(id: 4, latitude: 900_000_001, longitude: 10, tags: [("amenity", "x")]))
    map.nodes.append(.init(id: 5, latitude: -900_000_000, longitude: 1_800_000_000, tags: [("amenity", "x")]))
    map.ways = [.init(id: 1, refs: [1, 3, 2], tags: [("amenity", "line")])]
    for format in [SampleMap.Format.raw, .single] {
      let file = try map.file(format)
      let places = try file.places()
      #expect(places.map(\.id) == [5, 1])
      #expect(Self.near(places[1], 0, 1))
      let check = file.check
      #expect(check.nodes == 3)
      #expect(check.warnings.entries.count == 2)
    }
  }

  @Test("Of several versions in a history the last one counts, and what is deleted is gone")
  func history() throws {
    let file = try SampleFile(
      xml: """
        <osm version="0.6">
        <node id="1" version="1" visible="true" lat="1" lon="1"><tag k="amenity" v="old"/></node>
        <node id="1" version="2" visible="true" lat="2" lon="2"><tag k="amenity" v="new"/></node>
        <node id="2" version="1" visible="true" lat="1" lon="1"><tag k="amenity" v="x"/></node>
        <node id="2" version="2" visible="false"/>
        <node id="3" version="1" visible="true" lat="1" lon="1"><tag k="amenity" v="x"/></node>
        <node id="3" version="2" visible="true" lat="1" lon="1"/>
        <node id="4" version="2" visible="true" lat="4" lon="4"><tag k="amenity" v="new"/></node>
        <node id="4" version="1" visible="true" lat="1" lon="1"><tag k="amenity" v="old"/></node>
        </osm>
        """)
    let places = try file.places()
    #expect(places.map(\.id) == [1, 4])
    #expect(places.map(\.latitude) == [2, 4])
    #expect(file.check.warnings.entries.isEmpty)
  }

  @Test("A deleted node, which is nowhere, is only nothing to complain about in a history")
  func deletedNodes() throws {
    let none = Int64(Int32.max)
    for (features, warnings) in [(["HistoricalInformation"], 0), ([], 1)] {
      var texts = SamplePBF.Texts()
      let nodes = [SampleMap.Node(id: 1, latitude: none, longitude: none), .init(id: 2, latitude: 0, longitude: 0)]
      let data = SamplePBF.data(SamplePBF.block([], [SamplePBF.dense(nodes, &texts)]))
      let check = try SampleFile(SamplePBF.header(["OsmSchema-V0.6"] + features) + data, name: "a.osh.pbf").check
      #expect(check.nodes == 1)
      #expect(check.warnings.entries.count == warnings)
    }
  }

  @Test("The order of a file does not matter")
  func unsorted() throws {
    let map = Self.town()
    var texts = SamplePBF.Texts()
    let groups = [
      map.relations.flatMap { SamplePBF.relation($0, &texts) },
      map.ways.reversed().flatMap { SamplePBF.way($0, &texts) },
      SamplePBF.dense(map.nodes.reversed(), &texts),
    ]
    let whole = SamplePBF.header() + SamplePBF.data(SamplePBF.block(texts.list, groups))
    let each = SamplePBF.header() + groups.flatMap { SamplePBF.data(SamplePBF.block(texts.list, [$0])) }
    let sorted = try Set(map.file(.raw).places())
    for bytes in [whole, each] { #expect(try Set(SampleFile(bytes, name: "odd.pbf").places()) == sorted) }
  }

  @Test("Progress begins at nothing, never goes back, and ends with everything")
  func progress() throws {
    for format in [SampleMap.Format.xml, .zlib] {
      let file = try Self.town().file(format)
      var seen: [Double] = []
      try OSMExtract(path: file.path).read(keys: ["amenity"]) { progress in
        seen.append(progress.fraction)
        return true
      } _: { _ in
      }
      withExtendedLifetime(file) {}
      #expect(seen == seen.sorted())
      #expect((seen.first ?? 0) > 0 && seen.last == 1)
    }
  }

  @Test("Whoever has enough can stop at any time")
  func cancellation() throws {
    let file = try Self.town().file(.zlib)
    for limit in 0..<6 {
      var calls = 0
      let error = #expect(throws: OSMError.self) {
        try OSMExtract(path: file.path).read(keys: ["amenity"]) { _ in
          calls += 1
          return calls <= limit
        } _: { _ in
        }
      }
      withExtendedLifetime(file) {}
      #expect(error?.problem == .cancelled)
      #expect(calls == limit + 1)
    }
  }

  @Test("Little room for nodes costs passes over the file, and changes nothing")
  func batches() throws {
    var chance = Chance(seed: 6)
    for _ in 0..<6 {
      var map = SampleMap()
      for id in 1...40 where chance.integer(in: 0...5) > 0 {
        let (latitude, longitude) = (Double(chance.integer(in: -80...80)), Double(chance.integer(in: -180...179)))
        let isPlace = chance.integer(in: 0...2) > 0
        map.addRing(
          SampleMap.square(latitude, longitude, 0.5), id: Int64(id), tags: isPlace ? [("amenity", "\(id)")] : [])
      }
      map.relations = [
        .init(id: 1, members: [("way", 3, ""), ("way", 4, "")], tags: [("type", "multipolygon"), ("amenity", "x")])
      ]
      let file = try map.file([.xml, .zlib, .single][chance.integer(in: 0...2)])
      let expected = try Set(file.places())
      let found = try file.read(nodeLimit: 24).places
      #expect(found.count == expected.count)
      #expect(Set(found) == expected)
    }
  }
}
