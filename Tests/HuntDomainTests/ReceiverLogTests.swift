import Foundation
import Geodesy
import HuntDomain
import Numbers
import ProcessTesting
import Testing

/// What real receivers said, as gpsd understood it: `*.chk` beside its recordings.
@Suite(
  "Positions of real receivers", .enabled(if: SharedFiles.has("data/nmea/gpsd"), "no recordings beside the package"))
struct ReceiverLogTests {
  private static let folder = SharedFiles.folder.appending(path: "data/nmea/gpsd")

  static var logs: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".chk") }.sorted()
  }

  /// Two recordings in one file: after the first comes one of 52 minutes before, 1.9 km away.
  private static let restarts = ["bt451.log.chk": 2]

  @Test("none is held that was true", arguments: logs)
  func held(log: String) throws {
    var filter = PositionFilter()
    var words: [String] = []
    for fix in try fixes(of: log) {
      if case .held(let held) = filter.receive(fix) { words.append("\(fix.time): \(held.why)") }
    }
    #expect(words.count == Self.restarts[log] ?? 0, "\(words)")
  }

  @Test("are many enough to prove something")
  func count() throws {
    #expect(try Self.logs.reduce(0) { try $0 + fixes(of: $1).count } > 700)
  }

  /// One fix for each epoch; time passes as the receiver says, a second where it does not.
  private func fixes(of log: String) throws -> [Fix] {
    let text = String(decoding: try Data(contentsOf: Self.folder.appending(path: log)), as: UTF8.self)
    var epochs: [(time: String, report: [String: Any])] = []
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(#"{"class":"TPV""#) {
      guard let report = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else { continue }
      let time = report["time"] as? String ?? ""
      if let last = epochs.last, last.time == time, !time.isEmpty {
        epochs[epochs.count - 1].report.merge(report) { _, new in new }
      } else {
        epochs.append((time, report))
      }
    }
    var (now, last) = (0.0, nil as Date?)
    return epochs.compactMap { time, report in
      let date = try? Date(time, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: true))
      let passed = date.flatMap { date in last.map { date.timeIntervalSince($0) } } ?? 1
      now += passed > 0 ? passed : 1
      last = date ?? last
      return fix(report, utc: date, at: now)
    }
  }

  private func fix(_ report: [String: Any], utc: Date?, at now: Double) -> Fix? {
    func number(_ key: String) -> Double? { (report[key] as? NSNumber)?.doubleValue }
    guard let mode = number("mode"), mode >= 2, let latitude = number("lat"), let longitude = number("lon"),
      let position = Coordinate(latitude: latitude, longitude: longitude)
    else { return nil }
    return Fix(
      position: position, time: .seconds(now),
      utc: utc.map { Timestamp(milliseconds: Int64(($0.timeIntervalSince1970 * 1000).rounded())) },
      mode: mode >= 3 ? .threeD : .twoD,
      accuracy: number("eph") ?? number("epx").flatMap { x in number("epy").map { max(x, $0) } },
      accuracySource: .receiver, speed: number("speed"), course: number("track").map { Bearing(degrees: $0) })
  }
}
