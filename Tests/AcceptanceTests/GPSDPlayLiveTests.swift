import Foundation
import ProcessTesting
import Testing

@Suite("Playing with a real gpsd", .enabled(if: hasProgram("gpsd"), "gpsd is not installed"))
struct GPSDPlayLiveTests {
  /// A hunt of one treasure, some fixes away on the way of ``NMEAWalk``.
  private func hunt(at step: Int, in folder: URL) throws -> String {
    let (latitude, longitude) = (48 + (8 + Double(step) * 0.0006) / 60, 11 + (34 + Double(step) * 0.0004) / 60)
    let file = folder.appending(path: "hunt.geojson")
    try """
    {"type":"FeatureCollection","trove":{"type":"hunt","version":1,"title":"Killed"},"features":[{"type":"Feature",
    "properties":{"id":"goal","name":"Goal","radius_m":5},
    "geometry":{"type":"Point","coordinates":[\(longitude),\(latitude)]}}]}
    """.write(to: file, atomically: true, encoding: .utf8)
    return file.path
  }

  @Test("killed in the middle and started again: no exit, the loss is told, play resumes and the treasure is found")
  func killedInTheMiddle() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-gpsd-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let output = folder.appending(path: "out.jsonl").path
    let gpsd = try RealGPSD()
    try await gpsd.start()
    defer { gpsd.kill() }
    let game = try ChildProcess(
      [TroveBinary.path, "play", hunt(at: 4000, in: folder), "--from", "gpsd:localhost:\(gpsd.port)", "--json"],
      output: output)
    defer { game.kill() }
    let steps = Guarded(0)
    let walk = Task {
      while !Task.isCancelled {
        let step = steps.withLock { step in
          step += 1
          return step
        }
        for sentence in NMEAWalk().sentences(step) { gpsd.send(sentence) }
        try await Task.sleep(for: .milliseconds(100))
      }
    }
    defer { walk.cancel() }
    #expect(await shows(output, "\"event\":\"fix\""))
    gpsd.kill()
    #expect(await shows(output, "\"event\":\"lost\""))
    let before = try events(output).count
    try await gpsd.start()
    #expect(await shows(output, "\"event\":\"fix\"", after: before))
    // The walker is beamed to the treasure.
    steps.withLock { $0 = 3998 }
    #expect(await shows(output, "\"event\":\"finished\"", after: before))
    let found = try events(output).filter { $0.contains("\"event\":\"found\"") }
    #expect(found.count == 1)
  }

  private func events(_ file: String) throws -> [String] {
    try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  private func shows(_ file: String, _ text: String, after start: Int = 0) async -> Bool {
    for _ in 0..<400 {
      if let events = try? events(file), events.dropFirst(start).contains(where: { $0.contains(text) }) { return true }
      try? await Task.sleep(for: .milliseconds(50))
    }
    return false
  }
}
