import Testing

@testable import OSMExtracts

/// Which lines of a file people may walk along, and where they lie.
@Suite("Walkways of an extract") struct WalkwayTests {
  /// A way from each pair of nodes to the next, with such tags; numbered from 1.
  private static func map(_ tags: [[(String, String)]]) -> SampleMap {
    var map = SampleMap()
    for (index, tags) in tags.enumerated() {
      let refs = map.add([(60, Double(index)), (60.5, Double(index))], from: Int64(100 + 2 * index))
      map.ways.append(.init(id: Int64(index + 1), refs: refs, tags: tags))
    }
    return map
  }

  private static func read(_ file: SampleFile, nodeLimit: Int = 1000) throws(OSMError) -> (
    ways: [OSMWalkway], places: [OSMElement], reading: OSMReading
  ) {
    var (ways, places) = ([OSMWalkway](), [OSMElement]())
    let extract = OSMExtract(path: file.path, nodeLimit: nodeLimit)
    let reading = try extract.findPlacesAndWalkways(keys: ["amenity"]) { finding in
      switch finding {
      case .place(let place): places.append(place)
      case .walkway(let way): ways.append(way)
      }
    }
    return (ways, places, reading)
  }

  private static func isWalked(_ tags: (String, String)...) throws -> Bool {
    let (ways, _, reading) = try read(map([tags]).file(.xml))
    #expect(reading.walkways == ways.count)
    return !ways.isEmpty
  }

  @Test("Every kind of way is given with its kind; those for vehicles alone only where people on foot may use them")
  func kinds() throws {
    let plain = try Self.read(Self.map(OSMHighway.allCases.map { [("highway", $0.rawValue)] }).file(.zlib)).ways
    let vehicles: Set<OSMHighway> = [.trunk, .trunkLink, .motorway, .motorwayLink, .busway]
    #expect(plain.map(\.highway) == OSMHighway.allCases.filter { !vehicles.contains($0) })
    let allowed = Self.map(OSMHighway.allCases.map { [("highway", $0.rawValue), ("foot", "yes")] })
    #expect(try Self.read(allowed.file(.zlib)).ways.map(\.highway) == OSMHighway.allCases)
  }

  @Test(
    "Ways that are not there yet, are no ways, or are for races are left out, even where foot says yes",
    arguments: ["proposed", "construction", "raceway", "services", "bus_guideway", "via_ferrata", "Footway", "", "no"])
  func noWays(_ value: String) throws {
    #expect(try !Self.isWalked(("highway", value), ("foot", "yes")))
  }

  @Test("Ways that are closed to people on foot are left out, unless foot says yes")
  func closed() throws {
    let street = ("highway", "residential")
    for foot in ["no", "private", "use_sidepath"] { #expect(try !Self.isWalked(street, ("foot", foot))) }
    for access in ["no", "private"] {
      #expect(try !Self.isWalked(street, ("access", access)))
      #expect(try !Self.isWalked(("access", access), street, ("foot", "no")))
      for foot in ["yes", "designated", "permissive"] {
        #expect(try Self.isWalked(("access", access), ("foot", foot), street))
      }
    }
    #expect(try !Self.isWalked(("highway", "primary"), ("motorroad", "yes")))
    for open in ["yes", "permissive", "destination"] { #expect(try Self.isWalked(street, ("access", open))) }
    #expect(try Self.isWalked(street, ("foot:conditional", "no"), ("motor_vehicle", "no")))
    #expect(try !Self.isWalked(("railway", "footway"), ("foot", "yes")))
  }

  @Test(
    "Every format gives the same lines, to the unit, and the place that one of them also is",
    arguments: SampleMap.Format.allCases)
  func formats(_ format: SampleMap.Format) throws {
    var map = SampleMap()
    map.nodes = [
      .init(id: 5, latitude: 900_000_000, longitude: -1_800_000_000),
      .init(id: 6, latitude: -123_456_789, longitude: 1_234_567_891),
      .init(id: 7, latitude: 1, longitude: -1, tags: [("highway", "crossing")]),
      .init(id: 8, latitude: 3, longitude: 0),
    ]
    map.ways = [
      .init(id: 3, refs: [5, 6, 7], tags: [("highway", "steps")]),
      .init(
        id: 4, refs: [7, 8, 6, 7], tags: [("highway", "pedestrian"), ("area", "yes"), ("amenity", "marketplace")]),
      .init(id: 9, refs: [7, 8], tags: [("barrier", "wall")]),
    ]
    let (ways, places, reading) = try Self.read(map.file(format))
    let place: (Int) -> FixedPlace = {
      .init(latitude: Int32(map.nodes[$0].latitude), longitude: Int32(map.nodes[$0].longitude))!
    }
    #expect(ways.map(\.id) == [3, 4] && ways.map(\.highway) == [.steps, .pedestrian])
    #expect(ways.map(\.lines) == [[[place(0), place(1), place(2)]], [[place(2), place(3), place(1), place(2)]]])
    #expect(places.map(\.id) == [4] && reading.places == 1 && reading.walkways == 2)
    // Who asks for places alone gets nothing else.
    #expect(try map.file(format).places() == places)
  }

  @Test("A way of which nodes are missing is the lines on either side of them, and no straight line between")
  func gaps() throws {
    var map = SampleMap()
    map.add([(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)])
    map.ways = [
      .init(id: 1, refs: [99, 1, 2, 98, 3, 97, 4, 5, 96], tags: [("highway", "path")]),
      .init(id: 2, refs: [1, 99, 2], tags: [("highway", "path")]),
      .init(id: 3, refs: [1], tags: [("highway", "path")]),
    ]
    let (ways, _, reading) = try Self.read(map.file(.raw))
    #expect(ways.map(\.id) == [1])
    #expect(ways.first?.lines.map { $0.map(\.longitude) } == [[10_000_000, 20_000_000], [40_000_000, 50_000_000]])
    #expect(reading.unplaced == 0)
  }

  @Test("Ways with more nodes than there is room for at a time come as with room for all", arguments: [12, 20, 40])
  func batches(limit: Int) throws {
    var map = Self.map(
      (0..<30).map { [("highway", $0.isMultiple(of: 3) ? "proposed" : "track"), ("amenity", "bench")] })
    // Neighbours share a node.
    for index in 1..<30 { map.ways[index].refs.append(map.ways[index - 1].refs[0]) }
    let file = try map.file(.zlib)
    let (all, few) = (try Self.read(file), try Self.read(file, nodeLimit: limit))
    #expect(all.ways.count == 20)
    #expect(few.ways == all.ways)
    #expect(few.places == all.places && few.places.count == 30)
  }

  @Test("Of a history the last version of a way counts, also where that is none to walk on any more")
  func history() throws {
    func way(_ id: Int, _ version: Int, _ rest: String) -> String {
      "<way id=\"\(id)\" version=\"\(version)\" \(rest.isEmpty ? "visible=\"false\"" : "visible=\"true\"")>"
        + (rest.isEmpty ? "" : "<nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"\(rest)\"/>") + "</way>"
    }
    let ways = [
      way(1, 1, "path"), way(1, 2, "steps"), way(2, 1, "path"), way(2, 2, ""), way(3, 1, "path"), way(3, 2, "proposed"),
    ]
    let nodes = (1...2).map { "<node id=\"\($0)\" version=\"1\" lat=\"1\" lon=\"\($0)\"/>" }
    let file = try SampleFile(xml: "<osm version=\"0.6\">\n\((nodes + ways).joined(separator: "\n"))\n</osm>\n")
    let found = try Self.read(file).ways
    #expect(found.map(\.id) == [1] && found.first?.highway == .steps)
  }

  @Test("A way longer than any is left out, and said")
  func endless() throws {
    var map = SampleMap()
    let refs = map.add((0...1).map { (1, Double($0)) })
    let long = (0...OSMWalkway.mostPoints).map { refs[$0 % 2] }
    map.ways = [
      .init(id: 1, refs: long, tags: [("highway", "path")]),
      .init(id: 2, refs: Array(long.dropLast()), tags: [("highway", "path")]),
    ]
    let (ways, _, reading) = try Self.read(map.file(.zlib), nodeLimit: 100_000)
    #expect(ways.map(\.id) == [2])
    #expect(reading.warnings.entries.count == 1)
  }
}
