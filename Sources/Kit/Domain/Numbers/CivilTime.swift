/// A moment in the fields of the calendar, UTC.
package struct CivilTime: Hashable, Sendable {
  /// The date; months and days begin at 1.
  package let year, month, day: Int64
  /// The time of day.
  package let hour, minute, second, millisecond: Int64

  /// The fields of a moment, given in milliseconds since 1970-01-01T00:00:00Z.
  package init(milliseconds: Int64) {
    let (seconds, millisecond) = Self.floor(milliseconds, by: 1000)
    let (days, second) = Self.floor(seconds, by: 86_400)
    (hour, minute, self.second) = (second / 3600, second / 60 % 60, second % 60)
    self.millisecond = millisecond
    // Howard Hinnant's `civil_from_days`: years begin in March, so that the leap day is the last.
    let (era, dayOfEra) = Self.floor(days + 719_468, by: 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    month = shifted < 10 ? shifted + 3 : shifted - 9
    day = dayOfYear - (153 * shifted + 2) / 5 + 1
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// ISO 8601, always with milliseconds: `2026-05-01T10:00:03.000Z`.
  package var isoText: String { "\(dateAndTime).\(Self.padded(millisecond, 3))Z" }

  /// ISO 8601 without milliseconds that are 0: `2026-05-01T10:00:03Z`, `2026-05-01T10:00:03.250Z`.
  package var shortISOText: String { millisecond == 0 ? dateAndTime + "Z" : isoText }

  private var dateAndTime: String {
    "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))T"
      + "\(Self.padded(hour, 2)):\(Self.padded(minute, 2)):\(Self.padded(second, 2))"
  }

  /// A number with zeros before it up to `width` digits.
  package static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// Division that rounds toward minus infinity, so that the remainder is never negative.
  private static func floor(_ number: Int64, by divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

/// Days of the calendar.
extension CivilTime {
  /// The number of a day counted from 1970-01-01 (Howard Hinnant's `days_from_civil`), from year 1 on.
  package static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    // Years begin in March, so that the leap day is the last; for years from 1 on nothing is negative but year 0.
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  /// How many days a month has.
  package static func days(in month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
