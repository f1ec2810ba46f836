/// Makes moments of the times of day that sentences say, and of the dates that only some of them say.
///
/// Until a date comes, moments count from the midnight before the first sentence, wherever that was; a date then
/// tells where. Past midnight a new day begins, and a sentence that comes a little late still belongs to the old one.
struct NMEAClock {
  static let day: Int64 = 86_400_000

  /// The midnight that moments count from, in milliseconds since 1970; nothing until there was a date.
  private(set) var origin: Int64?
  /// Days since that midnight.
  private var days: Int64 = 0
  private var last: Int64?

  /// The moment of a time of day, in milliseconds since the origin.
  mutating func moment(_ time: Int64) -> Int64 {
    if let last {
      if time < last - Self.day / 2 { days += 1 }
      if time > last + Self.day / 2 { days -= 1 }
    }
    last = time
    return days * Self.day + time
  }

  /// Takes note of the date of that time of day; returns the origin when it was unknown so far.
  ///
  /// - Parameter isSure: it comes with a fix, and so counts more than what was thought before.
  mutating func date(_ day: Int64, at time: Int64, isSure: Bool) -> Int64? {
    guard origin == nil || isSure else { return nil }
    var days = days
    if let last {
      if time < last - Self.day / 2 { days += 1 }
      if time > last + Self.day / 2 { days -= 1 }
    }
    guard let origin else {
      self.origin = (day - days) * Self.day
      return self.origin
    }
    // From here on only: what was dated before stays as it was.
    self.days += day - origin / Self.day - days
    return nil
  }
}
