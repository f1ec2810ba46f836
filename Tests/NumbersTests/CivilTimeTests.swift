import Numbers
import Testing

@Suite("Civil time")
struct CivilTimeTests {
  @Test("the number of each day of 10,000 years leads to the next day of the calendar")
  func everyDay() {
    var number: Int64 = -719_162
    #expect(CivilTime.dayNumber(1, 1, 1) == number)
    for year in Int64(1)...9999 {
      for month in Int64(1)...12 {
        let days = CivilTime.days(in: month, of: year)
        let (first, last) = (number, number + days - 1)
        for (day, expected) in [(1, first), (days, last)] {
          let time = CivilTime(milliseconds: expected * 86_400_000 + 86_399_999)
          let isRight =
            CivilTime.dayNumber(year, month, day) == expected && (time.year, time.month, time.day) == (year, month, day)
            && (time.hour, time.minute, time.second, time.millisecond) == (23, 59, 59, 999)
          if !isRight { Issue.record("\(year)-\(month)-\(day)") }
        }
        number += days
      }
    }
    #expect(number == 2_932_897)
  }

  @Test(
    "the text has milliseconds always, or only where they matter",
    arguments: [
      (0, "1970-01-01T00:00:00.000Z", "1970-01-01T00:00:00Z"),
      (-1, "1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
      (951_782_400_050, "2000-02-29T00:00:00.050Z", "2000-02-29T00:00:00.050Z"),
      (253_402_300_799_000, "9999-12-31T23:59:59.000Z", "9999-12-31T23:59:59Z"),
    ])
  func text(milliseconds: Int64, full: String, short: String) {
    let time = CivilTime(milliseconds: milliseconds)
    #expect(time.isoText == full)
    #expect(time.shortISOText == short)
  }
}
