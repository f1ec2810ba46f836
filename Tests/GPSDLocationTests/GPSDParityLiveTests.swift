import Foundation
import GPSDLocation
import Geodesy
import HuntDomain
import Nearby
import Numbers
import ProcessTesting
import Testing

/// Ground truth: what `gpspipe -w` prints, from the same daemon in the same run, read by another JSON parser.
@Suite(
  "Beside gpspipe", .enabled(if: hasGPSD, "gpsd or gpspipe is not installed"), .timeLimit(.minutes(10)))
struct GPSDParityLiveTests {
  @Test("a walk made up here arrives epoch by epoch, with its headings")
  func walk() async throws {
    let sentences = (0..<30).flatMap(NMEAWalk().sentences) + (30..<34).flatMap(NMEAWalk().sentencesWithoutFix)
    let run = try await ParityRun(sentences.map { Array(($0 + "\r\n").utf8) })
    #expect(run.fixes.count >= 29)
    #expect(run.headings.count == 30)
    #expect(run.fixes.contains { $0.mode == .threeD && $0.altitude != nil && $0.accuracy != nil && $0.utc != nil })
    run.expectParity()
  }

  // Skipped where the logs are not there: they belong to gpsd's test suite and do not come with this repository.
  @Test(
    "the logs of all receivers arrive epoch by epoch, sentences and binary alike",
    .enabled(if: FileManager.default.fileExists(atPath: receiverLogs.path), "no receiver logs beside the repository"))
  func logs() async throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: receiverLogs.path).filter { $0.hasSuffix(".log") }
    #expect(names.count >= 31)
    var (fixes, headings) = (0, 0)
    for name in names.sorted() {
      let run = try await ParityRun(Self.datagrams([UInt8](Data(contentsOf: receiverLogs.appending(path: name)))))
      run.expectParity(name)
      (fixes, headings) = (fixes + run.fixes.count, headings + run.headings.count)
      if name.contains("nofix") { #expect(run.fixes.isEmpty) }
      if name == "ublox-neo-m8n.log" { #expect(run.fixes.count >= 10, "the binary log must be heard at all") }
    }
    print("beside gpspipe: \(names.count) logs, \(fixes) fixes and \(headings) headings, all equal")
  }

  /// What a receiver sends at a time: a line, without the comments of the test suite, or a piece of a binary stream.
  private static func datagrams(_ log: [UInt8]) -> [[UInt8]] {
    var rest = log[...]
    while rest.first == UInt8(ascii: "#") { rest = rest.drop { $0 != 0x0A }.dropFirst() }
    let isText = rest.allSatisfy { $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || $0 >= 0x20 && $0 < 0x7F }
    guard isText else {
      return stride(from: rest.startIndex, to: rest.endIndex, by: 200).map {
        Array(rest[$0..<min($0 + 200, rest.endIndex)])
      }
    }
    return rest.split(separator: 0x0A).filter { $0.first != UInt8(ascii: "#") }.map { $0 + [0x0A] }
  }
}

/// One run of a log through gpsd, heard by the adapters and by gpspipe.
private struct ParityRun {
  let fixes: [Fix]
  let headings: [Heading]
  let expectedFixes: [Fix]
  let expectedHeadings: [Double]

  /// After so many datagrams the test waits until gpsd has taken them: no buffer overflows, on no machine.
  private static let batch = 40

  init(_ datagrams: [[UInt8]]) async throws {
    let gpsd = try RealGPSD()
    try await gpsd.start()
    defer { gpsd.kill() }
    var timing = GPSDTiming()
    (timing.pace, timing.silence, timing.buffer) = (.zero, .milliseconds(300), 100_000)
    // A batch may end in the middle of an epoch, and on a busy machine the next one begins a good while later.
    timing.longest = .seconds(60)
    let compass = Recorder(GPSDHeading(try gpsd.address, timing: timing).headings())
    let heardBefore = try await gpsd.connect(compass)
    let output = FileManager.default.temporaryDirectory.appending(path: "gpspipe-\(gpsd.port).json")
    defer { try? FileManager.default.removeItem(at: output) }
    // With -r it also repeats the sentences: so it is seen how far gpsd has come.
    let gpspipe = try ChildProcess(
      [gpsdProgram("gpspipe") ?? "", "-w", "-r", "127.0.0.1:\(gpsd.port)"], output: output.path)
    let locations = Recorder(GPSDLocation(try gpsd.address, timing: timing).updates())
    // Connected, and nothing to hear yet: silent.
    _ = try #require(await locations.first { $0.lossReason == "the receiver is silent" })
    try await Self.wait(for: "gpspipe's subscription") { Self.text(of: output).contains("WATCH") }
    let isText = datagrams.allSatisfy { $0.last == 0x0A }
    for (index, datagram) in datagrams.enumerated() {
      gpsd.send(bytes: datagram)
      // A binary stream must not be interrupted; those logs are short.
      if isText, index % Self.batch == Self.batch - 1 { try await Self.sync(gpsd, output, mark: index) }
    }
    try await Self.sync(gpsd, output, mark: datagrams.count)
    gpspipe.kill()
    let text = Self.text(of: output)
    let expectedFixes = Self.epochs(gpspipeObjects(text, of: "TPV")).compactMap(fix)
    let expectedHeadings = gpspipeObjects(text, of: "ATT").compactMap { $0["heading"] as? Double }
      .filter { (0...360).contains($0) }
    // The last words take their time; what is then still missing is missing.
    try? await Self.wait(for: "all that gpspipe told") {
      Self.bare(locations.updates).count >= expectedFixes.count
        && compass.updates.count - heardBefore >= expectedHeadings.count
    }
    fixes = Self.bare(locations.updates)
    headings = Array(compass.updates.dropFirst(heardBefore))
    self.expectedFixes = expectedFixes
    self.expectedHeadings = expectedHeadings
  }

  func expectParity(_ name: String = "") {
    #expect(fixes.count == expectedFixes.count, "\(name)")
    for (fix, expected) in zip(fixes, expectedFixes) { #expect(fix == expected, "\(name)") }
    #expect(headings.map(\.bearing) == expectedHeadings.map { Bearing(degrees: $0) }, "\(name)")
  }

  /// Sends a sentence that means nothing to anybody, and waits until gpsd has passed it on, and so all before it.
  ///
  /// Again and again: a binary packet that was cut off swallows the first.
  private static func sync(_ gpsd: RealGPSD, _ output: URL, mark: Int) async throws {
    let body = "GPXXX,trove\(mark)"
    let sentence = "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^))
    for attempt in 0... {
      gpsd.send(sentence)
      do {
        return try await wait(for: "\(body) from gpspipe", rounds: 100) { text(of: output).contains(sentence) }
      } catch {
        guard attempt < 120 else { throw error }
      }
    }
  }

  /// The fixes without their own clock and what gpspipe's reports do not say.
  private static func bare(_ updates: [LocationUpdate]) -> [Fix] {
    updates.compactMap { update in
      guard case .fix(var fix) = update else { return nil }
      fix.time = .zero
      (fix.satellitesUsed, fix.satellitesSeen, fix.accuracySource) = (nil, nil, nil)
      return fix
    }
  }

  /// gpspipe's reports, merged by the documented rule: same time, same epoch; later fields count; no time, no merging.
  private static func epochs(_ objects: [[String: Any]]) -> [[String: Any]] {
    var epochs: [[String: Any]] = []
    for report in objects {
      let last = epochs.last
      if let time = report["time"] as? String, last?["time"] as? String == time,
        last?["device"] as? String == report["device"] as? String
      {
        epochs[epochs.count - 1].merge(report) { $1 }
      } else {
        epochs.append(report)
      }
    }
    return epochs
  }

  private static func text(of file: URL) -> String {
    String(decoding: (try? Data(contentsOf: file)) ?? Data(), as: UTF8.self)
  }

  /// Waits at most so many rounds of 5 ms; a minute.
  private static func wait(for awaited: String, rounds: Int = 12_000, until isReady: () -> Bool) async throws {
    for _ in 0..<rounds {
      if isReady() { return }
      try await Task.sleep(for: .milliseconds(5))
    }
    throw TimedOut(awaited)
  }
}

/// The objects of one class among lines of JSON; gpsd 3.22 misplaces commas in some ATT.
private func gpspipeObjects(_ text: String, of kind: String) -> [[String: Any]] {
  text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("{\"class\":\"\(kind)\"") }.compactMap { line in
    let repaired = line.replacingOccurrences(of: ",,\"time\"", with: ",\"time\"")
      .replacingOccurrences(of: "Z\"\"", with: "Z\",\"")
    return try? JSONSerialization.jsonObject(with: Data(repaired.utf8)) as? [String: Any]
  }
}

/// The fix that a report of gpspipe is, if it is one.
private func fix(_ report: [String: Any]) -> Fix? {
  let number = { (name: String) in (report[name] as? NSNumber)?.doubleValue }
  let positive = { (name: String) in number(name).flatMap { $0 > 0 ? $0 : nil } }
  guard let mode = number("mode"), mode >= 2, let latitude = number("lat"), let longitude = number("lon"),
    let position = Coordinate(latitude: latitude, longitude: longitude)
  else { return nil }
  return Fix(
    position: position, time: .zero, utc: (report["time"] as? String).flatMap(timestamp),
    mode: mode == 3 ? .threeD : .twoD,
    accuracy: positive("eph") ?? [positive("epx"), positive("epy")].compactMap(\.self).max(),
    altitude: mode == 3 ? number("altMSL") : nil, speed: number("speed"),
    course: number("track").flatMap { (0...360).contains($0) ? Bearing(degrees: $0) : nil })
}

private func timestamp(_ text: String) -> Timestamp? {
  let formatter = ISO8601DateFormatter()
  formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
  return formatter.date(from: text).map { Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded())) }
}
