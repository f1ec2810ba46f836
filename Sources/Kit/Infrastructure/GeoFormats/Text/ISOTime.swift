internal import Numbers

/// Moments as files write them: all forms of ISO 8601 that name a day and a time of day, and their near relations.
///
/// The one reader of times of all formats. A form is read only if it can mean nothing else.
package enum ISOTime {
  /// Why a text is no moment; the description goes on after the text: `“yesterday” is no time …`.
  package enum Fault: Error, Hashable, CustomStringConvertible {
    case form, noTimeOfDay, noSuchDay, noSuchTimeOfDay, zone, years

    package var description: String {
      switch self {
      case .form: "is no time like 2026-05-01T09:30:00Z"
      case .noTimeOfDay: "is a day without a time of day"
      case .noSuchDay: "names a day that does not exist"
      case .noSuchTimeOfDay: "names a time of day that does not exist"
      case .zone: "is more than 14 hours from UTC"
      case .years: "is outside the years 1 to 9999"
      }
    }
  }

  /// Reads a moment, with white space around it, in milliseconds since 1970-01-01T00:00:00Z.
  ///
  /// - The day: `2026-05-01`, `2026-5-1`, `20260501`, also with `/`, `.` or `:` between its numbers; the day of a week,
  ///   `2026-W18-5` or `2026W185`; the day of a year, `2026-121` or `2026121`.
  /// - `T`, or blanks; nothing between numbers of 8 and 4 or 6 digits.
  /// - The time of day: `09:30:00`, `9:30`, `093000`, `0930` or `09`, with a fraction of the last number behind a point
  ///   or a comma, cut to milliseconds. The second 60 is the next second 0, and 24:00 the next midnight.
  /// - The zone: `Z`, `UTC` or `GMT`, then or instead an offset as `+02:00`, `+0200` or `+02`; or nothing, which
  ///   counts as UTC.
  /// - Instead of all that, the time since 1970 as a number of 9 or 10 digits of seconds, 13 of milliseconds or 16 of
  ///   microseconds.
  package static func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Fault) -> Int64 {
    var field = Cursor(bytes)
    let moment: Int64
    if let time = field.sinceEpoch() {
      moment = time
    } else {
      let day = try field.day()
      guard !field.isAtEnd else { throw .noTimeOfDay }
      guard field.takeGap() else { throw .form }
      moment = day * 86_400_000 + (try field.timeOfDay()) - (try field.offset()) * 60_000
    }
    guard years.contains(moment) else { throw .years }
    return moment
  }

  /// Reads a moment from a text; throws what is wrong with it.
  package static func read(_ text: some StringProtocol) throws(Fault) -> Int64 {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBufferPointer { (bytes) throws(Fault) in try read(bytes) }
  }

  /// Milliseconds since 1970-01-01T00:00:00Z, as ``read(_:)`` reads them; `nil` if the text is no moment.
  package static func milliseconds(_ text: some StringProtocol) -> Int64? { try? read(text) }

  /// Milliseconds since 1970 at the midnight that begins the day `YYYY-MM-DD`, or `nil`.
  static func midnight(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var field = Cursor(bytes)
    guard let day = try? field.day(), field.isAtEnd else { return nil }
    return day * 86_400_000
  }

  /// The milliseconds of the years 1 to 9999, all that files can say; an offset could lead out of them.
  package static let years: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Takes the fields one after the other.
  private struct Cursor {
    private static let day: Int64 = 86_400_000
    private static let hour: Int64 = 3_600_000
    private static let minute: Int64 = 60_000

    private let bytes: UnsafeBufferPointer<UInt8>
    private var position = 0
    /// Whether the day was written in 8 digits, behind which a time of day may follow at once.
    private var isCompact = false

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
      let end = bytes.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? 0
      self.bytes = UnsafeBufferPointer(rebasing: bytes[..<end])
      takeSpace()
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    var isAtEnd: Bool { position == bytes.count }

    @discardableResult
    private mutating func takeSpace() -> Bool {
      let start = position
      while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
      return position > start
    }

    /// Takes one of some ASCII characters, if it comes next.
    private mutating func take(_ characters: StaticString) -> UInt8? {
      guard position < bytes.count, characters.withUTF8Buffer({ $0.contains(bytes[position]) }) else { return nil }
      position += 1
      return bytes[position - 1]
    }

    /// Takes a word in ASCII capitals, which the file may write small.
    private mutating func takeWord(_ word: StaticString) -> Bool {
      let end = position + word.utf8CodeUnitCount
      guard end <= bytes.count else { return false }
      let isWord = word.withUTF8Buffer { word in
        zip(bytes[position..<end], word).allSatisfy { $0 & ~0x20 == $1 }
      }
      guard isWord else { return false }
      position = end
      return true
    }

    /// How many digits come next.
    private var digits: Int {
      var end = position
      while end < bytes.count, bytes[end] &- UInt8(ascii: "0") <= 9 { end += 1 }
      return end - position
    }

    /// Takes as many digits as come next, up to the upper bound; no more than 16.
    private mutating func number(_ widths: ClosedRange<Int>) -> Int64? {
      let width = min(digits, widths.upperBound)
      guard width >= widths.lowerBound else { return nil }
      defer { position += width }
      return bytes[position..<position + width].reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    }

    /// Takes a point or a comma and digits: the part of `unit` that they are, rounded down; 0 without a point.
    private mutating func fraction(of unit: Int64) -> Int64? {
      guard take(".,") != nil else { return 0 }
      guard digits > 0 else { return nil }
      let width = min(9, digits)
      let excess = digits - width
      guard let value = number(width...width) else { return nil }
      position += excess
      return value * unit / (0..<width).reduce(1) { power, _ in power * 10 }
    }

    /// Takes milliseconds since 1970, if the whole text is a number as long as one of these times.
    mutating func sinceEpoch() -> Int64? {
      let start = position
      let width = digits
      guard [9, 10, 13, 16].contains(width), let number = number(width...width) else { return nil }
      let moment: Int64? =
        switch width {
        case 13: number
        case 16: number / 1000
        default: fraction(of: 1000).map { number * 1000 + $0 }
        }
      if let moment, isAtEnd { return moment }
      position = start
      return nil
    }

    // MARK: - Days

    /// Takes a day of the years 1 to 9999, counted from 1970-01-01.
    mutating func day() throws(Fault) -> Int64 {
      let width = digits
      guard [4, 7, 8, 12, 14].contains(width), let year = number(4...4) else { throw .form }
      switch width {
      case 7: return try dayOfYear(year)
      case 8, 12, 14:
        isCompact = true
        guard let month = number(2...2), let day = number(2...2) else { throw .form }
        return try Self.day(year, month, day)
      default:
        if takeWord("W") { return try dayOfWeek(year, isSeparated: false) }
        guard let separator = take("-/.:") else { throw .form }
        if takeWord("W") { return try dayOfWeek(year, isSeparated: true) }
        if separator == UInt8(ascii: "-"), digits == 3 { return try dayOfYear(year) }
        guard let month = number(1...2), take("-/.:") == separator, let day = number(1...2) else { throw .form }
        return try Self.day(year, month, day)
      }
    }

    private static func day(_ year: Int64, _ month: Int64, _ day: Int64) throws(Fault) -> Int64 {
      guard year >= 1 else { throw .years }
      guard (1...12).contains(month), day >= 1, day <= CivilTime.days(in: month, of: year) else { throw .noSuchDay }
      return CivilTime.dayNumber(year, month, day)
    }

    private mutating func dayOfYear(_ year: Int64) throws(Fault) -> Int64 {
      guard let day = number(3...3) else { throw .form }
      let first = try Self.day(year, 1, 1)
      guard day >= 1, first + day <= CivilTime.dayNumber(year + 1, 1, 1) else { throw .noSuchDay }
      return first + day - 1
    }

    /// Takes the week and its day; the first week of a year has its 4 January, and begins on Monday.
    private mutating func dayOfWeek(_ year: Int64, isSeparated: Bool) throws(Fault) -> Int64 {
      guard let week = number(2...2), !isSeparated || take("-") != nil, let day = number(1...1) else { throw .form }
      guard year >= 1 else { throw .years }
      // 1970-01-01 was a Thursday; no day here is before the year 1, which begins 719,162 days earlier, on a Monday.
      let monday = { (january4: Int64) in january4 - (january4 + 719_162) % 7 }
      let first = monday(CivilTime.dayNumber(year, 1, 4)) + (week - 1) * 7
      guard week >= 1, (1...7).contains(day), first < monday(CivilTime.dayNumber(year + 1, 1, 4)) else {
        throw .noSuchDay
      }
      return first + day - 1
    }

    // MARK: - Times of day

    /// Takes what stands between day and time; false if it is something else.
    mutating func takeGap() -> Bool { takeWord("T") || takeSpace() || isCompact && digits > 0 }

    /// Takes a time of day, in milliseconds since midnight.
    mutating func timeOfDay() throws(Fault) -> Int64 {
      let isBasic = digits > 2
      guard !isBasic || digits == 4 || digits == 6, let hour = number(isBasic ? 2...2 : 1...2) else { throw .form }
      var (minute, second) = (Int64(0), Int64(0))
      var unit = Self.hour
      if isBasic || take(":") != nil {
        guard let number = number(isBasic ? 2...2 : 1...2) else { throw .form }
        (minute, unit) = (number, Self.minute)
        if isBasic ? digits > 0 : take(":") != nil {
          guard let number = self.number(isBasic ? 2...2 : 1...2) else { throw .form }
          (second, unit) = (number, 1000)
        }
      }
      guard let fraction = fraction(of: unit) else { throw .form }
      let time = hour * Self.hour + minute * Self.minute + second * 1000 + fraction
      guard hour <= 24, minute <= 59, second <= 60, hour < 24 || time == Self.day else { throw .noSuchTimeOfDay }
      return time
    }

    /// Takes the zone, in minutes east of UTC.
    mutating func offset() throws(Fault) -> Int64 {
      takeSpace()
      guard !isAtEnd else { return 0 }
      if takeWord("Z") || takeWord("UTC") || takeWord("GMT"), isAtEnd { return 0 }
      let isMinus = take("-") != nil || takeMinusSign()
      guard isMinus || take("+") != nil else { throw .form }
      let isBasic = digits == 4
      guard let hours = number(isBasic ? 2...2 : 1...2) else { throw .form }
      var minutes: Int64 = 0
      if isBasic || take(":") != nil {
        guard let number = number(2...2) else { throw .form }
        minutes = number
      }
      guard isAtEnd else { throw .form }
      guard minutes <= 59, hours * 60 + minutes <= 14 * 60 else { throw .zone }
      return (hours * 60 + minutes) * (isMinus ? -1 : 1)
    }

    /// Takes the true minus sign, U+2212, which ISO 8601 prefers to the hyphen.
    private mutating func takeMinusSign() -> Bool {
      guard bytes[position...].starts(with: [0xE2, 0x88, 0x92]) else { return false }
      position += 3
      return true
    }
  }
}
