import Foundation
import ProcessTesting
import Testing

@Suite("A frame that a terminal gets", .enabled(if: Tmux.isInstalled, "tmux is not installed"), .timeLimit(.minutes(5)))
struct FrameLiveTests {
  private static let island = SharedFiles.package.path + "/Maps/null-island.geojson"

  /// What a command leaves on a terminal whose ground has a colour, with the sequences of colours, and what it leaves to
  /// be read.
  private func frame(_ command: String, on ground: String) async throws -> (shown: String, left: String) {
    let folder = try ScratchFolder()
    try """
    tmux set-option -p window-style bg=\(ground)
    export TERM=tmux-256color
    \(TroveBinary.path) \(command)
    read -rt 0.5 -n 100 left
    tmux capture-pane -e -p > \(folder.file("shown"))
    printf %s "$left" > \(folder.file("left"))
    echo finished
    """.write(toFile: folder.file("script"), atomically: true, encoding: .utf8)
    let terminal = try await Tmux("bash \(folder.file("script"))", columns: 70, rows: 20)
    _ = try #require(try await terminal.wait(for: "finished"))
    return (
      try String(contentsOfFile: folder.file("shown"), encoding: .utf8),
      try String(contentsOfFile: folder.file("left"), encoding: .utf8)
    )
  }

  @Test(
    "has colours for the terminal's ground, as if they were asked for, and leaves nothing for the shell",
    arguments: ["map \(island) --at 0,0", "eye --at 0,0 --heading 20 --map \(island)"])
  func ground(command: String) async throws {
    let command = command + " --size 60x14 --color always"
    var frames: [String] = []
    for (ground, style) in [("#fdf6e3", "light"), ("#101418", "dark")] {
      let asked = try await frame(command, on: ground)
      #expect(asked.left == "")
      #expect(asked.shown == (try await frame("\(command) --style \(style)", on: ground)).shown)
      frames.append(asked.shown)
    }
    #expect(frames[0] != frames[1] && frames[0].contains("\u{1B}["))
  }
}
