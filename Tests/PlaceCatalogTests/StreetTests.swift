import Database
import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places
import ProcessTesting
import Testing

@testable import PlaceCatalog

/// A made-up extract: ways, and one café so that there is a place to import.
struct SampleStreets {
  struct Street {
    var id: Int
    /// Numbers of nodes.
    var nodes: [Int]
    var tags = ["highway": "residential"]
  }

  /// Degrees, in steps of 1e-7, by the numbers of the nodes.
  var nodes: [Int: (latitude: Int, longitude: Int)] = [:]
  var streets: [Street] = []

  /// The text of an OSM file.
  var xml: String {
    func degrees(_ units: Int) -> String {
      "\(units < 0 ? "-" : "")\(abs(units) / 10_000_000).\(String(10_000_000 + abs(units) % 10_000_000).dropFirst())"
    }
    var text = "<osm version=\"0.6\">"
    text +=
      #"<node id="999999" version="1" lat="60" lon="25"><tag k="amenity" v="cafe"/><tag k="name" v="Ekberg"/></node>"#
    for (id, place) in nodes.sorted(by: { $0.key < $1.key }) {
      text +=
        "<node id=\"\(id)\" version=\"1\" lat=\"\(degrees(place.latitude))\" lon=\"\(degrees(place.longitude))\"/>"
    }
    for street in streets {
      text += "<way id=\"\(street.id)\" version=\"1\">" + street.nodes.map { "<nd ref=\"\($0)\"/>" }.joined()
      text += street.tags.map { "<tag k=\"\($0)\" v=\"\($1)\"/>" }.joined() + "</way>"
    }
    return text + "</osm>"
  }

  func coordinate(_ node: Int) -> Coordinate {
    let place = nodes[node]!
    return Coordinate(latitude: Double(place.latitude) / 1e7, longitude: Double(place.longitude) / 1e7)!
  }

  func points(_ street: Street) -> [Coordinate] { street.nodes.map(coordinate) }

  /// So many ways of two to six points each, over nodes of which many are shared, in two degrees around a place.
  static func random(_ count: Int, seed: UInt64, around longitude: Int = 0) -> SampleStreets {
    var chance = SeededGenerator(seed: seed)
    var map = SampleStreets()
    for id in 1...count {
      var east = longitude + .random(in: -10_000_000...10_000_000, using: &chance)
      if east > 1_800_000_000 { east -= 3_600_000_000 } else if east < -1_800_000_000 { east += 3_600_000_000 }
      map.nodes[id] = (latitude: .random(in: -10_000_000...10_000_000, using: &chance), longitude: east)
    }
    map.streets = (1...count).map { id in
      let length = Int.random(in: 2...6, using: &chance)
      return Street(id: id, nodes: (0..<length).map { _ in .random(in: 1...count, using: &chance) })
    }
    return map
  }
}

@Suite("The streets of a region")
struct StreetTests {
  private static let everywhere = BoundingBox(
    southWest: Coordinate(latitude: -90, longitude: -180)!, northEast: Coordinate(latitude: 90, longitude: 180)!)

  private func imported(_ map: SampleStreets, _ folder: Folder) throws -> CatalogRegion {
    try folder.take(try folder.write(map.xml, as: "town.osm"))
    return try folder.open()
  }

  @Test("are kept by kind, to the ten-millionth of a degree, and meet where they share a point")
  func kinds() async throws {
    var map = SampleStreets()
    map.nodes = [1: (601_234_567, 249_876_543), 2: (601_234_568, 249_876_544), 3: (-1, -3), 4: (7, 9)]
    let values: [(String, Way.Kind)] = [
      ("footway", .footway), ("pedestrian", .street), ("path", .path), ("track", .path), ("cycleway", .path),
      ("steps", .steps), ("service", .service), ("living_street", .street), ("residential", .street),
      ("unclassified", .street), ("tertiary", .road), ("secondary_link", .road), ("primary", .road),
    ]
    map.streets = values.enumerated().map { .init(id: $0 + 1, nodes: [1, 2, $0 % 2 + 3], tags: ["highway": $1.0]) }
    map.streets += [
      .init(id: 50, nodes: [1, 2], tags: ["highway": "motorway"]),
      .init(id: 51, nodes: [1, 2], tags: ["highway": "trunk", "foot": "yes"]),
      .init(id: 52, nodes: [1, 2], tags: ["highway": "path", "access": "private"]),
      .init(id: 53, nodes: [1, 2], tags: ["highway": "proposed"]),
      .init(id: 54, nodes: [1, 2], tags: ["barrier": "wall"]),
    ]
    let folder = Folder()
    let region = try imported(map, folder)
    #expect(region.summary.ways == .ways(14) && region.summary.ways.note(.test) == nil)
    #expect(region.summary.count == 1)
    #expect(region.summary.attribution == ["© OpenStreetMap contributors"])
    let plan = try await region.streets(in: Self.everywhere)
    let wanted = zip(map.streets, values).map { Way($1.1, map.points($0)) } + [Way(.road, map.points(map.streets[14]))]
    #expect(Set(plan.ways) == Set(wanted) && plan.ways.count == 14)
    #expect(plan.barriers.isEmpty)
    #expect(try folder.catalog.regions().first.flatMap { try? $0.state.get().ways } == .ways(14))
  }

  /// Whether a line meets a box, by clipping each of its pieces (Liang and Barsky 1984).
  private func meets(_ line: [Coordinate], _ box: BoundingBox) -> Bool {
    let span = (box.west <= box.east ? box.east : box.east + 360) - box.west
    // From the west side of the box, and of a piece no farther than half around the Earth.
    func east(_ longitude: Double) -> Double { (longitude - box.west + 540).truncatingRemainder(dividingBy: 360) - 180 }
    return zip(line, line.dropFirst()).contains { start, end in
      let turn = (end.longitude - start.longitude).remainder(dividingBy: 360)
      return [0.0, 360].contains { shift in
        var (from, to) = (0.0, 1.0)
        let (x, y, dy) = (east(start.longitude) + shift, start.latitude, end.latitude - start.latitude)
        for (step, room) in [(-turn, x), (turn, span - x), (-dy, y - box.south), (dy, box.north - y)] {
          if step == 0, room < 0 { return false }
          if step < 0 { from = max(from, room / step) } else if step > 0 { to = min(to, room / step) }
        }
        return from <= to
      }
    }
  }

  @Test(
    "in a box are those that a look at each finds, whole, and always in one order; at the antimeridian as anywhere",
    arguments: [0, 1_795_000_000, -1_799_999_999])
  func boxes(longitude: Int) async throws {
    let folder = Folder()
    let map = SampleStreets.random(700, seed: UInt64(7 + abs(longitude)), around: longitude)
    let region = try imported(map, folder)
    let all = try await region.streets(in: Self.everywhere).ways
    #expect(
      Dictionary(grouping: all) { $0 }.mapValues(\.count)
        == Dictionary(grouping: map.streets.map { Way(.street, map.points($0)) }) { $0 }.mapValues(\.count))
    var chance = SeededGenerator(seed: 5)
    var (least, most) = (Int.max, 0)
    for number in 0..<60 {
      let size = [0.003, 0.02, 0.3, 1.5][number % 4]
      let corner = Coordinate(
        clampingLatitude: .random(in: -1.2...1, using: &chance),
        wrappingLongitude: Double(longitude) / 1e7 + .random(in: -1.2...1, using: &chance))
      let opposite = Coordinate(
        clampingLatitude: corner.latitude + size, wrappingLongitude: corner.longitude + size)
      let box = BoundingBox(southWest: corner, northEast: opposite)
      let found = try await region.streets(in: box).ways
      #expect(found == all.filter { meets($0.points, box) })
      #expect(try await region.streets(in: box).ways == found)
      (least, most) = (min(least, found.count), max(most, found.count))
    }
    #expect(least < 20 && most > 300 && most < 700)
  }

  @Test("on the border of a box are in it, and one unit beyond it they are not")
  func borders() async throws {
    let folder = Folder()
    var map = SampleStreets()
    map.nodes = [1: (100_000_001, 200_000_003), 2: (100_000_009, 200_000_007)]
    map.streets = [.init(id: 1, nodes: [1, 2])]
    let region = try imported(map, folder)
    func count(_ south: Int, _ west: Int, _ north: Int, _ east: Int) async throws -> Int {
      let corner = Coordinate(latitude: Double(south) / 1e7, longitude: Double(west) / 1e7)!
      let opposite = Coordinate(latitude: Double(north) / 1e7, longitude: Double(east) / 1e7)!
      return try await region.streets(in: BoundingBox(southWest: corner, northEast: opposite)).ways.count
    }
    #expect(try await count(100_000_001, 200_000_003, 100_000_001, 200_000_003) == 1)
    #expect(try await count(100_000_009, 200_000_007, 200_000_000, 300_000_000) == 1)
    #expect(try await count(99_000_000, 200_000_000, 100_000_000, 300_000_000) == 0)
    #expect(try await count(100_000_010, 200_000_000, 200_000_000, 300_000_000) == 0)
    #expect(try await count(99_000_000, 199_000_000, 200_000_000, 200_000_002) == 0)
    // Within the box around it, and beside the way itself.
    #expect(try await count(100_000_001, 200_000_006, 100_000_003, 200_000_007) == 0)
  }

  @Test("around places are those within the margin")
  func around() async throws {
    let folder = Folder()
    var map = SampleStreets()
    // 1 km to the north, and 3 km to the east.
    map.nodes = [1: (90_000, 0), 2: (90_000, 1000), 3: (0, 270_000), 4: (1000, 270_000)]
    map.streets = [.init(id: 1, nodes: [1, 2]), .init(id: 2, nodes: [3, 4])]
    let region = try imported(map, folder)
    let here = Coordinate(latitude: 0, longitude: 0)!
    for (margin, count) in [(900.0, 0), (1100, 1), (3100, 2), (-5, 0), (.infinity, 2), (.nan, 0)] {
      #expect(try await region.streets(around: [here], margin: margin).ways.count == count, "\(margin)")
    }
    #expect(try await region.streets(around: [], margin: 1000).ways.isEmpty)
  }

  @Test("that are more than asked for are an error that says so")
  func limit() async throws {
    let folder = Folder()
    let map = SampleStreets.random(300, seed: 2)
    let region = try imported(map, folder)
    let count = map.streets.reduce(0) { $0 + $1.nodes.count }
    #expect(try await region.streets(in: Self.everywhere, mostPoints: count).ways.count == 300)
    let problem = await #expect(throws: CatalogProblem.self) {
      try await region.streets(in: Self.everywhere, mostPoints: count - 1)
    }
    #expect(problem?.kind == .usage)
  }

  @Test("that are damaged are a typed error wherever the damage is, and the places stay")
  func damage() async throws {
    let folder = Folder()
    let map = SampleStreets.random(100, seed: 4)
    let region = try imported(map, folder)
    let places = try await region.places(near: map.coordinate(1), within: .infinity)
    let path = folder.places.database(.test)
    let whole = try Data(contentsOf: URL(filePath: path))
    let changes = [
      "bytes = CAST('0' || substr(bytes, 2) AS BLOB)", "bytes = substr(bytes, 1, length(bytes) - 1)",
      "bytes = CAST(bytes || '0' AS BLOB)", "bytes = zeroblob(0)", "bytes = 7", "sum = sum + 1", "count = count + 1",
      "south = south - 1", "east = east + 1",
    ]
    for change in changes {
      try whole.write(to: URL(filePath: path))
      try Connection(path: path).execute("PRAGMA journal_mode = DELETE; UPDATE ways SET \(change) WHERE id = 2")
      let damaged = try folder.open()
      let problem = await #expect(throws: CatalogProblem.self) { try await damaged.streets(in: Self.everywhere) }
      #expect(problem?.kind == .damaged && problem?.description.contains("Import it again") == true, "\(change)")
      #expect(try await damaged.places(near: map.coordinate(1), within: .infinity) == places)
    }
  }

  @Test("are not there in a region of before, which opens as ever and says to import it again")
  func oldRegion() async throws {
    let folder = Folder()
    let map = SampleStreets.random(20, seed: 6)
    let region = try imported(map, folder)
    let places = try await region.places(near: map.coordinate(1), within: .infinity)
    // As the first version of the schema was.
    try Connection(path: folder.places.database(.test)).execute(
      """
      PRAGMA journal_mode = DELETE; DROP TABLE ways; DELETE FROM region WHERE key = 'ways'; PRAGMA user_version = 1
      """)
    let old = try folder.open()
    #expect(old.summary.ways == .tooOld)
    #expect(old.summary.ways.note(.test)?.contains("Import it again") == true)
    #expect(try await old.streets(in: Self.everywhere) == StreetPlan())
    #expect(try await old.places(near: map.coordinate(1), within: .infinity) == places)
    #expect(try await old.search("ekberg").count == 1)
    // Importing it again brings them.
    #expect(try await imported(map, folder).streets(in: Self.everywhere).ways.count == 20)
  }

  @Test("are none of a file that has none, whatever its lines are")
  func otherFormats() async throws {
    let folder = Folder()
    try folder.take(
      try folder.write(
        """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"highway":"footway","name":"A"},\
        "geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]}}]}
        """, as: "lines.geojson"))
    let region = try folder.open()
    #expect(region.summary.ways == .none && region.summary.attribution == [])
    #expect(region.summary.ways.note(.test)?.contains("OpenStreetMap") == true)
    #expect(try await region.streets(in: Self.everywhere) == StreetPlan())
  }

  @Test("of two files are all of both, and of a way in both the later one counts")
  func twoFiles() async throws {
    let folder = Folder()
    var map = SampleStreets()
    map.nodes = [1: (0, 0), 2: (0, 10), 3: (10, 10)]
    map.streets = [.init(id: 1, nodes: [1, 2]), .init(id: 2, nodes: [2, 3])]
    let first = try folder.write(map.xml, as: "first.osm")
    map.streets = [
      .init(id: 2, nodes: [2, 3, 1], tags: ["highway": "steps"]),
      .init(id: 3, nodes: [3, 1], tags: ["highway": "residential", "name": "Rue\u{202E}  de l’Eau"]),
    ]
    try folder.take(first, try folder.write(map.xml, as: "second.osm"))
    let ways = try await folder.open().streets(in: Self.everywhere).ways
    let points = (1...3).map(map.coordinate)
    #expect(
      Set(ways) == [
        Way(.street, [points[0], points[1]]), Way(.steps, [points[1], points[2], points[0]]),
        Way(.street, [points[2], points[0]], name: "Rue de l’Eau"),
      ])
    #expect(ways.count == 3)
  }

  @Test("that an import gathered before it was cut off are in the region that the next one makes, and none twice")
  func resume() async throws {
    let folder = Folder()
    let (map, other) = (SampleStreets.random(200, seed: 8), SampleStreets.random(50, seed: 9))
    var moved = other
    moved.streets = other.streets.map { .init(id: $0.id + 1000, nodes: $0.nodes) }
    let files = [try folder.write(map.xml, as: "a.osm"), try folder.write(moved.xml, as: "b.osm")]
    let importer = try folder.catalog.importer(files: files, name: .test, boot: "today")
    let problem = #expect(throws: CatalogProblem.self) {
      try importer.run(now: .init(milliseconds: 0)) { $0.file != files[1] }
    }
    #expect(problem?.kind == .cancelled && folder.files == ["test.part"])
    let summary = try importer.run(now: .init(milliseconds: 0))
    #expect(summary.resumed == 1 && summary.region.ways == .ways(250))
    let ways = try await folder.open().streets(in: Self.everywhere).ways
    let wanted = (map.streets.map { map.points($0) } + moved.streets.map { moved.points($0) }).map { Way(.street, $0) }
    #expect(Set(ways) == Set(wanted) && ways.count == 250)
  }
}

@Suite("The streets of a city", .enabled(if: SharedFiles.has("data/osm/Helsinki.osm.pbf"), "no extracts here"))
struct CityStreetTests {
  struct City: Sendable {
    let map: String
    let ways, points: Int
  }

  /// Counted with osmium 1.15: `tags-filter` by the value of `highway`, then `foot`, `access` and `motorroad` by `opl`.
  @Test(
    "are as many as osmium counts, whole, and share the points where they meet",
    arguments: [
      City(map: "monaco-latest", ways: 2276, points: 12_960), City(map: "Helsinki", ways: 2357, points: 10_008),
      City(map: "sf-downtown", ways: 8007, points: 31_943),
    ])
  func count(city: City) async throws {
    let folder = Folder()
    let file = SharedFiles.folder.appending(path: "data/osm/\(city.map).osm.pbf").path
    let summary = try folder.take(file)
    #expect(summary.region.ways == .ways(city.ways))
    let everywhere = BoundingBox(
      southWest: Coordinate(latitude: -90, longitude: -180)!, northEast: Coordinate(latitude: 90, longitude: 180)!)
    let ways = try await folder.open().streets(in: everywhere).ways
    #expect(ways.reduce(0) { $0 + $1.points.count } == city.points)
    // Most ends of streets are junctions.
    var users: [Coordinate: Int] = [:]
    for way in ways { for point in Set(way.points) { users[point, default: 0] += 1 } }
    let ends = ways.flatMap { [$0.points[0], $0.points[$0.points.count - 1]] }
    #expect(Double(ends.count { users[$0, default: 0] > 1 }) > 0.7 * Double(ends.count))
  }
}
