/// SQLite's write-ahead log of a database file ("The WAL File Format", sqlite.org).
///
/// SQLite itself accepts the frames up to the first one with a wrong checksum and silently drops the rest; this reader
/// detects those too.
struct WriteAheadLog {
  /// One frame: the new content of a page.
  struct Frame: Hashable {
    /// The page's number in the file, from 1.
    let number: UInt32
    /// The page is the last one of a change that is complete.
    let isLast: Bool
    /// The range of its bytes.
    let page: Range<Int>
  }

  private static let headerSize = 32
  private static let frameHeaderSize = 24

  /// The frames that belong to this log and not to one that was there before, whether believed or not.
  private(set) var frames: [Frame] = []
  /// The number of frames, from the first, that SQLite accepts.
  private(set) var believed = 0
  private var isHeaderSound = true

  /// Reads a log; `pageSize` counts where the log's own header is damaged.
  init(_ bytes: [UInt8], pageSize: Int) {
    guard bytes.count > Self.headerSize else { return }
    bytes.withUnsafeBytes { read($0, pageSize) }
  }

  /// Whether complete changes stand where SQLite does not look any more.
  var isDamaged: Bool {
    frames.indices.contains { $0 >= believed && frames[$0].isLast } || (!isHeaderSound && !frames.isEmpty)
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer, _ pageSize: Int) {
    func word(_ offset: Int) -> UInt32 {
      UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }
    // The last bit of the magic number is the byte order of the checksum.
    let isBig = word(0) & 1 == 1
    var sum = Sum(isBig: isBig)
    sum.add(bytes, 0..<24)
    let named = Int(word(8))
    isHeaderSound =
      word(0) & ~1 == 0x377F_0682 && sum.values == (word(24), word(28)) && named >= 512 && named <= 65_536
      && named & (named - 1) == 0
    let size = isHeaderSound ? named : pageSize
    var isBelieved = isHeaderSound
    var start = Self.headerSize
    while start + Self.frameHeaderSize + size <= bytes.count {
      defer { start += Self.frameHeaderSize + size }
      let page = start + Self.frameHeaderSize..<start + Self.frameHeaderSize + size
      let isOurs = word(start + 8) == word(16) && word(start + 12) == word(20)
      guard isOurs || !isHeaderSound, word(start) != 0 else {
        isBelieved = false
        continue
      }
      frames.append(Frame(number: word(start), isLast: word(start + 4) != 0, page: page))
      guard isBelieved else { continue }
      sum.add(bytes, start..<start + 8)
      sum.add(bytes, page)
      isBelieved = sum.values == (word(start + 16), word(start + 20))
      if isBelieved { believed = frames.count }
    }
  }

  /// The log's sum over pairs of words.
  private struct Sum {
    let isBig: Bool
    private(set) var values: (UInt32, UInt32) = (0, 0)

    init(isBig: Bool) { self.isBig = isBig }

    /// Adds bytes, of which there must be a multiple of eight.
    mutating func add(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
      var (first, second) = values
      for offset in stride(from: range.lowerBound, to: range.upperBound, by: 8) {
        let left = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
        let right = bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt32.self)
        first = first &+ (isBig ? UInt32(bigEndian: left) : UInt32(littleEndian: left)) &+ second
        second = second &+ (isBig ? UInt32(bigEndian: right) : UInt32(littleEndian: right)) &+ first
      }
      values = (first, second)
    }
  }
}
