import Foundation
import ProcessTesting
import Testing

@Suite("Playing what a receiver said")
struct TracePlayTests {
  /// Forty seconds of a walk north to the Zero Stone at 0°, 0°, a metre a second.
  private func sentences(_ second: Int) -> String {
    let minutes = String(format: "%08.5f", (0.0004 - Double(second) * 1e-5).magnitude * 60)
    let body =
      "GPRMC,1000\(String(format: "%02d", second)).00,A,00\(minutes),\(second > 40 ? "N" : "S"),00000.00000,E,2.0,0.0,010524,,,A"
    return "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^))
  }

  private func report(_ second: Int) -> String {
    let latitude = String(format: "%.6f", -0.0004 + Double(second) * 1e-5)
    let time = String(format: "2024-05-01T10:00:%02d.000Z", second)
    return #"{"class":"TPV","mode":3,"time":"\#(time)","lat":\#(latitude),"lon":0.0,"eph":5.0}"#
  }

  @Test("sentences of NMEA and reports of gpsd lead to the treasure alike", arguments: ["walk.nmea", "log.json"])
  func play(name: String) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    let lines = (0..<50).map { name.hasSuffix("nmea") ? sentences($0) : report($0) }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
    #expect(try await TroveBinary.run("check", file.path).output == "loaded 50\n")
    let run = try await TroveBinary.run(
      "play", "Maps/null-island-hunt.geojson", "--from", file.path, "--speed", "max", "--json")
    #expect(run.status == 0 && run.error == "")
    let events = try objects(run.lines)
    #expect(events.contains { $0["event"] as? String == "found" && $0["found"] as? Int == 1 })
    #expect(events.contains { $0["time"] as? String == "2024-05-01T10:00:20Z" })
  }

  /// A position so many metres south of 0°, 0°, at a second.
  private func sentence(_ metres: Int, at second: Int) -> String {
    let minutes = String(format: "%08.5f", Double(metres) / 111_195 * 60)
    let time = String(format: "10%02d%02d", second / 60, second % 60)
    let body = "GPRMC,\(time).00,A,00\(minutes),S,00000.00000,E,0.5,0.0,010524,,,A"
    return "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^))
  }

  @Test("after a silence a single position opens no zone, and of a source that reports every half minute one does")
  func silences() async throws {
    let folder = try ScratchFolder()
    try """
    {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"Oak"},"features":[{"type":"Feature",
    "properties":{"id":"oak","name":"Oak","radius_m":25},"geometry":{"type":"Point","coordinates":[0,0]}}]}
    """.write(toFile: folder.file("oak.geojson"), atomically: true, encoding: .utf8)
    func finds(_ walk: [(metres: Int, second: Int)]) async throws -> [Double] {
      let lines = walk.map { sentence($0.metres, at: $0.second) + "\r\n" }.joined()
      try lines.write(toFile: folder.file("walk.nmea"), atomically: true, encoding: .utf8)
      let run = try await TroveBinary.run(
        "play", folder.file("oak.geojson"), "--from", folder.file("walk.nmea"), "--speed", "max", "--json", "--anew")
      #expect(run.status == 0, "\(run.error)")
      return try objects(run.lines).filter { $0["event"] as? String == "found" }.compactMap { $0["elapsed"] as? Double }
    }
    let outside = (0..<30).map { (metres: 150, second: $0) }
    for gap in [60, 90, 120] {
      let back = 29 + gap
      // A single position in the zone, and the next ones outside of it: at once, or after another silence.
      #expect(try await finds(outside + [(0, back)] + (1..<40).map { (60 + $0, back + $0) }) == [])
      #expect(try await finds(outside + [(0, back), (150, back + gap)]) == [])
      #expect(try await finds(outside + [(0, back), (0, back + 1), (0, back + 2)]) == [Double(back + 1)])
    }
    let rare = (0..<12).map { (metres: max(0, 300 - 42 * $0), second: 30 * $0) }
    // Six metres from the middle of a zone of 25 m.
    #expect(try await finds(rare) == [210])
  }

  @Test("a game without waiting says where it is, however long it takes")
  func longWalk() async throws {
    let folder = try ScratchFolder()
    let points = #"<wpt lat="-28" lon="139"><name>A</name></wpt><wpt lat="20" lon="93"><name>B</name></wpt>"#
    try "<gpx>\(points)</gpx>".write(toFile: folder.file("far.gpx"), atomically: true, encoding: .utf8)
    let game = try PlainPipe(["play", folder.file("far.gpx"), "--from", "walker", "--speed", "max", "--plain"])
    #expect(try await game.next() == "far.gpx. 2 treasures to find; positions come from the walker.")
  }

  @Test(
    "a receiver that says nothing on the way to the treasure finds nothing there", arguments: ["walk.nmea", "log.json"])
  func hole(name: String) async throws {
    let folder = try ScratchFolder()
    let file = folder.file(name)
    // It falls silent 30 m before the treasure, and is heard again 10 m behind it.
    let lines = (Array(0..<10) + Array(50..<55)).map { name.hasSuffix("nmea") ? sentences($0) : report($0) }
    try (lines.joined(separator: "\n") + "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let run = try await TroveBinary.run(
      "play", "Maps/null-island-hunt.geojson", "--from", file, "--speed", "max", "--json")
    let events = try objects(run.lines)
    #expect(events.count { $0["event"] as? String == "fix" } == 15)
    #expect(events.contains { $0["event"] as? String == "lost" })
    // The first fix after the silence may still lie in the zone; no earlier one does.
    let fixes = events.indices.filter { events[$0]["event"] as? String == "fix" }
    #expect(!events[...fixes[10]].contains { $0["event"] as? String == "found" })
  }

  @Test("a recording has so many positions at most as --max-points says, in every command that reads one")
  func maxPoints() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("walk.nmea")
    try (0..<40).map { sentences($0) + "\n" }.joined().write(toFile: file, atomically: true, encoding: .utf8)
    let play = ["play", "Maps/null-island-hunt.geojson", "--from", file, "--speed", "max", "--json"]
    for command in [play, ["export", "--track", "--from", file]] {
      let refused = try await Command.run(TroveBinary.path, command + ["--max-points", "39"])
      #expect(refused.status == 65 && refused.error.contains(": error: more than 39 epochs"))
      #expect(refused.error.contains("--max-points"))
      #expect(try await Command.run(TroveBinary.path, command + ["--max-points", "40"]).status == 0)
    }
  }
}
