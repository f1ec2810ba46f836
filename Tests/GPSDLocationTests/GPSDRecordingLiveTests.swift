import Foundation
import GPSDLocation
import GeoFormats
import Geodesy
import HuntDomain
import Nearby
import Numbers
import ProcessTesting
import Testing
import TraceLocation

/// What gpspipe records of a running gpsd, in all its ways, is a trace of what the game saw live.
@Suite(
  "Recordings of gpspipe", .enabled(if: hasGPSD, "gpsd or gpspipe is not installed"),
  .timeLimit(.minutes(5)))
struct GPSDRecordingLiveTests {
  private static let ways: [[String]] = [
    ["-w"], ["-w", "-t"], ["-w", "-u"], ["-w", "-uu"], ["-w", "-Z"], ["-w", "-Z", "-u"], ["-w", "-T", "%j %H:%M"],
    ["-r"], ["-r", "-t"], ["-r", "-uu"], ["-R"], ["-w", "-r"],
  ]
  private static let steps = 25

  @Test("each is read as a trace with the positions, times, heights, speeds and headings of the live fixes")
  func recordings() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = Self.ways.indices.map { folder.appending(path: "\($0).log") }
    let (fixes, headings) = try await record(to: files)
    for (way, file) in zip(Self.ways, files) {
      let recording = try TraceFile(path: file.path)
      #expect(recording.warnings.isEmpty, "\(way): \(recording.warnings.first?.message ?? "")")
      let points = recording.trace.segments.flatMap(\.self)
      #expect(recording.trace.segments.count == 1, "\(way)")
      for fix in fixes {
        let point = try #require(points.first { $0.utc == fix.utc }, "\(way): \(fix)")
        #expect(point.position.distance(to: fix.position) < 0.001, "\(way)")
        #expect(abs((point.altitude ?? 0) - (fix.altitude ?? 1)) < 0.001, "\(way)")
        #expect(abs((point.speed ?? 0) - (fix.speed ?? 1)) < 0.001, "\(way)")
        #expect(point.course == fix.course && point.mode == fix.mode, "\(way)")
        // What gpsd makes of the receiver's errors only its own reports tell.
        if way[0] == "-w" { #expect(point.accuracy == fix.accuracy, "\(way)") }
      }
      #expect(recording.trace.headings.map(\.heading.bearing).starts(with: headings.map(\.bearing)), "\(way)")
      #expect(recording.trace.headings.allSatisfy { $0.heading.reference == .trueNorth }, "\(way)")
    }
    print(
      "recordings of gpspipe: \(Self.ways.count) ways, each with \(fixes.count) fixes and \(headings.count) headings")
  }

  /// Walks until every recording has all the steps; returns what the game saw meanwhile, without the last step.
  private func record(to files: [URL]) async throws -> (fixes: [Fix], headings: [Heading]) {
    let gpsd = try RealGPSD()
    try await gpsd.start()
    defer { gpsd.kill() }
    var timing = GPSDTiming()
    (timing.pace, timing.silence, timing.buffer) = (.zero, .milliseconds(300), 100_000)
    let compass = Recorder(GPSDHeading(try gpsd.address, timing: timing).headings())
    let heardBefore = try await gpsd.connect(compass)
    let pipes = try zip(Self.ways, files).map { way, file in
      try ChildProcess([gpsdProgram("gpspipe") ?? ""] + way + ["127.0.0.1:\(gpsd.port)"], output: file.path)
    }
    defer { for pipe in pipes { pipe.kill() } }
    let locations = Recorder(GPSDLocation(try gpsd.address, timing: timing).updates())
    _ = try #require(await locations.first { $0.lossReason == "the receiver is silent" })
    try await wait { files.allSatisfy { text(of: $0).contains("WATCH") } }
    // gpsd tells an epoch when it has seen its end, and so only with the steps after it.
    for step in 0..<Self.steps + 200 {
      for sentence in NMEAWalk().sentences(step) { gpsd.send(sentence) }
      try await Task.sleep(for: .milliseconds(step < Self.steps ? 10 : 100))
      if step > Self.steps, files.allSatisfy({ Self.holds(Self.steps, text(of: $0)) }), isComplete(locations) { break }
    }
    let fixes = locations.updates.compactMap(\.fix)
    let wanted = (3..<Self.steps).compactMap { step in
      fixes.last { $0.utc?.description == String(format: "2024-05-01T10:00:%02dZ", step) }
    }
    #expect(wanted.count == Self.steps - 3)
    return (wanted, Array(compass.updates.dropFirst(heardBefore).prefix(Self.steps)))
  }

  private func isComplete(_ locations: Recorder<LocationUpdate>) -> Bool {
    let last = String(format: "2024-05-01T10:00:%02dZ", Self.steps)
    return locations.updates.contains { $0.fix?.utc?.description == last }
  }

  /// Whether a recording has come to a step, in either language.
  private static func holds(_ step: Int, _ text: String) -> Bool {
    text.contains(String(format: "T10:00:%02d.000Z", step)) || text.contains(String(format: "RMC,1000%02d", step + 1))
  }

  private func text(of file: URL) -> String {
    String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
  }

  private func wait(until isReady: () -> Bool) async throws {
    for _ in 0..<6000 {
      if isReady() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw TimedOut("the recording")
  }
}
