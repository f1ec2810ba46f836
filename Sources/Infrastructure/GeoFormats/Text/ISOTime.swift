internal import Numbers

/// Moments as files write them (ISO 8601 as XML Schema's `dateTime`), read strictly.
package enum ISOTime {
  /// Milliseconds since 1970-01-01T00:00:00Z, or `nil`.
  ///
  /// `YYYY-MM-DDThh:mm:ss`, then optionally a fraction (cut to milliseconds), then `Z`, an offset up to 14 hours, or
  /// nothing, which counts as UTC. Years 1 to 9999; the second 60 of a leap second is the next second 0.
  package static func milliseconds(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var field = Cursor(bytes: bytes)
    guard let day = field.day(), field.take("T"), let hour = field.number(2), field.take(":"),
      let minute = field.number(2), field.take(":"), let second = field.number(2), hour <= 23, minute <= 59,
      second <= 60, let fraction = field.fraction(), let offset = field.offset(), field.isAtEnd
    else { return nil }
    let moment = (day * 86_400 + hour * 3600 + minute * 60 + second - offset) * 1000 + fraction
    return years.contains(moment) ? moment : nil
  }

  /// Milliseconds since 1970 at the midnight that begins the day `YYYY-MM-DD`, or `nil`.
  static func midnight(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    var field = Cursor(bytes: bytes)
    guard let day = field.day(), field.isAtEnd else { return nil }
    return day * 86_400_000
  }

  /// Reads an ISO 8601 time from a text, in milliseconds since 1970; `nil` if it is none.
  package static func milliseconds(_ text: some StringProtocol) -> Int64? {
    let bytes = Array(text.utf8)
    return bytes.withUnsafeBufferPointer { milliseconds($0) }
  }

  /// The milliseconds of the years 1 to 9999, all that files can say; an offset could lead out of them.
  package static let years: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

  /// Takes the fields one after the other.
  private struct Cursor {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = 0

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
      position += 1
      return true
    }

    /// A day of the years 1 to 9999 that there is, counted from 1970-01-01.
    mutating func day() -> Int64? {
      guard let year = number(4), take("-"), let month = number(2), take("-"), let day = number(2), year >= 1,
        (1...12).contains(month), day >= 1, day <= CivilTime.days(in: month, of: year)
      else { return nil }
      return CivilTime.dayNumber(year, month, day)
    }

    /// Exactly `width` digits.
    mutating func number(_ width: Int) -> Int64? {
      guard bytes.count - position >= width else { return nil }
      var value: Int64 = 0
      for _ in 0..<width {
        let digit = bytes[position] &- UInt8(ascii: "0")
        guard digit <= 9 else { return nil }
        value = value * 10 + Int64(digit)
        position += 1
      }
      return value
    }

    /// Reads the milliseconds after a decimal point: 0 without a point, `nil` for a point without digits.
    mutating func fraction() -> Int64? {
      guard take(".") else { return 0 }
      let start = position
      var value: Int64 = 0
      while position < bytes.count, bytes[position] &- UInt8(ascii: "0") <= 9 {
        if position - start < 3 { value = value * 10 + Int64(bytes[position] &- UInt8(ascii: "0")) }
        position += 1
      }
      switch position - start {
      case 0: return nil
      case 1: return value * 100
      case 2: return value * 10
      default: return value
      }
    }

    /// Seconds east of UTC.
    mutating func offset() -> Int64? {
      if isAtEnd || take("Z") { return 0 }
      let isWest = take("-")
      guard isWest || take("+"), let hours = number(2), take(":"), let minutes = number(2), minutes <= 59,
        hours * 60 + minutes <= 14 * 60
      else { return nil }
      return (hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
    }
  }
}
