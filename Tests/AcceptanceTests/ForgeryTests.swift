import Foundation
import ProcessTesting
import Sealing
import SessionLogs
import Testing

@Suite("A forged finish file")
struct ForgeryTests {
  /// A session that was played, and everything that somebody does to it.
  struct FrameRun {
    var lines: [[String: Any]]

    /// Of a session in the first format, which has no seals.
    init(_ text: String) throws {
      lines = try objects(try inFirstFormat(text).split(separator: "\n").map(String.init))
    }

    var text: String {
      get throws {
        try lines.map { line in
          String(decoding: try JSONSerialization.data(withJSONObject: line, options: .sortedKeys), as: UTF8.self) + "\n"
        }.joined()
      }
    }

    private static func time(_ line: [String: Any]) -> Double? { (line["t"] as? String).flatMap(Double.init) }

    static func words(_ seconds: Double) -> String { String(format: "%.3f", seconds) }

    /// Changes the first line, and takes out its checksum, without which it is one of an older version.
    mutating func header(_ change: (inout [String: Any]) -> Void) {
      change(&lines[0])
      lines[0]["sum"] = nil
    }

    mutating func begin(_ change: (inout [String: Any]) -> Void) {
      for index in lines.indices {
        guard var begin = lines[index]["begin"] as? [String: Any] else { continue }
        change(&begin)
        lines[index]["begin"] = begin
      }
    }

    /// Changes a text of the hunt.
    mutating func hunt(_ text: String, to other: String) {
      begin { begin in
        var hunt = begin["hunt"] as? [String: Any] ?? [:]
        hunt["text"] = (hunt["text"] as? String)?.replacing(text, with: other)
        begin["hunt"] = hunt
      }
    }

    /// Changes each position, by the session's time.
    mutating func fixes(_ change: (inout [String: Any], Double) -> Void) {
      for index in lines.indices {
        guard var fix = lines[index]["fix"] as? [String: Any], let time = Self.time(lines[index]) else { continue }
        change(&fix, time)
        lines[index]["fix"] = fix
      }
    }

    /// Changes the session's times, and, where it is told to, those of the positions' own clock.
    mutating func times(_ change: (Double) -> Double, ownClock: Bool = true) {
      for index in lines.indices {
        guard let time = Self.time(lines[index]) else { continue }
        lines[index]["t"] = Self.words(change(time))
      }
      header { header in
        let commands = (header["commands"] as? [String] ?? []).map { $0.split(separator: " ").map(String.init) }
        header["commands"] = commands.map { words in
          (["at", Self.words(change(Double(words[1]) ?? 0))] + words.dropFirst(2)).joined(separator: " ")
        }
      }
      guard ownClock else { return }
      fixes { fix, _ in fix["time"] = Self.words(change((fix["time"] as? String).flatMap(Double.init) ?? 0)) }
    }

    mutating func drop(_ isDropped: ([String: Any], Double) -> Bool) {
      lines.removeAll { line in Self.time(line).map { isDropped(line, $0) } ?? false }
    }

    /// Adds a line before each that fits, at its time.
    mutating func insert(_ line: [String: Any], before isNext: ([String: Any], Double) -> Bool) {
      lines = lines.flatMap { next -> [[String: Any]] in
        guard let time = Self.time(next), isNext(next, time) else { return [next] }
        return [line.merging(["t": Self.words(time)]) { $1 }, next]
      }
    }

    /// Somebody stays a minute and more at the last place, as they did at the others.
    mutating func stay() {
      for time in 506...583 {
        let fix = ["lat": 0.002, "lon": 0.003, "mode": 3, "time": Self.words(Double(time))] as [String: Any]
        lines.append(["fix": fix, "t": Self.words(Double(time))])
      }
    }

    /// Nobody goes from one place to the next; they are at the second after 63 seconds, and at the third after 128.
    mutating func leap() {
      stay()
      drop { _, time in time > 62 && time < 297 || time > 361 && time < 516 }
      times { time in time < 297 ? time : time < 516 ? time - 234 : time - 234 - 154 }
    }
  }

  enum Verdict: Sendable {
    case rejected(String)
    /// With these words and ``ForgeryTests/weakness``, which name what was not compared and how it was played.
    case verified([String])

    static func accepted(_ words: String...) -> Verdict { .verified(words) }
  }

  struct Forgery: CustomTestStringConvertible, Sendable {
    let name: String
    /// What `trove finish` says; nothing where it signs.
    let finish: String?
    let verify: Verdict
    let options: [String]
    /// Whether it is made of the game that a program walked.
    let isWalker: Bool
    let forge: @Sendable (inout FrameRun) -> Void
    let claim: @Sendable (inout FinishClaim) -> Void

    init(
      _ name: String, finish: String?, verify: Verdict, options: [String] = [], isWalker: Bool = false,
      forge: @escaping @Sendable (inout FrameRun) -> Void = { _ in },
      claim: @escaping @Sendable (inout FinishClaim) -> Void = { _ in }
    ) {
      (self.name, self.finish, self.verify, self.options) = (name, finish, verify, options)
      (self.claim, self.forge, self.isWalker) = (claim, forge, isWalker)
    }

    var testDescription: String { name }
  }

  /// What is said of every file that nothing is wrong with.
  private static let weakness = "Whoever signs a file can have made up all of it"
  /// What `trove finish` says where something else was shown than what the session shows now.
  static let unsigned = "It is not signed."

  /// A game with a wrong answer in it; the file that was made of it, and what is claimed in that.
  private struct Genuine: Sendable {
    let record, finish: String
    let claim: FinishClaim
    static let hunt = """
      {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"Three","order":"any"},"features":[
      {"type":"Feature","properties":{"id":"pond","name":"The Pond","radius_m":25,"points":10,
       "question":{"prompt":"Which bird?","text":["the heron"],"price":2}},"geometry":{"type":"Point","coordinates":[0,0]}},
      {"type":"Feature","properties":{"id":"mill","name":"The Mill","radius_m":25,"points":10},
       "geometry":{"type":"Point","coordinates":[0.003,0]}},
      {"type":"Feature","properties":{"id":"gate","name":"The Gate","radius_m":25,"points":10},
       "geometry":{"type":"Point","coordinates":[0.003,0.002]}}]}
      """

    /// A minute of rest at each place, and between them a walk of 1.4 m/s.
    static let walk: String = {
      let degrees = 1.4 / 111_195
      let legs = [(60, 0.0, 0.0), (239, degrees, 0), (60, 0, 0), (159, 0, degrees), (60, 0, 0)]
      var (points, time, longitude, latitude) = ("", 0, 0.0, 0.0)
      for (count, east, north) in legs {
        for _ in 0..<count {
          (longitude, latitude) = (longitude + east, latitude + north)
          let clock = String(format: "09:%02d:%02d", time / 60, time % 60)
          points += String(format: "<trkpt lat=\"%.7f\" lon=\"%.7f\">", latitude, longitude)
          points += "<time>2026-05-01T\(clock)Z</time></trkpt>\n"
          time += 1
        }
      }
      return "<gpx version=\"1.1\" creator=\"t\"><trk><trkseg>\n\(points)</trkseg></trk></gpx>\n"
    }()

    /// Played once for all forgeries, from a recording and by a program.
    static let shared = Task { try await Genuine("walk.gpx", answers: 20, 30) }
    static let walker = Task { try await Genuine("walker:4", answers: 55, 60) }

    private init(_ source: String, answers wrong: Int, _ right: Int) async throws {
      let folder = try Folder()
      try Self.walk.write(toFile: folder.path("walk.gpx"), atomically: false, encoding: .utf8)
      try "at \(wrong) a the crow\nat \(right) a the heron\n"
        .write(toFile: folder.path("commands"), atomically: false, encoding: .utf8)
      let play = [
        "play", folder.path("hunt.geojson"), "--from", source.hasSuffix(".gpx") ? folder.path(source) : source,
        "--speed", "max", "--json", "--commands",
        folder.path("commands"), "--session", folder.path("game.flight"),
      ]
      _ = try await folder.run(play)
      let signed = try await folder.run([
        "finish", folder.path("game.flight"), folder.path("a.finish"), "--name", "Ada",
      ])
      #expect(signed.status == 0, "\(signed.error)")
      record = try String(contentsOfFile: folder.path("game.flight"), encoding: .utf8)
      finish = try String(contentsOfFile: folder.path("a.finish"), encoding: .utf8)
      claim = try FinishFile(Array(finish.utf8)).claim
    }
  }

  /// A folder with the hunt in it, and a pipe that nobody writes to.
  private final class Folder {
    let url = FileManager.default.temporaryDirectory.appending(path: "forgery-\(UUID().uuidString)")

    init() throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Genuine.hunt.write(toFile: path("hunt.geojson"), atomically: false, encoding: .utf8)
      #expect(mkfifo(path("pipe"), 0o600) == 0)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func path(_ name: String) -> String { url.appending(path: name).path }

    func run(_ arguments: [String]) async throws -> Command {
      try await Command.run(TroveBinary.path, arguments, environment: ["TROVE_SAVES": path("saves")])
    }
  }

  /// What the rules make of a session, as whoever forges it would find out; nothing where the hunt does not end in it.
  private func claim(_ path: String, _ folder: Folder, like genuine: FinishClaim) async throws -> FinishClaim {
    let lines = try await folder.run(["replay", path, "--json"]).output.split(separator: "\n").map(String.init)
    var claim = genuine
    guard let end = try objects(lines).last(where: { $0["event"] as? String == "finished" }) else { return claim }
    claim.points = end["points"] as? Int ?? 0
    claim.found = end["found"] as? Int ?? 0
    claim.time = .milliseconds(Int((((end["elapsed"] as? Double) ?? 0) * 1000).rounded()))
    return claim
  }

  /// Signs bytes as they are, as a forger's own program does.
  private func signed(_ record: String, _ claim: FinishClaim) throws -> Data {
    let key = try #require(SigningKey(seed: [UInt8](repeating: 3, count: SigningKey.seedLength)))
    let (seconds, attoseconds) = claim.time.components
    let fraction = String(format: "%03d", Int(attoseconds / 1_000_000_000_000_000))
    let time = attoseconds == 0 ? "\(seconds)" : "\(seconds).\(fraction)"
    let claimed = try JSONSerialization.data(
      withJSONObject: [
        "hunt": claim.hunt, "found": claim.found, "of": claim.of, "points": claim.points, "time": time,
        "won": claim.isWon, "player": claim.player ?? "",
      ] as [String: Any])
    let body = Data(record.utf8)
    let last = try JSONSerialization.data(
      withJSONObject: [
        "claim": String(decoding: claimed, as: UTF8.self), "key": key.known.text,
        "signature": Base64.text(key.sign([UInt8](body + claimed))),
      ])
    return body + last + Data("\n".utf8)
  }

  @Test("is not made by trove finish, and is rejected, or verified with what it does not prove", arguments: table)
  func forged(forgery: Forgery) async throws {
    let genuine = try await (forgery.isWalker ? Genuine.walker : Genuine.shared).value
    let folder = try Folder()
    var film = try FrameRun(genuine.record)
    forgery.forge(&film)
    let (session, file) = (folder.path("game.flight"), folder.path("forged.finish"))
    let text = try film.text.replacing("\"pipe\"", with: "\"\(folder.path("pipe"))\"")
    try text.write(toFile: session, atomically: false, encoding: .utf8)
    let finish = try await folder.run(["finish", session, folder.path("own.finish")])
    if let words = forgery.finish {
      #expect(finish.status != 0 && finish.error.contains(words), "\(finish.output)\(finish.error)")
      #expect(!FileManager.default.fileExists(atPath: folder.path("own.finish")))
    } else {
      #expect(finish.status == 0, "\(finish.error)")
      #expect(try await folder.run(["verify", folder.path("own.finish")]).status == 0)
    }
    var claim = try await claim(session, folder, like: genuine.claim)
    forgery.claim(&claim)
    try signed(text, claim).write(to: URL(filePath: file))
    let options = forgery.options.map { $0.hasSuffix(".geojson") ? folder.path($0) : $0 }
    let verified = try await folder.run(["verify", file] + options)
    switch forgery.verify {
    case .rejected(let words):
      #expect(verified.status == 2 && verified.error.contains(words), "\(verified.output)\(verified.error)")
      #expect(verified.output.isEmpty)
    case .verified(let words):
      #expect(verified.status == 0, "\(verified.error)")
      for words in words + [Self.weakness] { #expect(verified.output.contains(words), "\(verified.output)") }
    }
    #expect((verified.output + verified.error).count < 2000)
  }

  @Test(
    "is not made of a session whose first line was changed: its pace, date, version, voice, commands",
    arguments: [
      ("speed", nil), ("speed", "1"), ("speed", "x"), ("speed", "-20"), ("began", "2020-01-01T00:00:00Z"),
      ("version", "99.0.0"), ("voice", "sentences"), ("view", "eye"), ("glyphs", "braille"), ("sum", "AAAA"),
    ] as [(String, String?)])
  func firstLine(member: String, value: String?) async throws {
    let folder = try Folder()
    var film = try FrameRun(try await Genuine.shared.value.record)
    #expect(film.lines[0]["speed"] as? String == "max" && film.lines[0]["sum"] is String)
    film.lines[0][member] = value
    for (words, status) in [("the record was changed or damaged", 65), (Self.unsigned, 2)] as [(String, Int32)] {
      // A pace that is none is one with any checksum.
      let isNoPace = member == "speed" && ["x", "-20"].contains(value)
      try film.text.write(toFile: folder.path("game.flight"), atomically: false, encoding: .utf8)
      let finish = try await folder.run(["finish", folder.path("game.flight"), folder.path("own.finish")])
      #expect(finish.status == (isNoPace ? 65 : status), "\(finish.error)")
      #expect(finish.error.contains(isNoPace ? "the record was changed or damaged" : words), "\(finish.error)")
      film.lines[0]["sum"] = nil
    }
  }

  @Test("is rejected once anything in it was changed", arguments: tamperings)
  func tampered(tampering: Tampering) async throws {
    let (genuine, folder) = (try await Genuine.shared.value, try Folder())
    var lines = genuine.finish.split(separator: "\n").map(String.init)
    tampering.change(&lines)
    let text = lines.map { $0 + "\n" }.joined()
    #expect(text != genuine.finish)
    try text.write(toFile: folder.path("a.finish"), atomically: false, encoding: .utf8)
    let verified = try await folder.run(["verify", folder.path("a.finish")])
    #expect(verified.status == tampering.status && verified.error.contains(tampering.words), "\(verified.error)")
  }

  @Test("there are forty of them at least")
  func many() { #expect(Self.table.count + Self.tamperings.count >= 40 && Self.table.count >= 40) }
}
