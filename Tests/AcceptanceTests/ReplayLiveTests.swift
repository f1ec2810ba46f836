import Foundation
import ProcessTesting
import Testing

@Suite(
  "Replaying what was played on a terminal", .enabled(if: Tmux.isInstalled, "tmux is not installed"),
  .timeLimit(.minutes(5)))
struct ReplayLiveTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "flight-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    var session: String { url.appending(path: "game.flight").path }
  }

  @Test("keys, pages, other views and sizes: every frame again, cell by cell")
  func frames() async throws {
    let folder = try Folder()
    let terminal = try await Tmux(
      "\(TroveBinary.path) play Maps/null-island-hunt.geojson --from walker --speed 20 --session \(folder.session); "
        + "echo ended with $?", columns: 100, rows: 32)
    #expect(try await terminal.wait(for: "walker 3D") != nil)
    for keys in [["m"], ["+", "+"], ["Left"], ["?", "PageDown", "Escape"], ["c"], ["s"], ["t"]] {
      for key in keys { try await terminal.type(key) }
    }
    try await terminal.resize(columns: 10, rows: 4)
    #expect(try await terminal.wait(for: "too small") != nil)
    try await terminal.resize(columns: 70, rows: 24)
    try await terminal.type("Escape")
    #expect(try await terminal.wait(for: "of 10 found") != nil)
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
    let check = try await TroveBinary.run("replay", folder.session, "--check")
    #expect(check.status == 0 && check.output.contains("all as then"), "\(check.error)")
  }

  @Test("killed without a warning: the record is there to its last moment")
  func killed() async throws {
    let folder = try Folder()
    let play = "\(TroveBinary.path) play Maps/null-island-hunt.geojson --from walker --speed 20 --session"
    let terminal = try await Tmux(
      "sh -c 'echo $$ > \(folder.url.path)/pid; exec \(play) \(folder.session)'", columns: 100, rows: 32)
    #expect(try await terminal.wait(for: "of 10 found") != nil)
    let pid = try String(contentsOfFile: folder.url.path + "/pid", encoding: .utf8)
    kill(try #require(pid_t(pid.trimmingCharacters(in: .whitespacesAndNewlines))), SIGKILL)
    let check = try await TroveBinary.run("replay", folder.session, "--check")
    #expect(check.status == 0 && check.output.contains("all as then"), "\(check.error)")
  }
}
