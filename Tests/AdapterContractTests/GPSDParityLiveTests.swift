import Foundation
import GPSDLocation
import Geodesy
import HuntApplication
import HuntDomain
import ProcessTesting
import Testing

/// Ground truth: what `gpspipe -w` prints, from the same daemon in the same run, read by another JSON parser.
@Suite("Beside gpspipe", .serialized, .enabled(if: hasGPSD, "gpsd or gpspipe is not installed"))
struct GPSDParityLiveTests {
  @Test("a walk made up here arrives epoch by epoch, with its headings")
  func walk() async throws {
    let sentences = (0..<30).flatMap(NMEAWalk().sentences) + (30..<34).flatMap(NMEAWalk().sentencesWithoutFix)
    let run = try await ParityRun(sentences)
    #expect(run.fixes.count >= 29)
    #expect(run.headings.count == 30)
    #expect(run.fixes.contains { $0.mode == .threeD && $0.altitude != nil && $0.accuracy != nil && $0.utc != nil })
    run.expectParity()
  }

  // Skipped where the logs are not there: they belong to gpsd's test suite and do not come with this repository.
  @Test(
    "logs of real receivers arrive epoch by epoch",
    .enabled(if: FileManager.default.fileExists(atPath: receiverLogs.path), "no receiver logs beside the repository"),
    arguments: [
      "bt451", "bu303-nofix", "bu353s4", "haicom-305N", "hemi", "humminbird-M37", "saab-r4", "tnt-revolution",
    ])
  func logs(name: String) async throws {
    let run = try await ParityRun(receiverSentences(name))
    run.expectParity()
    // The expected output beside the log comes from a newer gpsd: differences are worth a look, no failure.
    let truth = try tpvPositions(of: String(decoding: Data(contentsOf: chk(name)), as: UTF8.self))
    let missing = truth.subtracting(run.fixes.map(\.place))
    print("\(name): \(run.fixes.count) fixes, \(run.headings.count) headings;", terminator: " ")
    print("\(missing.count) of \(truth.count) positions of the newer gpsd are not among them")
    if name.contains("nofix") { #expect(run.fixes.isEmpty) }
  }

  private func chk(_ name: String) -> URL { receiverLogs.appending(path: "\(name).log.chk") }

  private func receiverSentences(_ name: String) throws -> [String] {
    let text = try String(decoding: Data(contentsOf: receiverLogs.appending(path: "\(name).log")), as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).map(String.init).filter { $0.hasPrefix("$") }
  }

  private func tpvPositions(of text: String) throws -> Set<String> {
    Set(gpspipeObjects(text, of: "TPV").compactMap { gpspipeReport($0).fix(at: .zero)?.place })
  }
}

/// One run of a log through gpsd, heard by the adapters and by gpspipe.
private struct ParityRun {
  let fixes: [Fix]
  let headings: [Heading]
  let expectedFixes: [Fix]
  let expectedHeadings: [Double]

  init(_ sentences: [String]) async throws {
    let gpsd = try RealGPSD()
    try await gpsd.start()
    defer { gpsd.kill() }
    let output = FileManager.default.temporaryDirectory.appending(path: "gpspipe-\(gpsd.port).json")
    defer { try? FileManager.default.removeItem(at: output) }
    let gpspipe = try ChildProcess([gpsdProgram("gpspipe") ?? "", "-w", "127.0.0.1:\(gpsd.port)"], output: output.path)
    var timing = GPSDTiming()
    (timing.pace, timing.silence, timing.buffer) = (.zero, .milliseconds(500), 100_000)
    let locations = Recorder(GPSDLocation(try gpsd.address, timing: timing).updates())
    let compass = Recorder(GPSDHeading(try gpsd.address, timing: timing).headings())
    // Connected, and nothing to hear yet: silent. gpspipe and the compass are as quick.
    _ = await locations.first { $0.lossReason == "the receiver is silent" }
    _ = try await Self.text(in: output) { $0.contains("WATCH") }
    for sentence in sentences {
      gpsd.send(sentence)
      try await Task.sleep(for: .milliseconds(4))
    }
    let end = locations.updates.count
    _ = await locations.first(from: max(0, end - 1)) { $0.lossReason == "the receiver is silent" }
    gpspipe.kill()
    let text = try await Self.text(in: output) { _ in true }
    fixes = Self.corrected(locations.updates)
    headings = compass.updates
    expectedFixes = Self.epochs(gpspipeObjects(text, of: "TPV")).compactMap { $0.fix(at: .zero) }
    expectedHeadings = gpspipeObjects(text, of: "ATT").compactMap { $0["heading"] as? Double }
      .filter { (0...360).contains($0) }
  }

  func expectParity() {
    #expect(fixes.count == expectedFixes.count)
    for (fix, expected) in zip(fixes, expectedFixes) {
      var fix = fix
      (fix.time, fix.satellitesUsed, fix.satellitesSeen, fix.accuracySource) = (.zero, nil, nil, nil)
      #expect(fix == expected)
    }
    #expect(headings.map(\.bearing) == expectedHeadings.map { Bearing(degrees: $0) })
  }

  /// The fixes, those that a later one of the same epoch corrects left out.
  private static func corrected(_ updates: [LocationUpdate]) -> [Fix] {
    let fixes = updates.compactMap { if case .fix(let fix) = $0 { fix } else { nil } }
    return fixes.indices.filter { place in
      let next = place + 1
      guard next < fixes.count, let utc = fixes[place].utc else { return true }
      return utc != fixes[next].utc
    }.map { fixes[$0] }
  }

  /// gpspipe's reports, merged by the documented rule: same time, same epoch; later fields count; no time, no merging.
  private static func epochs(_ objects: [[String: Any]]) -> [PositionReport] {
    var epochs: [PositionReport] = []
    for report in objects.map(gpspipeReport) {
      if let last = epochs.last, last.utc != nil, last.utc == report.utc, last.device == report.device {
        epochs[epochs.count - 1].merge(report)
      } else {
        epochs.append(report)
      }
    }
    return epochs
  }

  private static func text(in file: URL, until isReady: (String) -> Bool) async throws -> String {
    for _ in 0..<500 {
      if let data = try? Data(contentsOf: file), case let text = String(decoding: data, as: UTF8.self), isReady(text) {
        return text
      }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw POSIXError(.ETIMEDOUT)
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

private func gpspipeReport(_ object: [String: Any]) -> PositionReport {
  let number = { (name: String) in (object[name] as? NSNumber)?.doubleValue }
  let positive = { (name: String) in number(name).flatMap { $0 > 0 ? $0 : nil } }
  var report = PositionReport()
  report.device = object["device"] as? String ?? ""
  report.utc = (object["time"] as? String).flatMap(timestamp)
  report.mode = [1: .noFix, 2: .twoD, 3: .threeD][number("mode") ?? 0]
  if let latitude = number("lat"), let longitude = number("lon") {
    report.position = Coordinate(latitude: latitude, longitude: longitude)
  }
  report.accuracy = positive("eph") ?? [positive("epx"), positive("epy")].compactMap(\.self).max()
  report.altitude = number("altMSL")
  report.speed = number("speed")
  report.course = number("track").flatMap { (0...360).contains($0) ? Bearing(degrees: $0) : nil }
  return report
}

private func timestamp(_ text: String) -> Timestamp? {
  let formatter = ISO8601DateFormatter()
  formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
  return formatter.date(from: text).map { Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded())) }
}

extension Fix {
  /// Where, as text, for a comparison with another gpsd; the dates of old logs differ by how it counts GPS weeks.
  fileprivate var place: String { "\(position)" }
}
