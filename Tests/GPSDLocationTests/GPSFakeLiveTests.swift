import Foundation
import GPSDLocation
import Geodesy
import HuntDomain
import Nearby
import ProcessTesting
import Testing

@Suite(
  "A log that gpsfake plays",
  .enabled(if: hasGPSD && gpsdProgram("gpsfake") != nil, "gpsd or gpsfake is not installed"), .timeLimit(.minutes(5)))
struct GPSFakeLiveTests {
  @Test("is a walk like any other, from its first step to its last")
  func walk() async throws {
    let steps = 0..<40
    let log = try file(of: steps.flatMap(NMEAWalk().sentences))
    defer { try? FileManager.default.removeItem(at: log) }
    let gpsd = try RealGPSD(logs: [log.path])
    try await gpsd.start()
    defer { gpsd.kill() }
    let recorder = Recorder(GPSDLocation(try gpsd.address).updates())
    for step in [5, 20, 35] {
      #expect(await recorder.first { Self.isThere($0, step) } != nil)
    }
    let fixes = recorder.updates.compactMap(\.fix)
    #expect(fixes.allSatisfy { fix in steps.contains { Self.isThere(.fix(fix), $0) } })
  }

  @Test("beside one of a receiver without a position is followed without an interruption, and both are named")
  func two() async throws {
    let (walk, steps) = (NMEAWalk(), 0..<40)
    let logs = try [steps.flatMap(walk.sentencesWithoutFix), steps.flatMap(walk.sentences)].map(file)
    defer { logs.forEach { try? FileManager.default.removeItem(at: $0) } }
    let gpsd = try RealGPSD(logs: logs.map(\.path))
    try await gpsd.start()
    defer { gpsd.kill() }
    let recorder = Recorder(GPSDLocation(try gpsd.address).updates())
    let named = await recorder.first { update in
      if case .receiver(let receiver) = update { receiver.others.count == 1 } else { false }
    }
    #expect(named != nil)
    let begun = try #require(await recorder.first { Self.isThere($0, 20) })
    _ = try #require(await recorder.first(from: begun + 10) { Self.isThere($0, 20) })
    #expect(recorder.updates.dropFirst(begun).allSatisfy { !$0.isSearching })
  }

  /// A log of sentences.
  private func file(of sentences: [String]) throws -> URL {
    let log = FileManager.default.temporaryDirectory.appending(path: "trove-gpsfake-\(UUID().uuidString).log")
    try Data((sentences.joined(separator: "\r\n") + "\r\n").utf8).write(to: log)
    // gpsfake runs as somebody else.
    chmod(log.path, 0o644)
    return log
  }

  /// Whether a fix is of a step, as far as sentences of five decimals tell.
  private static func isThere(_ update: LocationUpdate, _ step: Int) -> Bool {
    guard let fix = update.fix else { return false }
    let place = NMEAWalk().position(step)
    return abs(fix.position.latitude - place.latitude) < 1e-6 && abs(fix.position.longitude - place.longitude) < 1e-6
  }
}
