import Foundation
import ProcessTesting
import Testing

@Suite("The commands")
struct CommandTests {
  private let hunt = "Maps/null-island-hunt.geojson"
  private let places = "Maps/null-island-places.geojson"

  @Test("without a terminal or a choice, the bundled hunt is played to its end in plain sentences")
  func demo() async throws {
    let run = try await TroveBinary.run("play")
    #expect(run.status == 0)
    #expect(run.error == "")
    #expect(run.lines.first?.hasPrefix("The Zero Meridian.") == true)
    #expect(run.lines.last?.hasPrefix("All 10 treasures found, 200 points") == true)
    #expect(!run.output.utf8.contains(0x1B))
  }

  @Test("the version is the newest one of the change log")
  func version() async throws {
    let changes = try String(contentsOf: SharedFiles.package.appending(path: "CHANGELOG.md"), encoding: .utf8)
    let newest = try #require(changes.firstMatch(of: /\n## (\d+\.\d+\.\d+) - \d{4}/))
    #expect(try await TroveBinary.run("--version").output == "\(newest.1)\n")
  }

  @Test("the recorded walk finds every treasure, in order, as JSON lines")
  func recordedWalk() async throws {
    let run = try await TroveBinary.run(
      "play", hunt, "--from", "Traces/null-island-walk.gpx", "--speed", "max", "--json")
    #expect(run.status == 0)
    let events = try objects(run.lines)
    let fix = try #require(events.first { $0["event"] as? String == "fix" })
    #expect(fix["lat"] is Double && fix["lon"] is Double && fix["accuracy"] != nil)
    #expect(fix["time"] as? String == "2026-05-01T09:30:00Z")
    let found = events.filter { $0["event"] as? String == "found" }
    #expect(found.compactMap { $0["found"] as? Int } == Array(1...10))
    for find in found {
      #expect(find["id"] is String && find["time"] is String)
      let distance = try #require(find["distance"] as? Double)
      #expect(distance <= 20)
    }
    let end = try #require(events.last)
    #expect(end["event"] as? String == "finished" && end["completed"] as? Bool == true)
    #expect(end["found"] as? Int == 10 && end["of"] as? Int == 10)
  }

  @Test("the same walker gives the same bytes twice, another seed other ones")
  func determinism() async throws {
    var runs: [Command] = []
    for seed in [7, 7, 8] {
      runs.append(
        try await TroveBinary.run("play", hunt, "--from", "walker:\(seed)", "--speed", "max", "--json"))
    }
    #expect(runs[0].output == runs[1].output)
    #expect(runs[0].output != runs[2].output)
    #expect(runs.allSatisfy { $0.output.contains("\"completed\":true") })
  }

  @Test("an untimed route is walked at walking pace")
  func untimedRoute() async throws {
    let run = try await TroveBinary.run(
      "play", hunt, "--from", "Traces/null-island-loop.gpx", "--speed", "max", "--json", "--pace", "1.4")
    let speeds = try objects(run.lines).compactMap { $0["speed"] as? Double }
    #expect(speeds.count > 100)
    #expect(speeds.allSatisfy { abs($0 - 1.4) < 0.01 })
  }

  @Test("nearby lists places nearest first, with the contract's fields")
  func nearby() async throws {
    let run = try await TroveBinary.run(
      "nearby", "--at", "-0.0003,0", "--places", places, "--limit", "5", "--within", "400", "--heading", "90", "--json")
    #expect(run.status == 0)
    let rows = try objects(run.lines)
    #expect(rows.count == 5)
    let distances = rows.compactMap { $0["distance_m"] as? Double }
    #expect(distances.count == 5 && distances == distances.sorted())
    for row in rows {
      #expect(row["id"] is String && row["name"] is String)
      let bearing = try #require(row["bearing_deg"] as? Double)
      let turn = try #require(row["turn_deg"] as? Double)
      #expect(abs((bearing - 90 - turn).remainder(dividingBy: 360)) < 1e-5)
    }
  }

  @Test("what lies here has no direction, and what lies ahead is not ahead twice")
  func nearbyWords() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString).geojson")
    defer { try? FileManager.default.removeItem(at: file) }
    func feature(_ name: String, _ kind: String, _ latitude: Double) -> String {
      """
      {"type":"Feature","properties":{"name":"\(name)","kind":"\(kind)"},
      "geometry":{"type":"Point","coordinates":[0,\(latitude)]}}
      """
    }
    let features = [feature("Fountain", "fountain", 0), feature("Mail", "post_office", 0.001)]
    try "{\"type\":\"FeatureCollection\",\"features\":[\(features.joined(separator: ","))]}"
      .write(to: file, atomically: true, encoding: .utf8)
    let run = try await TroveBinary.run("nearby", "--at", "0,0", "--places", file.path, "--heading", "0")
    #expect(
      run.lines == [
        "    0 m      here  under a minute  Fountain",
        "  111 m  N   0°    2 min           Mail (post office), straight ahead",
      ])
  }

  @Test(
    "what would do nothing, or cannot be what is meant, is refused with a sentence",
    arguments: [
      (
        ["play", "Maps/null-island-hunt.geojson", "--from", "Traces/null-island-walk.gpx", "--noise", "3"],
        "--from walker"
      ),
      (["play", "Maps/null-island-hunt.geojson", "--preset", "wood", "--json"], "--from walker"),
      (["feed", "--from", "Traces/null-island-walk.gpx", "--preset", "wood", "--nmea", "-"], "--from walker"),
      (["play", "--from", "walker", "--plain", "--ghost", "x.gpx"], "--ghost is seen on a screen"),
      (["play", "--from", "walker", "--json", "--ghost", "x.gpx"], "--ghost is seen on a screen"),
      (["play", "48.1,11.5"], "--from steer:48.1,11.5"), (["play", "48.1 N, 11.5 E"], "play geo:48.1,11.5"),
      (["play", "Maps/null-island-hunt.geojson", "--from", "geo:48.1,11.5"], "steer:geo:48.1,11.5"),
    ])
  func refused(arguments: [String], advice: String) async throws {
    let run = try await Command.run(TroveBinary.path, arguments)
    #expect(run.status == 64 && run.output == "")
    #expect(run.error.contains(advice))
  }

  @Test("help says a default as it is typed")
  func defaults() async throws {
    let run = try await TroveBinary.run("feed", "--help")
    #expect(run.output.contains("waiting. (default: 1)"))
    #expect(!run.output.contains("Optional"))
  }

  @Test("nearby takes its position from a trace")
  func nearbyFromTrace() async throws {
    let run = try await TroveBinary.run(
      "nearby", "--from", "Traces/null-island-walk.gpx", "--places", places, "--limit", "1")
    #expect(run.status == 0 && run.lines.count == 1)
  }

  @Test("map and compass print one frame of the size that was asked for", arguments: ["map", "compass"])
  func frames(command: String) async throws {
    var arguments = [command, "--at", "0,0", "--size", "64x20", "--places", places, "--heading", "30", "--ascii"]
    if command == "map" { arguments += ["--map", "Maps/null-island.geojson", "--zoom", "16"] }
    let run = try await Command.run(TroveBinary.path, arguments)
    #expect(run.status == 0)
    let rows = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(rows.count == 20)
    #expect(rows.allSatisfy { $0.utf8.count <= 64 })
    #expect(run.output.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
  }

  @Test("check counts what loads, and refuses with file and line")
  func check() async throws {
    let good = try await TroveBinary.run("check", "Traces/null-island-walk.gpx")
    #expect(good.status == 0 && good.output == "loaded 2763\n" && good.error == "")
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-check-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "cut.gpx").path
    try "<gpx version=\"1.1\"\n><wpt lat=\"1\" lon=\"2\">".write(toFile: file, atomically: true, encoding: .utf8)
    let bad = try await TroveBinary.run("check", file)
    #expect(bad.status == 2 && bad.output == "")
    #expect(bad.error.hasPrefix("\(file):2: error: "))
  }

  @Test("check reads tiles until the time is over that --wait says, and then says what it has not read")
  func checkWait() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-tiles-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    // Two tiles, each with one point in a layer “a”.
    let tile: [UInt8] = [0x1A, 14, 0x0A, 1, 0x61, 0x12, 7, 0x18, 1, 0x22, 3, 9, 0, 0, 0x78, 2]
    for name in ["tiles/0/0", "tiles/1/0"] {
      let place = folder.appending(path: name)
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data(tile).write(to: place.appending(path: "0.mvt"))
    }
    let pipe = folder.appending(path: "late.gpx").path
    #expect(mkfifo(pipe, 0o600) == 0)
    // The time runs while the first file is waited for.
    func check(_ wait: String) async throws -> Command {
      try await Command.run(
        "sh",
        [
          "-c",
          "{ sleep 0.3; cat Traces/null-island-walk.gpx; } > $1/late.gpx & $0 check --wait $2 $1/late.gpx $1/tiles",
          TroveBinary.path, folder.path, wait,
        ])
    }
    let all = try await check("1000")
    #expect(all.status == 0 && all.lines.last?.hasSuffix("tiles: loaded 2") == true, "\(all.error)")
    let some = try await check("0.1")
    #expect(some.status == 2 && some.lines.count == 1, "\(some.output)")
    #expect(
      some.error.contains("the time is over: tile 0/0/0 and those behind it were not checked; --wait takes longer"))
  }

  @Test("the eye tells in its first line what of a map it leaves out")
  func eyeLeavesOut() async throws {
    let folder = try ScratchFolder()
    // A wood of 300 strips, each as long as one sees: alone it takes more than its share of the time.
    let corners = (0..<600).map { "[\(Double($0) * 1e-5),\($0 % 4 < 2 ? 0.003 : -0.003)]" }
    try """
    {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"kind":"wood"},"geometry":{"type":"Polygon",
    "coordinates":[[\((corners + [corners[0]]).joined(separator: ","))]]}}]}
    """.write(toFile: folder.file("wood.geojson"), atomically: true, encoding: .utf8)
    let run = try await TroveBinary.run("eye", "--map", folder.file("wood.geojson"), "--at", "0,0.003", "--json")
    let first = try #require(try objects(run.lines).first)
    let areas = (first["left_out"] as? [String: Any])?["areas"] as? [String: Any]
    #expect(areas?["count"] as? Int == 1 && areas?["beyond_m"] is NSNull, "\(run.output)\(run.error)")
    let all = try await TroveBinary.run("eye", "--map", "Maps/null-island.geojson", "--at", "0,0", "--json")
    #expect(try objects(all.lines).first?["left_out"] == nil)
  }

  @Test("a hunt whose base map is missing is played without one, with a warning")
  func missingMap() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString).geojson")
    defer { try? FileManager.default.removeItem(at: file) }
    try """
    {"type":"FeatureCollection","trove":{"map":"none.geojson"},"features":[{"type":"Feature",
    "properties":{"id":"a","name":"A"},"geometry":{"type":"Point","coordinates":[0,0]}}]}
    """.write(to: file, atomically: true, encoding: .utf8)
    let run = try await TroveBinary.run("play", file.path, "--from", "walker", "--speed", "max")
    #expect(run.status == 0)
    #expect(run.error.contains("none.geojson:1: warning: no base map"))
    #expect(run.lines.last?.hasPrefix("The treasure is found, 1 point") == true)
  }

  @Test("the help of play names every event and member of its JSON lines, and every code that it ends with")
  func playHelp() async throws {
    let run = try await TroveBinary.run("play", "--help")
    let words = Set(run.output.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
    var names: Set<String> = []
    for file in ["JSONLines.swift", "JSONLines+Steps.swift"] {
      let source = try String(contentsOfFile: "Sources/Game/Adapters/PlainUI/\(file)", encoding: .utf8)
      names.formUnion(source.matches(of: /add(?:Null)?\((?:"event", )?"([a-z_]+)"/).map { String($0.output.1) })
    }
    #expect(names.isSuperset(of: ["started", "hunt", "fix", "accuracy", "opened", "obstacle"]))
    // Of these lines `trove nearby --help` and `trove places --help` tell.
    names.subtract(["distance_m", "bearing_deg", "turn_deg", "walk_s", "category"])
    #expect(names.subtracting(words).sorted() == [])
    #expect(Set(["0", "64", "65", "66", "69", "74", "130"]).subtracting(words) == [])
    #expect(run.output.contains("--bell") && run.output.contains("--geiger"))
  }

  @Test("a source with a colon that is no file is answered with the kinds of sources; a lost file is not")
  func mistypedSource() async throws {
    let kinds = ["gpsd[:HOST[:PORT]]", "a file", "walker[:SEED]", "steer[:LAT,LON]"]
    let mistyped = try await TroveBinary.run("play", "--from", "bogus:1", "--json")
    #expect(mistyped.status == 64 && kinds.allSatisfy(mistyped.error.contains), "\(mistyped.error)")
    let lost = try await TroveBinary.run("play", "--from", "lost.gpx", "--json")
    #expect(lost.status == 66 && lost.error.contains("lost.gpx:1: error: "))
    #expect(!kinds.contains(where: lost.error.contains))
  }

  /// A command line in words, and what it ends with.
  struct Ending: Sendable {
    let command: String
    let code: Int32
  }

  static let endings: [Ending] = [
    .init(command: "play no-such-hunt.geojson", code: 66),
    .init(command: "play Package.swift", code: 65),
    .init(command: "play --speed 0", code: 64),
    .init(command: "play --plain --json", code: 64),
    .init(command: "check no-such-file.gpx", code: 66),
    .init(command: "nearby --places Maps/null-island-places.geojson", code: 64),
    .init(command: "nearby --at 91,0 --places x", code: 64),
    .init(command: "nearby --at 1,1 --places no.gpx", code: 66),
    .init(command: "nearby --from gpsd:127.0.0.1:1 --places Maps/null-island-places.geojson", code: 69),
    // Nobody can say that the walker shall go.
    .init(command: "play --from steer --plain", code: 0),
    .init(command: "play --from steer:1,2 --json", code: 0),
    .init(command: "play --json --speak", code: 64),
    .init(command: "play --commands no-such-file", code: 66),
    .init(command: "play --from steer:91,2", code: 64),
    .init(command: "play --from steer --speed max", code: 64),
    .init(command: "play Maps/null-island-hunt.geojson --from gps --plain", code: 64),
    .init(command: "play Maps/null-island-hunt.geojson --from /dev/ttyUSB0 --plain", code: 64),
    .init(command: "play Maps/null-island-hunt.geojson --from gpsd:localhost:abc --plain", code: 64),
    .init(command: "play Maps/null-island-hunt.geojson --from no-such.gpx --plain", code: 66),
    .init(command: "nearby --from steer --places Maps/null-island-places.geojson", code: 64),
    .init(command: "--help", code: 0),
    .init(command: "play --help", code: 0),
  ]

  @Test("exit codes follow sysexits", arguments: endings)
  func exitCodes(ending: Ending) async throws {
    let run = try await Command.run(TroveBinary.path, ending.command.split(separator: " ").map(String.init))
    #expect(run.status == ending.code, "\(run.error)")
    #expect(run.error.isEmpty == (ending.code == 0))
  }
}
