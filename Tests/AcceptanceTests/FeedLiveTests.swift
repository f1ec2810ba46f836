import Foundation
import ProcessTesting
import Testing

/// `trove feed` beside the programs that read it, `trove play` among them.
@Suite("trove feed and who reads it", .timeLimit(.minutes(5)))
struct FeedLiveTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "trove-feed-\(UUID().uuidString)")

  private func prepare() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appending(path: name).path }

  /// Three treasures some fifty metres apart: a walk of two minutes.
  ///
  /// Their circles are as wide as they can be without touching: a busy machine hears the walker now and then only.
  private func hunt() throws -> String {
    let places = [("well", 11.6, 48.1), ("oak", 11.6005, 48.1002), ("stone", 11.6008, 48.0998)]
    let features = places.map { id, longitude, latitude in
      """
      {"type":"Feature","properties":{"id":"\(id)","name":"The \(id)","radius_m":20},
      "geometry":{"type":"Point","coordinates":[\(longitude),\(latitude)]}}
      """
    }
    let file = path("hunt.geojson")
    try """
    {"type":"FeatureCollection","trove":{"type":"hunt","version":1,"title":"Three"},
    "features":[\(features.joined(separator: ","))]}
    """.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  /// Waits until a file holds some text; returns what it holds then, or nothing after a minute.
  private func text(of name: String, with words: String) async throws -> String? {
    for _ in 0..<1200 {
      if let text = try? String(contentsOfFile: path(name), encoding: .utf8), text.contains(words) { return text }
      try await Task.sleep(for: .milliseconds(50))
    }
    return nil
  }

  private func feed(_ arguments: String...) throws -> ChildProcess {
    // Not under `timeout` alone: signals are for the feed itself.
    try ChildProcess(
      ["sh", "-c", "echo $$ > \(path("pid")); exec \"$0\" feed \"$@\"", TroveBinary.path] + arguments,
      output: path("out"), error: path("err"))
  }

  private func port() async throws -> Int {
    try port(in: #require(try await text(of: "err", with: "cgps localhost:")))
  }

  private func port(in text: String) throws -> Int {
    let words = "gpsd's protocol on localhost:"
    let rest = try #require(text.range(of: words)).upperBound
    return try #require(Int(text[rest...].prefix { $0.isNumber }))
  }

  /// The finds of a log in their order, and the places of its fixes by their time.
  private struct Log {
    var finds: [String] = []
    var fixes: [String: (Double, Double)] = [:]
    var isComplete = false

    init(_ lines: [String]) throws {
      for event in try objects(lines) {
        switch event["event"] as? String {
        case "found": finds.append(event["id"] as? String ?? "")
        case "finished": isComplete = event["completed"] as? Bool ?? false
        case "fix":
          guard let time = event["time"] as? String, let latitude = event["lat"] as? Double,
            let longitude = event["lon"] as? Double
          else { continue }
          fixes[time] = (latitude, longitude)
        default: break
        }
      }
    }
  }

  /// Plays the hunt on the walk directly and on `source`; the same treasures in the same order, and every fix at the
  /// receiver's time where the walker was then.
  private func expectSameLog(_ hunt: String, from source: String) async throws {
    let direct = try await Log(
      TroveBinary.run("play", hunt, "--from", "walker:7", "--speed", "max", "--json").lines)
    let run = try await Command.run(TroveBinary.path, ["play", hunt, "--from", source, "--json"], limit: 110)
    let heard = try Log(run.lines)
    #expect(run.status == 0 && heard.isComplete)
    #expect(direct.finds.count == 3 && heard.finds == direct.finds)
    // A busy machine hears the newest fix only; what it hears is right.
    #expect(!heard.fixes.isEmpty)
    let last = try #require(direct.fixes.keys.max())
    // Whoever hears fewer fixes may need another one for the last find.
    for (time, place) in heard.fixes where time <= last {
      let known = try #require(direct.fixes[time], "\(time)")
      #expect(abs(known.0 - place.0) < 1.1e-7 && abs(known.1 - place.1) < 1.1e-7)
    }
  }

  @Test("Trove through the feed plays the same game as on the walk itself")
  func sameGame() async throws {
    try prepare()
    defer { try? FileManager.default.removeItem(at: folder) }
    let hunt = try hunt()
    let feed = try feed(hunt, "--from", "walker:7", "--gpsd", "0", "--speed", "6", "--wait")
    defer { feed.kill() }
    try await expectSameLog(hunt, from: "gpsd:localhost:\(port())")
  }

  @Test(
    "Trove through a real gpsd through the feed plays the same game", .enabled(if: hasGPSD, "gpsd is not installed"))
  func sameGameThroughGPSD() async throws {
    try prepare()
    defer { try? FileManager.default.removeItem(at: folder) }
    let hunt = try hunt()
    let feed = try feed(
      hunt, "--from", "walker:7", "--nmea", "pty:\(path("gps"))", "--speed", "6", "--wait")
    defer { feed.kill() }
    #expect(try await text(of: "err", with: "NMEA on /dev/pts/") != nil)
    // The link lies in a folder of ours, which a gpsd that has given up root may not enter. It opens the terminal when
    // Trove calls, and only then the walk begins.
    let device = try FileManager.default.destinationOfSymbolicLink(atPath: path("gps"))
    let gpsd = try RealGPSD(device: device, opensAtOnce: false)
    try await gpsd.start()
    defer { gpsd.kill() }
    try await expectSameLog(hunt, from: "gpsd:localhost:\(gpsd.port)")
  }

  @Test(
    "a signal ends it cleanly: the link is gone, and the exit says by what",
    arguments: [(SIGTERM, 143), (SIGINT, 130)] as [(Int32, Int32)])
  func signals(signal: Int32, code: Int32) async throws {
    try prepare()
    defer { try? FileManager.default.removeItem(at: folder) }
    let feed = try feed("--gpsd", "0", "--nmea", "pty:\(path("gps"))")
    _ = try await port()
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("gps")).hasPrefix("/dev/pts/"))
    let pid = try #require(
      pid_t(String(contentsOfFile: path("pid"), encoding: .utf8).trimmingCharacters(in: .newlines)))
    Glibc.kill(pid, signal)
    #expect(await feed.ending().status == code)
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: path("gps"))) == nil)
  }

  @Test("a port that is taken is said to be, with exit 69; a reader who leaves ends it quietly")
  func endings() async throws {
    try prepare()
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try feed("--gpsd", "0")
    defer { first.kill() }
    let taken = try await TroveBinary.run("feed", "--gpsd", "\(port())")
    #expect(taken.status == 69 && taken.error.contains("is in use"))
    let quiet = try await Command.run(
      "bash", ["-c", "set -o pipefail; \(TroveBinary.path) feed --nmea - --speed max | head -1"], limit: 60)
    #expect(quiet.status == 0 && quiet.output.hasPrefix("$GPRMC"))
  }

  @Test("a walker is driven by keys, and who listens sees it", .enabled(if: Tmux.isInstalled, "tmux is not installed"))
  func steering() async throws {
    let terminal = try await Tmux(
      "\(TroveBinary.path) feed --steer --at 48.1,11.6 --gpsd 0 --rate 5; echo ended with $?", columns: 100, rows: 24)
    let screen = try #require(try await terminal.wait(for: "Heading 0 degrees, N; speed 0.0 m/s"))
    let port = try port(in: screen)
    try await terminal.type("Right", "Right", "Right", "Up", "Up")
    #expect(try await terminal.wait(for: "Heading 45 degrees, NE; speed 1.4 m/s") != nil)
    if let gpspipe = gpsdProgram("gpspipe") {
      let run = try await Command.run(gpspipe, ["-w", "-n", "20", "127.0.0.1:\(port)"], limit: 60)
      let fixes = try objects(run.output.components(separatedBy: "\r\n").filter { !$0.isEmpty }).filter {
        $0["class"] as? String == "TPV"
      }
      #expect(fixes.last?["track"] as? Double == 45 && fixes.last?["speed"] as? Double == 1.4)
    }
    try await terminal.type("Space")
    #expect(try await terminal.wait(for: "Heading 45 degrees, NE; speed 0.0 m/s") != nil)
    try await terminal.type("q")
    #expect(try await terminal.wait(for: "ended with 0") != nil)
  }
}
