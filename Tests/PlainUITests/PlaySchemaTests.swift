import Foundation
import Game
import Geodesy
import HuntDomain
import Nearby
import Numbers
import Places
import PlainUI
import ProcessTesting
import Testing

@Suite("The schema of JSON lines")
struct PlaySchemaTests {
  private static let path = SharedFiles.package.appending(path: "docs/play.schema.json").path

  /// A line of every event, with every member that it can have.
  private func lines() throws -> [String] {
    var progress = HuntProgress(hunt)
    let find = try progress.find(by: Fix(position: home, time: .seconds(2), accuracy: 3))
    let fix = Fix(
      position: home, time: .seconds(1), accuracy: 4, accuracySource: .receiver, altitude: 519, speed: 1,
      course: .north, satellitesUsed: 7, satellitesSeen: 12)
    let moment = Timestamp(milliseconds: 1_777_629_600_000)
    let window = TimeWindow(from: moment, to: moment)
    let mate = Mate("A", name: "Ann", team: "Foxes", at: home, accuracy: 4, age: .seconds(3))
    let row = Leaderboard.Row(rank: 1, player: "Ann", team: "Foxes", points: -5, found: 1, whose: .own)
    let prize = Leaderboard.Find(
      "A.w", treasure: "well", name: "Well", player: "Ann", team: "Foxes", prize: "First", whose: .mate)
    let board = Leaderboard(
      event: "Spring", rows: [row], total: 1, latest: [prize], prizes: [prize], isClosed: false)
    let asked = Question("Left?", rule: .choice(options: ["left", "right"], right: [0]), price: 2)
    var (chosen, met) = (well, well)
    (chosen.question, met.arrival) = (asked, "Here.")
    let news: [SessionNews] = [
      .unsealed(hunt), .fix(fix), .found(find, count: 1, of: 2), .slept(.seconds(3)), .asked(well, asked),
      .answered(chosen, .choice(1)), .entered(met), .obstacle(well, .dwell(fixes: 3)), .obstacle(well, .window(window)),
      .obstacle(well, .noPosition), .obstacle(well, .question), .obstacle(well, .distance(12)),
      .announced(Announcement(.ruling, "It counts.", treasure: "well", counts: true)),
      .announced(Announcement(.message, "Lunch.", treasure: "well")),
      .announced(Announcement(.connection, "Back.", treasure: "well")),
      .announced(Announcement(.mateFound, "Ann has found Well.", treasure: "well")),
      .mates([MateSighting(mate, isOld: false, distance: 3, bearing: .north, turn: -20)], "Ann: 3 m north."),
      .board(board, "1. Ann"), .board(nil, "There is none."),
    ]
    return PlainJSONLinesTests.examples.map(\.1) + news.map { JSONLines.line(for: $0, ending: "Home again.") }
      + [JSONLines.line(for: .finished(found: 2, of: 2, points: 1, time: .zero, isWon: true), ending: "Home.")]
      + callouts()
  }

  /// Places that are announced to somebody who walks past them.
  private func callouts() -> [String] {
    var game = LineGame(.json, callouts: true)
    let cafe = PointOfInterest(
      id: "c", name: "Café", position: home.offset(by: 60, toward: Bearing(degrees: 170)), kind: "cafe")
    _ = game.handle(.begin(GameSetup(hunt: hunt, places: [cafe], source: "walker")), at: .zero)
    return (1...90).flatMap { second in
      _ = game.handle(.heading(Heading(bearing: .north, source: .compass, uncertainty: 1)), at: .seconds(second))
      let place = home.offset(by: 150 - Double(second), toward: Bearing(degrees: 180))
      let fix = Fix(position: place, time: .seconds(second), accuracy: 3)
      return game.handle(.location(.fix(fix)), at: .seconds(second)).lines.map(\.text)
    }
  }

  private func objects() throws -> [[String: Any]] {
    try lines().map { try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any]) }
  }

  @Test("has every event, with the members that it has and those that it always has, and no others")
  func members() throws {
    let root = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: Self.path))) as? [String: Any])
    let definitions = try #require(root["$defs"] as? [String: [String: Any]])
    let events = try #require(root["oneOf"] as? [[String: String]]).compactMap {
      $0["$ref"]?.replacing("#/$defs/", with: "")
    }
    let written = Dictionary(grouping: try objects()) { $0["event"] as? String ?? "" }
    #expect(Set(events) == Set(written.keys))
    for (event, objects) in written {
      let definition = try #require(definitions[event], "\(event)")
      let members = Set(try #require(definition["properties"] as? [String: Any]).keys)
      let used = objects.reduce(into: Set<String>()) { $0.formUnion($1.keys) }
      #expect(members == used, "\(event)")
      let always = objects.reduce(members) { $0.intersection($1.keys) }
      #expect(always.isSuperset(of: try #require(definition["required"] as? [String])), "\(event)")
    }
  }

  @Test(
    "every line is valid by it, as a stock validator reads it",
    .enabled(if: JSONSchema.hasValidator, "python3 has no module jsonschema"))
  func valid() async throws {
    #expect(try await JSONSchema.complaints(about: try lines(), by: Self.path) == "")
    let wrong = [
      #"{"event":"opened","id":"x"}"#, #"{"event":"noise"}"#, #"{"event":"opened","id":"x","name":"y","z":1}"#,
    ]
    #expect(try await JSONSchema.complaints(about: wrong, by: Self.path).split(separator: "\n").count == 3)
  }
}
