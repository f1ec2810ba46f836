import Foundation
import GeoFormats
import Geodesy
import Numbers
import Testing

private func visit(_ code: String, comment: String = "", name: String = "N", type: String? = nil) throws -> CacheVisit {
  CacheVisit(
    code: code, name: name, position: try #require(Coordinate(latitude: 48.123456789, longitude: -11.5)),
    time: 1_795_341_600_123, comment: comment, type: type)
}

@Suite("Exports: field notes, finds, tracks")
struct ExportTests {
  @Test("field notes are lines of UTF-16 behind a byte order mark, as receivers write them")
  func fieldNotes() throws {
    let bytes = FieldNotes.bytes([try visit("GC1", comment: "Nice, \"really\"\nthanks é🙂"), try visit("GC2")])
    #expect(bytes.prefix(2) == [0xFF, 0xFE])
    let text = String(bytes: bytes.dropFirst(2), encoding: .utf16LittleEndian)
    let lines = """
      GC1,2026-11-22T10:00:00Z,Found it,"Nice, 'really' thanks é🙂"
      GC2,2026-11-22T10:00:00Z,Found it,""

      """
    #expect(text == lines)
    #expect(
      FieldNotes.bytes([try visit("GC1", comment: "Nice, \"really\"\nthanks é🙂"), try visit("GC2")], encoding: .utf8)
        == Array(lines.utf8))
  }

  @Test("nothing in a field breaks the line")
  func fieldsStay() throws {
    let line = String(
      decoding: FieldNotes.bytes([try visit("G,\"C\n1", comment: "\u{1B}[2J")], encoding: .utf8), as: UTF8.self)
    #expect(line == "G 'C 1,2026-11-22T10:00:00Z,Found it,\"[2J\"\n")
  }

  @Test("finds are read back as what they were, whatever their words")
  func finds() throws {
    let hostile = "<b>&amp; \"]]>' é\u{1B}\u{FFFE}"
    let bytes = FindsWriter.bytes([
      try visit("GC1", comment: hostile, name: hostile, type: "Traditional Cache"), try visit("A&B"),
    ])
    var log = DiagnosticLog()
    let document = try GPXDocument(MemoryBytes(bytes), log: &log)
    #expect(log.isEmpty)
    #expect(document.waypoints.map(\.name) == ["GC1", "A&B"])
    let cache = try #require(document.waypoints.first?.cache)
    #expect(cache.name == "<b>&amp; \"]]>' é" && cache.type == "Traditional Cache" && cache.logs.count == 1)
    #expect(cache.logs[0].kind == "Found it" && cache.logs[0].finder == "me" && cache.logs[0].time == 1_795_341_600_000)
    #expect(cache.logs[0].text == "<b>&amp; \"]]>' é")
    let place = try #require(Coordinate(latitude: 48.123456789, longitude: -11.5))
    #expect(document.waypoints.allSatisfy { $0.position.distance(to: place) < 0.001 })
  }

  @Test("a track is read back point by point, in its segments; what is unknown is not there")
  func track() throws {
    var chance = SeededGenerator(seed: 5)
    var points: [GPXPoint] = []
    for index in 0..<200 {
      let latitude = Double.random(in: -90...90, using: &chance)
      let longitude = Double.random(in: -180..<180, using: &chance)
      let position = try #require(Coordinate(latitude: latitude, longitude: longitude))
      let time: Int64? = index % 3 == 0 ? nil : 1_795_341_600_000 + Int64(index) * 1000
      let elevation: Double? = index % 2 == 0 ? nil : Double(index) / 4
      points.append(
        GPXPoint(position: position, startsSegment: index % 50 == 0, time: time, elevation: elevation))
    }
    let outcome = GPXOutcome(TrackWriter.bytes(name: "A <walk> & more", points))
    #expect(outcome.complaints == [] && outcome.titles == ["A <walk> & more"])
    #expect(outcome.points.map(\.startsSegment) == points.map(\.startsSegment))
    #expect(outcome.points.map(\.time) == points.map(\.time))
    #expect(outcome.points.map(\.elevation) == points.map(\.elevation))
    for (one, other) in zip(outcome.points, points) { #expect(one.position.distance(to: other.position) < 0.01) }
    #expect(GPXOutcome(TrackWriter.bytes(name: "", [])).counts?.points == 0)
  }
}
