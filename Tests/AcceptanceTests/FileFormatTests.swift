import Foundation
import GeoFormats
import ProcessTesting
import Testing

@Suite("Formats of files")
struct FileFormatTests {
  /// A file of each format with one point, near 0, 0.
  private static let samples: [FileFormat: String] = [
    .geoJSON: #"""
    {"type": "FeatureCollection", "features": [
      {"type": "Feature", "properties": {"name": "A"}, "geometry": {"type": "Point", "coordinates": [0, 0]}}]}
    """#,
    .gpx:
      #"<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1"><wpt lat="0" lon="0"><name>A</name></wpt></gpx>"#,
    .loc: #"<loc version="1.0"><waypoint><name id="A"/><coord lat="0" lon="0"/></waypoint></loc>"#,
    .receiverLog: #"{"class":"TPV","mode":2,"time":"2026-05-01T09:30:00.000Z","lat":0,"lon":0}"# + "\n",
  ]

  @Test(
    "every one is read by the commands that take what it holds, and refused by the others", arguments: FileFormat.all)
  func commands(format: FileFormat) async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "trove-format-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    try #require(Self.samples[format], "no sample").write(toFile: file, atomically: true, encoding: .utf8)
    #expect(FileFormat(path: file) == format, "its first bytes do not tell")
    #expect(try await TroveBinary.run("check", file).output == "loaded 1\n")
    let recording = try await TroveBinary.run("export", "--from", file, "--track")
    #expect((recording.status == 0) == format.holds(.recording), "TraceFile.swift: \(recording.error)")
    let places = try await TroveBinary.run("nearby", "--at", "0,0", "--places", file)
    #expect((places.status == 0) == format.holds(.places), "PlaceFile.swift: \(places.error)")
    let hunt = try await TroveBinary.run("hunt", "list", file)
    #expect((hunt.status == 0) == format.holds(.hunt), "CacheFile.swift, Files.swift: \(hunt.error)")
  }

  @Test("every one is in the list that commands and sentences are made of")
  func all() { #expect(Set(Self.samples.keys) == Set(FileFormat.all)) }

  @Test("every one is fuzzed, and named by the guides and by the help", arguments: FileFormat.all)
  func named(format: FileFormat) async throws {
    func page(_ path: String) throws -> String {
      try String(contentsOf: SharedFiles.package.appending(path: path), encoding: .utf8)
    }
    let help = try await TroveBinary.run("play", "--help").output
    for name in format.names {
      let short = name.split(separator: "'")[0]
      let row = short.drop { $0 == "." }.lowercased()
      #expect(try page("Fuzz/Fuzz.swift").contains("\n  \"\(row)\": {"), "no row \(row) in Fuzz.swift")
      #expect(help.contains(short), "\(name) is not in the help of play")
      if format.holds(.recording) { #expect(try page("docs/recordings.md").contains(short)) }
      if format.holds(.places) { #expect(try page("docs/places.md").contains(short)) }
    }
  }
}
