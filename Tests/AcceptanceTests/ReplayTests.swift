import Foundation
import ProcessTesting
import Testing

@Suite("trove replay")
struct ReplayTests {
  /// A folder with a session in it, and what the game said.
  private final class Recorded {
    let url = FileManager.default.temporaryDirectory.appending(path: "replay-\(UUID().uuidString)")
    private(set) var lines = ""

    var session: String { path("game.flight") }

    /// Plays a game to its end, or for so many seconds of its own time.
    init(_ source: String, _ more: String..., for seconds: Int? = nil) async throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      var play = ["play", "Maps/null-island-hunt.geojson", "--from", source, "--speed", "max", "--json"]
      play += ["--session", session] + more
      if let seconds {
        try Data("at \(seconds) quit\n".utf8).write(to: url.appending(path: "commands"))
        play += ["--commands", path("commands")]
      }
      let game = try await Command.run(TroveBinary.path, play)
      #expect(game.status == 0, "\(game.error)")
      lines = game.output
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Writes something else as the session.
    func change(_ change: (inout [UInt8]) throws -> Void) throws {
      var bytes = [UInt8](try Data(contentsOf: URL(filePath: session)))
      try change(&bytes)
      try Data(bytes).write(to: URL(filePath: session))
    }
  }

  private static let surroundings: [[String: String]] = [
    ["TZ": "UTC", "LANG": "C.UTF-8"], ["TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8"],
    ["TZ": "America/St_Johns", "LC_ALL": "C"], ["TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8"],
    ["TZ": "Europe/Dublin", "LANG": "ar_EG.UTF-8", "NO_COLOR": "1"],
  ]

  @Test(
    "a hundred times gives the same lines, whatever the time zone and the language", arguments: 1...20)
  func hundred(seed: Int) async throws {
    // Five minutes of each game: what depends on the surroundings is in every line. Whole games are played at night.
    let game = try await Recorded(
      "walker:\(seed)", "--preset", seed.isMultiple(of: 2) ? "canyon" : "wood", for: isNightly ? nil : 300)
    for environment in Self.surroundings {
      let replay = try await Command.run(
        TroveBinary.path, ["replay", game.session, "--json"], environment: environment)
      #expect(replay.status == 0 && replay.output == game.lines)
    }
    let check = try await TroveBinary.run("replay", game.session, "--check")
    #expect(check.status == 0 && check.output.contains("all as then"), "\(check.error)")
  }

  @Test("on one processor gives what it gives on all")
  func oneProcessor() async throws {
    let game = try await Recorded("walker:3")
    let replay = try await Command.run("taskset", ["-c", "0", TroveBinary.path, "replay", game.session, "--json"])
    #expect(replay.output == game.lines)
  }

  @Test("of a game that was killed in the midst of a line tells everything before that")
  func torn() async throws {
    let game = try await Recorded("walker:5")
    try game.change { $0.removeLast($0.count / 3) }
    let replay = try await TroveBinary.run("replay", game.session, "--json")
    #expect(replay.status == 0 && game.lines.hasPrefix(replay.output) && replay.output.count > game.lines.count / 3)
    let check = try await TroveBinary.run("replay", game.session, "--check")
    #expect(check.status == 0 && check.output.contains("The last line is cut off."))
  }

  @Test("of a session in which a fix was moved says where it parts from the record")
  func changed() async throws {
    let game = try await Recorded("walker:5")
    try game.change { bytes in
      // The hundredth latitude, by degrees.
      let text = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      var lines = text.map(String.init)
      let place = lines.indices.filter { lines[$0].contains("\"lat\":") }[100]
      lines[place] = lines[place].replacing("\"lat\":-", with: "\"lat\":-1").replacing("\"lat\":0", with: "\"lat\":1")
      bytes = Array(sealedAnew(lines.joined(separator: "\n")).utf8)
    }
    let check = try await TroveBinary.run("replay", game.session, "--check")
    #expect(check.status == 2 && check.error.contains("something else is shown than then"))
  }

  @Test("of what is no session says so with its line")
  func none() async throws {
    let hunt = try await TroveBinary.run("replay", "Maps/null-island-hunt.geojson", "--check")
    #expect(hunt.status == 65 && hunt.error.contains("geojson:1: this is no record of a game"))
    #expect(try await TroveBinary.run("replay", "nowhere", "--check").status == 66)
    let game = try await Recorded("walker:5")
    func addRubbish() throws {
      try game.change {
        $0.insert(contentsOf: Array("rubbish\n".utf8), at: $0.firstIndex(of: 0x0A).map { $0 + 1 } ?? 0)
      }
    }
    // A line that does not fit its seal is passed over; the first format has none.
    try addRubbish()
    let passed = try await TroveBinary.run("replay", game.session, "--check")
    #expect(passed.status == 0 && passed.error.contains("game.flight:2: damaged, and passed over"), "\(passed.error)")
    try game.change { $0 = Array(try inFirstFormat(String(decoding: $0, as: UTF8.self)).utf8) }
    #expect(try await TroveBinary.run("replay", game.session, "--json").status == 65)
    let other = try await Recorded("walker:5")
    try other.change { $0 = Array(try inFirstFormat(String(decoding: $0, as: UTF8.self)).utf8) }
    #expect(try await TroveBinary.run("replay", other.session, "--check").status == 0)
  }

  @Test("makes a regression test that passes, and that fails once something else is shown")
  func regression() async throws {
    let game = try await Recorded("walker:2")
    let written = try await TroveBinary.run("replay", game.session, "--to-test", game.path("test"))
    #expect(written.status == 0 && written.output == game.path("test/game.test") + "\n")
    let environment = ["TROVE": TroveBinary.path]
    let good = try await Command.run(game.path("test/game.test"), [], environment: environment)
    #expect(good.status == 0, "\(good.error)")
    let golden = URL(filePath: game.path("test/game.golden"))
    let text = try String(contentsOf: golden, encoding: .utf8)
    try text.replacing("\"found\":10", with: "\"found\":11").write(to: golden, atomically: true, encoding: .utf8)
    let bad = try await Command.run(game.path("test/game.test"), [], environment: environment)
    #expect(bad.status == 2 && bad.error.contains("something else is shown now"))
  }

  @Test("lists the sessions that were recorded: of each game there is one, and rehearsals push out only each other")
  func list() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "sessions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    let environment = ["TROVE_SESSIONS": url.path]
    let none = try await Command.run(TroveBinary.path, ["replay"], environment: environment)
    #expect(none.output.contains("No session is recorded yet"))
    for number in 10..<60 {
      try Data("x".utf8).write(to: url.appending(path: "2020-01-01T00-00-\(number).flight"))
      try Data("x".utf8).write(to: url.appending(path: "2020-01-01T00-00-\(number)-rehearsal.flight"))
    }
    // Another program is still writing one of the oldest.
    let written = open(url.appending(path: "2020-01-01T00-00-12-rehearsal.flight").path, O_RDONLY)
    defer { close(written) }
    #expect(flock(written, LOCK_EX) == 0)
    let play = ["play", "Maps/null-island-hunt.geojson", "--from", "walker:1", "--json", "--speed"]
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: url.path) }
    _ = try await Command.run(TroveBinary.path, play + ["1000"], environment: environment)
    // The last 19, the one that is being written, and the new one.
    #expect(try names().count == 50 + 21 && !names().contains("2020-01-01T00-00-40-rehearsal.flight"))
    #expect(try names().contains("2020-01-01T00-00-12-rehearsal.flight"))
    _ = try await Command.run(TroveBinary.path, play + ["1000", "--no-session"], environment: environment)
    #expect(try names().contains("2020-01-01T00-00-41-rehearsal.flight"))
    _ = try await Command.run(TroveBinary.path, play + ["max"], environment: environment)
    #expect(try !names().contains("2020-01-01T00-00-41-rehearsal.flight"))
    let steered = [
      "play", "Maps/null-island-hunt.geojson", "--from", "steer", "--plain", "--no-save", "--commands", "/dev/null",
    ]
    _ = try await Command.run(TroveBinary.path, steered, environment: environment)
    #expect(try names().count == 50 + 21 && !names().contains("2020-01-01T00-00-10.flight"))
    try Data("x".utf8).write(to: url.appending(path: "2019\u{1B}[2J\u{202E}.flight"))
    let list = try await Command.run(TroveBinary.path, ["replay"], environment: environment)
    #expect(list.output.contains("walker   null-island-hunt.geojson"))
    #expect(list.output.contains("2019[2J ") && !list.output.contains("\u{1B}"))
    let last = try await Command.run(TroveBinary.path, ["replay", "last", "--check"], environment: environment)
    #expect(last.status == 0, "\(last.error)")
  }

  @Test("a game played at once is recorded, by a walker or a recording, and can be proved, but has no pictures")
  func atOnce() async throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "state-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: url) }
    let environment = ["TROVE_SESSIONS": url.path + "/sessions", "TROVE_SAVES": url.path + "/saves"]
    func run(_ arguments: String...) async throws -> Command {
      try await Command.run(TroveBinary.path, arguments, environment: environment)
    }
    for source in ["walker:1", "Traces/null-island-walk.gpx"] {
      let game = try await run("play", "Maps/null-island-hunt.geojson", "--from", source, "--speed", "max", "--plain")
      #expect(try await run("replay", "last", "--plain").output == game.output)
    }
    let proof = url.path + "/ada.finish"
    let finished = try await run("finish", "last", proof, "--name", "Ada")
    #expect(finished.status == 0, "\(finished.error)")
    #expect(try await run("verify", proof).status == 0)
    let recorded = try await run("record", "last", url.path + "/game.svg")
    #expect(recorded.status == 65 && recorded.error.contains("was played in lines, so it has no pictures"))
    #expect(recorded.error.contains("trove replay last --plain"))
    #expect(try await run("simulate", "Maps/null-island-hunt.geojson", "--players", "4", "--plain").status == 0)
    #expect(try await run("replay").lines.count == 3)
  }

  @Test("needs nothing of what the game was made of but large maps: the hunt may have gone")
  func huntGone() async throws {
    let game = try await Recorded("walker:4")
    let copy = game.path("hunt.geojson")
    try FileManager.default.copyItem(atPath: "Maps/null-island-hunt.geojson", toPath: copy)
    let session = game.path("copy.flight")
    let play = ["play", copy, "--from", "walker:4", "--speed", "max", "--json", "--session", session]
    let lines = try await Command.run(TroveBinary.path, play).output
    try FileManager.default.removeItem(atPath: copy)
    #expect(try await TroveBinary.run("replay", session, "--json").output == lines)
  }

  @Test("of a session is known by how it begins, whatever it is called", arguments: ["game.jsonl", "game.gpx", "game"])
  func named(name: String) async throws {
    let game = try await Recorded("walker:4")
    try FileManager.default.moveItem(atPath: game.session, toPath: game.path(name))
    #expect(try await TroveBinary.run("replay", game.path(name), "--json").output == game.lines)
  }

  @Test(
    "refuses what has no meaning there: how it is looked at where nobody looks, and the map of a trace",
    arguments: [["--check", "--speed", "2"], ["--json", "--map", "Maps/null-island.geojson"], ["--start", "10"]])
  func meaningless(options: [String]) async throws {
    let game = try await Recorded("walker:4")
    let refused = try await Command.run(TroveBinary.path, ["replay", game.session] + options)
    #expect(refused.status == 64 && refused.output.isEmpty)
  }
}
