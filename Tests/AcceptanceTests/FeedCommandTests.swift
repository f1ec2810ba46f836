import Foundation
import ProcessTesting
import Testing

@Suite("trove feed as a command")
struct FeedCommandTests {
  private let hunt = "Maps/null-island-hunt.geojson"

  @Test("a whole walk as sentences on standard output: the same bytes twice, every checksum right")
  func sentences() async throws {
    let runs = try await [1, 2].asyncMap { _ in
      try await TroveBinary.run("feed", hunt, "--from", "walker:7", "--nmea", "-", "--speed", "max")
    }
    #expect(runs[0].status == 0 && runs[0].output == runs[1].output)
    let lines = runs[0].output.components(separatedBy: "\r\n").dropLast()
    #expect(lines.count > 1000)
    for line in lines {
      let parts = line.dropFirst().split(separator: "*")
      #expect(line.first == "$" && parts.count == 2)
      #expect(UInt8(parts[1], radix: 16) == parts[0].utf8.reduce(0, ^))
    }
    let kinds = Set(lines.map { $0.prefix(6) })
    #expect(kinds == ["$GPRMC", "$GPVTG", "$GPGGA", "$GPGSA", "$GPGSV", "$GPGST", "$GPHDT"])
  }

  @Test("as many fixes in a second as were asked for")
  func rate() async throws {
    let hunt = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString).geojson")
    defer { try? FileManager.default.removeItem(at: hunt) }
    try """
    {"type":"FeatureCollection","trove":{"type":"hunt","version":1,"title":"One"},"features":[{"type":"Feature",
    "properties":{"id":"a","name":"A"},"geometry":{"type":"Point","coordinates":[11.6,48.1]}}]}
    """.write(to: hunt, atomically: true, encoding: .utf8)
    let counts = try await ["1", "25"].asyncMap { rate in
      try await TroveBinary.run(
        "feed", hunt.path, "--from", "walker:7", "--nmea", "-", "--speed", "max", "--rate", rate
      ).output.components(separatedBy: "\r\n").count { $0.hasPrefix("$GPRMC") }
    }
    #expect(counts[0] > 40 && abs(counts[1] - counts[0] * 25) <= 50)
  }

  @Test("a recorded trace is served at its own times, and its gaps are searched through")
  func trace() async throws {
    let run = try await TroveBinary.run(
      "feed", "--from", "Traces/null-island-walk.gpx", "--nmea", "-", "--speed", "max")
    let lines = run.output.components(separatedBy: "\r\n")
    #expect(run.status == 0 && lines[0].hasPrefix("$GPRMC,093000.000,A,") && lines[0].contains(",010526,"))
    let times = lines.filter { $0.hasPrefix("$GPRMC") }.map { $0.dropFirst(7).prefix(10) }
    #expect(times.count > 2000 && times == times.sorted())
    #expect(lines.contains { $0.hasPrefix("$GPRMC") && $0.contains(",V,") })
  }

  /// A command line in words, and what it ends with.
  struct Ending: Sendable {
    let command: String
    let code: Int32
  }

  static let endings: [Ending] = [
    .init(command: "feed", code: 64),
    .init(command: "feed --nmea nowhere", code: 64),
    .init(command: "feed --gpsd 70000", code: 64),
    .init(command: "feed --nmea pty --rate 26", code: 64),
    .init(command: "feed --nmea pty --rate 0.5", code: 64),
    .init(command: "feed --nmea pty --speed max", code: 64),
    .init(command: "feed --gpsd 0 --speed 100 --rate 25", code: 64),
    .init(command: "feed --nmea - --wait", code: 64),
    .init(command: "feed --nmea - --listen 0.0.0.0", code: 64),
    .init(command: "feed --nmea - --from gpsd", code: 64),
    .init(command: "feed --nmea - --steer", code: 64),
    .init(command: "feed --nmea - --from steer", code: 64),
    .init(command: "feed --nmea pty --from steer:1,1", code: 69),
    .init(command: "feed --nmea pty --at 1,1", code: 64),
    .init(command: "feed --nmea - no-such-hunt.geojson", code: 66),
    .init(command: "feed --nmea - --from no-such-trace.gpx", code: 66),
    .init(command: "feed --nmea - Package.swift", code: 65),
    .init(command: "feed --gpsd 0 --listen 203.0.113.1", code: 69),
    .init(command: "feed --nmea pty:/no/such/folder/link", code: 69),
    .init(command: "feed --nmea pty --steer", code: 69),
    .init(command: "feed --help", code: 0),
  ]

  @Test("exit codes follow sysexits, and every refusal says why", arguments: endings)
  func exitCodes(ending: Ending) async throws {
    let run = try await Command.run(TroveBinary.path, ending.command.split(separator: " ").map(String.init), limit: 60)
    #expect(run.status == ending.code, "\(run.error)")
    #expect(run.error.isEmpty == (ending.code == 0))
  }
}

extension Array where Element: Sendable {
  /// One after the other.
  fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
    var values: [Value] = []
    for element in self { values.append(try await transform(element)) }
    return values
  }
}
