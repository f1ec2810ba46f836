import Foundation
import ProcessTesting
import Testing

/// The game itself, cut off, beside another one, and on disks that do not take anything.
@Suite("Progress of the game itself", .timeLimit(.minutes(10)))
struct SavedPlayLiveTests {
  private static let hunt = "Maps/null-island-hunt.geojson"

  /// A folder for saved games, gone with the test.
  private final class Saves {
    let url = FileManager.default.temporaryDirectory.appending(path: "trove-saves-\(UUID().uuidString)")
    var environment: [String: String] { ["TROVE_SAVES": url.path] }
    deinit { try? FileManager.default.removeItem(at: url) }
  }

  private func trove(_ saves: Saves, _ arguments: String...) async throws -> Command {
    try await Command.run(TroveBinary.path, arguments, environment: saves.environment)
  }

  /// The finds that are saved, in order.
  private func finds(_ saves: Saves) async throws -> [String] {
    let list = try objects(try await trove(saves, "games", "--json").lines)
    guard let id = list.first?["id"] as? Int else { return [] }
    let events = try objects(try await trove(saves, "games", "show", "\(id)", "--json").lines)
    return events.filter { $0["event"] as? String == "found" }.compactMap { $0["treasure"] as? String }
  }

  @Test("killed after every find, the game is won in the end, and every start goes on where it was left")
  func killedAfterEveryFind() async throws {
    let saves = Saves()
    let output = saves.url.appendingPathExtension("out")
    defer { try? FileManager.default.removeItem(at: output) }
    var said: [String] = []
    var isWon = false
    for _ in 0..<40 where !isWon {
      let child = try ChildProcess(
        [TroveBinary.path, "play", Self.hunt, "--from", "walker:3", "--save", "--speed", "60", "--json"],
        output: output.path, environment: saves.environment)
      var text = ""
      // Until it says that something is found, or that there is nothing more to find.
      while !text.contains("\"event\":\"found\""), !child.hasEnded {
        try await Task.sleep(for: .milliseconds(5))
        text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
      }
      child.kill()
      try await waitForLocks(on: saves.url.appending(path: "game-1.jsonl"))
      text = try String(contentsOf: output, encoding: .utf8)
      let whole = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
      for line in try objects(whole.filter { $0.contains("\"found\"") }) where line["event"] as? String == "found" {
        if let id = line["id"] as? String { said.append(id) }
      }
      // What was said is saved; nothing is found twice.
      let kept = try await finds(saves)
      #expect(Set(said).isSubset(of: kept))
      #expect(Set(kept).count == kept.count)
      let game = try objects(try await trove(saves, "games", "--json").lines).first
      isWon = game?["over"] as? Bool == true
    }
    #expect(isWon)
    #expect(Set(said).count == said.count)
  }

  @Test("a rehearsal is not saved, unless that is asked for")
  func rehearsal() async throws {
    let saves = Saves()
    let run = try await trove(saves, "play", Self.hunt, "--from", "walker:3", "--speed", "max", "--json")
    #expect(run.status == 0)
    #expect(!FileManager.default.fileExists(atPath: saves.url.path))
    _ = try await trove(saves, "play", Self.hunt, "--from", "walker:3", "--speed", "max", "--json", "--save")
    #expect(try await finds(saves).count > 3)
  }

  @Test("saved games are listed, shown and removed")
  func games() async throws {
    let saves = Saves()
    #expect(try await trove(saves, "games").output == "There are no saved games.\n")
    _ = try await trove(saves, "play", Self.hunt, "--from", "walker:3", "--speed", "max", "--json", "--save")
    let list = try await trove(saves, "games")
    #expect(list.lines.count == 2)
    #expect(list.lines[1].hasPrefix("1 "))
    #expect(list.lines[1].hasSuffix("(over)"))
    #expect(try await trove(saves, "games", "show", "1").output.contains(" found "))
    #expect(try await trove(saves, "games", "show", "9").status == 66)
    let refused = try await trove(saves, "games", "remove", "1")
    #expect(refused.status == 64)
    #expect(refused.error.contains("--yes"))
    #expect(try await trove(saves, "games", "remove", "1", "--yes").status == 0)
    #expect(try await trove(saves, "games").output == "There are no saved games.\n")
  }

  @Test("where the folder cannot be made the game is played to its end")
  func noFolder() async throws {
    let run = try await Command.run(
      TroveBinary.path, ["play", Self.hunt, "--from", "walker:3", "--speed", "max", "--json", "--save"],
      environment: ["TROVE_SAVES": "/dev/null/saves"])
    #expect(run.status == 0)
    #expect(run.error.contains("/dev/null/saves"))
    #expect(try objects(run.lines).last?["event"] as? String == "finished")
  }

  @Test("a full disk does not end the game, and what it lost is said")
  func fullDisk() async throws {
    let saves = Saves()
    // Files may not grow beyond a limit: what the system says then is as good as a full disk.
    let run = try await Command.run(
      "sh",
      [
        // The output is no file, so it has no limit.
        "-c", "(ulimit -f 8; exec \"$@\") | cat", "sh", TroveBinary.path, "play", Self.hunt, "--from", "walker:3",
        "--speed", "max", "--json", "--save",
      ], environment: saves.environment)
    #expect(run.error.contains("Not everything of this game is saved"))
    #expect(try objects(run.lines).last?["event"] as? String == "finished")
    // With room again everything can be played and saved.
    _ = try await trove(saves, "play", Self.hunt, "--from", "walker:3", "--speed", "max", "--json", "--save", "--anew")
    #expect(try await finds(saves).count > 3)
  }

  @Test("what happens is tracked in a file, with positions only when that is asked for")
  func track() async throws {
    let saves = Saves()
    let file = saves.url.appendingPathExtension("jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let play = ["play", Self.hunt, "--from", "walker:3", "--speed", "max", "--json", "--track", file.path]
    _ = try await Command.run(TroveBinary.path, play, environment: saves.environment)
    func tracked() throws -> [[String: Any]] {
      try objects(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init))
    }
    #expect(try tracked().first?["event"] as? String == "started")
    #expect(try tracked().last?["event"] as? String == "finished")
    #expect(try !tracked().contains { $0["lat"] != nil })
    _ = try await Command.run(TroveBinary.path, play + ["--track-positions"], environment: saves.environment)
    #expect(try tracked().contains { $0["lat"] != nil })
  }

  @Test("a second game of the same hunt goes on without saving, and says so", .enabled(if: Tmux.isInstalled))
  func second() async throws {
    let saves = Saves()
    let play = "env TROVE_SAVES=\(saves.url.path) \(TroveBinary.path) play \(Self.hunt) --from steer --ascii"
    let first = try await Tmux(play, columns: 100, rows: 30)
    #expect(try await first.wait(for: "steered") != nil)
    let run = try await trove(saves, "play", Self.hunt, "--from", "walker:3", "--speed", "max", "--json", "--save")
    #expect(run.status == 0)
    #expect(run.error.contains("another window"))
    #expect(try await finds(saves) == [])
    try await first.type("q")
  }
}
