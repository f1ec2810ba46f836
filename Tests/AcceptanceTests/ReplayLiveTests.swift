import Foundation
import ProcessTesting
import Testing

@Suite(
  "Replaying what was played on a terminal", .enabled(if: Tmux.isInstalled, "tmux is not installed"),
  .timeLimit(.minutes(5)))
struct ReplayLiveTests {
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "session-\(UUID().uuidString)")

    init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

    deinit { try? FileManager.default.removeItem(at: url) }

    var session: String { url.appending(path: "game.flight").path }
  }

  @Test("keys, pages, other views and sizes: every frame again, cell by cell")
  func frames() async throws {
    let folder = try Folder()
    let terminal = try await Tmux(
      "TROVE_STYLE=light \(TroveBinary.path) play Maps/null-island-hunt.geojson --from walker --speed 20 --session "
        + "\(folder.session); echo ended with $?", columns: 100, rows: 32)
    #expect(try await terminal.wait(for: "walker 3D") != nil)
    for key in ["m", "+", "+", "Left", "?"] { try await terminal.type(key) }
    #expect(try await terminal.wait(for: "goes back") != nil)
    try await terminal.type("Escape")
    #expect(try await terminal.wait(forNo: "goes back") != nil)
    for key in ["c", "s", "t"] { try await terminal.type(key) }
    #expect(try await terminal.wait(for: "goes back") != nil)
    // The window changes while keys wait, and the screen that is drawn next is of which size?
    for key in ["Escape", "+", "-", "Right"] { try await terminal.type(key) }
    try await terminal.resize(columns: 10, rows: 4)
    #expect(try await terminal.wait(for: "too small") != nil)
    try await terminal.resize(columns: 70, rows: 24)
    #expect(try await terminal.wait(for: "of 10 found") != nil)
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
    // The colours are those of then, whatever is wanted now.
    let check = try await Command.run(
      TroveBinary.path, ["replay", folder.session, "--check"], environment: ["TROVE_STYLE": "safe"])
    #expect(check.status == 0 && check.output.contains("all as then"), "\(check.error)")
  }

  @Test("the route to the target follows streets, and is in the record")
  func route() async throws {
    let folder = try Folder()
    let terminal = try await Tmux(
      "\(TroveBinary.path) play Maps/null-island-hunt.geojson --from walker --view eye --session \(folder.session)",
      columns: 100, rows: 32)
    #expect(try await terminal.wait(for: "of 10 found") != nil)
    let route = try await first("\"route\":", in: folder.session)
    #expect(try #require(route).components(separatedBy: "],[").count > 3)
  }

  /// The first line of a record that contains a text; `nil` after a minute.
  private func first(_ text: String, in session: String) async throws -> Substring? {
    for _ in 0..<600 {
      let lines = try String(contentsOfFile: session, encoding: .utf8).split(separator: "\n")
      if let line = lines.first(where: { $0.contains(text) }) { return line }
      try await Task.sleep(for: .milliseconds(100))
    }
    return nil
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

  /// A game of the walker that was watched to its end.
  ///
  /// Slow enough that a moment's pause of the machine loses no find; the times of the finds are not always the same.
  private func played(_ folder: Folder, _ more: String = "") async throws {
    let terminal = try await Tmux(
      "\(TroveBinary.path) play Maps/null-island-hunt.geojson --from walker:4 --speed 100 --session \(folder.session) "
        + "\(more); echo ended with $?", columns: 90, rows: 30)
    #expect(try await terminal.wait(for: " 10 of 10 found") != nil)
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
  }

  @Test("time goes to and fro: steps, events, a part of it, bookmarks, speeds; and the terminal is given back")
  func timeTravel() async throws {
    let folder = try Folder()
    try await played(folder)
    let terminal = try await Tmux(
      "\(TroveBinary.path) replay \(folder.session) --paused; echo ended with $?", columns: 90, rows: 30)
    // All of the line is drawn once all of the session is read.
    #expect(try await terminal.wait(for: "■") != nil)
    let first = try #require(try await terminal.wait(for: "1x  paused"))
    try await terminal.type("n", "n")
    #expect(try await terminal.wait(for: " 1 of 10 found") != nil)
    try await terminal.type("b")
    try await terminal.type("g", "2", "0", ":", "0", "0", "Enter")
    let middle = try #require(try await terminal.wait(for: " 6 of 10 found"))
    // The end and the beginning, and back: each moment is what it was.
    try await terminal.type("End")
    #expect(try await terminal.wait(for: " 10 of 10 found") != nil)
    try await terminal.type("Home")
    #expect(try await terminal.wait(for: "00:00 /").map(gameScreen) == gameScreen(first))
    try await terminal.type("1")
    #expect(try await terminal.wait(for: " 1 of 10 found") != nil)
    try await terminal.type("g", "2", "0", ":", "0", "0", "Enter")
    #expect(try await terminal.wait(for: " 6 of 10 found").map(gameScreen) == gameScreen(middle))
    try await terminal.type("]", "]")
    #expect(try await terminal.wait(for: "4x") != nil)
    try await terminal.type("?")
    #expect(try await terminal.wait(for: "bookmark") != nil)
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
    #expect(try await !terminal.isFullScreen)
  }

  /// The screen of the game, without the lines about time beneath it.
  private func gameScreen(_ screen: String) -> [Substring] { screen.split(separator: "\n").dropLast(2) }

  @Test("a game in lines is looked at with what its script said, at the times that were meant")
  func script() async throws {
    let folder = try Folder()
    let commands = folder.url.appending(path: "commands").path
    try "at 40 hint\nat 300 quit\n".write(toFile: commands, atomically: false, encoding: .utf8)
    let play = ["play", "Maps/null-island-hunt.geojson", "--from", "walker:4", "--speed", "max", "--json"]
    let game = try await Command.run(
      TroveBinary.path, play + ["--commands", commands, "--session", folder.session])
    let hint = try #require(
      try objects(game.output.split(separator: "\n").map(String.init)).first {
        $0["event"] as? String == "hint"
      }?["text"] as? String)
    let terminal = try await Tmux(
      "\(TroveBinary.path) replay \(folder.session) --paused --start 39", columns: 90, rows: 30)
    #expect(try await terminal.wait(for: "1x  paused") != nil)
    try await terminal.type(".", ".")
    #expect(try await terminal.wait(for: "Hint: " + hint.prefix(20)) != nil)
  }

  @Test("who leaves before a game begins leaves no record")
  func leftEarly() async throws {
    let folder = try Folder()
    let sessions = folder.url.appending(path: "sessions").path
    for named in ["", "--session \(folder.session)"] {
      let terminal = try await Tmux(
        "TROVE_SESSIONS=\(sessions) \(TroveBinary.path) play \(named); echo ended with $?", columns: 90, rows: 30)
      #expect(try await terminal.wait(for: "Enter") != nil)
      try await terminal.type("C-c")
      #expect(try await terminal.wait(for: "ended with") != nil)
    }
    #expect((try? FileManager.default.contentsOfDirectory(atPath: sessions)) ?? [] == [])
    #expect(!FileManager.default.fileExists(atPath: folder.session))
  }

  @Test("a game is raced against a game of before: both are on the map, and the race is in the record")
  func ghost() async throws {
    let (before, now) = (try Folder(), try Folder())
    try await played(before)
    try await played(now, "--ghost \(before.session)")
    let frames = try await TroveBinary.run("replay", now.session, "--frames")
    #expect(frames.status == 0 && frames.output.contains("(G) game"), "\(frames.error)")
    let check = try await TroveBinary.run("replay", now.session, "--check")
    #expect(check.status == 0 && check.output.contains("all as then"), "\(check.error)")
  }

  @Test("a session becomes a cast that asciinema can play, a picture that moves, and one of a moment")
  func films() async throws {
    let folder = try Folder()
    // Slow enough that a moment's pause of the machine loses no find.
    try await played(folder)
    func record(_ name: String, _ more: String...) async throws -> String {
      let file = folder.url.appending(path: name).path
      let made = try await Command.run(TroveBinary.path, ["record", folder.session, file] + more)
      #expect(made.status == 0, "\(made.error)")
      return try String(contentsOfFile: file, encoding: .utf8)
    }
    let cast = try await record("game.cast").split(separator: "\n").map(String.init)
    let header = try #require(try objects([cast[0]]).first)
    #expect(header["version"] as? Int == 2 && header["width"] as? Int == 90 && header["height"] as? Int == 30)
    var last = -1.0
    for line in cast.dropFirst() {
      let event = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [Any])
      let time = try #require(event[0] as? Double)
      #expect(event.count == 3 && time >= last && ["o", "r"].contains(event[1] as? String ?? ""))
      last = time
    }
    #expect(cast.count > 20)
    let film = try await record("game.svg", "--start", "10%", "--end", "12%", "--fps", "1")
    let still = try await record("still.svg", "--at", "20:00")
    #expect(film.hasPrefix("<svg") && film.count > still.count)
    #expect(still.contains("6 of 10 found") && !still.contains("<animate") && !still.contains("@keyframes"))
    #expect(
      try await TroveBinary.run("record", folder.session, folder.url.path + "/none/a.svg", "--at", "20:00").status == 73
    )
    #expect(try await TroveBinary.run("record", folder.session, "picture.png").status == 64)
    // A session may have any name; it is not written over, by whatever path it is named.
    let session = folder.url.appending(path: "session.svg").path
    try FileManager.default.moveItem(atPath: folder.session, toPath: session)
    let kept = try Data(contentsOf: URL(filePath: session))
    let link = folder.url.appending(path: "link.svg").path
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: session)
    for file in [session, link] {
      let same = try await TroveBinary.run("record", session, file, "--at", "20:00")
      #expect(same.status == 64 && same.error.contains("would write over what is read"), "\(same.error)")
    }
    #expect(try Data(contentsOf: URL(filePath: session)) == kept)
  }
}
