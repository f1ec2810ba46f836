internal import Geodesy
internal import Glibc

/// Takes runs of plain track points straight from the bytes, past the XML parser: most of most recordings.
///
/// The caller makes sure that the parser stands between two elements directly inside a track segment of unprefixed
/// GPX. Everything that ``PlainPoint`` cannot read for certain is left to the parser.
struct PlainPointScanner {
  /// Attempts in vain, one after the other, after which the rest of a chunk is left to the parser.
  private static let patience = 16

  private let isEnabled: Bool
  private var failures = 0
  private var calendar = PlainPoint.Calendar()

  init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Whether it is worth, and right, to look for plain points.
  var isOpen: Bool { isEnabled && failures < Self.patience }

  /// Gets ready for the next bytes of the document.
  mutating func startChunk() { failures = 0 }

  /// Returns the position up to which the parser has to read, where plain points may begin again.
  func nextEntry(_ chunk: UnsafeRawBufferPointer, from start: Int, isInSegment: Bool) -> Int {
    let mark = isInSegment ? Self.pointEnd : Self.segmentStart
    var position = start
    while position + 8 <= chunk.count, let base = chunk.baseAddress {
      guard let found = memchr(base + position, CInt(UInt8(ascii: "<")), chunk.count - position) else { break }
      position = UnsafeRawPointer(found) - base
      guard position + 8 <= chunk.count else { break }
      if chunk.loadUnaligned(fromByteOffset: position, as: UInt64.self) == mark { return position + 8 }
      position += 1
    }
    return chunk.count
  }

  // Both are eight bytes long: one comparison.
  private static let pointEnd = word("</trkpt>")
  private static let segmentStart = word("<trkseg>")

  private static func word(_ text: StaticString) -> UInt64 {
    UnsafeRawPointer(text.utf8Start).loadUnaligned(as: UInt64.self)
  }

  /// Adds the plain points that begin at `start` to the batch, until it is full or something else comes.
  ///
  /// Returns: how many bytes they are, with the white space before each, and how many lines end in them.
  mutating func takePoints(
    _ chunk: UnsafeRawBufferPointer, from start: Int, line: Int, into builder: inout GPXBuilder
  ) -> (bytes: Int, lines: Int) {
    guard let base = chunk.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return (0, 0) }
    var position = start
    var lines = 0
    var previousTime = builder.previousTime ?? .min
    let room = GPXBuilder.batchSize - builder.batch.count
    var taken = 0
    while taken < room, chunk.count - position >= PlainPoint.longest {
      guard
        let match = PlainPoint(
          base + position, &calendar, limits: builder.limits, after: previousTime, startsSegment: builder.startsSegment)
      else { break }
      builder.batch.append(match.point(startsSegment: builder.startsSegment, line: line + lines + match.linesBefore))
      builder.startsSegment = false
      if match.time != .min { previousTime = match.time }
      position += match.length
      lines += match.lines
      taken += 1
    }
    guard taken > 0 else {
      failures += 1
      return (0, 0)
    }
    failures = 0
    builder.previousTime = previousTime == .min ? nil : previousTime
    builder.counts.trackPoints += taken
    return (position - start, lines)
  }
}

/// A track point in the plainest of all forms, matched byte by byte:
/// `<trkpt lat="D" lon="D"><ele>D</ele><time>T</time></trkpt>`.
///
/// The attributes may change places, elevation and time may be missing, white space may stand before the point and
/// between its elements, and `/>` may end it. D is a decimal number short enough for one exact division, T a time in
/// UTC. Everything else, and everything that would be complained about, is no match.
struct PlainPoint {
  /// A match never looks at more bytes than this: four runs of white space and six of digits, all bounded, and the
  /// letters between them.
  static let longest = 512
  private static let longestSpace = 40
  private static let mostDigits = 17

  /// Milliseconds since 1970, `.min` without one.
  private(set) var time = Int64.min
  private(set) var lines = 0
  /// Lines that end in the white space before the point.
  private(set) var linesBefore = 0
  private(set) var length = 0
  private var position: Coordinate
  private var elevation: Double?

  func point(startsSegment: Bool, line: Int) -> GPXPoint {
    GPXPoint(
      position: position, startsSegment: startsSegment, time: time == .min ? nil : time, elevation: elevation,
      line: line)
  }

  /// Matches the point that begins at `start`, after white space; ``longest`` bytes from there can be read.
  @inline(__always)
  init?(
    _ start: UnsafePointer<UInt8>, _ calendar: inout Calendar, limits: GPXLimits, after previous: Int64,
    startsSegment: Bool
  ) {
    var cursor = Cursor(at: start)
    guard cursor.space() else { return nil }
    linesBefore = cursor.lines
    guard cursor.take("<trkpt l", 8) else { return nil }
    let isLatitudeFirst = cursor.take("at=\"", 4)
    guard isLatitudeFirst || cursor.take("on=\"", 4), let first = cursor.number() else { return nil }
    guard cursor.take(isLatitudeFirst ? "\" lon=\"" : "\" lat=\"", 7), let second = cursor.number(),
      let position = Coordinate(
        latitude: isLatitudeFirst ? first : second, longitude: isLatitudeFirst ? second : first)
    else { return nil }
    self.position = position
    if cursor.take("\"/>", 3) {
      finish(cursor, since: start)
      return
    }
    guard cursor.take("\">", 2), cursor.space() else { return nil }
    if cursor.take("<ele>", 5) {
      guard let number = cursor.number(), limits.elevation.contains(number), cursor.take("</ele>", 6), cursor.space()
      else { return nil }
      elevation = number
    }
    if cursor.take("<time>", 6) {
      guard let moment = cursor.time(&calendar), cursor.take("</time>", 7), cursor.space() else { return nil }
      // Neither a leap nor a segment before the last one: both are complained about elsewhere.
      guard previous == .min || (moment >= previous || !startsSegment) && moment - previous <= limits.timeStep
      else { return nil }
      time = moment
    }
    guard cursor.take("</trkpt>", 8) else { return nil }
    finish(cursor, since: start)
  }

  @inline(__always)
  private mutating func finish(_ cursor: Cursor, since start: UnsafePointer<UInt8>) {
    length = cursor.position - start
    lines = cursor.lines
  }

  /// The day of the point before, so that it is computed once a day.
  struct Calendar {
    /// `YYYY-MM-` and `DDT` as little-endian numbers.
    fileprivate var month: UInt64 = 0
    fileprivate var day: UInt32 = 0
    fileprivate var midnight: Int64 = 0
  }

  /// Where the match stands.
  ///
  /// Every step looks at a bounded number of bytes.
  private struct Cursor {
    var position: UnsafePointer<UInt8>
    var lines = 0

    @inline(__always)
    init(at start: UnsafePointer<UInt8>) { position = start }

    @inline(__always)
    private func load<Word: FixedWidthInteger>(_ type: Word.Type, at offset: Int = 0) -> Word {
      Word(littleEndian: UnsafeRawPointer(position + offset).loadUnaligned(as: type))
    }

    /// Takes `text`, of `length` bytes up to 8.
    @inline(__always)
    mutating func take(_ text: StaticString, _ length: Int) -> Bool {
      let mask: UInt64 = length == 8 ? .max : (1 << UInt64(length &* 8)) &- 1
      var wanted: UInt64 = 0
      for index in 0..<length { wanted |= UInt64(text.utf8Start[index]) << UInt64(index &* 8) }
      guard load(UInt64.self) & mask == wanted else { return false }
      position += length
      return true
    }

    /// Takes white space; false when there is too much, or a line end that is neither LF nor CR LF.
    @inline(__always)
    mutating func space() -> Bool {
      var count = 0
      while count < longestSpace {
        switch position[0] {
        case 0x20, 0x09: break
        case 0x0A: lines &+= 1
        case 0x0D: guard position[1] == 0x0A else { return false }
        default: return true
        }
        position += 1
        count &+= 1
      }
      return false
    }

    /// Takes digits with at most one point among them and a minus before them.
    @inline(__always)
    mutating func number() -> Double? {
      let isNegative = position[0] == UInt8(ascii: "-")
      if isNegative { position += 1 }
      var mantissa: UInt64 = 0
      let start = position
      while position - start <= mostDigits {
        let digit = position[0] &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        mantissa = mantissa &* 10 &+ UInt64(digit)
        position += 1
      }
      let whole = position - start
      var fraction = 0
      if position[0] == UInt8(ascii: ".") {
        position += 1
        let point = position
        while whole + (position - point) <= mostDigits {
          let digit = position[0] &- UInt8(ascii: "0")
          guard digit <= 9 else { break }
          mantissa = mantissa &* 10 &+ UInt64(digit)
          position += 1
        }
        fraction = position - point
      }
      let digits = whole + fraction
      guard digits > 0, digits <= mostDigits, mantissa <= 1 << 53 else { return nil }
      // Both exact, so the quotient is correctly rounded: what the slow way gives, too.
      let value = Double(mantissa) / DecimalNumber.powers[fraction]
      return isNegative ? -value : value
    }

    /// Takes `YYYY-MM-DDThh:mm:ss`, perhaps a fraction of up to nine digits, and `Z`; no leap second.
    @inline(__always)
    mutating func time(_ calendar: inout Calendar) -> Int64? {
      let month = load(UInt64.self)
      let day = load(UInt32.self, at: 8) & 0xFF_FFFF
      if month != calendar.month || day != calendar.day {
        let bytes = UnsafeBufferPointer(start: position, count: 10)
        // Shorter days, which that reads as well, would not fill the ten bytes.
        guard day >> 16 == UInt32(UInt8(ascii: "T")), bytes.allSatisfy({ $0 > 0x20 }),
          let midnight = ISOTime.midnight(bytes)
        else { return nil }
        calendar = Calendar(month: month, day: day, midnight: midnight)
      }
      position += 11
      guard let seconds = clock() else { return nil }
      position += 8
      var thousandths: Int64 = 0
      if position[0] == UInt8(ascii: ".") {
        guard let fraction = fraction() else { return nil }
        thousandths = fraction
      }
      guard position[0] == UInt8(ascii: "Z") else { return nil }
      position += 1
      return calendar.midnight &+ seconds &* 1000 &+ thousandths
    }

    /// The seconds that `hh:mm:ss` is, all eight bytes at once.
    @inline(__always)
    private func clock() -> Int64? {
      // Digits become 0...9 and colons 0; anything else has a bit in its upper half, or gets one by adding 6.
      let digits = load(UInt64.self) ^ 0x3030_3A30_303A_3030
      guard (digits | (digits &+ 0x0606_7F06_067F_0606)) & 0xF0F0_80F0_F080_F0F0 == 0 else { return nil }
      // Pairs of digits: ten times the first and the second, in the bytes 1, 4 and 7.
      let pairs = digits &* 2561
      let hours = Int64(pairs >> 8 & 0xFF)
      let minutes = Int64(pairs >> 32 & 0xFF)
      let seconds = Int64(pairs >> 56)
      guard hours <= 23, minutes <= 59, seconds <= 59 else { return nil }
      return hours &* 3600 &+ minutes &* 60 &+ seconds
    }

    /// Takes a point and one to nine digits; the milliseconds that they are.
    @inline(__always)
    private mutating func fraction() -> Int64? {
      position += 1
      var count = 0
      var thousandths: Int64 = 0
      var unit: Int64 = 100
      while count < 10 {
        let digit = position[0] &- UInt8(ascii: "0")
        guard digit <= 9 else { break }
        thousandths &+= Int64(digit) &* unit
        unit /= 10
        position += 1
        count &+= 1
      }
      return (1...9).contains(count) ? thousandths : nil
    }
  }
}
