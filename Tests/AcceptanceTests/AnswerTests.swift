import Foundation
import ProcessTesting
import Testing

@Suite("What a walker does at questions")
struct AnswerTests {
  /// A hunt whose first stage asks something.
  static let hunt = """
    {"type":"FeatureCollection","trove":{"type":"hunt","version":2,"title":"Asks"},"features":[
    {"type":"Feature","properties":{"id":"a","name":"A","question":{"prompt":"How many legs has a spider?","number":8,
    "price":2}},"geometry":{"type":"Point","coordinates":[0,0]}},
    {"type":"Feature","properties":{"id":"b","name":"B"},"geometry":{"type":"Point","coordinates":[0,0.003]}}]}
    """

  private func play(_ words: String...) async throws -> [[String: Any]] {
    let folder = try ScratchFolder()
    try Self.hunt.write(toFile: folder.file("asks.geojson"), atomically: true, encoding: .utf8)
    let run = try await Command.run(
      TroveBinary.path, ["play", folder.file("asks.geojson"), "--from", "walker", "--speed", "max", "--json"] + words)
    #expect(run.status == 0, "\(run.error)")
    return try objects(run.lines)
  }

  private func count(_ event: String, _ events: [[String: Any]]) -> Int {
    events.count { $0["event"] as? String == event }
  }

  @Test("where nobody can answer it answers rightly as soon as it is asked, and so finds everything")
  func right() async throws {
    let usual = try await play()
    #expect(count("asked", usual) == 1 && count("answered", usual) == 1 && count("wrong_answer", usual) == 0)
    #expect(usual.last?["completed"] as? Bool == true && count("found", usual) == 2)
    let told = try await play("--answers", "right")
    #expect(told.count == usual.count)
  }

  @Test("it answers wrongly once where it is told to, leaves the question open, and goes on")
  func wrong() async throws {
    let events = try await play("--answers", "wrong")
    #expect(count("asked", events) >= 1 && count("wrong_answer", events) == 1 && count("answered", events) == 0)
    #expect(events.last?["completed"] as? Bool == false && count("found", events) == 0)
  }

  @Test("it leaves questions open where it is told to, and goes on")
  func none() async throws {
    let events = try await play("--answers", "none")
    #expect(count("asked", events) >= 1 && count("wrong_answer", events) == 0 && count("answered", events) == 0)
    let last = try #require(events.last { $0["event"] as? String == "fix" })
    #expect((last["lat"] as? Double ?? 0) > 0.0025)
  }

  @Test("--answers is for walkers only")
  func others() async throws {
    for words in [
      ["Maps/null-island-hunt.geojson", "--from", "Traces/null-island-walk.gpx"], ["Maps/null-island-hunt.geojson"],
    ] {
      let run = try await Command.run(TroveBinary.path, ["play"] + words + ["--answers", "right", "--json"])
      #expect(run.status == 64 && run.error.contains("--from walker"), "\(run.error)")
    }
    let unknown = try await TroveBinary.run("play", "--from", "walker", "--answers", "maybe", "--json")
    #expect(unknown.status == 64 && unknown.error.contains("right"))
  }
}
