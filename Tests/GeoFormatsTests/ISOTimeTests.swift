import Foundation
import GeoFormats
import Numbers
import Testing

@Suite("Times")
struct ISOTimeTests {
  @Test(
    "is a time",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("2024-05-01T10:00:00Z", 1_714_557_600_000),
      ("2024-05-01T10:00:00", 1_714_557_600_000),
      ("2024-05-01T12:30:00+02:30", 1_714_557_600_000), ("2024-04-30T22:00:00-12:00", 1_714_557_600_000),
      ("2024-05-01T10:00:00.25Z", 1_714_557_600_250), ("2024-05-01T10:00:00.123999Z", 1_714_557_600_123),
      ("2024-05-01T10:00:00.5+00:00", 1_714_557_600_500), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
      ("9999-12-31T23:59:59Z", 253_402_300_799_000), ("2000-02-29T00:00:00Z", 951_782_400_000),
      ("2016-12-31T23:59:60Z", 1_483_228_800_000), ("1969-12-31T23:59:59.999Z", -1),
    ] as [(String, Int64)])
  func reads(text: String, moment: Int64) { #expect(ISOTime.milliseconds(text) == moment) }

  @Test(
    "every form of ISO 8601, and what recorders make of it, is the same moment",
    arguments: [
      "2024-05-01 10:00:00Z", "2024-05-01T10:00:00z", "2024-05-01t10:00:00Z", "2024-05-01T10:00Z", "2024-05-01T10Z",
      "2024-05-01T12:00:00+0200", "2024-05-01T12:00:00+02", "2024-05-01T12:00:00+2", "2024-05-01T07:30-02:30",
      "2024-05-01T08:00:00\u{2212}02:00", "2024-05-01T10:00:00,000Z", "2024-05-01T10:00:00.0000000001Z",
      "2024-05-01 10:00:00 UTC", "2024-05-01 10:00:00 GMT", "2024-05-01 10:00:00 +00:00",
      "2024-05-01 12:00:00 GMT+0200",
      "20240501T100000Z", "20240501T1000Z", "20240501T10Z", "20240501T120000+02", "20240501 100000Z", "20240501100000",
      "202405011000Z", "2024-05-01T1000Z", "20240501T10:00:00Z", "2024/05/01 10:00:00", "2024.05.01 10:00",
      "2024:05:01 10:00:00", "2024-5-1T10:0:0Z", "2024-W18-3T10:00:00Z", "2024W183T100000Z", "2024-122T10:00:00Z",
      "2024122T100000Z", "2024-04-30T24:00:00-10:00", "1714557600", "1714557600.0", "1714557600000",
      "1714557600000000", "\n  2024-05-01T10:00:00Z\t",
    ])
  func near(text: String) { #expect(ISOTime.milliseconds(text) == 1_714_557_600_000) }

  @Test(
    "a fraction belongs to the last number, and is cut to milliseconds",
    arguments: [
      ("1970-01-01T00:00:00,250Z", 250), ("1970-01-01T00:01.5Z", 90_000), ("1970-01-01T01,25Z", 4_500_000),
      ("1970-01-01T000000.9999Z", 999), ("1714557600.25", 1_714_557_600_250), ("1714557600123", 1_714_557_600_123),
    ] as [(String, Int64)])
  func fractions(text: String, moment: Int64) { #expect(ISOTime.milliseconds(text) == moment) }

  @Test(
    "what is no moment is called what it is",
    arguments: [
      ("yesterday", .form), ("05/01/2024 10:00", .form), ("2024-05-01T10:00:00 CEST", .form), ("17145576000", .form),
      ("2024-05/01T10:00:00Z", .form), ("2024-05-01", .noTimeOfDay), ("20240501", .noTimeOfDay),
      ("2024-W18-3", .noTimeOfDay), ("2023-02-29T12:00:00Z", .noSuchDay), ("2024-13-01T12:00:00Z", .noSuchDay),
      ("2023-366T00:00:00Z", .noSuchDay), ("2023-000T00:00:00Z", .noSuchDay), ("2023-W53-1T00:00:00Z", .noSuchDay),
      ("2024-W00-1T00:00:00Z", .noSuchDay), ("2024-W01-8T00:00:00Z", .noSuchDay),
      ("2024-01-01T25:00:00Z", .noSuchTimeOfDay), ("2024-01-01T24:00:01Z", .noSuchTimeOfDay),
      ("2024-01-01T00:60:00Z", .noSuchTimeOfDay), ("2024-01-01T00:00:00+14:01", .zone),
      ("2024-01-01T00:00:00+99:99", .zone), ("0000-01-01T00:00:00Z", .years), ("0001-01-01T00:00:00+14:00", .years),
      ("9999-12-31T23:59:59-00:01", .years),
    ] as [(String, ISOTime.Fault)])
  func faults(text: String, fault: ISOTime.Fault) { #expect(throws: fault) { try ISOTime.read(text) } }

  @Test("the days of weeks are those of Foundation's calendar", arguments: [1900, 1999, 2004, 2015, 2020, 2026, 9997])
  func weeks(year: Int) throws {
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = .gmt
    let start = try #require(ISOTime.milliseconds(String(format: "%04d-01-01T00:00:00Z", year)))
    for day in 7..<373 {
      let moment = start + Int64(day) * 86_400_000
      let parts = calendar.dateComponents(
        [.yearForWeekOfYear, .weekOfYear, .weekday], from: Date(timeIntervalSince1970: Double(moment) / 1000))
      let (week, weekday) = (try #require(parts.weekOfYear), (try #require(parts.weekday) + 5) % 7 + 1)
      let text = String(format: "%04d-W%02d-%dT00:00:00Z", try #require(parts.yearForWeekOfYear), week, weekday)
      #expect(ISOTime.milliseconds(text) == moment, "\(text)")
    }
  }

  @Test(
    "is none",
    arguments: [
      "", "yesterday", "2024-13-45T99:99:99Z", "1e99", "2024-01-01T00:00:00+99:99", "9223372036854775807",
      "2023-02-29T12:00:00Z", "1900-02-29T12:00:00Z", "0000-00-00T00:00:00Z", "0000-01-01T00:00:00Z",
      "99999999999999-01-01T00:00:00Z", "2024-01-01", "2024-01-01T", "2024-01-01Z", "2024-01-01T:00Z",
      "2024-01-01T24:00:01Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z", "2024-01-01T00:00:00.Z",
      "2024-01-01T00:00:00y", "2024-01-01T00:00:00+14:01", "2024-01-01T00:00:00Zx", "-024-01-01T00:00:00Z",
      "0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-00:01", "２024-01-01T00:00:00Z", "2024-04-31T00:00:00Z",
    ])
  func refuses(text: String) { #expect(ISOTime.milliseconds(text) == nil) }

  @Test("every moment that Foundation writes is read back", arguments: UInt64(1)...10)
  func roundTrip(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<300 {
      let moment = Int64.random(in: -12_219_292_800_000...253_402_300_799_999, using: &generator)
      let text = Date(timeIntervalSince1970: Double(moment) / 1000).formatted(format)
      // Foundation may round the third decimal down.
      #expect(ISOTime.milliseconds(text).map { abs($0 - moment) <= 1 } == true, "\(text) \(moment)")
    }
  }
}
