import Foundation
import Glibc
import ProcessTesting
import Testing

@Suite(
  "A hunt in one's own town, on a terminal", .enabled(if: Tmux.isInstalled, "tmux is not installed"),
  .timeLimit(.minutes(5)))
struct HuntMakeLiveTests {
  @Test("begins with nothing but an extract, and the next time with the region")
  func fromExtract() async throws {
    let folder = try ScratchFolder()
    try HuntMakeTests.town().write(toFile: folder.file("town.osm"), atomically: true, encoding: .utf8)
    func begin() async throws -> Tmux {
      let terminal = try await Tmux(
        "TROVE_REGIONS=\(folder.path)/regions XDG_DATA_HOME=\(folder.path)/data \(TroveBinary.path) play; "
          + "echo ended with $?", columns: 90, rows: 30)
      #expect(try await terminal.wait(for: "How do you want to walk?") != nil)
      #expect(try await terminal.wait(for: "▶ A simulated walker") != nil)
      try await terminal.type("Enter")
      #expect(try await terminal.wait(for: "Which hunt?") != nil)
      return terminal
    }
    let first = try await begin()
    try await first.type("End", "Down", "Down", "Down")
    #expect(try await first.wait(for: "▶ A hunt in your own town") != nil)
    try await first.type("Enter")
    #expect(try await first.wait(for: "Nothing is downloaded by itself") != nil)
    try await first.type("\(folder.path)/none.osm", "Enter")
    #expect(try await first.wait(for: "none.osm is not there") != nil)
    try await first.type("Escape")
    #expect(try await first.wait(for: "none.osm_") != nil)
    try await first.type("C-u", "\(folder.path)/town.osm", "Enter")
    #expect(try await first.wait(for: "0 of 8 found") != nil)
    try await first.type("q")
    #expect(try await first.wait(for: "ended with 0") != nil)
    let second = try await begin()
    #expect(try await second.wait(for: "▶ A hunt around here") != nil)
    try await second.type("Enter")
    #expect(try await second.wait(for: "0 of 8 found") != nil)
    try await second.type("q")
    #expect(try await second.wait(for: "ended with 0") != nil)
  }

  @Test("says that it waits where the receiver has no position yet")
  func waits() async throws {
    // It takes connections, and never says anything.
    let mute = try boundSocket(SOCK_STREAM)
    defer { close(mute) }
    #expect(listen(mute, 5) == 0)
    let terminal = try await Tmux(
      "\(TroveBinary.path) play --here --from gpsd:127.0.0.1:\(localPort(mute)); echo ended with $?",
      columns: 90, rows: 30)
    #expect(try await terminal.wait(for: "Waiting for a position, 15 s at most.") != nil)
    try await terminal.type("C-c")
  }
}
