import Foundation
import ProcessTesting
import Testing

@Suite("A game in lines, played by a program over pipes", .timeLimit(.minutes(5)))
struct PlainPlayLiveTests {
  /// A hunt of two treasures, some 70 metres apart, on a disk that is cleaned up after it.
  private final class ShortHunt {
    let path = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString).geojson").path

    init() throws {
      try """
      {"type":"FeatureCollection","trove":{"title":"Two"},"features":[
      {"type":"Feature","properties":{"id":"a","name":"Ash","radius_m":15},
      "geometry":{"type":"Point","coordinates":[0.0003,0.0003]}},
      {"type":"Feature","properties":{"id":"b","name":"Birch","radius_m":15},
      "geometry":{"type":"Point","coordinates":[-0.0003,0.0006]}}]}
      """.write(toFile: path, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  @Test("a player who reads nothing but the sentences finishes a hunt with the real program")
  func blind() async throws {
    let hunt = try ShortHunt()
    let game = try PlainPipe(["play", hunt.path, "--plain", "--from", "steer", "--speed", "8"], limit: 280)
    var player = BlindPlayer(faces: true)
    while let line = try await game.next() {
      for command in player.hear(line) { game.type(command) }
    }
    #expect(game.lines.first?.hasPrefix("Two. 2 treasures to find") == true, "\(game.lines)")
    #expect(game.lines.contains { $0.contains("Found: Ash, 1 of 2.") }, "\(game.lines)")
    #expect(game.lines.last?.hasPrefix("All 2 treasures found") == true, "\(game.lines)")
  }

  @Test("help, a word that is none, and quit, in JSON too", arguments: ["--plain", "--json"])
  func words(voice: String) async throws {
    let hunt = try ShortHunt()
    let game = try PlainPipe(["play", hunt.path, voice, "--from", "steer"])
    #expect(try await game.wait(for: voice == "--json" ? "fix" : "Ash") != nil)
    game.type("help")
    #expect(try await game.wait(for: "Type a and an answer") != nil)
    game.type("dance")
    #expect(try await game.wait(for: "“dance” is no command") != nil)
    game.type("quit")
    let ended = try await game.ends()
    #expect(ended)
  }

  @Test("a line counts when it was typed, also if the game could not follow it at once", .enabled(if: hasProgram("cc")))
  func typedLate() async throws {
    let clock = try await ShiftedClock(.withoutSleep)
    // No receiver is there; the time of a game with a simulated source is that of its fixes.
    let game = try PlainPipe(
      [
        "play", "Maps/null-island-hunt.geojson", "--json", "--from", "gpsd:localhost:1", "--session",
        clock.path("game.flight"),
      ], environment: clock.environment)
    #expect(try await game.wait(for: "started") != nil)
    game.fill()
    // The game is held up in answering the first line. When the third one is read, the second one has its time.
    for line in ["help", "hint", "help"] {
      game.type(line)
      while !game.hasReadAll { try await Task.sleep(for: .milliseconds(10)) }
    }
    #expect(!(try clock.record("game.flight").contains { $0["typed"] as? String == "hint" }))
    clock.shift()
    game.type("quit")
    let ended = try await game.ends()
    #expect(ended)
    let record = try clock.record("game.flight")
    func time(of line: String) throws -> Double {
      let typed = try #require(record.last { $0["typed"] as? String == line })
      return try #require((typed["t"] as? String).flatMap(Double.init))
    }
    #expect(try time(of: "hint") < 600)
    #expect(try time(of: "quit") > 3600)
  }

  @Test("standard input that ends does not end a game that goes on by itself")
  func endOfInput() async throws {
    let hunt = try ShortHunt()
    // Command gives the program an input that is at its end.
    let run = try await Command.run(
      TroveBinary.path, ["play", hunt.path, "--plain", "--from", "walker", "--speed", "100"])
    #expect(run.status == 0)
    #expect(run.lines.last?.hasPrefix("All 2 treasures found") == true, "\(run.output)")
  }

  @Test("commands of a file are followed at their times, the same in every run at full speed")
  func script() async throws {
    let hunt = try ShortHunt()
    let script = hunt.path + ".txt"
    defer { try? FileManager.default.removeItem(atPath: script) }
    try "at 5 dance\nat 20 help\n".write(toFile: script, atomically: true, encoding: .utf8)
    var outputs: Set<String> = []
    for _ in 0..<3 {
      let run = try await Command.run(
        TroveBinary.path,
        ["play", hunt.path, "--json", "--from", "walker:3", "--speed", "max", "--commands", script])
      #expect(run.status == 0, "\(run.error)")
      outputs.insert(run.output)
      let events = try objects(run.lines)
      let places = events.indices.filter { events[$0]["event"] as? String == "reply" }
      try #require(places.count == 2)
      #expect((events[places[0] - 1]["elapsed"] as? Double) == 5)
      #expect((events[places[0] + 1]["elapsed"] as? Double) == 6)
    }
    #expect(outputs.count == 1)
  }

  @Test("look and callouts tell of the places around, and a replay says the same")
  func around() async throws {
    let hunt = try ShortHunt()
    let (places, session) = (hunt.path + ".places.geojson", hunt.path + ".flight")
    defer { for path in [places, session] { try? FileManager.default.removeItem(atPath: path) } }
    try """
    {"type":"FeatureCollection","trove":{"type":"places"},"features":[
    {"type":"Feature","properties":{"id":"c","name":"Church","kind":"church"},
    "geometry":{"type":"Point","coordinates":[0,0.00047]}}]}
    """.write(toFile: places, atomically: true, encoding: .utf8)
    let script = hunt.path + ".txt"
    defer { try? FileManager.default.removeItem(atPath: script) }
    try "at 20 look\n".write(toFile: script, atomically: true, encoding: .utf8)
    let play = ["play", hunt.path, "--places", places, "--from", "walker:3", "--speed", "max", "--commands", script]
    let run = try await Command.run(TroveBinary.path, play + ["--plain", "--callouts", "--session", session])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.lines.contains { $0.contains("Ash (target) ") && $0.contains("Church ") }, "\(run.output)")
    #expect(run.lines.count { $0.hasSuffix(" m: Church.") } == 1, "\(run.output)")
    let check = try await Command.run(TroveBinary.path, ["replay", session, "--check", "--allow-files"])
    #expect(check.status == 0, "\(check.output)\(check.error)")
    let again = try await Command.run(TroveBinary.path, ["replay", session, "--plain", "--allow-files"])
    #expect(again.output == run.output)
    let json = try await Command.run(TroveBinary.path, play + ["--json", "--callouts"])
    let callouts = try objects(json.lines).filter { $0["event"] as? String == "callout" }
    #expect(callouts.compactMap { $0["id"] as? String } == ["c"])
  }

  @Test("sentences are spoken, each as one argument that is no option; without a voice that is said once")
  func speak() async throws {
    let hunt = try ShortHunt()
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A voice that writes down what it is given to speak.
    let (voice, spoken) = (folder.appending(path: "spd-say").path, folder.appending(path: "spoken").path)
    try await Script.write("for word; do last=$word; done\necho \"$# $4 $last\" >> \(spoken)", to: voice)
    let play = ["play", hunt.path, "--plain", "--speak", "--from", "walker:3", "--speed", "100"]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = try await Command.run(TroveBinary.path, play, environment: ["PATH": folder.path + ":" + path])
    #expect(run.status == 0)
    #expect(run.error == "")
    let lines = try String(contentsOfFile: spoken, encoding: .utf8).split(separator: "\n")
    #expect(lines.allSatisfy { $0.hasPrefix("5 -- ") }, "\(lines)")
    #expect(lines.last?.hasPrefix("5 -- All 2 treasures found") == true, "\(lines)")
    // Only what the program itself needs to start is there, and no voice.
    let silent = try await Command.run(
      "/usr/bin/env", ["PATH=/nonexistent", TroveBinary.path] + play)
    #expect(silent.status == 0)
    #expect(silent.lines.last?.hasPrefix("All 2 treasures found") == true)
    #expect(silent.error.split(separator: "\n").count == 1 && silent.error.hasPrefix("Nothing is spoken: spd-say"))
  }
}
