import Foundation
import GeoFormats
import ProcessTesting
import ReceiverFeed
import Testing

private let hasPythonClient = FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/gps/gps.py")

@Suite("A feed and the programs of gpsd", .timeLimit(.minutes(5)))
struct FeedProgramsLiveTests {
  /// Serves a walk while `body` runs.
  private func serving(_ walk: [ReceiverEpoch], _ body: (UInt16) async throws -> Void) async throws {
    let server = try feedServer()
    let publisher = server.publish(walk)
    try await body(#require(server.port))
    publisher.cancel()
    server.close(grace: .zero)
  }

  @Test("gpspipe -w prints our reports", .enabled(if: gpsdProgram("gpspipe") != nil, "gpspipe is not installed"))
  func reports() async throws {
    let walk = try FeedSamples.walk(50)
    try await serving(walk) { port in
      let run = try await Command.run(
        gpsdProgram("gpspipe") ?? "", ["-w", "-n", "43", "127.0.0.1:\(port)"], limit: 60)
      let lines = run.output.components(separatedBy: "\r\n").filter { !$0.isEmpty }
      #expect(run.status == 0 && lines.count == 43)
      #expect(
        lines.prefix(3).map { $0.prefix(16) } == [#"{"class":"VERSIO"#, #"{"class":"DEVICE"#, #"{"class":"WATCH""#])
      let expected = Set(walk.map { GPSDWriter.position($0, device: "/dev/trove").text })
      let positions = lines.filter { $0.contains("\"TPV\"") }
      #expect(positions.count == 10 && positions.allSatisfy { expected.contains($0) })
    }
  }

  @Test("gpspipe -r prints our sentences", .enabled(if: gpsdProgram("gpspipe") != nil, "gpspipe is not installed"))
  func sentences() async throws {
    let walk = try FeedSamples.walk(50)
    try await serving(walk) { port in
      let run = try await Command.run(
        gpsdProgram("gpspipe") ?? "", ["-r", "-n", "40", "127.0.0.1:\(port)"], limit: 60)
      let lines = run.output.components(separatedBy: "\r\n").filter { $0.hasPrefix("$") }
      let expected = Set(walk.flatMap { NMEAWriter.sentences(for: $0) })
      #expect(run.status == 0 && lines.count > 20)
      #expect(lines.allSatisfy { expected.contains($0) && Sentence($0) != nil })
    }
  }

  @Test(
    "cgps shows the position, the satellites and their number",
    .enabled(if: Tmux.isInstalled && gpsdProgram("cgps") != nil, "cgps or tmux is not installed"))
  func cgps() async throws {
    try await serving([FeedSamples.paris()]) { port in
      let terminal = try await Tmux("\(gpsdProgram("cgps") ?? "") -s 127.0.0.1:\(port)", columns: 100, rows: 30)
      let screen = try #require(try await terminal.wait(for: "48.85837010 N"))
      #expect(screen.contains("2.29448130 E") && screen.contains("3D FIX"))
      let sky = try #require(try await terminal.wait(for: "Seen  9/Used  8"))
      #expect(sky.contains("2026-05-01T10:00:03.000Z"))
    }
  }

  @Test("Python's gps module reads the walk", .enabled(if: hasPythonClient, "python3-gps is not installed"))
  func python() async throws {
    let script = """
      import gps, sys
      session = gps.gps(host="127.0.0.1", port=sys.argv[1], mode=gps.WATCH_ENABLE)
      for report in session:
          if report["class"] == "TPV":
              print(report.mode, "%.7f" % report.lat, "%.7f" % report.lon, report.time)
              break
      """
    try await serving([FeedSamples.paris()]) { port in
      let run = try await Command.run("/usr/bin/python3", ["-c", script, "\(port)"], limit: 60)
      #expect(run.lines == ["3 48.8583701 2.2944813 2026-05-01T10:00:03.000Z"], "\(run.error)")
    }
  }
}
