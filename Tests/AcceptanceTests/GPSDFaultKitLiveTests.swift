import Foundation
import ProcessTesting
import Testing

// The limits of time, processor and memory are loose here: whoever wants the strict ones runs script/soak.
@Suite(
  "The fault kit of gpsd",
  .enabled(if: SharedFiles.has("hostile/gpsd_recover.py"), "no ../shared/hostile here"), .timeLimit(.minutes(12)))
struct GPSDFaultKitLiveTests {
  private static let game = [
    "--", TroveBinary.path, "play", "Maps/null-island-hunt.geojson", "--from", "gpsd:localhost:{port}",
    "--no-save",
  ]

  private func kit(_ tool: String, _ arguments: String..., limit: Int = 600) async throws -> Command {
    try await Command.run(
      "python3", [SharedFiles.folder.appending(path: "hostile/\(tool)").path] + arguments + Self.game, limit: limit)
  }

  @Test(
    "killed and started again ten times, gpsd is lost and back on the screen each time",
    .enabled(if: hasGPSD, "gpsd is not installed"))
  func recovery() async throws {
    let run = try await kit(
      "gpsd_recover.py", "--kills", "10", "--down", "0.2-2", "--lost", "GPS lost", "--live", "GPS [23]D", "--quit",
      "q", "--lost-limit", "20", "--live-limit", "30", "--show")
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  @Test(
    "whatever a gpsd does, the game goes on, says when nothing comes, and gives the terminal back",
    arguments: ["blackhole", "drip", "flap", "flood", "half", "mute", "refuse-watch", "rst"])
  func modes(mode: String) async throws {
    let run = try await kit(
      "gpsd_client_run.py", "--modes", mode, "--seconds", "8", "--stale", "GPS (lost|not there)", "--stale-limit", "8",
      "--cpu-limit", "400", "--rss-limit", "64")
    #expect(run.status == 0, "\(run.output)\(run.error)")
  }

  @Test("106 hostile streams: no crash, no attack on the terminal, which is given back")
  func streams() async throws {
    let corpus = SharedFiles.folder.appending(path: "hostile/dev.tar.xz").path
    let run = try await kit("gpsd_client_run.py", "--corpus", corpus, "--seconds", "1", "--jobs", "6")
    #expect(run.status == 0, "\(run.output)\(run.error)")
    #expect(run.lines.last == "106 runs, 0 with faults")
  }
}
