import Foundation
import GeoFormats
import Testing

@Suite("Checking files")
struct FormatCheckTests {
  /// Writes `text` to a file of that name in a folder of its own and checks it.
  private func check(_ text: String, as name: String) throws -> FormatCheck {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("trove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return FormatCheck(path: file.path)
  }

  private let walk = track("<trkpt lat=\"1\" lon=\"2\"/><trkpt lat=\"x\" lon=\"2\"/>")
  private let places =
    #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}, null]}"#

  @Test(
    "the format follows from the extension, or else from the first bytes", arguments: ["a.gpx", "a.XML", "a", "a.dat"])
  func gpxByName(name: String) throws {
    let result = try check(walk, as: name)
    #expect(result.loaded == 1)
    #expect(result.diagnostics.map(\.line) == [4])
  }

  @Test("the same for GeoJSON", arguments: ["a.geojson", "a.JSON", "a", "a.dat"])
  func geoJSONByName(name: String) throws {
    let result = try check(" \n" + places, as: name)
    #expect(result.loaded == 1)
    #expect(result.diagnostics.map(\.line) == [2])
  }

  @Test(
    "the same for what receivers said",
    arguments: [
      "a.nmea", "a.NMA", "a.log", "a.txt", "a.json", "a.jsonl", "a", "a.dat",
    ])
  func receiverLogByName(name: String) throws {
    let comment = "# " + String(repeating: "long ", count: 500) + "\n"
    let sentences = "2026-11-22 06:28:51: " + framed("GPRMC,100000,A,4808.0,N,01134.0,E,,,010524,,,A") + "\n$GPRMC\n"
    let found = try check(comment + sentences, as: name)
    #expect(found.loaded == 1)
    #expect(found.diagnostics.map(\.line) == [3])
    let report = #"{"class":"TPV","mode":2,"lat":1,"lon":2}"#
    #expect(try check(report + "\n{", as: name).loaded == 1)
    #expect(try check("2026-11-22 06:28:51: " + report, as: name).loaded == 1)
  }

  @Test(
    "what begins like nothing is what its extension says",
    arguments: [
      ("a.log", "no recording"), ("a.txt", "no recording"), ("a.json", "not JSON"), ("a.dat", "none of the formats"),
      ("a.csv", "CSV"), ("a.gpx", "not XML"),
    ])
  func unknown(name: String, words: String) throws {
    #expect(try check("hello\n", as: name).diagnostics.last?.message.contains(words) == true)
  }

  @Test("formats that other commands read are named, whatever the file is called", arguments: ["a.json", "a", "a.dat"])
  func foreign(name: String) throws {
    let overpass = #"{"version": 0.6, "generator": "Overpass API", "osm3s": {}, "elements": []}"#
    #expect(try check(overpass, as: name).diagnostics.last?.message.contains("Overpass") == true)
    let extract = "<?xml version='1.0'?>\n<osm version='0.6'></osm>"
    if name != "a.json" {
      #expect(try check(extract, as: name).diagnostics.last?.message.contains("OpenStreetMap") == true)
    }
  }

  @Test("a feature without a place is legal and does not count")
  func unlocated() throws {
    let point = #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]}}"#
    let nowhere = #"{"type":"Feature","geometry":null}"#
    let result = try check(#"{"type":"FeatureCollection","features":[\#(point),\#(nowhere),\#(point)]}"#, as: "a.json")
    #expect(result.loaded == 2 && result.diagnostics.isEmpty)
  }

  @Test("a refused file has no count, and its last complaint is the error")
  func refused() throws {
    let result = try check(#"<gpx version="1.0"><wpt lat="x" lon="1"/>"#, as: "a.gpx")
    #expect(result.loaded == nil)
    #expect(result.diagnostics.map(\.severity) == [.warning, .error])
    #expect(try check("{", as: "a.geojson").diagnostics.map(\.severity) == [.error])
  }

  @Test(
    "a file that is not there is refused",
    arguments: ["/nowhere/a.gpx", "/nowhere/a.json", "/nowhere/a", "/", "/nowhere/a\u{1B}[2J.gpx"])
  func missing(path: String) {
    let result = FormatCheck(path: path)
    #expect(result.loaded == nil)
    #expect(result.diagnostics.count == 1)
    #expect(!result.diagnostics[0].text(file: path).contains("\u{1B}"))
  }

  @Test("complaints are printed as compilers print them, the name of the file made safe")
  func text() {
    let complaint = Diagnostic(.warning, line: 12, "odd\u{1B}[2J\nname")
    #expect(complaint.text(file: "a\u{202E}b.gpx") == "ab.gpx:12: warning: odd[2J name")
  }

  @Test(
    "the world's GPX files hold what another reader found in them", .enabled(if: Shared.isPresent, "needs ../shared"))
  func oracle() throws {
    let table = String(decoding: try Shared.bytes("gpx/oracle.gpxpy.tsv"), as: UTF8.self)
    let rows = table.split(separator: "\n").dropFirst().map {
      $0.split(separator: "\t", omittingEmptySubsequences: false)
    }
    #expect(rows.count > 80)
    for row in rows where row[1] == "ok" {
      let outcome = GPXOutcome(try Shared.bytes(String(row[0])))
      let counts = try #require(outcome.counts, "\(row[0])")
      let found = [
        counts.waypoints, counts.routes, counts.routePoints, counts.tracks, counts.segments, counts.trackPoints,
        outcome.points.count { $0.time != nil },
      ]
      #expect(found.map { String($0) } == row[2..<9].map { String($0) }, "\(row[0])")
    }
  }

  @Test("the world's GPX files that others refuse", .enabled(if: Shared.isPresent, "needs ../shared"))
  func refusedByOthers() throws {
    #expect(GPXOutcome(try Shared.bytes("gpx/georust/badcharacter.xml")).error?.line == 1)
    // Before and behind where they stop to be XML they are read: of the 183 points of the first one 176 have a whole
    // beginning and an end, five of them with something broken between.
    for (path, points) in [("bitflip/Mojstrovka.flip.gpx", 171), ("truncated/fells_loop.trunc.gpx", 88)] {
      let outcome = GPXOutcome(try Shared.bytes("hostile/\(path)"))
      #expect(outcome.counts?.points == points && !outcome.complaints.isEmpty, "\(path)")
    }
    // Nothing here reads the element that the other reader does not like.
    #expect(GPXOutcome(try Shared.bytes("gpx/georust/with_accuracy.gpx")).counts?.points == 3)
    let undefined = GPXOutcome(try Shared.bytes("gpx/placemark/bad.gpx"))
    #expect(undefined.counts?.points == 0 && !undefined.complaints.isEmpty)
  }

  @Test(
    "the world's GPX files of today hold nothing to complain about but empty elevations",
    .enabled(if: Shared.isPresent, "needs ../shared"))
  func quiet() throws {
    let loud = try Shared.files("gpx", suffix: ".gpx").filter {
      !GPXOutcome(try Shared.bytes("gpx/\($0)")).complaints.isEmpty
    }
    #expect(loud == ["placemark/bad.gpx", "togeojson/empty_ele.gpx"])
  }

  @Test("the world's hostile XML is refused", .enabled(if: Shared.isPresent, "needs ../shared"))
  func hostileXML() throws {
    let files = Shared.files("hostile/xml", suffix: "xml")
    #expect(files.count > 400)
    for file in files { #expect(GPXOutcome(try Shared.bytes("hostile/xml/\(file)")).error != nil, "\(file)") }
  }
}
