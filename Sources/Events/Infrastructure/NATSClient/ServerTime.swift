internal import Numbers

/// Times as servers write them (RFC 3339), to the nanosecond.
enum ServerTime {
  /// Nanoseconds since 1970 of `2026-05-01T10:00:03.123456789Z`, from 1970 to 2261; `nil` for anything else.
  static func parse(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard (20...40).contains(bytes.count), bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      (1970...2261).contains(year), (1...12).contains(month),
      (1...CivilTime.days(in: month, of: year)).contains(day), hour < 24, minute < 60, second <= 60
    else { return nil }
    let rest = bytes[19...]
    let digits = rest.first == UInt8(ascii: ".") ? rest.dropFirst().prefix(while: isDigit) : bytes[19..<19]
    let zone = rest.dropFirst(digits.isEmpty ? 0 : digits.count + 1)
    guard digits.count <= 9, let fraction = digits.isEmpty ? 0 : number(digits), let offset = minutes(zone) else {
      return nil
    }
    let scale = (digits.count..<9).reduce(Int64(1)) { scale, _ in scale * 10 }
    let days = CivilTime.dayNumber(year, month, day)
    return (days * 86_400 + hour * 3600 + (minute - offset) * 60 + second) * 1_000_000_000 + fraction * scale
  }

  /// How far a zone is ahead, in minutes: `Z`, `+01:00`.
  private static func minutes(_ zone: ArraySlice<UInt8>) -> Int64? {
    if zone.elementsEqual("Z".utf8) { return 0 }
    let zone = Array(zone)
    guard zone.count == 6, zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"), zone[3] == UInt8(ascii: ":"),
      let hours = number(zone[1..<3]), let minutes = number(zone[4..<6]), hours < 24, minutes < 60
    else { return nil }
    return (hours * 60 + minutes) * (zone[0] == UInt8(ascii: "-") ? -1 : 1)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  /// A number of at most nine digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
    guard (1...9).contains(digits.count), digits.allSatisfy(isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
  }
}
