internal import Geodesy
internal import Glibc

/// Takes runs of plain track points straight from the bytes, past the XML parser: most of most recordings.
///
/// Whoever calls it knows that the parser stands between two elements directly inside a track segment of unprefixed
/// GPX. Whatever ``PlainPoint`` does not take for sure is left to the parser.
struct ExpressLane {
  /// Attempts in vain, one after the other, after which the rest of a chunk is left to the parser.
  private static let patience = 16

  private let isEnabled: Bool
  /// The first two bytes of the document, as far as they have come.
  private var head: [UInt8] = []
  private var isSingleByte = false
  private var failures = 0
  private var calendar = PlainPoint.Calendar()

  init(isEnabled: Bool) { self.isEnabled = isEnabled }

  /// Whether it is worth, and right, to look for plain points.
  var isOpen: Bool { isSingleByte && failures < Self.patience }

  /// Gets ready for the next bytes of the document.
  mutating func startChunk(_ chunk: UnsafeRawBufferPointer) {
    failures = 0
    guard isEnabled, head.count < 2 else { return }
    head += chunk.prefix(2 - head.count)
    // In all other encodings that the parser reads, ASCII bytes mean ASCII characters; in UTF-16 they do not.
    isSingleByte = head.count == 2 && !head.contains(0) && head != [0xFE, 0xFF] && head != [0xFF, 0xFE]
  }

  /// How far the parser has to go until the next place where plain points may begin.
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
    _ chunk: UnsafeRawBufferPointer, from start: Int, into builder: inout GPXBuilder
  ) -> (bytes: Int, lines: Int) {
    guard let base = chunk.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return (0, 0) }
    var position = start
    var lines = 0
    var previousTime = builder.previousTime ?? .min
    let room = GPXBuilder.batchSize - builder.batch.count
    var taken = 0
    while taken < room, chunk.count - position >= PlainPoint.longest {
      guard let match = PlainPoint(base + position, &calendar, limits: builder.limits, after: previousTime) else {
        break
      }
      builder.batch.append(match.point(startsSegment: builder.startsSegment))
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
