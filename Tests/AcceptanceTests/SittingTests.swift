import Foundation
import ProcessTesting
import SessionLogs
import Testing

@Suite("A game of several sittings", .timeLimit(.minutes(5)))
struct SittingTests {
  /// A game that was left once, broke off once, and was won in the third sitting.
  private final class Game {
    let url = FileManager.default.temporaryDirectory.appending(path: "sittings-\(UUID().uuidString)")
    static let hunt = "Maps/null-island-hunt.geojson"

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    var environment: [String: String] { ["TROVE_SAVES": path("saves"), "TROVE_SESSIONS": path("sessions")] }
    var record: String { path("saves/game-1.jsonl") }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func run(_ arguments: String...) async throws -> Command {
      try await Command.run(TroveBinary.path, arguments, environment: environment)
    }

    private static let play = ["play", hunt, "--from", "walker:3", "--json", "--save", "--speed"]

    /// Plays a sitting as fast as possible.
    func sit(_ options: String...) async throws {
      let run = try await Command.run(TroveBinary.path, Self.play + ["max"] + options, environment: environment)
      #expect(run.status == 0, "\(run.error)")
    }

    /// Plays until something is found, and is killed then.
    func breakOff() async throws {
      let child = try ChildProcess(
        [TroveBinary.path] + Self.play + ["60"], output: path("out"), environment: environment)
      var text = ""
      while !text.contains("\"event\":\"found\""), !child.hasEnded {
        try await Task.sleep(for: .milliseconds(5))
        text = (try? String(contentsOfFile: path("out"), encoding: .utf8)) ?? ""
      }
      child.kill()
      try await waitForLocks(on: URL(filePath: record))
    }

    func leave() async throws {
      try "at 300 quit\n".write(toFile: path("commands"), atomically: false, encoding: .utf8)
      try await sit("--commands", path("commands"))
    }

    func lines() throws -> [String] {
      try String(contentsOfFile: record, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    func write(_ lines: [String]) throws {
      try lines.map { $0 + "\n" }.joined().write(toFile: record, atomically: false, encoding: .utf8)
    }
  }

  @Test("is one proof, with the pause and the crash in it, and is replayed sitting by sitting")
  func proof() async throws {
    let game = try Game()
    try await game.leave()
    try await game.breakOff()
    try await game.sit()
    let check = try await game.run("replay", "last", "--check")
    #expect(check.status == 0 && check.lines.count == 3, "\(check.error)")
    let signed = try await game.run("finish", "last", game.path("ada.finish"), "--name", "Ada")
    #expect(signed.status == 0 && signed.output.contains("10 of 10 found, 200 points"), "\(signed.error)")
    let verified = try await game.run("verify", game.path("ada.finish"), "--hunt", Game.hunt)
    #expect(verified.status == 0, "\(verified.error)")
    #expect(verified.output.contains("Played in 3 sittings, of which 1 broke off; "), "\(verified.output)")
    let line = try #require(objects(try await game.run("verify", game.path("ada.finish"), "--json").lines).first)
    #expect(line["sittings"] as? Int == 3 && line["broken_off"] as? Int == 1 && line["points"] as? Int == 200)
    let first = try await game.run("replay", "game-1", "--sitting", "1", "--json")
    #expect(first.output.contains("\"event\":\"started\"") && !first.output.contains("finished"))
    #expect(try await game.run("replay", "game-1", "--sitting", "4", "--json").status == 64)
  }

  @Test("is no proof where a sitting was taken out, whatever the seals say")
  func missing() async throws {
    let game = try Game()
    try await game.leave()
    try await game.breakOff()
    try await game.sit()
    let lines = try game.lines()
    let starts = lines.indices.filter { lines[$0].contains("\"trove\":\"game\"") }
    try game.write(Array(lines[..<starts[1]] + lines[starts[2]...]))
    let gap = try await game.run("finish", "last", game.path("a.finish"))
    #expect(
      gap.status == 2 && gap.error.contains("game-1.jsonl:\(starts[1] + 1): this line was changed"), "\(gap.error)")
    let sealed = sealedAnew(try String(contentsOfFile: game.record, encoding: .utf8))
    try sealed.write(toFile: game.record, atomically: false, encoding: .utf8)
    let refused = try await game.run("finish", "last", game.path("a.finish"))
    #expect(refused.status == 2 && refused.error.contains("goes on with an earlier one"), "\(refused.error)")
  }

  @Test("is no proof where a line was changed or taken out; a changed one is passed over by a replay")
  func changed() async throws {
    let game = try Game()
    try await game.sit()
    let lines = try game.lines()
    var fewer = lines
    fewer.remove(at: 100)
    try game.write(fewer)
    let gap = try await game.run("finish", "last", game.path("a.finish"))
    #expect(gap.status == 2 && gap.error.contains("game-1.jsonl:101: "), "\(gap.error)")
    var other = lines
    other[100] = other[100].replacing("\"t\":\"", with: "\"t\":\"0")
    try game.write(other)
    let changed = try await game.run("finish", "last", game.path("a.finish"))
    #expect(changed.status == 2 && changed.error.contains("game-1.jsonl:101: "), "\(changed.error)")
    let replayed = try await game.run("replay", "last", "--json")
    #expect(replayed.status == 0 && replayed.error.contains("game-1.jsonl:101: damaged, and passed over"))
  }

  @Test("is no proof where it is called the game of another hunt, whatever the seals say")
  func otherHunt() async throws {
    let game = try Game()
    try await game.sit()
    let record = try String(contentsOfFile: game.record, encoding: .utf8)
    let (own, other) = (#""hunt":"The Zero Meridian","title""#, #""hunt":"Another","title""#)
    let forged = record.replacing(own, with: other)
    #expect(forged != record)
    try sealedAnew(forged).write(toFile: game.record, atomically: false, encoding: .utf8)
    let finish = try await game.run("finish", game.record, game.path("ada.finish"))
    #expect(finish.status == 2 && finish.error.contains(":1: this line names another hunt"), "\(finish.error)")
    try record.write(toFile: game.record, atomically: false, encoding: .utf8)
    #expect(try await game.run("finish", game.record, game.path("ada.finish")).status == 0)
  }

  @Test("is in doubt where one begins before the one before it ended, by what they say")
  func outOfOrder() async throws {
    let game = try Game()
    try await game.leave()
    try await game.sit()
    let record = try String(contentsOfFile: game.record, encoding: .utf8)
    let began = record.matches(of: /"began":"[^"]*"/)
    #expect(began.count == 2)
    let last = try #require(began.last)
    let forged = record.replacingCharacters(in: last.range, with: "\"began\":\"2026-11-01T10:00:00Z\"")
    try sealedAnew(forged).write(toFile: game.record, atomically: false, encoding: .utf8)
    let finish = try await game.run("finish", game.record, game.path("ada.finish"))
    #expect(finish.status == 0 && finish.error.contains("a sitting began before the one before it ended"))
    let verify = try await game.run("verify", game.path("ada.finish"))
    #expect(verify.status == 0 && verify.output.contains("In doubt: it says that a sitting began before"))
  }

  @Test("is no proof where one of them was not recorded")
  func unrecorded() async throws {
    let game = try Game()
    try "at 300 quit\n".write(toFile: game.path("commands"), atomically: false, encoding: .utf8)
    try await game.sit("--commands", game.path("commands"), "--no-session")
    let none = try await game.run("finish", game.record, game.path("a.finish"))
    #expect(none.status == 65 && none.error.contains("no session is recorded here"), "\(none.error)")
    #expect(try await game.run("replay").output.contains("No session is recorded yet"))
    try await game.sit()
    let refused = try await game.run("finish", "last", game.path("a.finish"))
    #expect(refused.status == 2 && refused.error.contains("goes on with an earlier one"), "\(refused.error)")
  }
}
