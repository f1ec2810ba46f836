import Foundation
import ProcessTesting
import Testing

/// Two caches, and a saved game in which a recorded walk has found the first; gone with the test.
private final class PlayedCaches: Sendable {
  let folder = FileManager.default.temporaryDirectory.appending(path: "trove-finds-\(UUID().uuidString)")

  /// Plays; without `isDated` the recording has no times.
  init(isDated: Bool = true) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(
      """
      <loc><waypoint><name id='GC1'>The Well</name><coord lat='0' lon='2'/><type>Geocache</type></waypoint>
      <waypoint><name id='GC2'>Far</name><coord lat='1' lon='2'/><type>Geocache</type></waypoint></loc>
      """, to: "caches.loc")
    // North to the well, a metre a second; then it is looked for.
    let points = (0..<60).map { second in
      let time = isDated ? "<time>2024-05-01T10:00:\(second < 10 ? "0" : "")\(second)Z</time>" : ""
      return "<trkpt lat=\"\(String(format: "%.6f", min(0, Double(second - 40) * 1e-5)))\" lon=\"2\">\(time)</trkpt>"
    }
    try write("<gpx version='1.1'><trk><trkseg>\(points.joined())</trkseg></trk></gpx>", to: "walk.gpx")
    let run = try await trove(
      "play", path("caches.loc"), "--from", path("walk.gpx"), "--speed", "max", "--json", "--save")
    try #require(run.status == 0 && run.output.contains("\"event\":\"found\""), "\(run.error)")
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func write(_ text: String, to name: String) throws {
    try text.write(toFile: path(name), atomically: true, encoding: .utf8)
  }

  func bytes(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }

  func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  func trove(_ arguments: String...) async throws -> Command { try await run([TroveBinary.path] + arguments) }

  /// `trove export` of the game that was played in the caches.
  func export(_ arguments: String...) async throws -> Command {
    try await run([TroveBinary.path, "export", "--game", "1", "--hunt", path("caches.loc")] + arguments)
  }

  func run(_ words: [String]) async throws -> Command {
    try await Command.run(words[0], Array(words.dropFirst()), environment: ["TROVE_SAVES": path("saves")])
  }

  /// What the list of events says was found, and when.
  func found(in game: Int = 1) async throws -> [(id: String, time: String?)] {
    let events = try objects(try await trove("games", "show", "\(game)", "--json").lines)
    return events.filter { $0["event"] as? String == "found" }
      .map { ($0["treasure"] as? String ?? "", $0["utc"] as? String) }
  }
}

@Suite("The commands: finds of saved games")
struct ExportFindsTests {
  @Test("finds become the lines that a receiver would have written, in a file and on standard output alike")
  func fieldNotes() async throws {
    let played = try await PlayedCaches()
    let found = try await played.found().first?.time ?? ""
    #expect(found.hasPrefix("2024-05-01T10:00:"))
    let lines = "GC1,\(found),Found it,\"Nice 'one'\"\n".data(using: .utf16LittleEndian) ?? Data()
    let words = ["--field-notes", "--comment", "Nice \"one\""]
    let run = try await played.export(words[0], words[1], words[2], "-o", played.path("geocache_visits.txt"))
    #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run.error)")
    #expect(try played.bytes("geocache_visits.txt") == Data([0xFF, 0xFE]) + lines)
    let piped = try await played.run(
      ["sh", "-c", "exec \"$@\" > \"$0\"", played.path("piped.txt"), TroveBinary.path, "export", "--game", "1"]
        + ["--hunt", played.path("caches.loc")] + words)
    #expect(piped.status == 0)
    #expect(try played.bytes("piped.txt") == played.bytes("geocache_visits.txt"))
  }

  @Test("finds become a waypoint with a log where the cache is, in the finder's name, and can be read again")
  func gpx() async throws {
    let played = try await PlayedCaches()
    try played.write("an older file", to: "finds.gpx")
    let run = try await played.export(
      "--gpx-finds", "--finder", "Ada & Co", "--comment", "TFTC", "--output", played.path("finds.gpx"))
    #expect(run.status == 0 && run.output.isEmpty && run.error.isEmpty, "\(run.error)")
    let text = String(decoding: try played.bytes("finds.gpx"), as: UTF8.self)
    let waypoints = text.matches(of: /<wpt lat="([^"]+)" lon="([^"]+)">/).map { [Double($0.1), Double($0.2)] }
    #expect(waypoints == [[0, 2]])
    #expect(text.contains("<name>GC1</name>") && !text.contains("GC2"))
    #expect(text.contains(">Ada &amp; Co</groundspeak:finder>") && text.contains(">TFTC</groundspeak:text>"))
    #expect(try await played.export("--gpx-finds", "--finder", "Ada & Co", "--comment", "TFTC").output == text)
    #expect(try await TroveBinary.run("check", played.path("finds.gpx")).output == "loaded 1\n")
  }

  @Test("what was found in a hunt of GeoJSON is written in the order in which it was found")
  func geoJSON() async throws {
    let played = try await PlayedCaches()
    let hunt = "Maps/null-island-hunt.geojson"
    _ = try await played.trove(
      "play", hunt, "--from", "Traces/null-island-walk.gpx", "--speed", "max", "--json", "--save")
    let run = try await played.trove("export", "--game", "2", "--hunt", hunt, "--gpx-finds")
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    let found = try await played.found(in: 2)
    #expect(found.count > 3)
    let ids = run.output.matches(of: /<name>([^<]*)<\/name>/).map { String($0.1) }
    let times = run.output.matches(of: /<groundspeak:date>([^<]*)<\/groundspeak:date>/).map { String($0.1) }
    #expect(ids == found.map(\.id) && times == found.compactMap(\.time))
  }

  @Test("finds of which nothing tells the day are left out and counted, and no file is made of none")
  func undated() async throws {
    let played = try await PlayedCaches(isDated: false)
    let run = try await played.export("--field-notes", "-o", played.path("visits.txt"))
    #expect(run.status == 65 && run.error.hasPrefix("1 find is left out, because nothing tells the day.\n"))
    #expect(run.error.contains("Game 1 has no finds to write."))
    #expect(!played.has("visits.txt"))
  }

  @Test("another hunt, games and files that are not there, and files that cannot be written are told apart")
  func refusals() async throws {
    let played = try await PlayedCaches()
    let caches = played.path("caches.loc")
    let hunt = "Maps/null-island-hunt.geojson"
    let other = try await played.trove("export", "--game", "1", "--hunt", hunt, "--field-notes")
    #expect(other.status == 65 && other.output.isEmpty)
    #expect(other.error.hasPrefix("\(hunt):1: error: this is not the hunt of game 1"), "\(other.error)")
    let unknown = try await played.trove("export", "--game", "9", "--hunt", caches, "--field-notes")
    #expect(unknown.status == 66 && unknown.error.contains("There is no game 9"))
    #expect(try await played.trove("export", "--game", "1", "--hunt", "none.gpx", "--field-notes").status == 66)
    let nowhere = try await played.export("--field-notes", "-o", played.path("none/visits.txt"))
    #expect(nowhere.status == 74 && nowhere.error.contains("cannot be written"))
    let before = try played.bytes("caches.loc")
    let over = try await played.export("--field-notes", "-o", caches)
    #expect(over.status == 64 && over.error.contains("name another file"))
    #expect(try played.bytes("caches.loc") == before)
  }

  @Test("a track is written to a file as to standard output, and not over the recording that it is made of")
  func track() async throws {
    let played = try await PlayedCaches()
    let walk = played.path("walk.gpx")
    let before = try played.bytes("walk.gpx")
    let run = try await played.trove("export", "--from", walk, "--track")
    let file = try await played.trove("export", "--from", walk, "--track", "--output", played.path("track.gpx"))
    #expect(file.status == 0 && file.output.isEmpty)
    #expect(try String(decoding: played.bytes("track.gpx"), as: UTF8.self) == run.output && !run.output.isEmpty)
    #expect(try await played.trove("export", "--from", walk, "--track", "-o", walk).status == 64)
    #expect(try played.bytes("walk.gpx") == before)
  }

  @Test("the help shows one line of usage for each thing that can be written")
  func help() async throws {
    let run = try await TroveBinary.run("export", "--help")
    let usage = run.output.components(separatedBy: "OPTIONS").first ?? ""
    for product in ["--track --from", "--gpx-finds --game", "--field-notes --game"] {
      #expect(usage.contains("trove export \(product) <"), "\(usage)")
    }
    #expect(run.status == 0 && !usage.contains("--track --gpx-finds"))
  }

  @Test(
    "what is missing, or does not go together, is said in a sentence",
    arguments: [
      (["--field-notes"], "Say which game: --game ID"),
      (["--gpx-finds", "--game", "1"], "Say where the hunt of game 1 is: --hunt FILE"),
      (["--gpx-finds", "--game", "1", "--hunt", "a.gpx", "--from", "b.gpx"], "--from is for --track"),
      (["--track"], "Say which recording: --from RECORDING"),
      (["--track", "--from", "b.gpx", "--comment", "TFTC"], "are for finds, not for --track"),
      (["--game", "1", "--hunt", "a.gpx"], "Missing one of"),
      (["--track", "--field-notes", "--from", "b.gpx"], "had already been set"),
    ])
  func usage(arguments: [String], words: String) async throws {
    let run = try await Command.run(TroveBinary.path, ["export"] + arguments)
    #expect(run.status == 64 && run.error.contains(words), "\(run.error)")
  }
}
