internal import Glibc

/// One sentence of NMEA 0183, taken out of a line and held against its checksum: `$GPRMC,…*hh`.
struct NMEAMessage {
  /// Who sent it, two letters; empty for a maker's own sentence (`$P…`).
  let talker: UInt16
  let kind: NMEAKind
  /// What stands between the address and the checksum.
  let fields: NMEAFields

  /// Reads a line that begins with `$` or `!`.
  ///
  /// - Parameter needsChecksum: refuse a sentence that has none, as in a log whose other sentences have one.
  init(_ line: UnsafeBufferPointer<UInt8>, needsChecksum: Bool) throws(LineFault) {
    let end = try Self.body(of: line, needsChecksum: needsChecksum)
    let body = UnsafeBufferPointer(rebasing: line[1..<end])
    let comma = body.place(of: UInt8(ascii: ","), from: 0)
    let address = UnsafeBufferPointer(rebasing: body[..<comma])
    guard !address.isEmpty, address.allSatisfy(Self.isAddress) else {
      throw LineFault("no name after “$”: sentence skipped")
    }
    // A satellite receiver's names have five letters; one may be lost though the checksum holds. What other devices
    // made up means nothing here.
    guard address.count == 5 || address[0] != UInt8(ascii: "G") else {
      throw LineFault("“\(String(decoding: address.prefix(20), as: UTF8.self))” names no sentence: sentence skipped")
    }
    (talker, kind) = NMEAKind.of(address, isEncapsulated: line[0] == UInt8(ascii: "!"))
    fields = NMEAFields(UnsafeBufferPointer(rebasing: body[min(comma + 1, body.count)...]))
  }

  /// Bytes of the longest sentence that is looked for; NMEA allows 82, receivers write some more.
  private static let longest = 256

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

  /// Where the body ends, once the checksum has been found good.
  private static func body(of line: UnsafeBufferPointer<UInt8>, needsChecksum: Bool) throws(LineFault) -> Int {
    // Nearly always the third byte from the end.
    let usual = line.count - 3
    let star = usual > 0 && line[usual] == UInt8(ascii: "*") ? usual : line.lastIndex(of: UInt8(ascii: "*"))
    guard let star else {
      guard !needsChecksum else { throw LineFault("no checksum: sentence skipped") }
      _ = try sum(line, to: line.count)
      return line.count
    }
    guard line.count == star + 3, let high = digit(line[star + 1]), let low = digit(line[star + 2]) else {
      throw LineFault("the checksum is cut off or is no number: sentence skipped")
    }
    guard try sum(line, to: star) == high << 4 | low else { throw LineFault("wrong checksum: sentence skipped") }
    return max(1, star)
  }

  /// The checksum of what stands between the first byte and `end`.
  private static func sum(_ line: UnsafeBufferPointer<UInt8>, to end: Int) throws(LineFault) -> UInt8 {
    var (sum, index) = (UInt8(0), 1)
    while index < end {
      let byte = line[index]
      // Printable ASCII and nothing else.
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
  /// Where `byte` comes next, at `start` or later; the end where it does not.
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
