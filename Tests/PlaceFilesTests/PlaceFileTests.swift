import Foundation
import GeoFormats
import Geodesy
import HuntDomain
import PlaceFiles
import Places
import Testing
import Views

/// A folder of files for one test.
private final class Folder {
  let url = FileManager.default.temporaryDirectory.appending(path: "trove-places-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: url) }

  func file(_ name: String, _ text: String) throws -> String {
    let file = url.appending(path: name)
    try text.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  /// A collection of features, each given as its properties and its position.
  func collection(_ name: String, trove: String = "{}", _ features: [(properties: String, position: String)]) throws
    -> String
  {
    let lines = features.map { feature in
      #"{"type":"Feature","properties":\#(feature.properties),"#
        + #""geometry":{"type":"Point","coordinates":\#(feature.position)}}"#
    }
    return try file(
      name,
      "{\"type\":\"FeatureCollection\",\"trove\":\(trove),\"features\":[\n\(lines.joined(separator: ",\n"))]}")
  }
}

@Suite("Places from files")
struct PlaceFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("GeoJSON: names, kinds and ids; ids that repeat are told apart; what has no name gets one")
  func geoJSON() async throws {
    let path = try folder.collection(
      "places.geojson",
      [
        (#"{"id":"well","name":"The Well","kind":"well"}"#, "[1,2]"), (#"{"id":"well","name":"Another"}"#, "[3,4]"),
        ("null", "[5,6]"),
      ])
    let places = try await PlaceFile(path: path).places(
      near: #require(Coordinate(latitude: 0, longitude: 0)), within: 1)
    #expect(places.map(\.id) == ["well", "well-2", "3"])
    #expect(places.map(\.name) == ["The Well", "Another", "place 3"])
    #expect(places.map(\.kind) == ["well", nil, nil])
    #expect(places[0].position == Coordinate(latitude: 2, longitude: 1))
  }

  @Test("a line or an area is a place in its middle")
  func areas() throws {
    let path = try folder.file(
      "area.geojson",
      """
      {"type":"Feature","properties":{"name":"Lake"},
       "geometry":{"type":"Polygon","coordinates":[[[0,0],[4,0],[4,2],[0,2],[0,0]]]}}
      """)
    #expect(try PlaceFile(path: path).places.map(\.position) == [Coordinate(latitude: 1, longitude: 2)])
  }

  @Test("GPX: the waypoints, with their types")
  func gpx() throws {
    let path = try folder.file(
      "places.gpx",
      """
      <gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1">
      <wpt lat="48" lon="11"><name>Oak</name><type>tree</type></wpt><wpt lat="48.1" lon="11"/></gpx>
      """)
    let places = try PlaceFile(path: path).places
    #expect(places.map(\.name) == ["Oak", "waypoint 2"])
    #expect(places.map(\.kind) == ["tree", nil])
  }

  @Test(
    "what is no file of places says what to do with it",
    arguments: [
      ("answer.json", #"{"version": 0.6, "generator": "Overpass API", "osm3s": {}, "elements": []}"#, "trove import"),
      ("region.osm", "<?xml version='1.0'?><osm version='0.6'/>", "trove import"),
      ("region.osm.pbf", "\0\0\0\rOSMHeader", "trove import"), ("region.gpkg", "SQLite format 3\0", "trove import"),
      ("table.csv", "name,lat,lon\nOak,48,11\n", "trove import"), ("letter.doc", "Dear Ada\n", "GeoJSON, GPX"),
    ])
  func foreign(name: String, text: String, advice: String) throws {
    let path = try folder.file(name, text)
    let problem = try #require(throws: FileProblem.self) { try PlaceFile(path: path) }
    #expect(problem.message.contains(advice) && !problem.isMissing)
  }

  @Test("what is not there and what is broken are told apart, with file and line")
  func problems() throws {
    let missing = try #require(throws: FileProblem.self) { try PlaceFile(path: folder.url.path + "/none.geojson") }
    #expect(missing.isMissing)
    let path = try folder.file("cut.geojson", "{\"type\":\n\"Feature")
    let broken = try #require(throws: FileProblem.self) { try PlaceFile(path: path) }
    #expect(!broken.isMissing)
    #expect(broken.description.hasPrefix("\(path):2: error: "))
  }

  @Test("control characters of a file reach no name")
  func sanitised() throws {
    let path = try folder.collection(
      "attack.geojson", [(#"{"id":"a","name":"\u001b[2J\u202eWell","kind":"\u009bx"}"#, "[1,2]")])
    let place = try #require(try PlaceFile(path: path).places.first)
    let text = place.name + (place.kind ?? "")
    #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control || $0 == "\u{202E}" })
  }
}

@Suite("Hunts from files")
struct HuntFileTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("the documented properties, and what they are when left out")
  func properties() throws {
    let path = try folder.collection(
      "hunt.geojson",
      trove: #"{"type":"hunt","version":1,"title":"T","order":"any","map":"m.geojson","trace":"walks/w.gpx"}"#,
      [
        (#"{"id":"b","name":"B","order":2,"radius_m":12.5,"points":7,"hint":"h","message":"m"}"#, "[1,2]"),
        (#"{"id":"a","name":"A","order":1}"#, "[1,2.001]"),
      ])
    let file = try HuntFile(path: path)
    #expect(file.warnings.isEmpty)
    #expect(file.hunt.title == "T" && file.hunt.order == .any)
    #expect(file.hunt.treasures.map(\.id) == ["a", "b"])
    #expect(file.hunt.treasures.map(\.zone) == [.circle(radius: 15), .circle(radius: 12.5)])
    #expect(file.hunt.treasures.map(\.points) == [1, 7])
    #expect(file.hunt.treasures.map(\.hints) == [[], [Hint("h")]])
    #expect(file.map == folder.url.path + "/m.geojson")
    #expect(file.trace == folder.url.path + "/walks/w.gpx")
  }

  @Test(
    "a file that is not an ordinary one beside or below the hunt is left out with a warning",
    arguments: ["map", "trace"],
    [
      "/etc/hostname", "../secret.geojson", "below/../../secret.geojson", "link.geojson", "out/secret.geojson", "pipe",
      "/dev/zero", "below", "null", "",
    ])
  func strange(member: String, name: String) throws {
    let inner = folder.url.appending(path: "hunts").path
    let files = FileManager.default
    if !files.fileExists(atPath: inner) {
      try files.createDirectory(atPath: inner + "/below", withIntermediateDirectories: true)
      try "{}".write(toFile: folder.url.path + "/secret.geojson", atomically: true, encoding: .utf8)
      try files.createSymbolicLink(atPath: inner + "/link.geojson", withDestinationPath: "../secret.geojson")
      try files.createSymbolicLink(atPath: inner + "/out", withDestinationPath: "..")
      try files.createSymbolicLink(atPath: inner + "/null", withDestinationPath: "/dev/null")
      try #require(mkfifo(inner + "/pipe", 0o600) == 0)
    }
    let path = try folder.collection(
      "hunts/hunt.geojson", trove: #"{"type":"hunt","version":1,"\#(member)":"\#(name)"}"#,
      [(#"{"id":"a","name":"A"}"#, "[1,2]")])
    let file = try HuntFile(path: path)
    #expect(file.map == nil && file.trace == nil)
    #expect(file.warnings.map(\.message).contains { $0.contains("not an ordinary file beside or below the hunt") })
    #expect(FileCheck(path: path).diagnostics == file.warnings)
  }

  @Test("files beside and below the hunt are its own, also through links that stay there")
  func own() throws {
    let below = folder.url.appending(path: "below").path
    try FileManager.default.createDirectory(atPath: below, withIntermediateDirectories: true)
    try "{}".write(toFile: below + "/m.geojson", atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/link.geojson", withDestinationPath: "below/m.geojson")
    let path = try folder.collection(
      "own.geojson", trove: #"{"type":"hunt","version":1,"map":"link.geojson","trace":"below/m.geojson"}"#,
      [(#"{"id":"a","name":"A"}"#, "[1,2]")])
    let file = try HuntFile(path: path)
    #expect(file.warnings.isEmpty)
    #expect(file.map == folder.url.path + "/link.geojson" && file.trace == folder.url.path + "/below/m.geojson")
  }

  @Test("a hunt of a later version is refused with a sentence")
  func laterVersion() throws {
    let path = try folder.collection("new.geojson", trove: #"{"version":3}"#, [(#"{"id":"a","name":"A"}"#, "[1,2]")])
    let problem = try #require(throws: FileProblem.self) { try HuntFile(path: path) }
    #expect(problem.message.contains("newer than this program"))
  }

  @Test("what cannot be a treasure is skipped with a warning at its line; bad numbers become the defaults")
  func warnings() throws {
    let path = try folder.collection(
      "odd.geojson",
      [
        (#"{"id":"a","name":"A","radius_m":-4}"#, "[1,2]"), (#"{"name":"no id"}"#, "[1,2]"),
        (#"{"id":"a","name":"again"}"#, "[1,2]"), (#"{"id":"b","name":"B","points":1e300}"#, "[1,2]"),
      ])
    let file = try HuntFile(path: path)
    #expect(file.hunt.treasures.map(\.id) == ["a", "b"])
    #expect(file.hunt.treasures.map(\.zone) == [.circle(radius: 15), .circle(radius: 15)])
    #expect(file.hunt.treasures.map(\.points) == [1, 1])
    #expect(file.warnings.map(\.line) == [2, 3, 4, 5])
  }

  @Test("a file without a single treasure is no hunt")
  func empty() throws {
    let path = try folder.collection("empty.geojson", [])
    #expect(throws: FileProblem.self) { try HuntFile(path: path) }
  }
}

@Suite("Base maps from files")
struct BaseMapFileTests {
  private static let features = """
    {"type":"Feature","properties":{"kind":"road","name":"R"},"geometry":{"type":"LineString","coordinates":[[0,0],[0.1,0]]}},
    {"type":"Feature","properties":{"kind":"land","name":"L"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]],[[0.4,0.2],[0.5,0.2],[0.5,0.3],[0.4,0.2]]]}},
    {"type":"Feature","properties":{"kind":"volcano"},"geometry":{"type":"LineString","coordinates":[[0,0],[1,0]]}},
    {"type":"Feature","properties":{"kind":"land"},"geometry":{"type":"Point","coordinates":[0,0]}},
    {"type":"Feature","properties":{"kind":"bay","name":"B\\u202E"},"geometry":{"type":"Point","coordinates":[0.5,0.5]}},
    {"type":"Feature","properties":{"kind":"island","name":"L"},"geometry":{"type":"Point","coordinates":[0.2,0.1]}}
    """

  private func map(_ features: String, about: String = "{}") throws -> BaseMap {
    let folder = try Folder()
    return try withExtendedLifetime(folder) {
      let path = try folder.file(
        "map.geojson", #"{"type":"FeatureCollection","trove":\#(about),"features":[\#(features)]}"#)
      return try BaseMapFile(path: path).map
    }
  }

  @Test("areas and lines by kind, in the order of drawing; what is of no known kind is left out")
  func shapes() throws {
    let map = try map(Self.features, about: #"{"author":"A. Naught","licence":"MIT"}"#)
    let geometry = try #require(map.geometries.first)
    #expect(map.geometries.count == 1 && geometry.side == nil)
    #expect(geometry.shapes.map(\.kind) == [.land, .road])
    #expect(geometry.shapes[0].isArea && geometry.shapes[0].parts.count == 2)
    #expect(geometry.shapes[1].name.map { geometry.names[$0] } == "R")
    #expect(map.attribution == "A. Naught, MIT")
    #expect(map.isSeaCharted)
  }

  @Test("points become names where they lie, sanitised; an area leaves its name to a point that has the same")
  func names() throws {
    let geometry = try #require(try map(Self.features).geometries.first)
    let names = geometry.labels.map { "\($0.kind) \(geometry.names[$0.name])" }
    #expect(names == ["island L", "water B"])
    #expect(geometry.shapes[0].name == nil)
    // The box is a degree wide and, on a Mercator map, a trifle higher, on a sheet of 2^26 units: half of it to the east.
    let middle = Double(1 << 25)
    #expect(abs(Double(try #require(geometry.labels.last).at.x) / middle - 1) < 1e-4)
    #expect(try #require(geometry.labels.first).at.y > 3 * geometry.box.bottom / 4)
  }

  @Test("in a file without any kind everything is drawn; without land nothing is sea")
  func plain() throws {
    let map = try map(
      """
      {"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[0.1,0]]}},
      {"type":"Feature","properties":{"name":"P"},"geometry":{"type":"Point","coordinates":[0,0]}},
      {"type":"Feature","properties":null,"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}
      """)
    let geometry = try #require(map.geometries.first)
    #expect(geometry.shapes.map(\.kind) == [.settlement, .path])
    #expect(geometry.labels.map(\.kind) == [.sight])
    #expect(!map.isSeaCharted)
  }

  @Test(
    "bridges lie as high as their layers say, decks and houses as their heights; other ways and areas on the ground")
  func rises() throws {
    func rise(_ properties: String, isArea: Bool = false) throws -> MapGeometry.Rise? {
      let geometry =
        isArea
        ? #"{"type":"Polygon","coordinates":[[[0,0],[0.1,0],[0.1,0.1],[0,0]]]}"#
        : #"{"type":"LineString","coordinates":[[0,0],[0.1,0]]}"#
      let map = try map(#"{"type":"Feature","properties":{\#(properties)},"geometry":\#(geometry)}"#)
      return try #require(map.geometries.first?.shapes.first).rise
    }
    #expect(try rise(#""kind":"path","bridge":true,"layer":2"#) == MapGeometry.Rise(bridgeOnLayer: 2))
    #expect(try rise(#""kind":"path","bridge":true"#) == MapGeometry.Rise(bridgeOnLayer: 1))
    for properties in [#""bridge":false,"layer":1"#, #""bridge":"yes""#, #""layer":1"#, #""height":9"#] {
      #expect(try rise(#""kind":"path",\#(properties)"#) == nil, "\(properties)")
    }
    for kind in ["pier", "square", "building"] {
      let said = try rise(#""kind":"\#(kind)","min_height":4,"height":6"#, isArea: true)
      #expect(said == MapGeometry.Rise(foot: 4, top: 6))
    }
    #expect(try rise(#""kind":"pier","bridge":true"#, isArea: true)?.isBridge == true)
    #expect(try rise(#""kind":"park","min_height":4,"height":6"#, isArea: true) == nil)
    #expect(try rise(#""kind":"building","bridge":true"#, isArea: true) == nil)
  }

  @Test("a file with nothing to draw is an empty map, with its attribution")
  func empty() throws {
    let map = try map("", about: #"{"author":"A. Naught"}"#)
    #expect(map.geometries.isEmpty && map.attribution == "A. Naught" && !map.isSeaCharted)
  }

  @Test("the map of Null Island is one sheet with its land, ways and names, each once")
  func nullIsland() throws {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let map = try BaseMapFile(path: package.appending(path: "Maps/null-island.geojson").path).map
    let geometry = try #require(map.geometries.first)
    #expect(map.isSeaCharted && map.geometries.count == 1 && geometry.shapes.count > 100)
    let names = geometry.labels.map { geometry.names[$0.name] }
    #expect(names.first == "Zero Town" && names.contains("Null Island") && Set(names).count == names.count)
    // A unit is a few millimetres on an island of a kilometre at most.
    #expect(geometry.unit * 40_075_017 < 1e-4)
  }
}
