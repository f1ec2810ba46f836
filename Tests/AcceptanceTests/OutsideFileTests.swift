import Foundation
import ProcessTesting
import Testing

@Suite("A session that names files outside of itself")
struct OutsideFileTests {
  /// A session of a hunt that is too large to be recorded, in the user's own folder and elsewhere.
  private final class Played {
    let url = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID().uuidString)")
    let lines: String

    init() async throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let hunt = try String(contentsOfFile: "Maps/null-island-hunt.geojson", encoding: .utf8)
      try (hunt + String(repeating: " ", count: 1 << 20))
        .write(to: url.appending(path: "large.geojson"), atomically: false, encoding: .utf8)
      try FileManager.default.createDirectory(at: url.appending(path: "own"), withIntermediateDirectories: true)
      let played = try await Command.run(
        TroveBinary.path,
        [
          "play", url.appending(path: "large.geojson").path, "--from", "walker:4", "--speed", "max", "--json",
          "--session",
          url.appending(path: "own/a.flight").path,
        ])
      #expect(played.status == 0, "\(played.error)")
      lines = played.output
      try FileManager.default.copyItem(atPath: path("own/a.flight"), toPath: path("a.flight"))
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func run(_ arguments: String...) async throws -> Command {
      try await Command.run(TroveBinary.path, arguments, environment: ["TROVE_SESSIONS": path("own")])
    }

    /// Changes the record that lies elsewhere.
    func change(_ text: some RegexComponent, to other: String) throws {
      let record = try String(contentsOfFile: path("a.flight"), encoding: .utf8)
      try sealedAnew(record.replacing(text, with: other))
        .write(toFile: path("a.flight"), atomically: false, encoding: .utf8)
    }
  }

  @Test("reads those that are as they were then, by their checksums, where that is allowed")
  func allowed() async throws {
    let game = try await Played()
    let refused = try await game.run("replay", game.path("a.flight"), "--json")
    #expect(refused.status == 65 && refused.output.isEmpty)
    #expect(refused.error.contains("large.geojson”, which only --allow-files reads"), "\(refused.error)")
    #expect(try await game.run("replay", game.path("a.flight"), "--json", "--allow-files").output == game.lines)
    #expect(try await game.run("replay", game.path("a.flight"), "--check", "--allow-files").status == 0)
    let hunt = try String(contentsOfFile: game.path("large.geojson"), encoding: .utf8)
    try (hunt + "\n").write(toFile: game.path("large.geojson"), atomically: false, encoding: .utf8)
    let changed = try await game.run("replay", game.path("a.flight"), "--json", "--allow-files")
    #expect(changed.status == 65 && changed.error.contains("its checksum does not fit"), "\(changed.error)")
  }

  @Test("reads none without a checksum, whatever is allowed: whoever made it need not have had the file")
  func noSum() async throws {
    let game = try await Played()
    try game.change(/,"sum":"[^"]*"/, to: "")
    let refused = try await game.run("replay", game.path("a.flight"), "--json", "--allow-files")
    #expect(refused.status == 65 && refused.error.contains("its checksum does not fit"), "\(refused.error)")
  }

  @Test("is as it always was in the user's own folder, and says what has changed")
  func own() async throws {
    let game = try await Played()
    let replay = try await game.run("replay", "last", "--json")
    #expect(replay.output == game.lines && replay.error.isEmpty, "\(replay.error)")
    let hunt = try String(contentsOfFile: game.path("large.geojson"), encoding: .utf8)
    try (hunt + "\n").write(toFile: game.path("large.geojson"), atomically: false, encoding: .utf8)
    let changed = try await game.run("replay", "last", "--json")
    #expect(changed.output == game.lines && changed.error.contains("has changed since the session was played"))
    try FileManager.default.removeItem(atPath: game.path("large.geojson"))
    #expect(try await game.run("replay", "last", "--json").status == 66)
  }

  @Test("is shown without a map and ghosts that it names, which are not opened, and says so")
  func leftOut() async throws {
    let game = try await Played()
    #expect(mkfifo(game.path("pipe"), 0o600) == 0)
    let pipe = #"{"path":"\#(game.path("pipe"))"}"#
    let hunt = try String(contentsOfFile: "Maps/null-island-hunt.geojson", encoding: .utf8)
    let text = String(decoding: try JSONEncoder().encode(hunt), as: UTF8.self)
    try game.change(
      /"hunt":\{"path":[^}]*\}/,
      to: #""hunt":{"path":"hunt.geojson","text":\#(text)},"map":\#(pipe),"ghosts":[\#(pipe)]"#)
    try game.change(/"voice":"json"/, to: "\"voice\":\"screen\"")
    let frames = try await game.run("replay", game.path("a.flight"), "--frames")
    #expect(frames.status == 0 && frames.output.contains("Zero Stone"), "\(frames.error)")
    #expect(frames.error.contains("is read without them") && frames.error.contains("--allow-files"), "\(frames.error)")
    let film = try await game.run("record", game.path("a.flight"), game.path("a.svg"), "--at", "10")
    #expect(film.error.contains("--allow-files"), "\(film.error)")
    let allowed = try await game.run("replay", game.path("a.flight"), "--frames", "--allow-files")
    #expect(allowed.status == 0 && allowed.error.contains("checksums do not fit"), "\(allowed.error)")
    // Lines need neither.
    #expect(try await game.run("replay", game.path("a.flight"), "--json").error.isEmpty)
  }

  @Test("reads each ghost once, and no more than run at once", arguments: [9, 11])
  func ghosts(count: Int) async throws {
    let game = try await Played()
    let hunt = try String(contentsOfFile: "Maps/null-island-hunt.geojson", encoding: .utf8)
    let walk = try String(contentsOfFile: "Traces/null-island-walk.gpx", encoding: .utf8)
    func text(_ text: String) throws -> String { String(decoding: try JSONEncoder().encode(text), as: UTF8.self) }
    let ghosts = try (1...count).flatMap { number in
      Array(repeating: #"{"path":"g\#(number).gpx","text":\#(try text(walk))}"#, count: 2)
    }
    try game.change(
      /"hunt":\{"path":[^}]*\}/,
      to: #""hunt":{"path":"hunt.geojson","text":\#(try text(hunt))},"ghosts":[\#(ghosts.joined(separator: ","))]"#)
    try game.change(/"voice":"json"/, to: "\"voice\":\"screen\"")
    let frames = try await game.run("replay", game.path("a.flight"), "--frames")
    #expect(frames.status == 0)
    #expect(frames.error.contains("only the first 9 of its ghosts are read") == (count > 9), "\(frames.error)")
  }

  @Test(
    "that is a ghost itself needs no file, or lies in the user's own folder",
    .enabled(if: hasProgram("script"), "no script"))
  func asGhost() async throws {
    let game = try await Played()
    // A ghost runs on a terminal; who types q at once has seen enough of it.
    func race(_ ghost: String) async throws -> Command {
      let play =
        "'\(TroveBinary.path)' play Maps/null-island-hunt.geojson --from walker:4 --no-session --ghost '\(ghost)'"
      return try await Command.run(
        "sh", ["-c", "printf q | script -qec \"$1\" /dev/null", "sh", play],
        environment: ["TROVE_SESSIONS": game.path("own"), "TERM": "xterm"])
    }
    #expect(try await race("last").status == 0)
    let stranger = try await race(game.path("a.flight"))
    #expect(stranger.status == 65 && stranger.output.contains("its hunt is not in it"), "\(stranger.output)")
    let large = FileManager.default.createFile(atPath: game.path("large.flight"), contents: Data(count: 33 << 20))
    #expect(large)
    let refused = try await race(game.path("large.flight"))
    #expect(refused.status == 65 && refused.output.contains("larger than 32 MiB"), "\(refused.output)")
  }
}
