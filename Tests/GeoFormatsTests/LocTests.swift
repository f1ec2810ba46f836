import Foundation
import GeoFormats
import Geodesy
import Numbers
import Testing

private func read(_ text: String) throws -> (LocDocument, [String]) { try read(Array(text.utf8)) }

private func read(_ bytes: [UInt8]) throws -> (LocDocument, [String]) {
  var log = DiagnosticLog()
  let document = try LocDocument(bytes, log: &log)
  return (document, log.summary.map { "\($0.line): \($0.message)" })
}

@Suite("LOC: what is read and what is refused")
struct LocTests {
  @Test("codes, names, places and what Groundspeak adds, its sizes by number")
  func everything() throws {
    let (document, complaints) = try read(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <loc version="1.0" src="Groundspeak">
      <waypoint><name id="GC1"><![CDATA[A & B by C]]></name><coord lat="48.5" lon="-2.25"/><type>Geocache</type>
      <link text="Cache Details">not read</link><difficulty>1.5</difficulty><terrain>5</terrain>
      <container>8</container></waypoint>
      <waypoint><name id="GC2">D</name><coord lon="1" lat="2"/><container>Nano</container></waypoint>
      </loc>
      """)
    #expect(complaints == [])
    let first = try #require(document.waypoints.first)
    #expect(first.code == "GC1" && first.name == "A & B by C" && first.type == "Geocache")
    #expect(first.position == Coordinate(latitude: 48.5, longitude: -2.25))
    #expect(first.listing.difficulty == 1.5 && first.listing.terrain == 5 && first.listing.container == "Small")
    #expect(first.listing.line == 3 && first.listing.isAvailable)
    #expect(document.waypoints.map(\.listing.container) == ["Small", "Nano"])
  }

  @Test(
    "a bad waypoint is skipped, a bad detail dropped, each with a warning at its line",
    arguments: [
      (#"<coord lat="1" lon="181"/>"#, 0, "2: lon “181” is out of range: waypoint skipped"),
      (#"<coord lat="1e1" lon="1"/>"#, 0, "2: lat “1e1” is not a decimal number: waypoint skipped"),
      (#"<coord lon="1"/>"#, 0, "2: no lat: waypoint skipped"), ("", 0, "2: no <coord>: waypoint skipped"),
      (#"<coord lat="1" lon="1"/><terrain>6</terrain>"#, 1, "2: “6” is no rating of 1 to 5: dropped"),
      (
        #"<coord lat="1" lon="1"/><type>"# + String(repeating: "x", count: 300) + "</type>", 1,
        "2: a text is too long: shortened"
      ),
    ])
  func warnings(body: String, count: Int, complaint: String) throws {
    let (document, complaints) = try read("<loc>\n<waypoint><name id='A'/>\(body)</waypoint></loc>")
    #expect(document.waypoints.count == count)
    #expect(complaints == [complaint])
  }

  @Test(
    "what is no .loc file, cut off, hostile or empty is refused whole, at its line",
    arguments: [
      ("<loc><waypoint>", 1, "not XML"), ("", 1, "not XML"), ("\n\n<gpx/>", 3, "the root is “gpx”"),
      ("<loc/><loc/>", 1, "not XML"), ("<loc>]]></loc>", 1, "not XML"),
      ("<loc>" + String(repeating: "<a>", count: 100), 1, "nested more than 64 deep"),
    ])
  func refused(text: String, line: Int, message: String) {
    let error = #expect(throws: FormatError.self) { _ = try read(text) }
    #expect(error?.line == line)
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test("a file that is cut off is read as far as it goes, and refused before its first waypoint")
  func cuts() throws {
    let whole = Array("<loc><waypoint><name id='A'>a</name><coord lat='1' lon='1'/></waypoint></loc>".utf8)
    #expect(try read(whole).0.waypoints.count == 1)
    let first = whole.count - "</loc>".utf8.count
    for end in 0..<first { #expect(throws: FormatError.self) { _ = try read(Array(whole[..<end])) } }
    for end in first..<whole.count {
      let (document, complaints) = try read(Array(whole[..<end]))
      #expect(document.waypoints.count == 1)
      #expect(complaints == ["1: the file ends too early: everything before is read"])
    }
  }

  @Test("a DOCTYPE is passed over, and what is no XML costs the waypoint that it is in")
  func mended() throws {
    let (document, complaints) = try read(
      """
      <!DOCTYPE loc [<!ENTITY oak 'Old oak'>]>
      <loc><waypoint><name id='A'>a</nam></waypoint>
      <waypoint><name id='B'>&oak;</name><coord lat='1' lon='1'/></waypoint></loc>
      """)
    #expect(document.waypoints.map(\.code) == ["B"] && document.waypoints.map(\.name) == ["Old oak"])
    #expect(
      complaints == [
        "1: the DOCTYPE is passed over: only plain texts that it declares count",
        "2: not XML here (mismatched tag): read on from line 3",
      ])
  }

  @Test("control characters of a file reach no name and no message")
  func sanitised() throws {
    let (document, complaints) = try read(
      "<loc><waypoint><name id='A&#x202E;B'>n&#x9B;2J</name><coord lat='1' lon='1'/><terrain>&#x202E;</terrain>"
        + "</waypoint></loc>")
    #expect(document.waypoints.map(\.code) == ["AB"] && document.waypoints.map(\.name) == ["n2J"])
    #expect(complaints == ["1: “” is no rating of 1 to 5: dropped"])
  }

  @Test("bytes that are changed at random are read or refused, never more")
  func mutations() {
    var chance = SeededGenerator(seed: 3)
    let whole = Array(
      "<loc><waypoint><name id='A'>a</name><coord lat='1' lon='1'/><type>x</type></waypoint></loc>".utf8)
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &chance) {
        bytes[Int.random(in: bytes.indices, using: &chance)] = UInt8.random(in: 0...255, using: &chance)
      }
      let count = (try? read(bytes).0.waypoints.count) ?? 0
      #expect(count <= 1)
    }
  }

  @Test("a .loc file is known by its name, and by its root")
  func format() {
    #expect(FileFormat(path: "caches.LOC") == .loc)
    func format(_ text: String) -> FileFormat? { FileFormat(beginning: Array(text.utf8)) }
    #expect(format("<?xml version='1.0'?>\n<!-- c --><loc version='1'>") == .loc)
    #expect(format("\u{FEFF}<loc>") == .loc)
    #expect(format("<?xml version='1.0'?><gpx><loc>") == .gpx)
    #expect(format("<location>") == .gpx)
    #expect(format("<") == .gpx)
  }
}
