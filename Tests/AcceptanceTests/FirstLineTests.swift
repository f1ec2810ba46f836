import Foundation
import ProcessTesting
import Testing

@Suite("The first line of a record that a forger wrote, with checksums that fit")
struct FirstLineTests {
  /// A walk of a recording, played to the end at once.
  private final class Game {
    let url = FileManager.default.temporaryDirectory.appending(path: "first-line-\(UUID().uuidString)")
    /// The lines without their seals.
    private(set) var lines: [String] = []

    init() async throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      let hunt = """
        {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"One"},"features":[
        {"type":"Feature","properties":{"id":"mill","name":"The Mill","radius_m":25},
         "geometry":{"type":"Point","coordinates":[0.001,0]}}]}
        """
      try hunt.write(toFile: path("hunt.geojson"), atomically: false, encoding: .utf8)
      let points = (0..<150).map { second in
        let longitude = Double(min(second, 90)) / 90 * 0.001
        let time = String(format: "%02d:%02d", second / 60, second % 60)
        return "<trkpt lat=\"0\" lon=\"\(longitude)\"><time>2026-05-01T09:\(time)Z</time></trkpt>"
      }
      let walk = "<gpx version=\"1.1\" creator=\"t\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
      try walk.write(toFile: path("walk.gpx"), atomically: false, encoding: .utf8)
      let played = try await run(
        "play", path("hunt.geojson"), "--from", path("walk.gpx"), "--speed", "max", "--json", "--session",
        path("game.flight"))
      #expect(played.output.contains("\"event\":\"finished\""), "\(played.error)")
      let record = try String(contentsOfFile: path("game.flight"), encoding: .utf8)
      lines = record.replacing(/,"seal":"[^"]*"/, with: "").split(separator: "\n").map(String.init)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func run(_ arguments: String...) async throws -> Command {
      try await Command.run(TroveBinary.path, arguments, environment: ["TROVE_SAVES": path("saves")])
    }

    /// What `trove finish` and `trove verify` say of the game once its first line has these members.
    func forged(_ members: [String: Any?], end: String? = nil) async throws -> (finish: Command, verify: Command) {
      var head = try #require(try objects([lines[0]]).first)
      for (name, value) in members { head[name] = value }
      let first = try JSONSerialization.data(withJSONObject: head, options: [.sortedKeys, .withoutEscapingSlashes])
      var all = [String(decoding: first, as: UTF8.self)] + lines.dropFirst()
      if let end { all[all.count - 1] = "{\"end\":\"\(end)\"}" }
      let text = all.map { $0 + "\n" }.joined()
      try sealedAnew(text).write(toFile: path("forged.flight"), atomically: false, encoding: .utf8)
      try? FileManager.default.removeItem(atPath: path("forged.finish"))
      let finish = try await run("finish", path("forged.flight"), path("forged.finish"))
      return (finish, try await run("verify", path("forged.finish")))
    }
  }

  @Test("as it was is signed, and verified with what it says")
  func genuine() async throws {
    let game = try await Game()
    let (finish, verify) = try await game.forged([:])
    #expect(finish.status == 0 && finish.error.isEmpty, "\(finish.error)")
    #expect(verify.output.contains("played as fast as the computer") && !verify.output.contains("In doubt"))
    let head = try #require(try objects([game.lines[0]]).first)
    let said = "Played with Trove \(head["version"] ?? "") from \(head["began"] ?? "") on, as the file says."
    #expect(verify.output.contains(said), "\(verify.output)")
    let line = try #require(try objects(try await game.run("verify", game.path("forged.finish"), "--json").lines).first)
    #expect(line["began"] as? String == head["began"] as? String && line["doubts"] == nil)
  }

  @Test(
    "is not signed where no program writes it",
    arguments: [
      ("began", "yesterday", "a version or a date that no program wrote"),
      ("version", "new", "a version or a date that no program wrote"),
      ("version", "99.0.0", "version 99.0.0 made it"), ("glyphs", "braille", "how a screen was drawn"),
      ("hunt", "another", "this line was changed"), ("seed", "7", "this line was changed"),
      ("voice", "sentences", "something else is shown"),
    ])
  func refused(member: String, value: String, words: String) async throws {
    let (finish, _) = try await Game().forged([member: value])
    #expect(finish.status == 2 && finish.error.contains(words), "\(finish.error)")
    #expect(finish.error.contains("It is not signed."))
  }

  @Test(
    "is named where it contradicts the record",
    arguments: [
      ("speed", nil, "by its dates: it was played faster than it says", "times as fast as its clock"),
      ("speed", "2.0", "by its dates: it was played faster than it says", "times as fast as its clock"),
      ("began", "2020-01-01T00:00:00Z", "and its positions are of 2026-05-01", "as fast as the computer"),
      ("began", "9000-01-01T00:00:00Z", "which is to come", "as fast as the computer"),
    ] as [(String, String?, String, String)])
  func doubted(member: String, value: String?, words: String, pace: String) async throws {
    let (finish, verify) = try await Game().forged([member: value])
    #expect(finish.status == 0 && finish.error.contains(words), "\(finish.error)")
    #expect(verify.status == 0 && verify.output.contains("In doubt: "), "\(verify.error)")
    #expect(verify.output.contains(words) && verify.output.contains(pace), "\(verify.output)")
  }

  @Test("may say any pace", arguments: ["1e300", "1.7976931348623157e+308", "5e-324", "1000000000000000000"])
  func anyPace(speed: String) async throws {
    let (finish, verify) = try await Game().forged(["speed": speed])
    #expect(finish.signal == 0 && [0, 2].contains(finish.status), "\(finish.error)")
    #expect(verify.signal == 0 && [0, 2, 66].contains(verify.status), "\(verify.error)")
  }

  @Test("is not seen through where all of it fits, which is said")
  func consistent() async throws {
    let (finish, verify) = try await Game().forged(
      ["speed": nil, "began": "2026-11-01T10:00:00Z"], end: "2026-11-01T10:03:00Z")
    #expect(finish.status == 0 && verify.status == 0 && !verify.output.contains("In doubt"), "\(verify.output)")
    #expect(verify.output.contains("can have made up all of it: positions, where they came from, times, answers, date"))
  }
}
