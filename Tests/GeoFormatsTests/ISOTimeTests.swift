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
    "is none",
    arguments: [
      "", "yesterday", "2024-13-45T99:99:99Z", "1e99", "2024-01-01T00:00:00+99:99", "9223372036854775807",
      "2023-02-29T12:00:00Z", "1900-02-29T12:00:00Z", "0000-00-00T00:00:00Z", "0000-01-01T00:00:00Z",
      "99999999999999-01-01T00:00:00Z", "2024-01-01", "2024-01-01T", "2024-01-01 00:00:00Z", "2024-01-01T00:00Z",
      "2024-01-01T24:00:01Z", "2024-01-01T00:60:00Z", "2024-01-01T00:00:61Z", "2024-01-01T00:00:00.Z",
      "2024-01-01T00:00:00z", "2024-01-01T00:00:00+14:01", "2024-01-01T00:00:00Zx", "-024-01-01T00:00:00Z",
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
