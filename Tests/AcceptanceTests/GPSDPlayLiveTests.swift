import Foundation
import ProcessTesting
import SystemKit
import Testing

@Suite("Playing with a real gpsd", .enabled(if: hasGPSD, "gpsd is not installed"), .timeLimit(.minutes(5)))
struct GPSDPlayLiveTests {
  @Test("killed in the middle and started again: no exit, the loss is told, play resumes and the treasure is found")
  func killedInTheMiddle() async throws {
    let outing = try await Outing(treasuresAt: [4000])
    defer { outing.end() }
    outing.walk(to: 20)
    #expect(await outing.hears("fix"))
    try await outing.restart()
    // The walker is beamed to the treasure.
    outing.beam(to: 3998)
    #expect(await outing.hears("finished"))
    #expect(try outing.finds() == ["goal4000"])
    try await outing.replaysItself()
  }

  @Test("no find is lost or doubled when gpsd dies between finds, just before one and just after one")
  func finds() async throws {
    let outing = try await Outing(treasuresAt: [60, 120, 180, 240])
    defer { outing.end() }
    outing.walk(to: 60)
    #expect(await outing.hears("\"found\",\"id\":\"goal60\""))
    // Between two treasures.
    await outing.arrive(at: 90)
    try await outing.restart()
    // With the first fix inside the next circle, which may or may not have been heard.
    await outing.arrive(at: 103)
    try await outing.restart()
    outing.walk(to: 120)
    #expect(await outing.hears("\"found\",\"id\":\"goal120\""))
    // Standing in a circle that has been found.
    outing.walk(to: 180)
    #expect(await outing.hears("\"found\",\"id\":\"goal180\""))
    try await outing.restart()
    outing.walk(to: 240)
    #expect(await outing.hears("finished"))
    #expect(try outing.finds() == ["goal60", "goal120", "goal180", "goal240"])
    for find in try objects(outing.events()).filter({ $0["event"] as? String == "found" }) {
      let distance = try #require(find["distance"] as? Double)
      #expect(distance <= Outing.radius)
    }
    try await outing.replaysItself()
  }
}

/// A hunt along the way of ``NMEAWalk``, played as JSON lines with a real gpsd, and a walker who goes where they are
/// told and then stands.
private final class Outing: Sendable {
  /// Metres: more than the 19 to which this receiver says it is good.
  static let radius = 25.0

  let gpsd: RealGPSD
  private let folder: URL
  private let game: ChildProcess
  private let place = Guarded((step: 1, goal: 1))
  private let feeding = Guarded<Task<Void, Never>?>(nil)

  init(treasuresAt steps: [Int]) async throws {
    gpsd = try RealGPSD()
    try await gpsd.start()
    folder = FileManager.default.temporaryDirectory.appending(path: "trove-gpsd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    game = try ChildProcess(
      [
        TroveBinary.path, "play", Self.hunt(steps, in: folder), "--from", "gpsd:localhost:\(gpsd.port)", "--json",
        "--session", folder.appending(path: "game.flight").path,
      ], output: folder.appending(path: "out.jsonl").path, limit: 300)
    let (gpsd, place) = (gpsd, place)
    let task = Task.detached {
      for second in 0... {
        let step = place.withLock { place in
          place.step += (place.goal - place.step).signum()
          return place.step
        }
        NMEAWalk().epoch(step, second: second).forEach(gpsd.send)
        do { try await Task.sleep(for: .milliseconds(100)) } catch { return }
      }
    }
    feeding.withLock { $0 = task }
  }

  /// The walker goes on, a step in a tenth of a second.
  func walk(to step: Int) { place.withLock { $0.goal = step } }

  /// The walker is there at once.
  func beam(to step: Int) { place.withLock { $0 = (step, step) } }

  /// Waits, a minute at most, until the walker has come to a step.
  func arrive(at step: Int) async {
    walk(to: step)
    for _ in 0..<6000 where place.withLock({ $0.step != step }) { try? await Task.sleep(for: .milliseconds(10)) }
    #expect(place.withLock { $0.step } == step)
  }

  /// Kills gpsd, waits until that is told, starts it again, and waits for a fix.
  func restart() async throws {
    let before = try events().count
    gpsd.kill()
    #expect(await hears("lost", after: before))
    let lost = try events().count
    try await gpsd.start()
    #expect(await hears("fix", after: lost))
  }

  /// The session is its own replay, lost sensors and all: every line again, byte for byte.
  func replaysItself() async throws {
    _ = await game.ending()
    let session = folder.appending(path: "game.flight").path
    let check = try await TroveBinary.run("replay", session, "--check")
    #expect(check.status == 0, "\(check.error)")
    let lines = try await TroveBinary.run("replay", session, "--json").output
    #expect(try lines == String(contentsOf: folder.appending(path: "out.jsonl"), encoding: .utf8))
  }

  func end() {
    feeding.withLock { $0?.cancel() }
    game.kill()
    gpsd.kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// The lines so far, without one that is not whole yet.
  func events() throws -> [String] {
    let text = try String(contentsOf: folder.appending(path: "out.jsonl"), encoding: .utf8)
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// What was found, in order.
  func finds() throws -> [String] {
    try objects(events()).filter { $0["event"] as? String == "found" }.compactMap { $0["id"] as? String }
  }

  /// Waits, a minute at most, for an event of that name, or a line with that text.
  func hears(_ text: String, after start: Int = 0) async -> Bool {
    let wanted = text.contains("\"") ? text : "\"event\":\"\(text)\""
    for _ in 0..<1200 {
      if let events = try? events(), events.dropFirst(start).contains(where: { $0.contains(wanted) }) { return true }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return false
  }

  private static func hunt(_ steps: [Int], in folder: URL) throws -> String {
    let features = steps.map { step in
      let (latitude, longitude) = NMEAWalk().position(step)
      return """
        {"type":"Feature","properties":{"id":"goal\(step)","name":"Goal \(step)","radius_m":\(radius)},
        "geometry":{"type":"Point","coordinates":[\(longitude),\(latitude)]}}
        """
    }
    let file = folder.appending(path: "hunt.geojson")
    try """
    {"type":"FeatureCollection","trove":{"type":"hunt","version":1,"title":"Killed"},"features":[
    \(features.joined(separator: ",\n"))]}
    """.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }
}
