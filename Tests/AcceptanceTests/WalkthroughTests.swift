import Foundation
import ProcessTesting
import Testing

@Suite("trove play --script")
struct WalkthroughTests {
  private func play(
    _ script: String, _ hunt: String = AnswerTests.hunt, words: [String] = []
  ) async throws -> (run: Command, events: [[String: Any]]) {
    let folder = try ScratchFolder()
    try hunt.write(toFile: folder.file("hunt.geojson"), atomically: true, encoding: .utf8)
    try script.write(toFile: folder.file("steps.walk"), atomically: true, encoding: .utf8)
    let run = try await Command.run(
      TroveBinary.path,
      ["play", folder.file("hunt.geojson"), "--script", folder.file("steps.walk"), "--json"] + words)
    return (run, run.status == 0 || run.status == 2 ? try objects(run.lines) : [])
  }

  private func count(_ event: String, _ events: [[String: Any]]) -> Int {
    events.count { $0["event"] as? String == event }
  }

  @Test("walks to stages, answers their questions, and ends with 0 when everything came as expected")
  func good() async throws {
    let (run, events) = try await play(
      """
      # Both stages.
      go to a
      answer a 7       # spiders are no insects
      expect not found a
      answer a 8
      expect found a
      expect points>=-2
      expect not won
      go to b
      expect won within 90s
      """, words: ["--require", "won", "--require", "found>=2"])
    #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
    #expect(count("wrong_answer", events) == 1 && count("answered", events) == 1 && count("found", events) == 2)
    #expect(events.last?["completed"] as? Bool == true)
  }

  @Test("the same script gives the same bytes, and another seed other errors")
  func repeatable() async throws {
    let script = "go to a\nanswer a 8\ngo to 0.002,0.001\nwait 30s\ngo to b"
    let wood = ["--preset", "wood"]
    let runs = try await [play(script, words: wood), play(script, words: wood)].map(\.run)
    #expect(runs[0].output == runs[1].output && runs[0].lines.count > 300)
    let other = try await play(script, words: wood + ["--from", "walker:2"]).run
    #expect(other.output != runs[0].output)
  }

  @Test(
    "a step that fails ends the walk with 2, its line, and what is so instead",
    arguments: [
      ("go to b\nexpect found b", 2, "expected “b” to be found: now locked, 0 m away. First find A."),
      ("expect item rope", 1, "there is no item “rope”; there is none"),
      ("answer a 8", 1, "its question is not asked: now open, 60 m away."),
      ("go to a\nanswer a 8\n\nexpect found>=2 within 5s", 4, "found>=2: 1 of 2 are found"),
      ("go to a\nanswer a 8\ngo to b\nexpect won\ngo to a", 5, "the game is over before this step"),
      ("go to a\nhint a", 2, "the game says: There is no hint for A."),
      ("go to a\nanswer a 9\nexpect points>=0 within 1s", 3, "points>=0: there are -2"),
    ])
  func fails(script: String, line: Int, reason: String) async throws {
    let (run, _) = try await play(script)
    #expect(run.status == (reason.hasPrefix("there is no item") ? 65 : 2))
    #expect(run.error.contains("steps.walk:\(line): ") && run.error.contains(reason), "\(run.error)")
  }

  @Test("what the end has to be is judged in every game in lines, and in that of the least successful player")
  func requirements() async throws {
    let hunt = "Maps/null-island-hunt.geojson"
    let trace = ["play", hunt, "--from", "Traces/null-island-walk.gpx", "--speed", "max", "--plain"]
    let good = try await Command.run(TroveBinary.path, trace + ["--require", "won", "--require", "found>=10"])
    #expect(good.status == 0, "\(good.error)")
    let bad = try await Command.run(TroveBinary.path, trace + ["--require", "points>=100000"])
    #expect(bad.status == 2 && bad.error.contains("--require points>=100000: there are "), "\(bad.error)")
    let crowd = ["simulate", hunt, "--players", "20", "--json"]
    let all = try await Command.run(TroveBinary.path, crowd + ["--require", "won", "--require", "found>=10"])
    #expect(all.status == 0, "\(all.error)")
    let none = try await Command.run(TroveBinary.path, crowd + ["--patience", "1", "--require", "won"])
    #expect(none.status == 2, "\(none.error)")
  }

  @Test(
    "options that contradict a script are wrong usage",
    arguments: [
      ["--from", "gpsd"], ["--speed", "2"], ["--commands", "x"], ["--answers", "right"], ["--require", "p95<3min"],
    ])
  func usage(words: [String]) async throws {
    let run = try await play("go to a", words: words).run
    #expect(run.status == 64, "\(run.error)")
  }

  @Test("the walkthrough of the documentation wins the riddle, and its CI job is made of commands that pass")
  func documented() async throws {
    let docs = try String(
      contentsOf: SharedFiles.package.appending(path: "docs/scripts.md"), encoding: .utf8)
    let parts = docs.components(separatedBy: "```")
    let script = try #require(parts.first { $0.contains("go to slate") })
    let riddle = try String(
      contentsOf: SharedFiles.package.appending(path: "Maps/keepers-riddle-hunt.geojson"), encoding: .utf8)
    let (run, events) = try await play(script, riddle, words: ["--require", "won", "--require", "points>=150"])
    #expect(run.status == 0, "\(run.error)")
    #expect(events.last?["completed"] as? Bool == true)

    let job = try #require(parts.first { $0.hasPrefix("yaml") })
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(atPath: folder.file("hunts"), withIntermediateDirectories: true)
    try riddle.write(toFile: folder.file("hunts/riddle.geojson"), atomically: true, encoding: .utf8)
    try FileManager.default.copyItem(
      at: SharedFiles.package.appending(path: "Maps/null-island.geojson"),
      to: URL(filePath: folder.file("hunts/null-island.geojson")))
    try script.write(toFile: folder.file("hunts/riddle.walk"), atomically: true, encoding: .utf8)
    let commands = job.split(separator: "\n").filter { $0.hasPrefix("- run: ") }.map { $0.dropFirst(7) }
    #expect(commands.count == 3)
    for command in commands {
      let line = "cd '\(folder.path)' && \(command.replacing("trove ", with: "'\(TroveBinary.path)' "))"
      let run = try await Command.run("bash", ["-c", line])
      #expect(run.status == 0, "\(command): \(run.error)")
    }
  }
}
