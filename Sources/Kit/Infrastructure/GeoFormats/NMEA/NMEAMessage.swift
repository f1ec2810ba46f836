internal import Geodesy
internal import Glibc
internal import Numbers

/// One sentence of NMEA 0183, taken from a line, its checksum verified: `$GPRMC,…*hh`.
struct NMEAMessage {
  /// The talker, two letters; empty for a proprietary sentence (`$P…`).
  let talker: UInt16
  let kind: NMEAKind
  /// The fields between the address and the checksum.
  let fields: NMEAFields
  /// Bytes from the `$` to the end of the checksum.
  let length: Int

  /// Reads a line that begins with `$` or `!`.
  ///
  /// - Parameter needsChecksum: refuse a sentence that has none, as in a log whose other sentences have one.
  init(_ line: UnsafeBufferPointer<UInt8>, needsChecksum: Bool) throws(LineFault) {
    let end: Int
    (end, length) = try Self.body(of: line, needsChecksum: needsChecksum)
    // With something else before it a checksum holds for one line in 256.
    guard [UInt8(ascii: "$"), UInt8(ascii: "!")].contains(line[0]) else {
      throw LineFault("wrong checksum: sentence skipped")
    }
    let body = UnsafeBufferPointer(rebasing: line[1..<end])
    let comma = body.place(of: UInt8(ascii: ","), from: 0)
    let address = UnsafeBufferPointer(rebasing: body[..<comma])
    guard !address.isEmpty, address.allSatisfy(Self.isAddress) else {
      throw LineFault("no name after “$”: sentence skipped")
    }
    // A satellite receiver's names have five letters; one may be lost though the checksum holds. What other devices
    // invented is ignored.
    guard address.count == 5 || address[0] != UInt8(ascii: "G") else {
      throw LineFault("“\(String(decoding: address.prefix(20), as: UTF8.self))” names no sentence: sentence skipped")
    }
    (talker, kind) = NMEAKind.of(address, isEncapsulated: line[0] == UInt8(ascii: "!"))
    fields = NMEAFields(UnsafeBufferPointer(rebasing: body[min(comma + 1, body.count)...]))
  }

  /// Bytes of the longest sentence that is looked for; NMEA allows 82, receivers write some more.
  static let longest = 256

  /// Whether a sentence with a good checksum begins in `bytes`: then the log has checksums, and one without is damaged.
  static func hasChecksums(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = bytes[...]
    while let start = rest.firstIndex(where: { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "!") }) {
      let tail = rest[start...].prefix(longest).prefix { $0 != 0x0A && $0 != 0x0D }
      let line = UnsafeBufferPointer(rebasing: tail)
      if (try? body(of: line, needsChecksum: true)) != nil { return true }
      rest = rest[(start + 1)...]
    }
    return false
  }

  /// Checks the checksum, and returns where the body and the checksum end.
  ///
  /// What follows the checksum is passed over.
  private static func body(
    of line: UnsafeBufferPointer<UInt8>, needsChecksum: Bool
  ) throws(LineFault) -> (end: Int, length: Int) {
    // No field holds a star, so the first one ends the sentence. Loggers put their own values after the checksum.
    let star = line.place(of: UInt8(ascii: "*"), from: 0)
    guard star < line.count else {
      guard !needsChecksum else { throw LineFault("no checksum: sentence skipped") }
      _ = try sum(line, to: line.count)
      return (line.count, line.count)
    }
    guard line.count >= star + 3, let high = digit(line[star + 1]), let low = digit(line[star + 2]) else {
      throw LineFault("the checksum is cut off or is no number: sentence skipped")
    }
    guard try sum(line, to: star) == high << 4 | low else { throw LineFault("wrong checksum: sentence skipped") }
    return (max(1, star), star + 3)
  }

  /// The checksum of what stands between the first byte and `end`.
  private static func sum(_ line: UnsafeBufferPointer<UInt8>, to end: Int) throws(LineFault) -> UInt8 {
    var (sum, index) = (UInt8(0), 1)
    while index < end {
      let byte = line[index]
      // Printable ASCII only.
      guard byte &- 0x20 < 0x5F else { throw LineFault("a character in it that no sentence has: sentence skipped") }
      sum ^= byte
      index += 1
    }
    return sum
  }

  private static func isAddress(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the index of the next `byte` at `start` or later; the end if there is none.
  func place(of byte: UInt8, from start: Int) -> Int {
    guard let baseAddress, start < count, let found = memchr(baseAddress + start, Int32(byte), count - start) else {
      return count
    }
    return UnsafeRawPointer(found) - UnsafeRawPointer(baseAddress)
  }
}

/// The sentences that mean something here; all others are passed over in silence.
enum NMEAKind: Hashable {
  case rmc, gga, gns, gll, vtg, gsa, gsv, gst, zda, hdt, hdm, hdg
  /// The true heading of a maker's compass, `$PTNTHTM`.
  case ptnthtm
  case foreign

  /// Talker and kind of an address: two letters and three, except for what makers made up.
  fileprivate static func of(_ address: UnsafeBufferPointer<UInt8>, isEncapsulated: Bool) -> (UInt16, NMEAKind) {
    if address.elementsEqual("PTNTHTM".utf8) { return (0, .ptnthtm) }
    // PQ is the talker of QZSS in some receivers; other addresses with P are makers' own.
    guard address.count == 5, !isEncapsulated, address[0] != UInt8(ascii: "P") || address[1] == UInt8(ascii: "Q") else {
      return (0, .foreign)
    }
    let talker = UInt16(address[0]) << 8 | UInt16(address[1])
    let name = UInt32(address[2]) << 16 | UInt32(address[3]) << 8 | UInt32(address[4])
    return (talker, named[name] ?? .foreign)
  }

  private static let named: [UInt32: NMEAKind] = {
    let names: [(String, NMEAKind)] = [
      ("RMC", .rmc), ("GGA", .gga), ("GNS", .gns), ("GLL", .gll), ("VTG", .vtg), ("GSA", .gsa), ("GSV", .gsv),
      ("GST", .gst), ("ZDA", .zda), ("HDT", .hdt), ("HDM", .hdm), ("HDG", .hdg),
    ]
    return Dictionary(names.map { ($0.0.utf8.reduce(0) { $0 << 8 | UInt32($1) }, $0.1) }) { first, _ in first }
  }()
}

/// The fields of a sentence, taken one after the other; after the last one all are empty.
///
/// An empty field is `nil`; a field with an impossible value is an error, because then one cannot trust the
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

  /// Degrees and minutes with their hemisphere, twice: `4829.0005,N,00022.0015,E`; `nil` if all four are empty.
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

  /// Reads a text of one to nine digits; `nil` for any other.
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
