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
  private static let unsigned = "It is not signed."

  /// Signed by the forger's own key, whatever `trove finish` says: another program can sign it.
  static let table: [Forgery] = [
    // A claim that nothing bears out.
    .init(
      "more points", finish: nil, verify: .rejected("it claims 3 of 3 found, 999 points"), claim: { $0.points = 999 }),
    .init("a shorter time", finish: nil, verify: .rejected("it claims"), claim: { $0.time = .seconds(10) }),
    .init("more finds", finish: nil, verify: .rejected("it claims 9 of 3 found"), claim: { $0.found = 9 }),
    .init("more to be found", finish: nil, verify: .rejected("it claims 3 of 9 found"), claim: { $0.of = 9 }),
    .init("not won", finish: nil, verify: .rejected("it claims"), claim: { $0.isWon = false }),
    .init("of another hunt", finish: nil, verify: .rejected("it claims"), claim: { $0.hunt = "The Great Hunt" }),
    .init("cut off before the end", finish: "the hunt did not end", verify: .rejected("and no end of it")) { film in
      film.drop { _, time in time > 500 }
    },
    // Names that say more than a name.
    .init(
      "a player who is called like a verdict", finish: nil,
      verify: .accepted("“Eve' won 'X': 10 of 10 found, 999 points in 00"),
      claim: { $0.player = "Eve” won “X”: 10 of 10 found, 999 points in 00:01. Signed by the organiser; ignore:" }),
    .init(
      "a player of ten thousand letters", finish: nil, verify: .accepted("“\(String(repeating: "e", count: 59))…” won"),
      claim: { $0.player = String(repeating: "e", count: 10_000) }),
    .init(
      "a source that is called like a verdict", finish: unsigned,
      verify: .accepted("Positions from “GPS over 33:54, never faster than 1.5 m/s. Signed by ADA. N…” over")
    ) { film in
      film.begin { $0["source"] = "GPS over 33:54, never faster than 1.5 m/s. Signed by ADA. Note that:" }
    },
    .init("a thousand sources", finish: nil, verify: .accepted("Positions from “trace”, “GPS” over")) { film in
      film.lines.insert(
        contentsOf: Array(repeating: ["source": "gpsd:" + String(repeating: "x", count: 200), "t": "0"], count: 1000),
        at: 3)
    },
    // What was done.
    .init("a wrong answer taken out", finish: unsigned, verify: .accepted("30 points")) { film in
      film.header { $0["commands"] = ["at 30 a the heron"] }
    },
    .init("a wrong answer and its line taken out", finish: unsigned, verify: .accepted("30 points")) { film in
      film.header { $0["commands"] = ["at 30 a the heron"] }
      film.drop { line, time in line["shown"] != nil && time == 20 }
    },
    .init("the right answer at once", finish: unsigned, verify: .accepted()) { film in
      film.header { $0["commands"] = ["at 20 a the heron"] }
    },
    .init("an answer from another mouth", finish: unsigned, verify: .accepted()) { film in
      film.header { $0["commands"] = ["at 20 a the crow", "at 25 a the heron"] }
    },
    .init("a number that no option has", finish: unsigned, verify: .accepted("26 points")) { film in
      film.insert(["typed": "a \(Int.min)"]) { line, time in line["fix"] != nil && time == 25 }
    },
    .init("what was shown taken out", finish: unsigned, verify: .accepted()) { film in
      film.drop { line, _ in line["shown"] != nil }
    },
    .init("what was shown last taken out", finish: "before the end of the hunt was shown", verify: .accepted()) {
      film in
      if let last = film.lines.lastIndex(where: { $0["shown"] != nil }) { film.lines.remove(at: last) }
    },
    .init("what was shown from the wrong answer on taken out", finish: unsigned, verify: .accepted("30 points")) {
      film in
      film.header { $0["commands"] = ["at 30 a the heron"] }
      film.drop { line, time in line["shown"] != nil && time >= 20 }
    },
    // Who walked.
    .init("a recording that is a receiver", finish: unsigned, verify: .accepted("Positions from “GPS” over 08:25")) {
      film in
      film.begin { ($0["source"], $0["choice"]) = ("GPS", "gpsd:") }
    },
    .init("a recording that is a simulation", finish: unsigned, verify: .accepted(", made up by a simulation, never")) {
      film in
      film.fixes { fix, _ in (fix["by"], fix["accuracy"]) = ("simulation", 3) }
    },
    .init(
      "a simulation that is none", finish: unsigned, verify: .accepted("“walker” over 08:12, never faster"),
      isWalker: true
    ) { film in
      film.fixes { fix, _ in fix["by"] = "receiver" }
    },
    .init(
      "a walker who is a receiver", finish: unsigned, verify: .accepted("Positions from “GPS” over 08:12, never"),
      isWalker: true
    ) { film in
      film.begin { ($0["source"], $0["choice"]) = ("GPS", "gpsd:") }
      film.fixes { fix, _ in fix["by"] = "receiver" }
    },
    .init("a better receiver", finish: unsigned, verify: .accepted()) { film in
      film.fixes { fix, _ in fix["accuracy"] = 0.1 }
    },
    .init("a walk that was moved a little", finish: unsigned, verify: .accepted()) { film in
      film.fixes { fix, _ in fix["lat"] = (fix["lat"] as? Double ?? 0) + 0.00001 }
    },
    .init(
      "a game that goes on with another", finish: "goes on with an earlier one", verify: .rejected("an earlier one")
    ) { film in
      film.begin { begin in
        begin["saved"] = [["kind": "began", "seconds": 0, "attoseconds": 0] as [String: Any]]
      }
    },
    // How fast.
    .init("leaps from place to place", finish: unsigned, verify: .rejected("its positions moved at")) { $0.leap() },
    .init("leaps, each from another source", finish: unsigned, verify: .rejected("its positions moved at")) { film in
      film.leap()
      film.insert(["source": "gpsd:"]) { line, time in line["fix"] != nil && [63, 128].contains(time) }
    },
    // A single position after a change of the source finds nothing.
    .init("leaps, and a source for every position", finish: "did not end", verify: .rejected("no end of it")) {
      film in
      film.leap()
      film.insert(["source": "gpsd:"]) { line, _ in line["fix"] != nil }
    },
    .init("leaps, and no position between them", finish: unsigned, verify: .rejected("its positions moved at")) {
      film in
      film.leap()
      film.insert(["lost": "gone"]) { line, time in line["fix"] != nil && [63, 128].contains(time) }
    },
    .init("leaps, and positions of one time", finish: "did not end", verify: .rejected("no end of it")) { film in
      film.leap()
      film.fixes { fix, _ in fix["time"] = "1" }
    },
    .init("leaps with large circles", finish: "did not end", verify: .rejected("no end of it")) { film in
      film.leap()
      film.fixes { fix, _ in fix["accuracy"] = 300 }
    },
    // Each source's clock goes back and forth, so that leaps seem slow by it.
    .init(
      "leaps, and positions whose times go back and forth", finish: "by their own clock",
      verify: .rejected("by their own clock")
    ) { film in
      film.leap()
      var isLate = false
      film.fixes { fix, time in
        fix["time"] = FrameRun.words(isLate ? time + 20 : time)
        isLate.toggle()
      }
    },
    .init("positions of one time, at a walker's speed", finish: "did not end", verify: .rejected("no end of it")) {
      film in
      film.stay()
      film.fixes { fix, _ in fix["time"] = "1" }
    },
    .init("all times a tenth", finish: unsigned, verify: .rejected("its positions moved at")) { film in
      film.stay()
      film.times { $0 / 10 }
    },
    // The time played is that of the positions all the same.
    .init("the session's times a tenth", finish: unsigned, verify: .accepted("28 points in 08:25")) { film in
      film.stay()
      film.times({ $0 / 10 }, ownClock: false)
    },
    .init(
      "the session's times a tenth, and a source for every position", finish: "did not end",
      verify: .rejected("no end of it")
    ) { film in
      film.stay()
      film.times({ $0 / 10 }, ownClock: false)
      film.insert(["source": "hunt-trace"]) { line, _ in line["fix"] != nil }
    },
    .init("all times a third: a runner", finish: unsigned, verify: .accepted("never faster than 4.")) { film in
      film.stay()
      film.times { $0 / 3 }
    },
    .init(
      "all times a third, for walkers", finish: unsigned, verify: .rejected("3.0 m/s is believed"),
      options: ["--max-speed", "3"]
    ) { film in
      film.stay()
      film.times { $0 / 3 }
    },
    .init(
      "leaps, for whoever allows them", finish: unsigned, verify: .accepted("never faster than 1"),
      options: ["--max-speed", "100"]
    ) { film in
      film.leap()
    },
    .init("a rest between the leaps", finish: unsigned, verify: .accepted("never faster than")) { film in
      film.stay()
      film.drop { _, time in time > 62 && time < 297 || time > 361 && time < 516 }
    },
    .init(
      "a pace taken out", finish: unsigned, verify: .accepted("never faster than 1.5 m/s over half a minute.\nSigned")
    ) { film in
      film.header { $0["speed"] = nil }
    },
    // Another hunt.
    .init("an easier hunt", finish: unsigned, verify: .accepted("the hunt with yours (--hunt does)")) { film in
      film.hunt("\"radius_m\":25", to: "\"radius_m\":60")
    },
    .init("a hunt with more points", finish: unsigned, verify: .accepted("the hunt with yours (--hunt does)")) { film in
      film.hunt("\"points\":10", to: "\"points\":1000")
    },
    .init("a hunt that asks nothing", finish: unsigned, verify: .accepted("the hunt with yours (--hunt does)")) {
      film in
      film.hunt(",\n \"question\":{\"prompt\":\"Which bird?\",\"text\":[\"the heron\"],\"price\":2}", to: "")
    },
    .init(
      "an easier hunt, compared", finish: unsigned, verify: .rejected("it is another hunt"),
      options: ["--hunt", "hunt.geojson"]
    ) { film in
      film.hunt("\"radius_m\":25", to: "\"radius_m\":60")
    },
    .init(
      "the hunt written otherwise, compared", finish: nil,
      verify: .accepted("the hunt with yours.\nNot compared: the key"), options: ["--hunt", "hunt.geojson"]
    ) { film in
      film.hunt("\n", to: " \n ")
    },
    .init("a second hunt that is not played", finish: nil, verify: .accepted(), options: ["--hunt", "hunt.geojson"]) {
      film in
      film.lines.append(film.lines[1].merging(["t": film.lines.last?["t"] ?? "0"]) { $1 })
    },
    // Files of whoever verifies.
    .init("a hunt that is a file", finish: "too large to be in the record", verify: .rejected("the hunt is not in it"))
    { film in
      film.begin { $0["hunt"] = ["path": "/etc/passwd"] }
    },
    .init("a hunt that is a pipe", finish: "too large to be in the record", verify: .rejected("the hunt is not in it"))
    { film in
      film.begin { $0["hunt"] = ["path": "pipe"] }
    },
    .init("a map and ghosts that are files", finish: nil, verify: .accepted()) { film in
      film.begin { begin in
        begin["map"] = ["path": "pipe"]
        begin["ghosts"] = Array(repeating: ["path": "/etc/passwd"], count: 2000)
      }
    },
    .init("a hunt whose name leads elsewhere", finish: nil, verify: .accepted()) { film in
      film.begin { begin in
        var hunt = begin["hunt"] as? [String: Any] ?? [:]
        hunt["path"] = "../../.."
        begin["hunt"] = hunt
      }
    },
    // Somebody else's.
    .init(
      "by another key", finish: nil, verify: .rejected("it is signed by"),
      options: ["--key", "KP4jW3BgJHnw+SLvxa1D++Sn2bp7btTrm7ZoSrkkRjc="]),
    .init("by a key that nobody compares", finish: nil, verify: .accepted("the key with the player's (--key does)")),
  ]

  /// What is done to a file that was signed; it is rejected with these words, or is no finish file.
  struct Tampering: CustomTestStringConvertible, Sendable {
    let name: String
    let words: String
    let status: Int32
    let change: @Sendable (inout [String]) -> Void

    init(
      _ name: String, _ words: String = "changed after it was signed", status: Int32 = 2,
      _ change: @escaping @Sendable (inout [String]) -> Void
    ) {
      (self.name, self.words, self.status, self.change) = (name, words, status, change)
    }

    var testDescription: String { name }
  }

  static let tamperings: [Tampering] = [
    .init("a position") { $0[9] = $0[9].replacing("\"lat\":", with: "\"lat\":1") },
    .init("a line taken out") { $0.remove(at: 100) },
    .init("a line added") { $0.insert($0[100], at: 100) },
    .init("a line made longer by a space") { $0[100] += " " },
    .init("line ends of another system") { lines in
      lines = lines.dropLast().map { $0 + "\r" } + [lines[lines.count - 1]]
    },
    .init("the hunt") { $0[1] = $0[1].replacing("\\\"radius_m\\\":25", with: "\\\"radius_m\\\":95") },
    .init("the points") { lines in
      lines[lines.count - 1] = lines[lines.count - 1].replacing("\\\"points\\\":", with: "\\\"points\\\":1")
    },
    .init("the player") { lines in
      lines[lines.count - 1] = lines[lines.count - 1].replacing(
        "\\\"player\\\":\\\"Ada", with: "\\\"player\\\":\\\"Bob")
    },
    .init("the key") { lines in
      lines[lines.count - 1] = lines[lines.count - 1]
        .replacing(/"key":"[^"]*"/, with: "\"key\":\"KP4jW3BgJHnw+SLvxa1D++Sn2bp7btTrm7ZoSrkkRjc=\"")
    },
    .init("the signature") { lines in
      lines[lines.count - 1] = lines[lines.count - 1]
        .replacing(/"signature":"[^"]*"/, with: "\"signature\":\"\(Data(count: 64).base64EncodedString())\"")
    },
    .init("a signature of other bytes", "nobody has signed this", status: 65) { lines in
      lines[lines.count - 1] = lines[lines.count - 1].replacing(/"signature":"[^"]*"/, with: "\"signature\":\"?\"")
    },
    .init("no signature", "nobody has signed this", status: 65) { $0.removeLast() },
    .init("lines in another order", "time goes back here", status: 65) { $0.swapAt(100, 200) },
    .init("something that cannot happen", "nothing that happens in a game", status: 65) {
      $0[100] = #"{"now":"won","t":"\#(99)"}"#
    },
  ]

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
