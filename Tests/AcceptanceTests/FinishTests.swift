import Foundation
import ProcessTesting
import Sealing
import SessionLogs
import Testing

@Suite("A finish file")
struct FinishTests {
  /// A hunt with a question, played and signed.
  private final class Finished {
    let url = FileManager.default.temporaryDirectory.appending(path: "finish-\(UUID().uuidString)")

    init(name: String = "Ada") async throws {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      try Self.hunt.write(toFile: path("hunt.geojson"), atomically: false, encoding: .utf8)
      try "at 55 a the heron\n".write(toFile: path("commands"), atomically: false, encoding: .utf8)
      let played = try await run(
        "play", path("hunt.geojson"), "--from", "walker:4", "--speed", "max", "--json", "--commands", path("commands"),
        "--session", path("game.flight"))
      #expect(played.output.contains("\"event\":\"finished\",\"found\":2"), "\(played.output.suffix(500))")
      let signed = try await run("finish", path("game.flight"), path("ada.finish"), "--name", name)
      #expect(signed.status == 0, "\(signed.error)")
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    private static let hunt = """
      {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"Two","order":"any"},"features":[
      {"type":"Feature","properties":{"id":"pond","name":"The Pond","radius_m":25,
       "question":{"prompt":"Which bird?","text":["the heron"]}},"geometry":{"type":"Point","coordinates":[0,0]}},
      {"type":"Feature","properties":{"id":"mill","name":"The Mill","radius_m":25},
       "geometry":{"type":"Point","coordinates":[0.0002,0]}}]}
      """

    func path(_ name: String) -> String { url.appending(path: name).path }

    /// Runs the program with a folder of its own for keys.
    func run(_ arguments: String...) async throws -> Command {
      try await Command.run(TroveBinary.path, arguments, environment: ["TROVE_SAVES": path("saves")])
    }

    /// Another file, in which a text was replaced at the place where it stands first.
    func changed(_ text: String, to other: String) throws -> String {
      let all = try String(contentsOfFile: path("ada.finish"), encoding: .utf8)
      let place = try #require(all.firstRange(of: text))
      try all.replacingCharacters(in: place, with: other)
        .write(toFile: path("changed.finish"), atomically: false, encoding: .utf8)
      return path("changed.finish")
    }
  }

  @Test("ranks several by points, finds and time, once for each player, and marks walks that were no walks")
  func ranking() async throws {
    let (ada, bob) = (try await Finished(), try await Finished(name: "Bob"))
    // Bob leaves the question open until later, and so takes longer.
    try "at 70 a the heron\n".write(toFile: bob.path("commands"), atomically: false, encoding: .utf8)
    let played = try await bob.run(
      "play", bob.path("hunt.geojson"), "--from", "walker:4", "--speed", "50", "--json", "--commands",
      bob.path("commands"), "--answers", "none", "--session", bob.path("slow.flight"))
    #expect(played.status == 0, "\(played.error)")
    #expect(try await bob.run("finish", bob.path("slow.flight"), bob.path("slow.finish"), "--name", "Bob").status == 0)
    let files = [bob.path("slow.finish"), ada.path("ada.finish")]
    let ranked = try await ada.run("verify", files[0], files[1])
    #expect(ranked.status == 0 && ranked.lines.count == 2, "\(ranked.error)")
    #expect(ranked.lines[0].hasPrefix("1  “Ada”, 2 of 2 found") && ranked.lines[1].hasPrefix("2  “Bob”, 2 of 2 found"))
    #expect(ranked.lines[0].contains("made up by a simulation, played as fast as the computer"))
    #expect(ranked.lines[1].contains("played 50 times as fast as its clock"))
    let lines = try objects(try await ada.run("verify", files[0], files[1], "--json").lines)
    #expect(lines.map { $0["rank"] as? Int } == [1, 2] && lines[0]["speed"] as? String == "max")
    #expect(lines[1]["speed"] as? Double == 50 && lines[1]["file"] as? String == files[0])
    // One of a player counts, and what is rejected is named.
    let more = try await ada.run(
      "verify", files[0], files[1], bob.path("ada.finish"), try ada.changed("Ada", to: "Eve"))
    #expect(more.status == 2 && more.lines.count == 2, "\(more.output)")
    #expect(more.error.contains("its player has a better one") && more.error.contains("changed.finish: rejected: "))
  }

  @Test("is named in a ranking where another one is a copy of it, under the name of another file, player or namesake")
  func copies() async throws {
    let (ada, eve) = (try await Finished(), try await Finished(name: "Eve"))
    try FileManager.default.copyItem(atPath: ada.path("ada.finish"), toPath: ada.path("copy.finish"))
    let copied = try await ada.run("verify", ada.path("ada.finish"), ada.path("copy.finish"))
    #expect(copied.status == 2 && copied.lines.count == 1)
    #expect(copied.error.contains("copy.finish: rejected: it is the game of \(ada.path("ada.finish")) again."))
    // Eve signs Ada's session with her own key, as her own and as Ada's.
    for name in ["Eve", "Ada"] {
      let stolen = eve.path("\(name).stolen.finish")
      #expect(try await eve.run("finish", ada.path("game.flight"), stolen, "--name", name).status == 0)
      let ranked = try await ada.run("verify", ada.path("ada.finish"), stolen)
      #expect(ranked.status == 2 && ranked.lines.count == 2, "\(ranked.error)")
      #expect(ranked.lines.allSatisfy { $0.hasPrefix("1  ") && $0.contains("the same walk as ") }, "\(ranked.output)")
      #expect(ranked.lines.allSatisfy { $0.contains("signed by ") == (name == "Ada") }, "\(ranked.output)")
      let lines = try objects(try await ada.run("verify", ada.path("ada.finish"), stolen, "--json").lines)
      #expect(lines.map { $0["same_walk"] as? String } == [stolen, ada.path("ada.finish")])
    }
  }

  @Test("is verified by a stranger, who has the file alone: the score is what the rules make of what happened")
  func verified() async throws {
    let game = try await Finished()
    try FileManager.default.removeItem(atPath: game.path("saves"))
    try FileManager.default.removeItem(atPath: game.path("hunt.geojson"))
    let verified = try await game.run("verify", game.path("ada.finish"))
    #expect(verified.status == 0 && verified.output.hasPrefix("Verified: “Ada” won “Two”: 2 of 2 found"))
    #expect(verified.output.contains("made up by a simulation"))
    let line = try await game.run("verify", game.path("ada.finish"), "--json").output
    let object = try #require(objects([line.trimmingCharacters(in: .newlines)]).first)
    #expect(object["verified"] as? Bool == true && object["found"] as? Int == 2 && object["player"] as? String == "Ada")
  }

  @Test(
    "is rejected once anything in it was changed: a fix, an answer, a time, the hunt, the score, the name",
    arguments: [
      (#""mode":3"#, #""mode":2"#), ("a the heron", "a the Heron"), (#""t":"50""#, #""t":"50.5""#),
      (#"\"radius_m\":25"#, #"\"radius_m\":95"#), (#"\"points\":"#, #"\"points\":1"#),
      (#"\"player\":\"Ada"#, #"\"player\":\"Bob"#),
    ])
  func changed(text: String, other: String) async throws {
    let game = try await Finished()
    let file = try game.changed(text, to: other)
    let rejected = try await game.run("verify", file)
    #expect(rejected.status == 2 && rejected.error.contains("changed after it was signed"), "\(rejected.error)")
    let line = try await game.run("verify", file, "--json")
    #expect(line.status == 2 && line.output.contains("\"verified\":false"))
  }

  @Test("with a score that the rules do not give is rejected, whoever has signed it")
  func forged() async throws {
    let game = try await Finished()
    let record = [UInt8](try Data(contentsOf: URL(filePath: game.path("game.flight"))))
    let key = try #require(SigningKey(seed: [UInt8](repeating: 3, count: SigningKey.seedLength)))
    let claim = FinishClaim(hunt: "Two", found: 2, of: 2, points: 999, time: .seconds(1), isWon: true)
    let forged = try #require(FinishFile.bytes(of: record, claim, signedBy: key))
    try Data(forged).write(to: URL(filePath: game.path("forged.finish")))
    let rejected = try await game.run("verify", game.path("forged.finish"))
    #expect(
      rejected.status == 2 && rejected.error.contains("it claims 2 of 2 found, 999 points in 00:01, and the rules"))
  }

  @Test(
    "whose fixes, answers or times were changed before it was signed anew is rejected: the rules make another score",
    arguments: [("a the heron", "a the herring"), (#""lat":[^,]+"#, #""lat":1"#)])
  func replayed(text: String, other: String) async throws {
    let game = try await Finished()
    let record = try String(contentsOfFile: game.path("game.flight"), encoding: .utf8)
    let claim = try FinishFile(path: game.path("ada.finish")).claim
    let key = try #require(SigningKey(seed: [UInt8](repeating: 3, count: SigningKey.seedLength)))
    let changed = Array(sealedAnew(record.replacing(try Regex(text), with: other)).utf8)
    #expect(changed != Array(record.utf8))
    let forged = try #require(FinishFile.bytes(of: changed, claim, signedBy: key))
    try Data(forged).write(to: URL(filePath: game.path("forged.finish")))
    let rejected = try await game.run("verify", game.path("forged.finish"))
    #expect(rejected.status == 2 && rejected.error.contains("and the rules make"), "\(rejected.error)")
  }

  @Test(
    "of a game whose times were all made shorter tells the time by the positions' own clock, and a shorter one is rejected"
  )
  func hurried() async throws {
    let game = try await Finished()
    let hunt = try String(contentsOfFile: game.path("hunt.geojson"), encoding: .utf8)
      .replacing("0.0002", with: "0.002").replacing(/,\n *"question":\{.*?\}\},/, with: "},")
    try hunt.write(toFile: game.path("far.geojson"), atomically: false, encoding: .utf8)
    let far = try await game.run(
      "play", game.path("far.geojson"), "--from", "walker:4", "--speed", "max", "--json", "--session",
      game.path("far.flight"))
    #expect(far.output.contains("\"event\":\"finished\",\"found\":2"), "\(far.error)")
    let record = try String(contentsOfFile: game.path("far.flight"), encoding: .utf8)
    let hurried = record.replacing(/"t":"(\d+)[.\d]*"/) { "\"t\":\"\((Int($0.1) ?? 0) / 10)\"" }
    try sealedAnew(hurried).write(toFile: game.path("hurried.flight"), atomically: false, encoding: .utf8)
    let elapsed = { (lines: String) in
      try objects(lines.split(separator: "\n").map(String.init)).last { $0["event"] as? String == "finished" }?[
        "elapsed"]
        as? Double
    }
    let time = try #require(try elapsed(far.output))
    #expect(try elapsed(try await game.run("replay", game.path("hurried.flight"), "--json").output) == time)
    #expect(try await game.run("finish", game.path("hurried.flight"), game.path("own.finish")).status == 0)
    // A program that signs a shorter time all the same.
    let key = try #require(SigningKey(seed: [UInt8](repeating: 3, count: SigningKey.seedLength)))
    let lines = try await game.run("replay", game.path("hurried.flight"), "--json").output.split(separator: "\n")
    let end = try #require(try objects(lines.map(String.init)).last { $0["event"] as? String == "finished" })
    let claim = FinishClaim(
      hunt: "Two", found: 2, of: 2, points: try #require(end["points"] as? Int),
      time: .milliseconds(Int((time * 100).rounded())), isWon: true)
    let forged = try #require(FinishFile.bytes(of: Array(sealedAnew(hurried).utf8), claim, signedBy: key))
    try Data(forged).write(to: URL(filePath: game.path("hurried.finish")))
    let rejected = try await game.run("verify", game.path("hurried.finish"))
    #expect(rejected.status == 2 && rejected.error.contains("it claims"), "\(rejected.error)")
  }

  @Test("of a hunt without a title is that of the same hunt in a file of another name, and of no other")
  func untitled() async throws {
    let game = try await Finished()
    let hunt = try String(contentsOfFile: game.path("hunt.geojson"), encoding: .utf8)
      .replacing(#""title":"Two","#, with: "")
    try hunt.write(toFile: game.path("one.geojson"), atomically: false, encoding: .utf8)
    try hunt.write(toFile: game.path("other.geojson"), atomically: false, encoding: .utf8)
    _ = try await game.run(
      "play", game.path("one.geojson"), "--from", "walker:4", "--speed", "max", "--json", "--commands",
      game.path("commands"), "--session", game.path("one.flight"))
    #expect(try await game.run("finish", game.path("one.flight"), game.path("one.finish")).status == 0)
    #expect(try await game.run("verify", game.path("one.finish"), "--hunt", game.path("other.geojson")).status == 0)
    #expect(try await game.run("verify", game.path("one.finish"), "--hunt", game.path("hunt.geojson")).status == 2)
  }

  @Test("is made of a game that was killed after it was won, and needs no map and no ghost")
  func killedAfter() async throws {
    let game = try await Finished()
    let record = try String(contentsOfFile: game.path("game.flight"), encoding: .utf8)
    try (record + "{\"t\":\"99").write(toFile: game.path("torn.flight"), atomically: false, encoding: .utf8)
    let finish = try await game.run("finish", game.path("torn.flight"), game.path("torn.finish"))
    #expect(finish.status == 0, "\(finish.error)")
    #expect(try await game.run("verify", game.path("torn.finish")).status == 0)
    // What is a finish file is not made one again, and has nothing to compare.
    #expect(try await game.run("finish", game.path("torn.finish"), game.path("again.finish")).status == 65)
    #expect(try await game.run("replay", game.path("torn.finish"), "--check").status == 64)
  }

  @Test("of another player or another hunt is rejected where that matters")
  func others() async throws {
    let game = try await Finished()
    #expect(try await game.run("verify", game.path("ada.finish"), "--hunt", game.path("hunt.geojson")).status == 0)
    let hunt = try await game.run("verify", game.path("ada.finish"), "--hunt", "Maps/paris-hunt.geojson")
    #expect(hunt.status == 2 && hunt.error.contains("it is another hunt"))
    let other = try #require(SigningKey(seed: [UInt8](repeating: 3, count: SigningKey.seedLength))).known.text
    #expect(try await game.run("verify", game.path("ada.finish"), "--key", other).status == 2)
    let said = try await game.run("verify", game.path("ada.finish")).output
    let own = try #require(said.split(separator: "\n").first { $0.hasPrefix("Signed by") }?.split(separator: " ").last)
      .dropLast()
    #expect(try await game.run("verify", game.path("ada.finish"), "--key", String(own)).status == 0)
    #expect(try await game.run("verify", game.path("ada.finish"), "--key", "short").status == 64)
  }

  @Test("is not made of a hunt that did not end, nor of a sitting that goes on with another")
  func unfinished() async throws {
    let game = try await Finished()
    let record = try String(contentsOfFile: game.path("game.flight"), encoding: .utf8)
    let lines = record.split(separator: "\n")
    try lines.prefix(lines.count / 4).map { $0 + "\n" }.joined()
      .write(toFile: game.path("early.flight"), atomically: false, encoding: .utf8)
    let early = try await game.run("finish", game.path("early.flight"), game.path("early.finish"))
    #expect(early.status == 2 && early.error.contains("the hunt did not end in this session: 0 of 2 found"))
    let play = ["--from", "walker:4", "--speed", "max", "--json", "--save", "--session"]
    for (number, line) in ["at 30 quit\n", ""].enumerated() {
      try line.write(toFile: game.path("commands"), atomically: false, encoding: .utf8)
      _ = try await Command.run(
        TroveBinary.path,
        ["play", game.path("hunt.geojson")] + play + [
          game.path("\(number).flight"), "--commands", game.path("commands"),
        ],
        environment: ["TROVE_SAVES": game.path("saves")])
    }
    let resumed = try await game.run("finish", game.path("1.flight"), game.path("1.finish"))
    #expect(resumed.status == 2 && resumed.error.contains("goes on with an earlier one"), "\(resumed.error)")
  }

  @Test("holds no ghost, no map and no path, and the record that it is made of may lie anywhere")
  func small() async throws {
    let game = try await Finished()
    let walk = try String(contentsOfFile: "Traces/null-island-walk.gpx", encoding: .utf8)
    try walk.write(toFile: game.path("private.gpx"), atomically: false, encoding: .utf8)
    _ = try await game.run(
      "play", game.path("hunt.geojson"), "--from", "walker:4", "--speed", "max", "--json", "--commands",
      game.path("commands"), "--session", game.path("raced.flight"), "--map", "Maps/null-island.geojson")
    // Ghosts run only where there is a screen: this one is written into the record as a screen's game has it.
    let ghost = String(
      decoding: try JSONEncoder().encode(["path": game.path("private.gpx"), "text": walk]), as: UTF8.self)
    let record = try String(contentsOfFile: game.path("raced.flight"), encoding: .utf8)
      .replacing("{\"begin\":{", with: "{\"begin\":{\"ghosts\":[\(ghost)],", maxReplacements: 1)
    try sealedAnew(record).write(toFile: game.path("raced.flight"), atomically: false, encoding: .utf8)
    #expect(record.contains("trkpt") && record.contains(game.url.path))
    #expect(try await game.run("finish", game.path("raced.flight"), game.path("raced.finish")).status == 0)
    let finish = try String(contentsOfFile: game.path("raced.finish"), encoding: .utf8)
    #expect(!finish.contains("trkpt") && !finish.contains("null-island") && !finish.contains(game.url.path))
    #expect(try await game.run("verify", game.path("raced.finish")).status == 0)
  }

  @Test("of somebody faster than a walker is verified by who allows that speed")
  func cyclist() async throws {
    let game = try await Finished()
    let points = (0..<200).map { second in
      let east = Double(min(max(0, second - 60), 60)) * 10 / 111_195
      let clock = String(format: "09:%02d:%02d", second / 60, second % 60)
      return String(format: "<trkpt lat=\"0\" lon=\"%.7f\">", east) + "<time>2026-05-01T\(clock)Z</time></trkpt>\n"
    }
    try "<gpx version=\"1.1\" creator=\"t\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
      .write(toFile: game.path("ride.gpx"), atomically: false, encoding: .utf8)
    let hunt = try String(contentsOfFile: game.path("hunt.geojson"), encoding: .utf8)
      .replacing("0.0002", with: "0.0054")
    try hunt.write(toFile: game.path("far.geojson"), atomically: false, encoding: .utf8)
    _ = try await game.run(
      "play", game.path("far.geojson"), "--from", game.path("ride.gpx"), "--speed", "max", "--json", "--commands",
      game.path("commands"), "--session", game.path("ride.flight"))
    let finish = try await game.run("finish", game.path("ride.flight"), game.path("ride.finish"))
    #expect(finish.status == 0 && finish.error.contains("only with --max-speed"), "\(finish.error)")
    let walker = try await game.run("verify", game.path("ride.finish"))
    #expect(walker.status == 2 && walker.error.contains("its positions moved at 10 m/s"), "\(walker.error)")
    let cyclist = try await game.run("verify", game.path("ride.finish"), "--max-speed", "15")
    #expect(cyclist.status == 0 && cyclist.output.contains("never faster than 10 m/s over half a minute"))
    #expect(try await game.run("verify", game.path("ride.finish"), "--max-speed", "0").status == 64)
  }

  @Test("is signed with the key of another program that made the first one while this one was about to")
  func firstKey() async throws {
    let game = try await Finished()
    let saves = game.path("saves")
    try FileManager.default.removeItem(atPath: saves)
    try FileManager.default.createDirectory(atPath: saves, withIntermediateDirectories: true)
    // The slow program tells its process number, and waits until the file that it will write its key to is taken.
    let slowly = """
      echo $$ >"$1.new" && mv "$1.new" "$1"; until [ -e "$2" ]; do sleep 0.01; done; shift 2; exec "$@"
      """
    let slow = try ChildProcess(
      [
        "sh", "-c", slowly, "sh", game.path("number"), game.path("go"), TroveBinary.path, "finish",
        game.path("game.flight"), game.path("slow.finish"),
      ], output: game.path("slow.txt"), environment: ["TROVE_SAVES": saves])
    let number = try await Self.text(of: game.path("number")).trimmingCharacters(in: .newlines)
    let lease = try FileLease(on: "\(saves)/player.key.\(number)")
    try Data().write(to: URL(filePath: game.path("go")))
    // It has seen that there is no key, and begins to write one.
    #expect(try await lease.isWanted())
    let quick = try await game.run("finish", game.path("game.flight"), game.path("quick.finish"))
    #expect(quick.status == 0, "\(quick.error)")
    lease.end()
    #expect(await slow.ending().status == 0)
    #expect(try await Self.text(of: game.path("slow.txt")) == quick.output)
    #expect(try FileManager.default.contentsOfDirectory(atPath: saves) == ["player.key"])
  }

  /// What a file holds, once it is there; waits at most a minute.
  private static func text(of path: String) async throws -> String {
    for _ in 0..<6000 where !FileManager.default.fileExists(atPath: path) {
      try await Task.sleep(for: .milliseconds(10))
    }
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test("is never written over another")
  func twice() async throws {
    let game = try await Finished()
    let again = try await game.run("finish", game.path("game.flight"), game.path("ada.finish"))
    #expect(again.status == 73 && again.error.contains("there is such a file already"))
  }

  @Test("that would be larger than 16 MiB is not made, and one that is larger is refused")
  func large() async throws {
    let game = try await Finished()
    let record = try String(contentsOfFile: game.path("game.flight"), encoding: .utf8)
    // A command behind the one in the head that is never followed.
    let lines = try inFirstFormat(record).split(separator: "\n", maxSplits: 1).map(String.init)
    var head = try #require(try objects([lines[0]]).first)
    head["commands"] = (head["commands"] as? [String] ?? []) + ["at 99999 " + String(repeating: "x", count: 16 << 20)]
    let large = try summed(head) + "\n" + lines[1]
    try large.write(toFile: game.path("large.flight"), atomically: false, encoding: .utf8)
    let refused = try await game.run("finish", game.path("large.flight"), game.path("large.finish"))
    #expect(refused.status == 2 && refused.error.contains("would be larger than 16 MiB"), "\(refused.error)")
    #expect(!FileManager.default.fileExists(atPath: game.path("large.finish")))
    try large.write(toFile: game.path("large.finish"), atomically: false, encoding: .utf8)
    let unread = try await game.run("verify", game.path("large.finish"))
    #expect(unread.status == 65 && unread.error.contains("larger than 16 MiB; no finish file"), "\(unread.error)")
  }

  @Test("that is none says so")
  func none() async throws {
    let hunt = try await TroveBinary.run("verify", "Maps/null-island-hunt.geojson")
    #expect(hunt.status == 65 && hunt.error.contains("no record of a game"))
    let game = try await Finished()
    let unsigned = try await game.run("verify", game.path("game.flight"))
    #expect(unsigned.status == 65 && unsigned.error.contains("nobody has signed this"))
    #expect(try await game.run("verify", "nowhere.finish").status == 66)
  }
}
