import Foundation
import ProcessTesting
import Testing

@Suite("A computer that sleeps", .enabled(if: hasProgram("cc"), "no C compiler"), .timeLimit(.minutes(5)))
struct SleepLiveTests {
  @Test("the time played stands still, and the game says so", .enabled(if: hasGPSD, "no gpsd"))
  func sleep() async throws {
    let clock = try await ShiftedClock(.withSleep)
    let gpsd = try RealGPSD()
    try await gpsd.start()
    defer { gpsd.kill() }
    let game = try ChildProcess(
      [
        TroveBinary.path, "play", "Maps/null-island-hunt.geojson", "--from", "gpsd:localhost:\(gpsd.port)", "--json",
        "--session", clock.path("game.flight"),
      ],
      output: clock.path("out"), environment: clock.environment.merging(["TROVE_SAVES": clock.path("saves")]) { $1 })
    defer { game.kill() }
    var step = 0
    func walk(until word: String) async throws -> [String: Any]? {
      for _ in 0..<3000 {
        NMEAWalk().sentences(step).forEach { gpsd.send($0) }
        step += 1
        let text = (try? String(contentsOfFile: clock.path("out"), encoding: .utf8)) ?? ""
        if let line = text.split(separator: "\n").last(where: { $0.contains(word) }) {
          return try objects([String(line)]).first
        }
        try await Task.sleep(for: .milliseconds(20))
      }
      return nil
    }
    #expect(try await walk(until: "\"fix\"") != nil)
    clock.shift()
    let slept = try #require(try await walk(until: "\"slept\""))
    #expect((slept["seconds"] as? Double).map { (3590...3610).contains($0) } == true)
    // What is recorded after the sleep happened a moment after what was recorded before.
    for _ in 0..<50 { _ = try await walk(until: "\"fix\"") }
    game.kill()
    try expectNoJump(in: clock.record("game.flight"))
  }

  @Test("on a terminal, too, where the screen says so", .enabled(if: Tmux.isInstalled, "tmux is not installed"))
  func screen() async throws {
    let clock = try await ShiftedClock(.withSleep)
    let variables = clock.environment.map { "\($0)='\($1)'" }.joined(separator: " ")
    let terminal = try await Tmux(
      "\(variables) \(TroveBinary.path) play Maps/null-island-hunt.geojson --from walker:4 --speed 1 "
        + "--session '\(clock.path("game.flight"))'; echo ended with $?", columns: 100, rows: 30)
    #expect(try await terminal.wait(for: "walker 3D") != nil)
    clock.shift()
    // The two clocks are read one after the other: a busy machine may find some milliseconds less than an hour.
    let said = try await terminal.wait { $0.contains("asleep for 60 min") || $0.contains("asleep for 59 min") }
    #expect(said != nil)
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
    try expectNoJump(in: clock.record("game.flight"))
  }

  /// What is recorded after the sleep happened a moment after what was recorded before.
  private func expectNoJump(in record: [[String: Any]]) throws {
    let times = record.compactMap { ($0["t"] as? String).flatMap(Double.init) }
    let sleep = try #require(record.firstIndex { $0["slept"] != nil })
    #expect(record[sleep...].contains { $0["fix"] != nil || $0["now"] != nil })
    #expect(times.allSatisfy { $0 < 600 } && times == times.sorted(), "\(times.suffix(3))")
  }
}
