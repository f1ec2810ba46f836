internal import Geodesy
internal import Numbers

/// The fields of a sentence, taken one after the other; after the last one all are empty.
///
/// An empty field is nothing; a field that says something impossible is a fault, because then nothing vouches for the
/// rest of the sentence.
struct NMEAFields {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// How many fields there are.
  var count: Int { bytes.isEmpty ? 0 : bytes.count { $0 == UInt8(ascii: ",") } + 1 }

  /// The next field as it stands.
  mutating func next() -> UnsafeBufferPointer<UInt8> {
    guard position < bytes.count else { return UnsafeBufferPointer(start: nil, count: 0) }
    let end = bytes.place(of: UInt8(ascii: ","), from: position)
    defer { position = end + 1 }
    return UnsafeBufferPointer(rebasing: bytes[position..<end])
  }

  mutating func skip(_ count: Int) { for _ in 0..<count { _ = next() } }

  /// The one letter of the next field; 0 when it is empty.
  mutating func letter(_ what: StaticString) throws(LineFault) -> UInt8 {
    let field = next()
    guard field.count <= 1 else { throw bad(what, field) }
    return field.first ?? 0
  }

  mutating func number(_ what: StaticString, in range: ClosedRange<Double>) throws(LineFault) -> Double? {
    let field = next()
    guard !field.isEmpty else { return nil }
    guard field.count <= 32, let number = DecimalNumber.read(field), range.contains(number) else {
      throw bad(what, field)
    }
    return number
  }

  mutating func integer(_ what: StaticString, in range: ClosedRange<Int>) throws(LineFault) -> Int? {
    let field = next()
    guard !field.isEmpty else { return nil }
    guard let number = Self.digits(field), range.contains(number) else { throw bad(what, field) }
    return number
  }

  /// Degrees and minutes with their hemisphere, twice: `4829.0005,N,00022.0015,E`; nothing when all four are empty.
  mutating func place() throws(LineFault) -> Coordinate? {
    let latitude = try angle("latitude", limit: 90, positive: "N", negative: "S")
    let longitude = try angle("longitude", limit: 180, positive: "E", negative: "W")
    guard let latitude, let longitude else {
      guard latitude == nil, longitude == nil else { throw LineFault("half a position: sentence skipped") }
      return nil
    }
    guard let place = Coordinate(latitude: latitude, longitude: longitude) else {
      throw LineFault("no such position: sentence skipped")
    }
    return place
  }

  private mutating func angle(
    _ what: StaticString, limit: Double, positive: Unicode.Scalar, negative: Unicode.Scalar
  ) throws(LineFault) -> Double? {
    let field = next()
    let hemisphere = next()
    guard !field.isEmpty else { return nil }
    guard field.count <= 32, field[0] != UInt8(ascii: "+"), field[0] != UInt8(ascii: "-"),
      let number = DecimalNumber.read(field), number <= limit * 100 + 60
    else { throw bad(what, field) }
    let degrees = (number / 100).rounded(.down)
    let minutes = number - degrees * 100
    let angle = degrees + minutes / 60
    // Some receivers round up to 60 minutes.
    guard minutes <= 60, angle <= limit else { throw bad(what, field) }
    guard hemisphere.count == 1 else { throw bad("hemisphere", hemisphere) }
    switch hemisphere[0] {
    case UInt8(ascii: positive): return angle
    case UInt8(ascii: negative): return -angle
    default: throw bad("hemisphere", hemisphere)
    }
  }

  /// Milliseconds since midnight of `hhmmss[.sss]`; a leap second is the next second 0.
  mutating func time() throws(LineFault) -> Int64? {
    let field = next()
    guard !field.isEmpty else { return nil }
    guard field.count <= 16, field.count >= 6, let whole = Self.digits(UnsafeBufferPointer(rebasing: field[..<6])),
      let seconds = DecimalNumber.read(UnsafeBufferPointer(rebasing: field[4...])), whole / 10_000 <= 23,
      whole / 100 % 100 <= 59, seconds < 61
    else { throw bad("time", field) }
    let minutes = Int64(whole / 10_000 * 60 + whole / 100 % 100)
    return minutes * 60_000 + Int64((seconds * 1000).rounded())
  }

  /// The day of `ddmmyy`, counted from 1970-01-01; years 80 to 99 are those of the last century, for GPS began in 1980.
  mutating func date() throws(LineFault) -> Int64? {
    let field = next()
    guard !field.isEmpty else { return nil }
    guard field.count == 6, let number = Self.digits(field) else { throw bad("date", field) }
    let year = number % 100
    guard let day = Self.day(year + (year >= 80 ? 1900 : 2000), number / 100 % 100, number / 10_000) else {
      throw bad("date", field)
    }
    return day
  }

  /// The day of `dd,mm,yyyy`, counted from 1970-01-01.
  mutating func longDate() throws(LineFault) -> Int64? {
    let day = try integer("day", in: 1...31)
    let month = try integer("month", in: 1...12)
    let year = try integer("year", in: 1980...2999)
    guard let day, let month, let year else { return nil }
    guard let date = Self.day(year, month, day) else { throw LineFault("no such date: sentence skipped") }
    return date
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int64? {
    guard (1...12).contains(month), day >= 1, day <= CivilTime.days(in: Int64(month), of: Int64(year)) else {
      return nil
    }
    return CivilTime.dayNumber(Int64(year), Int64(month), Int64(day))
  }

  /// Up to nine digits and nothing else.
  private static func digits(_ field: UnsafeBufferPointer<UInt8>) -> Int? {
    guard !field.isEmpty, field.count <= 9 else { return nil }
    var number = 0
    for byte in field {
      let digit = byte &- UInt8(ascii: "0")
      guard digit <= 9 else { return nil }
      number = number * 10 + Int(digit)
    }
    return number
  }

  private func bad(_ what: StaticString, _ field: UnsafeBufferPointer<UInt8>) -> LineFault {
    LineFault("\(what) \(SafeText.quoted(utf8: field)) is impossible: sentence skipped")
  }
}
