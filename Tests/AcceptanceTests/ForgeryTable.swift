import Foundation
import SessionLogs
import Testing

extension ForgeryTests {
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
}
