import Foundation
import GeoFormats
import Geodesy
import Testing

/// Ground truth: the reports that gpsd's own tests expect of the logs of real receivers, read by another JSON parser.
@Suite("Beside gpsd's expected reports", .enabled(if: Shared.isPresent, "needs ../shared"))
struct ReceiverTruthTests {
  /// Where and why what is read here is not what gpsd reports: how many of its positions are not found here, how many
  /// found here it does not report.
  struct Exception {
    var absent = 0, extra = 0
    let why: String
  }

  private static let exceptions: [String: Exception] = [
    "ais-nmea.log": Exception(extra: 3, why: "an AIS message stood where gpsd looked for the end of the epoch"),
    "april6_2019.log": Exception(absent: 1, why: "the date is “2208-1”: a sentence that says so is left out"),
    "bt451.log": Exception(extra: 2, why: "pieces of the log end before gpsd has seen the end of the epoch"),
    "bu303-moving.log": Exception(absent: 12, why: "SiRF binary, no sentences"),
    "bu303-stillfix.log": Exception(absent: 11, why: "SiRF binary, no sentences"),
    "garmin48.log": Exception(extra: 6, why: "GLL a second after the others; gpsd takes it for no end of an epoch"),
    "gp-320fw-2019-04-06-overflow.log": Exception(extra: 1, why: "gpsd still learns which sentence ends an epoch"),
    "hemi.log": Exception(extra: 15, why: "the newer gpsd doubts a fix from 0 satellites; the receiver says it is one"),
    "humminbird-M37.log": Exception(extra: 2, why: "gpsd still learns which sentence ends an epoch"),
    "mtk-3301.log": Exception(absent: 1, why: "gpsd takes the position of a GGA that says that it has no fix"),
    "neo-m8n.log": Exception(extra: 1, why: "the log ends before gpsd has seen the end of the epoch"),
    "tcp-test.log": Exception(absent: 2, why: "reported before the RMC, which has a digit less than the GGA"),
    "ublox-neo-m8n.log": Exception(absent: 22, why: "UBX binary, no sentences"),
  ]

  /// GPS counts weeks up to 1024, and the newer gpsd moves the dates of old logs by such a round.
  private static let rollover: Int64 = 1024 * 7 * 86_400_000

  @Test(
    "the positions of every log are gpsd's, at the same times", arguments: Shared.files("nmea/gpsd", suffix: ".log"))
  func positions(log: String) throws {
    let outcome = ReceiverLogOutcome(try Shared.bytes("nmea/gpsd/\(log)"))
    let truth = try Self.truth(of: "nmea/gpsd/\(log).chk")
    let absent = truth.filter { wanted in !outcome.fixes.contains { wanted.is($0) } }
    let extra = outcome.fixes.filter { fix in !truth.contains { $0.is(fix) } }
    let expected = Self.exceptions[log]
    #expect(absent.count == expected?.absent ?? 0, "\(expected?.why ?? "no reason is known")")
    #expect(extra.count == expected?.extra ?? 0, "\(expected?.why ?? "no reason is known")")
    // What is in both says the same in everything else that it says; the last report of an epoch is complete.
    for fix in outcome.fixes {
      guard let report = truth.last(where: { $0.time != nil && $0.is(fix) }) else { continue }
      #expect(report.differences(from: fix, ofLog: log) == [], "\(log):\(fix.line)")
    }
  }

  @Test("GPSBabel finds the same points in a log, with the same times, heights, speeds and courses")
  func gpsbabel() throws {
    let outcome = ReceiverLogOutcome(try Shared.bytes("nmea/gpsbabel/nmea"))
    let truth = GPXOutcome(try Shared.bytes("nmea/gpsbabel/nmea.gpx")).points
    #expect(truth.count == 154 && outcome.fixes.count == 154 && outcome.complaints == [])
    for (fix, point) in zip(outcome.fixes, truth) {
      #expect((fix.position?.distance(to: point.position) ?? 9) < 0.001)
      #expect(fix.time == point.time)
      #expect(fix.altitude == point.elevation)
      #expect(abs((fix.course ?? 999) - (point.course ?? 0)) < 0.001)
      // GPSBabel takes the speed of VTG in whole and tenth kilometres an hour, and rounds it.
      #expect(abs((fix.speed ?? 99) - (point.speed ?? 0)) < 0.06)
    }
  }

  @Test("a date that comes late is that of the sentences before it, back over midnight")
  func backfill() throws {
    let outcome = ReceiverLogOutcome(try Shared.bytes("nmea/gpsbabel/backfilldate.nmea"))
    #expect(outcome.epochs.allSatisfy { $0.isDated })
    #expect(zip(outcome.epochs, outcome.epochs.dropFirst()).allSatisfy { ($1.time ?? 0) - ($0.time ?? 0) == 1000 })
  }

  @Test("times without a date go on past midnight, for days")
  func undated() throws {
    let outcome = ReceiverLogOutcome(try Shared.bytes("nmea/gpsbabel/addmultipledaysfwd.nmea"))
    #expect(outcome.epochs.count == 28 && outcome.epochs.allSatisfy { !$0.isDated })
    #expect(zip(outcome.epochs, outcome.epochs.dropFirst()).allSatisfy { ($1.time ?? 0) - ($0.time ?? 0) == 3_600_000 })
  }

  @Test(
    "no log of the world traps, and their damaged lines are known",
    arguments: [
      ("aerorust/nmea_with_sat_info.log", 36, 0), ("pynmeagps/pygpsdata-badeof.log", 1, 1),
      ("pynmeagps/pygpsdata-maritime.log", 0, 0), ("pynmeagps/pygpsdata-mixed.log", 2, 14),
      ("pynmeagps/pygpsdata-nmea4.log", 1, 0), ("pynmeagps/pygpsdata-nmeabadck.log", 1, 2),
      ("pynmeagps/pygpsdata-nmeastartup.log", 0, 0),
    ])
  func world(log: String, loaded: Int, complaints: Int) throws {
    let outcome = ReceiverLogOutcome(try Shared.bytes("nmea/\(log)"))
    #expect(outcome.counts.loaded == loaded)
    #expect(outcome.complaints.count == complaints)
  }

  /// A position that gpsd reports, and when; the last of each epoch.
  struct Report {
    let time: Int64?
    let place: Coordinate
    let altitude, speed, course: Double?

    func `is`(_ fix: RecordedEpoch) -> Bool {
      guard let position = fix.position else { return false }
      if let time, fix.isDated, (time - (fix.time ?? 0)) % ReceiverTruthTests.rollover != 0 { return false }
      // Nine decimals are a tenth of a millimetre.
      return position.distance(to: place) < 0.001
    }

    /// What gpsd also says, and differently.
    func differences(from fix: RecordedEpoch, ofLog log: String) -> [String] {
      [("altitude", altitude, fix.altitude), ("speed", speed, fix.speed), ("course", course, fix.course)]
        .filter { name, wanted, found in
          guard let wanted, let found else { return false }
          // This receiver sends its sentences in turns; gpsd makes up a speed where the sentence has none.
          if log == "humminbird-M37.log", name == "speed" { return false }
          return abs(wanted - found) > 0.01
        }
        .map { "\($0.0): \($0.1 ?? 0) against \($0.2 ?? 0)" }
    }
  }

  private static func truth(of path: String) throws -> [Report] {
    let text = String(decoding: try Shared.bytes(path), as: UTF8.self)
    var reports: [Report] = []
    for line in text.split(whereSeparator: \.isNewline) where line.hasPrefix(#"{"class":"TPV""#) {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let latitude = object?["lat"] as? Double, let longitude = object?["lon"] as? Double,
        let place = Coordinate(latitude: latitude, longitude: longitude)
      else { continue }
      let time = (object?["time"] as? String).flatMap { ISOTime.milliseconds($0) }
      if time != nil, reports.last?.time == time { reports.removeLast() }
      let number = { (name: String) in object?[name] as? Double }
      reports.append(
        Report(time: time, place: place, altitude: number("altMSL"), speed: number("speed"), course: number("track")))
    }
    return reports
  }
}
