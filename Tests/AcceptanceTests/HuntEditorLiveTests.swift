import Foundation
import ProcessTesting
import Testing

@Suite("The editor on a terminal", .enabled(if: Tmux.isInstalled, "tmux is not installed"), .timeLimit(.minutes(8)))
struct HuntEditorLiveTests {
  @Test("by steering, two stages and an outline are made; check passes, and a walker finds both")
  func wholeWay() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("walk.geojson")
    let terminal = try await Tmux(
      "\(TroveBinary.path) hunt new \(file) --title 'A Walk' --from steer:48.137,11.575 --speed 4; echo ended with $?",
      columns: 100, rows: 30)
    #expect(try await terminal.wait(for: "No stage yet") != nil)
    #expect(try await terminal.wait(for: "steered 3D") != nil)
    try await drop(terminal, "The Well")
    #expect(try await terminal.wait(for: "1 of 1: The Well, 0 m") != nil)
    // Away to the north, far enough for another stage.
    try await walk(terminal, gait: 3, to: 120, before: "1 of 1: The Well,")
    try await drop(terminal, "The Bridge")
    #expect(try await terminal.wait(for: "2 of 2: The Bridge") != nil)
    try await terminal.type("h")
    #expect(try await terminal.wait(for: "The hint") != nil)
    try await terminal.type("Under it.", "Enter")
    #expect(try await terminal.wait(for: "Hint, 1 point") != nil)
    // A square round the second stage: three sides, and the fourth closes itself.
    try await terminal.type("z", "c")
    #expect(try await terminal.wait(for: "Outline of The Bridge: 1 corner") != nil)
    for corner in 2...4 {
      for _ in 0..<6 { try await terminal.type("Right") }
      try await walk(terminal, gait: 1, to: 20, after: "m from corner \(corner - 1)")
      try await terminal.type("c")
      #expect(try await terminal.wait(for: "The Bridge: \(corner) corners") != nil)
    }
    try await terminal.type("Enter")
    #expect(try await terminal.wait(for: "has 4 corners") != nil)
    #expect(try await terminal.wait(for: "saved") != nil)
    // The preview, and back.
    try await terminal.type("Enter", "p")
    #expect(try await terminal.wait(for: "back to the editor") != nil)
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "2 of 2: The Bridge") != nil)
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
    let isFull = try await terminal.isFullScreen
    #expect(!isFull)
    let check = try await TroveBinary.run("check", file)
    #expect(check.status == 0 && check.error == "", "\(check.error)")
    let play = try await TroveBinary.run("play", file, "--from", "walker", "--speed", "max", "--json")
    let events = try objects(play.lines)
    #expect(events.last?["completed"] as? Bool == true, "\(play.output.suffix(500))")
    let found = events.filter { $0["event"] as? String == "found" }.compactMap { $0["id"] as? String }
    #expect(found == ["the-well", "the-bridge"])
  }

  @Test(
    "a hunt that there is is edited: a stage removed and brought back leaves the file as it was, but for white space")
  func edit() async throws {
    let folder = try ScratchFolder()
    let file = folder.file("h.geojson")
    for arguments in [
      ["new", file, "--title", "T"], ["add", file, "--name", "A", "--at", "48.137,11.575"],
      ["add", file, "--name", "B", "--at", "48.138,11.575"], ["set", file, "a", "colour", "red"],
    ] {
      _ = try await Command.run(TroveBinary.path, ["hunt"] + arguments)
    }
    let before = folder.text("h.geojson")
    let terminal = try await Tmux(
      "\(TroveBinary.path) hunt edit \(file) --from steer --ascii; echo ended with $?", columns: 80, rows: 24)
    #expect(try await terminal.wait(for: "1 of 2: A") != nil)
    try await terminal.type("x")
    #expect(try await terminal.wait(for: "A is removed") != nil)
    #expect(try await terminal.wait(for: "  saved") != nil)
    #expect(!folder.text("h.geojson").contains("colour"))
    try await terminal.type("Enter", "u")
    #expect(try await terminal.wait(for: "Undone.") != nil)
    #expect(try await terminal.wait(for: "  saved") != nil)
    #expect(folder.text("h.geojson") == before)
    // What another program writes meanwhile is not written over without a word.
    try (before + " ").write(toFile: file, atomically: true, encoding: .utf8)
    try await terminal.type("Tab")
    #expect(try await terminal.wait(for: "1 of 2: A") != nil)
    try await terminal.type("x")
    #expect(try await terminal.wait(for: "NOT SAVED") != nil)
    #expect(folder.text("h.geojson") == before + " ")
    try await terminal.type("Enter", "s")
    #expect(try await terminal.wait(for: "  saved") != nil)
    #expect(!folder.text("h.geojson").contains("colour"))
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
  }

  /// Drops a stage where the walker stands.
  private func drop(_ terminal: Tmux, _ name: String) async throws {
    try await terminal.type("n")
    #expect(try await terminal.wait(for: "Stand still; Enter drops") != nil)
    #expect(try await terminal.wait(for: "1.0 m, good") != nil)
    try await terminal.type("Enter")
    #expect(try await terminal.wait(for: "What is this place called?") != nil)
    try await terminal.type(name, "Enter")
    #expect(try await terminal.wait(for: "\(name) is stage") != nil)
    try await terminal.type("Enter")
  }

  /// Walks on until the screen says that something is so many metres away, behind or before these words.
  private func walk(_ terminal: Tmux, gait: Int, to metres: Int, before: String = "", after: String = "") async throws {
    for _ in 0..<gait { try await terminal.type("Up") }
    var distance = -1
    for _ in 0..<1200 where distance < metres {
      distance = Self.distance(in: try await terminal.screen(), before: before, after: after)
      try await Task.sleep(for: .milliseconds(50))
    }
    #expect(distance >= metres)
    try await terminal.type("Space")
  }

  /// Metres that stand between two texts of the screen; -1 where there are none.
  private static func distance(in screen: String, before: String, after: String) -> Int {
    for line in screen.split(separator: "\n") {
      let start = before.isEmpty ? line.startIndex : line.range(of: before)?.upperBound
      let end = after.isEmpty ? line.endIndex : line.range(of: after)?.lowerBound
      guard let start, let end, start <= end else { continue }
      let words = line[start..<end].split(separator: " ")
      let number = after.isEmpty ? words.first : words.last
      if let number = number.flatMap({ Int($0) }) { return number }
    }
    return -1
  }
}
