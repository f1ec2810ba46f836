import Foundation
import HuntDomain
import Numbers
import Testing

@Suite("Timestamp")
struct TimestampTests {
  @Test(
    "known moments",
    arguments: [
      (0, "1970-01-01T00:00:00Z"), (-1, "1969-12-31T23:59:59.999Z"), (1_777_627_800_000, "2026-05-01T09:30:00Z"),
      (1_777_627_800_250, "2026-05-01T09:30:00.250Z"), (951_782_400_000, "2000-02-29T00:00:00Z"),
      (-62_135_596_800_000, "0001-01-01T00:00:00Z"), (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
    ])
  func known(milliseconds: Int64, text: String) {
    #expect(Timestamp(milliseconds: milliseconds).description == text)
  }

  @Test("the first and the last day of each month of the years 1 to 9999, counted day by day")
  func everyMonth() {
    var day: Int64 = -719_162  // 0001-01-01
    for year in 1...9999 {
      let leap = year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
      for (month, length) in [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].enumerated() {
        let start = date(year, month + 1, 1)
        let end = date(year, month + 1, length)
        if !description(ofDay: day).hasPrefix(start) { Issue.record("\(start) is \(description(ofDay: day))") }
        day += Int64(length)
        if !description(ofDay: day - 1).hasPrefix(end) { Issue.record("\(end) is \(description(ofDay: day - 1))") }
      }
    }
    #expect(day * 86_400_000 == 253_402_300_800_000)
  }

  @Test("Foundation's calendar agrees on moments of the years 1600 to 9999")
  func foundation() throws {
    // Before 1582 Foundation's calendar is Julian, ISO 8601's is not.
    var generator = SeededGenerator(seed: 11)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for _ in 0..<2000 {
      let milliseconds = Int64.random(in: -11_676_096_000_000...253_402_300_799_999, using: &generator)
      let text = Timestamp(milliseconds: milliseconds).description
      let full = text.contains(".") ? text : text.replacingOccurrences(of: "Z", with: ".000Z")
      let date = try style.parse(full)
      #expect(Int64((date.timeIntervalSince1970 * 1000).rounded()) == milliseconds, "\(text)")
    }
  }

  @Test("no number is too large to be described", arguments: [Int64.min, .max, .min + 1, -1, 1])
  func extremes(milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds).description.hasSuffix("Z"))
  }

  @Test("later and earlier moments, to the millisecond, cut at the ends")
  func advanced() {
    let start = Timestamp(milliseconds: 1000)
    #expect(start.advanced(by: .milliseconds(300)).milliseconds == 1300)
    #expect(start.advanced(by: .seconds(-2)).milliseconds == -1000)
    #expect(Timestamp(milliseconds: .max).advanced(by: .milliseconds(1)).milliseconds == .max)
    #expect(Timestamp(milliseconds: .min).advanced(by: .milliseconds(-1)).milliseconds == .min)
    #expect(start.advanced(by: .seconds(Int64.max)).milliseconds == .max)
    let ever = Duration.seconds(Int64.max) + .seconds(Int64.max)
    #expect(start.advanced(by: ever).milliseconds == .max && start.advanced(by: .zero - ever).milliseconds == .min)
    #expect(start < start.advanced(by: .milliseconds(1)))
  }

  private func description(ofDay day: Int64) -> String { Timestamp(milliseconds: day * 86_400_000).description }

  private func date(_ year: Int, _ month: Int, _ day: Int) -> String {
    func padded(_ number: Int, _ width: Int) -> String {
      let digits = String(number)
      return String(repeating: "0", count: width - digits.count) + digits
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
  }
}
