import Database
import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places
import Testing

@testable import PlaceCatalog

@Suite("An import")
struct ImportTests {
  private let museum = Sample(name: "Museum", tags: ["tourism": "museum"])

  @Test("of two files with one object of OpenStreetMap in both takes the later")
  func later() async throws {
    let folder = Folder()
    let old = try folder.list([Sample(name: "Old", tags: ["shop": "books"], id: "n5"), museum], as: "old.geojson")
    let new = try folder.list(
      [Sample(name: "New", latitude: 61, tags: ["shop": "books"], id: "node/5")], as: "new.geojson")
    #expect(try folder.take(old, new).region.count == 2)
    #expect(try await folder.open().search("old").isEmpty)
    #expect(try await folder.open().search("new").map(\.place.id) == ["n5"])
    // What a list numbers for itself is its own, also when two lists have one name.
    let first = try folder.list([Sample(name: "One", id: "1")], as: "a/list.geojson")
    let second = try folder.list([Sample(name: "Two", id: "1")], as: "b/list.geojson")
    #expect(try folder.take(first, second).region.count == 2)
  }

  @Test("keeps the map that was made of it, replaces it with the places, and forgets it with them")
  func map() throws {
    let folder = Folder()
    let list = try folder.list([museum])
    func run(_ text: String?, trouble: String? = nil, lacks: [String] = []) throws -> ImportSummary {
      try folder.catalog.importer(files: [list], name: .test).run(
        now: .init(milliseconds: 1000),
        makeMap: { files, output, scratch, progress in
          #expect(files == [list] && output.hasSuffix(".mbtiles"))
          if let text { try? Data(text.utf8).write(to: URL(filePath: output)) }
          try? FileManager.default.createDirectory(atPath: scratch, withIntermediateDirectories: true)
          try? Data("x".utf8).write(to: URL(filePath: scratch + "/part"))
          guard progress(0.5) else { return .failed("it was cancelled") }
          return trouble.map { .failed($0) } ?? .made(warnings: lacks)
        })
    }
    func kept() throws -> String? {
      try folder.catalog.map(of: .test).map { try String(contentsOfFile: $0, encoding: .utf8) }
    }
    #expect(try run("one").warnings.isEmpty)
    #expect(try kept() == "one" && folder.catalog.regions().first?.map != nil)
    #expect(folder.files == ["test.index", "test.map", "test.places"])
    #expect(try run("two").region.count == 1)
    #expect(try kept() == "two")
    #expect(try run("dry", lacks: ["The sea is missing."]).warnings == ["The sea is missing."])
    #expect(try kept() == "dry")
    #expect(try run("half", trouble: "There is no map.").warnings == ["There is no map."])
    #expect(try kept() == nil, "half a map is none, and that of the places before is of other places")
    _ = try run("three")
    try folder.catalog.forget(.test)
    #expect(folder.files.isEmpty)
  }

  @Test("is not changed by an import whose map was cancelled")
  func cancelledMap() throws {
    let folder = Folder()
    let list = try folder.list([museum])
    let importer = try folder.catalog.importer(files: [list], name: .test)
    _ = try importer.run(
      now: .init(milliseconds: 1000),
      makeMap: { _, output, _, _ in
        try? Data("old".utf8).write(to: URL(filePath: output))
        return .made(warnings: [])
      })
    let before = folder.contents
    var fractions: [Double] = []
    let problem = #expect(throws: CatalogProblem.self) {
      try importer.run(
        now: .init(milliseconds: 2000),
        progress: { step in
          fractions.append(step.fraction)
          return step.phase != .mapping
        },
        makeMap: { _, output, _, progress in
          try? Data("new".utf8).write(to: URL(filePath: output))
          return progress(0.2) ? .made(warnings: []) : .failed("it was cancelled")
        })
    }
    #expect(problem?.kind == .cancelled)
    #expect(fractions == fractions.sorted() && fractions.last == 0.6)
    #expect(folder.contents.filter { !$0.key.hasSuffix(".part") } == before)
  }

  @Test("makes one place of a point and an outline of one thing, with the tags of both")
  func doubles() async throws {
    let folder = Folder()
    let path = try folder.write(
      """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"w1","properties":{"name":"Kiasma","tourism":"museum","start_date":"1998"},"geometry":
      {"type":"Polygon","coordinates":[[[25,60],[25.001,60],[25.001,60.0005],[25,60.0005],[25,60]]]}},
      {"type":"Feature","id":"n1","properties":{"name":"KIASMA","tourism":"museum","phone":"1"},"geometry":
      {"type":"Point","coordinates":[25.0004,60.0002]}},
      {"type":"Feature","id":"n2","properties":{"name":"Kiasma","amenity":"cafe"},"geometry":
      {"type":"Point","coordinates":[25.0004,60.0002]}}]}
      """, as: "kiasma.geojson")
    let summary = try folder.take(path)
    #expect(summary.merged == 1)
    let hits = try await folder.open().search("kiasma")
    #expect(Set(hits.map(\.place.id)) == ["n1", "n2"])
    let museum = hits.first { $0.place.id == "n1" }
    #expect(museum?.place.tags["start_date"] == "1998")
    #expect(museum?.place.tags["phone"] == "1")
    #expect(museum?.place.position == Coordinate(latitude: 60.0002, longitude: 25.0004))
  }

  @Test("takes only what was asked for")
  func selection() async throws {
    let folder = Folder()
    let path = try folder.write(
      """
      <osm version="0.6">
      <node id="1" version="1" lat="60" lon="25"><tag k="natural" v="tree"/></node>
      <node id="2" version="1" lat="60.1" lon="25"><tag k="natural" v="spring"/></node>
      <node id="3" version="1" lat="60.2" lon="25"><tag k="amenity" v="bar"/><tag k="name" v="Bar"/></node>
      <node id="4" version="1" lat="60.3" lon="25"><tag k="building" v="yes"/></node>
      <node id="5" version="1" lat="60.4" lon="25"><tag k="name" v="No place"/></node>
      </osm>
      """, as: "town.osm")
    func ids(_ list: String) async throws -> [String] {
      try folder.take(path, only: try PlaceSelection(list))
      return try await folder.open().places(near: Coordinate(latitude: 0, longitude: 0)!, within: .infinity).map(\.id)
        .sorted()
    }
    #expect(try await ids("") == ["n2", "n3"])
    #expect(try await ids("natural") == ["n2"])
    #expect(try await ids("natural=tree, amenity") == ["n1", "n3"])
    #expect(try await ids("building") == ["n4"])
    #expect(try folder.open().summary.keys == "building")
    #expect(throws: CatalogProblem.self) { _ = try PlaceSelection("a,=b") }
    let problem = #expect(throws: CatalogProblem.self) { try folder.take(path, only: try PlaceSelection("craft")) }
    #expect(problem?.kind == .badSource)
    #expect(try folder.open().summary.keys == "building")
  }

  @Test(
    "that fails, or is cancelled at any step, leaves the region as it was and nothing beside it but what is resumed")
  func failures() async throws {
    let folder = Folder()
    let good = try folder.list(Sample.many(50))
    try folder.take(good)
    let before = folder.contents
    let cut = try folder.write("{\"type\":\"FeatureCollection\",\"features\":[", as: "cut.geojson")
    let empty = try folder.list([], as: "empty.geojson")
    for (path, kind) in [
      (cut, CatalogProblem.Kind.badSource), (empty, .badSource), (folder.url.path + "/nowhere.osm", .missing),
      (folder.url.path, .missing), (try folder.write("", as: "nothing.pbf"), .badSource),
      (try folder.write("what?", as: "what.txt"), .badSource),
    ] {
      let problem = #expect(throws: CatalogProblem.self) { try folder.take(path) }
      #expect(problem?.kind == kind, "\(path)")
      #expect(before.allSatisfy { folder.contents[$0.key] == $0.value })
      #expect(folder.files == ["test.index", "test.places"])
    }
    for step in 0..<5 {
      var told = 0
      let problem = #expect(throws: CatalogProblem.self) {
        // Each on another run of the machine, so that each begins anew.
        try folder.catalog.importer(files: [good], name: .test, boot: "\(step)").run(now: .init(milliseconds: 2)) { _ in
          told += 1
          return told <= step
        }
      }
      #expect(problem?.kind == .cancelled)
      #expect(before.allSatisfy { folder.contents[$0.key] == $0.value })
      #expect(!folder.files.contains { $0.hasSuffix(".new") })
    }
    try folder.take(good)
    #expect(folder.files == ["test.index", "test.places"])
  }

  @Test("tells how far it is, never going back, up to the end")
  func progress() throws {
    let folder = Folder()
    let files = [
      try folder.list(Sample.many(3000), as: "a.geojson"), try folder.list(Sample.many(10, seed: 2), as: "b.geojson"),
    ]
    var told: [ImportProgress] = []
    _ = try folder.catalog.importer(files: files, name: .test).run(now: .init(milliseconds: 0)) {
      told.append($0)
      return true
    }
    #expect(told.map(\.fraction) == told.map(\.fraction).sorted())
    #expect(told.last?.fraction == 1)
    #expect(told.last?.count == 3010)
    #expect(Set(told.compactMap(\.file)) == Set(files))
  }

  @Test("that was cut off goes on behind the last whole file, as long as the files are the same")
  func resumes() async throws {
    let folder = Folder()
    let first = try folder.list([museum], as: "a.geojson")
    let second = try folder.list([Sample(name: "Castle", latitude: 61, tags: ["historic": "castle"])], as: "b.geojson")
    let cut = try folder.write("{", as: "c.geojson")
    func fail(boot: String = "one") { _ = try? folder.take(first, second, cut, boot: boot) }
    let whole = try folder.list([Sample(name: "Tower", latitude: 62, tags: ["historic": "tower"])], as: "d.geojson")

    fail()
    #expect(folder.files == ["test.part"])
    // The list of files is another behind the files that were read.
    #expect(try folder.take(first, second, whole, boot: "one").resumed == 2)
    #expect(try folder.open().summary.count == 3)
    #expect(folder.files == ["test.index", "test.places"])

    fail()
    #expect(try folder.take(first, second, whole, boot: "two").resumed == 0)
    fail()
    #expect(try folder.take(first, second, whole, only: try PlaceSelection("tourism"), boot: "one").resumed == 0)
    #expect(try folder.open().summary.count == 1)
    fail()
    #expect(try folder.take(second, first, whole, boot: "one").resumed == 0)
    fail()
    _ = try folder.list([museum, Sample(name: "Another", latitude: 63)], as: "a.geojson")
    #expect(try folder.take(first, second, whole, boot: "one").resumed == 0)
    #expect(try folder.open().summary.count == 4)
    // What is no such file any more is not trusted.
    fail()
    try folder.write("not a database", as: "places/test.part")
    #expect(try folder.take(first, second, whole, boot: "one").resumed == 0)
  }

  @Test("gives way to another that has begun, and the region can be read meanwhile and after")
  func busy() async throws {
    let folder = Folder()
    let path = try folder.list([museum])
    try folder.take(path)
    let other = try folder.list([Sample(name: "Castle", tags: ["historic": "castle"])], as: "other.geojson")
    let lock = try #require(try RegionLock(.test, in: folder.places))
    let problem = #expect(throws: CatalogProblem.self) { try folder.take(other) }
    #expect(problem?.kind == .busy)
    #expect(#expect(throws: CatalogProblem.self) { try folder.catalog.forget(.test) }?.kind == .busy)
    withExtendedLifetime(lock) {}
    #expect(try await folder.open().search("museum").count == 1)
  }

  @Test("is seen at the next opening, and whoever has the region open goes on with what it was")
  func readers() async throws {
    let folder = Folder()
    try folder.take(try folder.list([museum]))
    let before = try folder.open()
    try folder.take(try folder.list([Sample(name: "Castle", tags: ["historic": "castle"])], as: "other.geojson"))
    #expect(try await before.search("museum").count == 1)
    #expect(try await before.search("castle").isEmpty)
    #expect(try await before.nearest(5, to: museum.position).map(\.place.name) == ["Museum"])
    #expect(try await folder.open().search("castle").count == 1)
    try folder.catalog.forget(.test)
    #expect(try await before.search("museum").count == 1)
    #expect(folder.files == [])
  }

  @Test("cleans and bounds every text that it takes")
  func texts() async throws {
    let folder = Folder()
    let long = String(repeating: "x", count: 5000)
    try folder.take(
      try folder.list([
        Sample(
          name: "A\u{1B}[2J\u{202E}B", tags: ["tourism": "museum", "na\u{7}me:de": "Bö\u{0}se\n", "description": long])
      ]))
    let place = try #require(try await folder.open().search("museum").first?.place)
    #expect(place.name == "A[2JB")
    #expect(place.tags["name:de"] == "Böse")
    #expect(place.tags["description"]?.count == 1000)
  }
}
