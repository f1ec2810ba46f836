/// A target to seek in a recording, as the viewer types it.
///
/// ```swift
/// SeekTarget("12:30")    // .time(.seconds(750))
/// SeekTarget("1:02:03")  // .time(.seconds(3723))
/// SeekTarget("90s")      // .time(.seconds(90))
/// SeekTarget("40%")      // .fraction(0.4)
/// SeekTarget("-30s")     // .step(.seconds(-30))
/// ```
package enum SeekTarget: Hashable, Sendable {
  /// A time of the recording.
  case time(Duration)
  /// A part of it, in `0 ... 1`.
  case fraction(Double)
  /// A step from the present time; backward if negative.
  case step(Duration)

  /// Characters that a target may have.
  package static let longest = 24
  /// Examples of targets, to show when the typed text is not one.
  package static let examples = "12:30, 1:02:03, 90s, 40%, +30s"

  /// Parses a target; `nil` if the text is not one.
  ///
  /// It is hours, minutes and seconds with colons between them, or a number with `h`, `m` or `s` behind it or nothing
  /// for seconds, any of them with a sign for a step; or a percentage.
  package init?(_ text: some StringProtocol) {
    let words = Substring(text).drop { $0 == " " }
    let text = words.prefix(words.count - words.reversed().prefix { $0 == " " }.count)
    guard !text.isEmpty, text.utf8.count <= Self.longest else { return nil }
    if text.hasSuffix("%") {
      guard let percent = Self.number(text.dropLast()), percent <= 100 else { return nil }
      self = .fraction(percent / 100)
      return
    }
    let sign = text.first.flatMap { $0 == "+" ? 1.0 : $0 == "-" ? -1.0 : nil }
    guard let seconds = Self.seconds(sign == nil ? text : text.dropFirst()), seconds <= Self.most else { return nil }
    // Whole milliseconds, as recordings have them.
    let time = Duration.milliseconds(Int((seconds * 1000).rounded()))
    self = sign.map { .step($0 < 0 ? .zero - time : time) } ?? .time(time)
  }

  private static let most = Recording.latest / .seconds(1)

  private static func seconds(_ text: Substring) -> Double? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 1 else { return clock(parts) }
    let units: [Character: Double] = ["h": 3600, "m": 60, "s": 1]
    guard let unit = text.last.flatMap({ units[$0] }) else { return number(text) }
    return number(text.dropLast()).map { $0 * unit }
  }

  /// `12:30` and `1:02:03`; only the first may be 60 or more, and only the last may have a fraction.
  private static func clock(_ parts: [Substring]) -> Double? {
    guard parts.count <= 3 else { return nil }
    var seconds = 0.0
    for (index, part) in parts.enumerated() {
      guard let number = number(part), index == 0 || number < 60, index == parts.count - 1 || !part.contains(".") else {
        return nil
      }
      seconds = seconds * 60 + number
    }
    return seconds
  }

  /// A number of digits and at most one point; no sign, no exponent, none of the words that `Double` reads.
  private static func number(_ text: Substring) -> Double? {
    guard text.utf8.contains(where: isDigit), text.utf8.allSatisfy({ isDigit($0) || $0 == UInt8(ascii: ".") }) else {
      return nil
    }
    return Double(text)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
