import Foundation
import Geodesy
import HuntDomain
import Numbers
import Places
import ProcessTesting
import Testing

@testable import PlaceCatalog

@Suite("Files to import")
struct SourceTests {
  @Test("the documentation names all formats, and all kinds of places")
  func documented() throws {
    let page = SharedFiles.package.appending(path: "docs/places.md")
    let parts = try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n\n")
    let formats = try #require(parts.first { $0.contains("`trove import FILE...`") })
    for format in SourceFormat.allCases { #expect(formats.contains(format.rawValue), "\(format)") }
    let kinds = try #require(parts.first { $0.contains("For `--only`") })
    for kind in PlaceCategory.allCases { #expect(kinds.contains("`\(kind.rawValue)`"), "\(kind)") }
  }

  @Test("what OpenStreetMap's XML, Overpass and GeoJSON say of one object is one place")
  func oneObject() async throws {
    let folder = Folder()
    let xml = try folder.write(
      "<osm version=\"0.6\"><node id=\"7\" version=\"1\" lat=\"60\" lon=\"25\"><tag k=\"shop\" v=\"books\"/><tag k=\"name\" v=\"X\"/></node></osm>",
      as: "a.osm")
    let overpass = try folder.write(
      """
      {"version":0.6,"osm3s":{"copyright":"x"},"elements":[{"type":"node","id":7,"lat":60.5,"lon":25,"tags":{"shop":"books","name":"Y"}}]}
      """, as: "b.json")
    let osmium = try folder.list(
      [Sample(name: "Z", latitude: 60.7, tags: ["shop": "books"], id: "n7")], as: "c.geojson")
    for (files, name) in [
      ([xml], "X"), ([xml, overpass], "Y"), ([overpass, xml], "X"), ([xml, overpass, osmium], "Z"),
    ] {
      let summary = try folder.catalog.importer(files: files, name: .test).run(now: .init(milliseconds: 0))
      #expect(summary.region.count == 1)
      #expect(try await folder.open().search("books").map(\.place.name) == [name])
    }
  }

  @Test("whoever mapped the places is named, in whichever format they came, and nobody else is")
  func attribution() throws {
    let folder = Folder()
    let mapped = Sample(name: "Z", tags: ["shop": "books"], id: "n7")
    let own = Sample(name: "Z", tags: ["shop": "books"], id: "seven")
    #expect(try folder.take(try folder.list([own])).region.attribution == [])
    #expect(try folder.take(try folder.list([own, mapped])).region.attribution == ["© OpenStreetMap contributors"])
    #expect(try folder.open().summary.attribution == ["© OpenStreetMap contributors"])
  }

  @Test("the columns of a table are found by their names; a row without a position costs only itself")
  func table() async throws {
    let folder = Folder()
    let path = try folder.write(
      #"""
      Name;Art;Breitengrad;Längengrad;website
      "Café ""Null""";cafe;60,1;24,9;https://null.example
      Nowhere;museum;;24,9;
      Far;museum;95;24,9;
      ;museum;60.2;24.9;
      """#, as: "list.csv")
    let summary = try folder.take(path)
    #expect(summary.region.count == 2)
    #expect(summary.warnings.count == 2)
    for (warning, line) in zip(summary.warnings, [3, 4]) {
      #expect(warning.hasSuffix("list.csv:\(line): warning: no place: its latitude and longitude are no degrees"))
    }
    let found = try #require(try await folder.open().search("null").first).place
    #expect(found.name == "Café \"Null\"" && found.kind == "cafe" && found.tags["website"] == "https://null.example")
    #expect(abs(found.position.latitude - 60.1) < 1e-6 && abs(found.position.longitude - 24.9) < 1e-6)
    for (text, reason) in [
      ("name,where\nA,B\n", ":1: the first row names no columns with positions"),
      ("lat,lon\n1,\"2\n", ":2: a quote that is never closed"),
    ] {
      let problem = #expect(throws: CatalogProblem.self) { try folder.take(folder.write(text, as: "bad.csv")) }
      #expect(problem?.kind == .badSource && problem?.description.contains(reason) == true)
    }
  }

  @Test("a list of JSON that would take too much memory is refused")
  func large() throws {
    let folder = Folder()
    let path = try folder.list([Sample(name: "A")])
    #expect(truncate(path, 33 << 20) == 0)
    #expect(#expect(throws: CatalogProblem.self) { try folder.take(path) }?.description.contains("32 MiB") == true)
  }

  @Test("waypoints of GPX and of a loc file are places, and tracks are not")
  func waypoints() async throws {
    let folder = Folder()
    let gpx = try folder.write(
      """
      <gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="60" lon="25"><name>Well</name>
      <desc>deep</desc><type>water</type></wpt><trk><trkseg><trkpt lat="1" lon="1"/></trkseg></trk></gpx>
      """, as: "a.gpx")
    let loc = try folder.write(
      """
      <?xml version="1.0"?><loc version="1.0" src="x"><waypoint><name id="GC1"><![CDATA[Box]]></name>
      <coord lat="61" lon="25"/></waypoint></loc>
      """, as: "b.loc")
    #expect(try folder.take(gpx, loc).region.count == 2)
    let well = try await folder.open().search("well").first?.place
    #expect(well?.kind == "water")
    #expect(well?.tags["description"] == "deep")
    #expect(try await folder.open().search("box").count == 1)
  }

  @Test("what a file says of a place besides comes with the place, in whichever format it came")
  func besides() async throws {
    let folder = Folder()
    let tags = [
      "amenity": "cafe", "opening_hours": "Mo-Su 08:00-20:00", "website": "https://cafe.example", "phone": "+358 1",
      "wheelchair": "yes", "addr:street": "Kauppakatu", "addr:housenumber": "1", "wikipedia": "fi:Kahvila",
      "description": String(repeating: "good ", count: 150) + "coffee", "stars": "4",
    ]
    let xml = tags.map { "<tag k=\"\($0)\" v=\"\($1)\"/>" }.joined()
    let json = String(decoding: try JSONEncoder().encode(tags), as: UTF8.self).dropFirst().dropLast()
    let files = [
      try folder.write(
        "<osm version=\"0.6\"><node id=\"1\" version=\"1\" lat=\"60\" lon=\"25\">\(xml)<tag k=\"name\" v=\"A\"/></node></osm>",
        as: "a.osm"),
      try folder.write(
        #"{"osm3s":{},"elements":[{"type":"node","id":2,"lat":61,"lon":25,"tags":{"name":"B",\#(json)}}]}"#,
        as: "b.json"),
      try folder.list([Sample(name: "C", latitude: 62, tags: tags)], as: "c.geojson"),
    ]
    _ = try folder.catalog.importer(files: files, name: .test).run(now: .init(milliseconds: 0))
    let places = try await folder.open().places(near: Coordinate(latitude: 0, longitude: 0)!, within: .infinity)
    #expect(places.map(\.name).sorted() == ["A", "B", "C"])
    for place in places {
      for (key, value) in tags where key != "description" { #expect(place.tags[key] == value, "\(place.name) \(key)") }
      // Replies of Overpass are read as strictly as OpenStreetMap bounds its values.
      let told = place.tags["description"] ?? ""
      #expect(place.name == "B" ? told.count == 255 : told == tags["description"], "\(place.name)")
    }
  }

  @Test("an answer of Overpass that the server broke off is refused")
  func brokenOff() throws {
    let folder = Folder()
    let path = try folder.write(
      "{\"elements\":[],\"remark\":\"runtime error: Query timed out\"}", as: "a.json")
    #expect(#expect(throws: CatalogProblem.self) { try folder.take(path) }?.description.contains("timed out") == true)
  }

  @Test(
    "the numbers that programs give to OpenStreetMap's objects are understood, and others are not",
    arguments: [
      ("n12", "n12"), ("node/12", "n12"), ("way/3", "w3"), ("relation/4", "r4"), ("a24", "w12"), ("a25", "r12"),
      ("12", nil),
      ("n", nil), ("n-1", nil), ("x12", nil), ("node/x", nil), ("a/b/c", nil), ("n99999999999999999999", nil),
    ])
  func numbers(id: String, key: String?) {
    #expect(OSMNumber.key(id) == key)
  }

  @Test("tags come back from a text as they were")
  func tagText() {
    var chance = SeededGenerator(seed: 4)
    for _ in 0..<100 {
      let pairs = (0..<Int.random(in: 0...8, using: &chance)).map { _ in
        (
          key: "k\(Int.random(in: 0...20, using: &chance))",
          value: String((0..<3).map { _ in "aб日🏰 ;=".randomElement(using: &chance)! })
        )
      }
      let tags = PlaceTags(pairs)
      #expect(TagText.decode(TagText.encode(tags)) == tags)
    }
    #expect(TagText.decode("broken") == PlaceTags())
  }
}
