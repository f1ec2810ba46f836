import Foundation
import Game
import Geodesy
import HuntDomain
import HuntTesting
import Nearby
import Numbers
import Testing
import TraceLocation
import Viewer

/// A sentence with its `$` and its checksum.
private func framed(_ body: String) -> String { "$\(body)*" + String(format: "%02X", body.utf8.reduce(0, ^)) }

private func clock(_ second: Int) -> String { String(format: "10%02d%02d.00", second / 60, second % 60) }

/// An epoch that walks north, with a compass that turns.
private func epoch(_ second: Int) -> [String] {
  let latitude = String(format: "48%08.5f", 8 + Double(second) * 0.0006)
  return [
    "GPRMC,\(clock(second)),A,\(latitude),N,01134.00000,E,2.7,0.0,010524,,,A",
    "GPGGA,\(clock(second)),\(latitude),N,01134.00000,E,1,08,1.0,520.0,M,47.0,M,,",
    "GPGSA,A,3,01,02,03,04,05,06,07,08,,,,,1.8,1.0,1.5", "GPGSV,1,1,01,01,40,083,30", "HCHDM,\(second % 360).0,M",
    "HCHDM,\(second % 360).5,M",
  ].map(framed)
}

private func search(_ second: Int, seeing satellites: Int) -> [String] {
  [
    "GPRMC,\(clock(second)),V,,,,,,,010524,,,N",
    satellites == 0 ? "GPGSV,1,1,00" : "GPGSV,1,1,0\(satellites),01,40,083,30",
  ].map(framed)
}

/// A report of gpsd.
private func report(at second: Int) -> String {
  let time = String(format: "2024-05-01T10:%02d:%02d.000Z", second / 60, second % 60)
  return #"{"class":"TPV","device":"a","mode":3,"time":"\#(time)","lat":48.5,"lon":11.5,"altMSL":9,"eph":4}"#
}

private func trace(_ lines: [String], as name: String = "walk.nmea") throws -> Trace {
  let folder = FileManager.default.temporaryDirectory.appending(path: "trove-\(UUID().uuidString)")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let file = folder.appending(path: name)
  try Data((lines.joined(separator: "\r\n") + "\r\n").utf8).write(to: file)
  return try TraceFile(path: file.path).trace
}

private func play(_ trace: Trace) async -> [LocationUpdate] {
  await TraceLocation(trace, pace: .unpaced).updates().reduce(into: []) { $0.append($1) }
}

@Suite("Traces of receivers")
struct TraceRecordingTests {
  @Test(
    "a walk is played second by second, with everything that the receiver said",
    arguments: ["a.nmea", "a.log", "a.txt"])
  func walk(name: String) async throws {
    let updates = await play(try trace((0..<20).flatMap(epoch), as: name))
    #expect(updates.count == 20)
    for (second, update) in updates.enumerated() {
      let fix = try #require(update.fix)
      #expect(fix.time == .seconds(second) && fix.mode == .threeD && fix.altitude == 520)
      #expect(fix.utc?.description == String(format: "2024-05-01T10:00:%02dZ", second))
      #expect(fix.accuracy == 19 && fix.accuracySource == .dilution)
      #expect(fix.satellitesUsed == 8 && fix.satellitesSeen == 1)
      #expect(abs((fix.speed ?? 0) - 1.389) < 1e-9 && fix.course == .north)
    }
  }

  @Test("reports of gpsd are played in the same way")
  func reports() async throws {
    let lines = (0..<5).map {
      #"{"class":"TPV","device":"a","mode":3,"time":"2024-05-01T10:00:0\#($0).000Z","lat":48.5,"lon":11.5,"altMSL":9,"eph":4}"#
    }
    let updates = await play(try trace(lines, as: "log.json"))
    #expect(updates.compactMap(\.fix).map(\.time) == (0..<5).map { .seconds($0) })
    // Without a dilution nobody can tell whether it is the receiver's own or gpsd's guess.
    #expect(updates.allSatisfy { $0.fix?.accuracySource == nil && $0.fix?.accuracy == 4 })
  }

  @Test("without a fix the receiver searches, for as long as it did, and says what it sees when that changes")
  func searching() async throws {
    let lines =
      search(0, seeing: 0) + search(1, seeing: 0) + search(2, seeing: 3)
      + (5..<8).flatMap(epoch) + search(8, seeing: 4) + search(9, seeing: 4) + epoch(12) + search(13, seeing: 2)
    let trace = try trace(lines)
    #expect(trace.segments.map(\.count) == [3, 1] && trace.searches.map(\.count) == [3, 2, 1])
    let updates = await play(trace)
    let seen = updates.map { update -> Int? in
      if case .searching(let satellites) = update { satellites } else { nil }
    }
    #expect(seen == [0, 3, nil, nil, nil, 4, nil, 2])
    #expect(updates.compactMap(\.fix).map(\.time) == [.seconds(5), .seconds(6), .seconds(7), .seconds(12)])
    // The way across the search is not made up.
    #expect(updates[6].fix?.course == .north && updates[6].fix?.position != updates[4].fix?.position)
  }

  @Test("a search that nobody wants to wait for is short")
  func longSearch() async throws {
    let updates = await play(try trace(epoch(0) + search(1, seeing: 3) + search(1500, seeing: 5) + epoch(3000)))
    #expect(updates.map(\.isFix) == [true, false, true])
    #expect(updates.last?.fix?.time == .seconds(5))
    let late = await play(try trace(search(0, seeing: 3) + epoch(3000)))
    #expect(late.last?.fix?.time == .seconds(5))
  }

  @Test("where the receiver says nothing it is lost, and no position is made up", arguments: ["a.nmea", "a.jsonl"])
  func hole(name: String) async throws {
    let seconds = Array(0..<10) + Array(310..<320)
    let updates = await play(
      try trace(seconds.flatMap { name == "a.nmea" ? epoch($0) : [report(at: $0)] }, as: name))
    #expect(updates.compactMap(\.fix).map(\.time) == seconds.map { .seconds($0) })
    #expect(updates.map(\.isFix) == Array(repeating: true, count: 10) + [false] + Array(repeating: true, count: 10))
    #expect(updates[10] == .lost(reason: "the receiver said nothing in this part of the recording"))
  }

  @Test("a recording tells of a silence when a live receiver would: after one and a half cycles")
  func silence() throws {
    func moments(_ seconds: [Int]) throws -> [(isFix: Bool, at: Duration)] {
      Array(TraceMoments(try trace(seconds.flatMap { epoch($0).prefix(2) }))).compactMap { moment in
        if case .location(let update) = moment.event { (update.isFix, moment.time) } else { nil }
      }
    }
    let everySecond = try moments([0, 1, 2, 5, 6])
    #expect(everySecond.map(\.isFix) == [true, true, true, false, true, true])
    #expect(everySecond[3].at == .milliseconds(3500))
    let everyFive = try moments([0, 5, 10, 15, 35])
    #expect(everyFive.map(\.isFix) == [true, true, true, true, false, true])
    #expect(everyFive[4].at == .milliseconds(22_500))
    // Ten minutes without a word are not waited for.
    let off = try moments([0, 1, 2, 1000])
    #expect(off.map(\.at) == [.zero, .seconds(1), .seconds(2), .milliseconds(3500), .seconds(7)])
  }

  @Test("two recordings in one file are not joined, and reports without a time come once a second")
  func joints() async throws {
    let greeting = #"{"class":"VERSION","release":"3.22","rev":"3.22","proto_major":3,"proto_minor":14}"#
    let two = await play(try trace([report(at: 0), greeting, report(at: 1)], as: "a.jsonl"))
    #expect(two.map(\.isFix) == [true, false, true])
    let untimed = (0..<3).map { #"{"class":"TPV","mode":3,"lat":\#(48 + $0),"lon":11.5}"# }
    let updates = await play(try trace(untimed, as: "a.jsonl"))
    #expect(updates.compactMap(\.fix).map(\.time) == [.zero, .seconds(1), .seconds(2)])
    #expect(updates.allSatisfy { $0.fix?.speed == nil && $0.fix?.course == nil })
    // Between two that have one, they lie evenly, however far apart.
    let lost = await play(try trace([report(at: 0), untimed[0], untimed[2], report(at: 3)], as: "a.jsonl"))
    #expect(lost.compactMap(\.fix).map(\.time) == (0...3).map { .seconds($0) })
  }

  @Test("a log without a date is played at its pace, and makes no time up")
  func undated() async throws {
    let lines = (0..<4).map { framed("GPGLL,4808.0000,N,01134.0000,E,\(clock($0 * 3)),A,A") }
    let updates = await play(try trace(lines))
    #expect(updates.compactMap(\.fix).map(\.time) == (0..<4).map { .seconds($0 * 3) })
    #expect(updates.allSatisfy { $0.fix?.utc == nil })
  }

  @Test("the compass points by the same clock as the fixes, from the north that it says")
  func headings() async throws {
    let player = TraceLocation(try trace((0..<4).flatMap(epoch)), pace: .unpaced)
    let headings = await player.headings().reduce(into: []) { $0.append($1) }
    #expect(headings.map(\.bearing.degrees) == [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5])
    #expect(headings.allSatisfy { $0.reference == .magneticNorth && $0.source == .compass && $0.uncertainty == 5 })
    let clock = InstantClock()
    let paced = TraceLocation(try trace((0..<4).flatMap(epoch)), pace: .paced(by: clock))
    #expect(await paced.headings().reduce(into: 0) { count, _ in count += 1 } == 8)
    #expect(clock.now.offset == .milliseconds(3500))
  }

  @Test("keeps the contracts of locations and of compasses")
  func contracts() async throws {
    let trace = try trace((0..<10).flatMap(epoch) + search(10, seeing: 3) + (12..<20).flatMap(epoch))
    let locations = LocationContract(atLeast: 19, kinds: [.fix, .searching], isRepeatable: true) {
      TraceLocation(trace, pace: .unpaced)
    }
    #expect(await locations.violations() == [])
    let compasses = HeadingContract(atLeast: 36, isRepeatable: true) { TraceLocation(trace, pace: .unpaced) }
    #expect(await compasses.violations() == [])
  }

  /// A track with points some 22 m apart, at these times of a minute.
  private func track(_ times: [Int?]) -> [String] {
    ["<gpx><trk><trkseg>"]
      + times.enumerated().map { index, time in
        let moment = time.map { String(format: "<time>2024-05-01T10:%02d:%02dZ</time>", $0 / 60, $0 % 60) } ?? ""
        return "<trkpt lat=\"48.000\(index * 2)\" lon=\"11\">\(moment)</trkpt>"
      } + ["</trkseg></trk></gpx>"]
  }

  @Test(
    "one time that does not fit is left out of a track, which keeps its pace",
    arguments: [[999, 5, 10, 15, 20], [0, 5, 999, 15, 20], [100, 105, 3, 115, 120], [100, 105, 110, 115, 3]])
  func misfit(times: [Int]) async throws {
    let trace = try trace(track(times), as: "walk.gpx")
    #expect(trace.segments[0].compactMap(\.utc).count == 4)
    let fixes = await play(trace).compactMap(\.fix)
    // Beside the ends 22 m are walked in 16 s, at 1.4 m/s.
    let length = try #require(fixes.last?.time)
    #expect(length == .seconds(20) || (.seconds(30)...(.seconds(32))).contains(length))
  }

  @Test("a track whose times do not go on is walked as one without times", arguments: [[5, 5, 5], [9, 8, 7]])
  func uselessTimes(times: [Int]) async throws {
    let untimed = try trace(track([nil, nil, nil]), as: "walk.gpx")
    #expect(await play(try trace(track(times), as: "walk.gpx")) == (await play(untimed)))
  }

  @Test("what is no trace says so, with a line")
  func refused() {
    #expect(throws: TraceError.self) { try trace(["hello"], as: "a.log") }
    #expect(throws: TraceError(line: 1, "GeoJSON holds places, no recording")) { try trace(["{}"], as: "a.geojson") }
    #expect { try TraceFile(path: "/nowhere/a.nmea") } throws: { ($0 as? TraceError)?.isMissing == true }
  }
}
