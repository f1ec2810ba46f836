import Foundation
import ProcessTesting
import Testing

@Suite(
  "Changing the source on a terminal", .enabled(if: Tmux.isInstalled, "tmux is not installed"), .timeLimit(.minutes(5)))
struct SwitchLiveTests {
  @Test("a walker, steering by hand to a treasure, a recording: one game, and the terminal is given back")
  func wholeWay() async throws {
    // Slowly, so that on a busy machine too the walker is steered before it arrives by itself.
    let terminal = try await Tmux(
      "\(TroveBinary.path) play --speed 0.5; echo ended with $?", columns: 90, rows: 30)
    #expect(try await terminal.wait(for: "How do you want to walk?") != nil)
    #expect(try await terminal.wait(for: "▶ A simulated walker") != nil)
    try await terminal.type("Enter")
    #expect(try await terminal.wait(for: "Which hunt?") != nil)
    try await terminal.type("Enter")
    // The walker has set out toward the first treasure, and looks there.
    #expect(try await terminal.wait(for: "straight ahead") != nil)
    try await change(terminal, to: "Steer by hand", by: "Down")
    let steered = try #require(try await terminal.wait(for: "steered 3D"))
    #expect(steered.contains("0 of 10 found"))
    // As fast as on a bicycle: who drives through a zone has not stayed there.
    try await terminal.type("Up", "Up", "Up", "Up")
    var found = try await terminal.wait(for: "Found: The Zero Stone!")
    // It is a way of half a minute at this speed.
    if found == nil { found = try await terminal.wait(for: "Found: The Zero Stone!") }
    #expect(found != nil)
    try await terminal.type("Space", "Enter")
    #expect(try await terminal.wait(for: "↑↓ 0.0 m/s") != nil)
    try await change(terminal, to: "A recording", by: "Up")
    #expect(try await terminal.wait(for: "The file of the recording:") != nil)
    try await terminal.type("no-such-walk.gpx", "Enter")
    #expect(try await terminal.wait(for: "Still on steered: no-such-walk.gpx") != nil)
    try await change(terminal, to: "A recording", by: "Up")
    #expect(try await terminal.wait(for: "no-such-walk.gpx_") != nil)
    try await terminal.type("C-u", "Traces/null-island-walk.gpx", "Enter")
    let trace = try #require(try await terminal.wait(for: "trace 3D"))
    #expect(trace.contains("1 of 10 found"))
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
    let isFull = try await terminal.isFullScreen
    #expect(!isFull)
  }

  @Test("a recording that ends offers the switch instead of the end")
  func recordingEnds() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString).gpx")
    defer { try? FileManager.default.removeItem(at: file) }
    try """
    <gpx version="1.1" creator="test"><trk><trkseg><trkpt lat="0.001" lon="0"><time>2026-05-01T09:00:00Z</time></trkpt>
    <trkpt lat="0.00101" lon="0"><time>2026-05-01T09:00:01Z</time></trkpt></trkseg></trk></gpx>
    """.write(to: file, atomically: true, encoding: .utf8)
    let terminal = try await Tmux(
      "\(TroveBinary.path) play Maps/null-island-hunt.geojson --from \(file.path); echo ended with $?", columns: 100,
      rows: 30)
    #expect(try await terminal.wait(for: "Press v for another source") != nil)
    try await change(terminal, to: "Steer by hand", by: "Down")
    #expect(try await terminal.wait(for: "steered 3D") != nil)
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
  }

  @Test("a game that becomes a rehearsal stays one, and the player reads what is saved and how to go on from there")
  func rehearsal() async throws {
    // Slowly, so that no find takes the place of what is to be read.
    let terminal = try await Tmux(
      "\(TroveBinary.path) play Maps/null-island-hunt.geojson --from steer --speed 0.5; echo ended with $?",
      columns: 100, rows: 30)
    #expect(try await terminal.wait(for: "steered 3D") != nil)
    try await change(terminal, to: "A simulated walker", by: "Down")
    // Wherever the words are broken, these stand together.
    #expect(try await terminal.wait(for: "rehearsal, not saved") != nil)
    try await change(terminal, to: "Steer by hand", by: "Down")
    let stays = try #require(try await terminal.wait(for: "stays"))
    #expect(stays.contains("before") && stays.contains("rehearsal, not saved"))
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
  }

  @Test(
    "from a walker to a real gpsd, which is killed, and back", .enabled(if: hasGPSD, "gpsd is not installed"))
  func receiver() async throws {
    let gpsd = try RealGPSD()
    try await gpsd.start()
    defer { gpsd.kill() }
    let walk = Task {
      for step in 1... {
        for sentence in NMEAWalk().sentences(step) { gpsd.send(sentence) }
        try await Task.sleep(for: .milliseconds(200))
      }
    }
    defer { walk.cancel() }
    let terminal = try await Tmux(
      "\(TroveBinary.path) play Maps/null-island-hunt.geojson --from walker; echo ended with $?", columns: 90, rows: 30)
    #expect(try await terminal.wait(for: "walker 3D") != nil)
    try await change(terminal, to: "A GPS receiver elsewhere", by: "Down")
    #expect(try await terminal.wait(for: "Where gpsd runs") != nil)
    try await terminal.type("localhost:\(gpsd.port)", "Enter")
    #expect(try await terminal.wait(for: "GPS 3D") != nil)
    gpsd.kill()
    #expect(try await terminal.wait(for: "GPS lost") != nil)
    try await change(terminal, to: "A simulated walker", by: "Down")
    let back = try #require(try await terminal.wait(for: "walker 3D"))
    #expect(back.contains("of 10 found"))
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
  }

  /// Opens the list of sources and takes the one with that title, which lies in that direction.
  private func change(_ terminal: Tmux, to title: String, by key: String) async throws {
    try await terminal.type("v")
    var screen = try #require(try await terminal.wait(for: "Another source"))
    for _ in 0..<8 where !screen.contains("▶ \(title) ") {
      try await terminal.type(key)
      screen = try #require(try await changed(terminal, from: screen))
    }
    try #require(screen.contains("▶ \(title) "))
    try await terminal.type("Enter")
  }

  /// Waits until another line of the list is chosen; the game beneath changes all the time.
  private func changed(_ terminal: Tmux, from last: String) async throws -> String? {
    func chosen(_ screen: String) -> Substring? {
      screen.split(separator: "\n").lazy.compactMap { line in
        line.range(of: "│ ▶ ").map { line[$0.upperBound...].prefix(24) }
      }.first
    }
    for _ in 0..<400 {
      let screen = try await terminal.screen()
      if let now = chosen(screen), now != chosen(last) { return screen }
      try await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }
}
