internal import Glibc

/// Splits a stream into lines, which may end with LF, CR LF, CR alone, or LF CR.
///
/// A line that is longer than the limit is skipped to its end and not kept, so that no file can
/// take more memory than a line.
package struct LineReader<Source: ByteSource>: ~Copyable {
  /// Bytes of a line that are kept; a longer line has ``isTooLong`` and no bytes.
  package let limit: Int
  /// The line that was read last, without its ending.
  package private(set) var line: [UInt8] = []
  /// Its number in the file, from 1.
  package private(set) var number = 0
  /// Whether it was longer than the limit.
  package private(set) var isTooLong = false
  /// Whether it had an ending; only the last line can be without one, of a file or of what was read of it.
  package private(set) var isTerminated = false

  /// Bytes of a line after which it is given up: a device or a pipe may never end one.
  private let patience: Int
  /// Bytes of the line that have passed.
  private var passed = 0

  private var source: Source
  private let chunk: UnsafeMutableRawBufferPointer
  private var position = 0
  private var end = 0
  /// Where the next ending of each kind is, as far as that was looked for; so that no chunk is gone through twice.
  private var feed = 0
  private var carriage = 0
  private var nextNumber = 1
  private var hasSeenLineFeed = false
  private var lastWasLineFeed = false

  /// Reads lines from `source`, in chunks of `chunkSize` bytes.
  ///
  /// - Parameter patience: bytes after which a line without an ending is given up; read no further after that.
  package init(_ source: Source, limit: Int = 64 << 10, chunkSize: Int = 64 << 10, patience: Int = .max) {
    self.source = source
    self.patience = patience
    self.limit = max(1, limit)
    chunk = .allocate(byteCount: min(max(1, chunkSize), 64 << 20), alignment: 64)
  }

  deinit { chunk.deallocate() }

  /// Bytes of the line that was read last, also of one that was too long to be kept.
  package var length: Int { passed }

  /// The bytes that come next, at most a chunk of them, without taking them.
  package mutating func upcoming() throws(FileError) -> UnsafeBufferPointer<UInt8> {
    if position == end { try refill() }
    return UnsafeRawBufferPointer(rebasing: chunk[position..<end]).assumingMemoryBound(to: UInt8.self)
  }

  /// Reads the next line; says whether there was one.
  package mutating func next() throws(FileError) -> Bool {
    line.removeAll(keepingCapacity: true)
    (number, isTooLong, isTerminated, passed) = (nextNumber, false, false, 0)
    while true {
      if passed > patience { return true }
      if position == end {
        try refill()
        if position == end { return !line.isEmpty || isTooLong }
      }
      if feed < position { feed = place(of: Self.lineFeed) }
      if carriage < position { carriage = place(of: Self.carriageReturn) }
      let stop = min(feed, carriage)
      take(stop)
      guard stop < end else { continue }
      try takeEnding()
      return true
    }
  }

  private mutating func refill() throws(FileError) {
    end = try source.read(into: chunk)
    (position, feed, carriage) = (0, -1, -1)
  }

  /// Returns the index of the next `byte`; the end of the bytes read so far if there is none.
  private func place(of byte: UInt8) -> Int {
    guard position < end, let start = chunk.baseAddress,
      let found = memchr(start + position, Int32(byte), end - position)
    else { return end }
    return UnsafeRawPointer(found) - UnsafeRawPointer(start)
  }

  private mutating func take(_ stop: Int) {
    passed += stop - position
    if !isTooLong {
      if line.count + stop - position > limit {
        isTooLong = true
        line.removeAll(keepingCapacity: true)
      } else {
        line.append(contentsOf: chunk[position..<stop])
      }
    }
    position = stop
  }

  private mutating func takeEnding() throws(FileError) {
    let first = chunk[position]
    position += 1
    isTerminated = true
    guard first == Self.carriageReturn else { return countLineFeed() }
    if position == end { try refill() }
    if position < end, chunk[position] == Self.lineFeed {
      position += 1
      return countLineFeed()
    }
    // The second half of LF CR has been counted; and editors count no CR where lines end in LF.
    let isHalf = lastWasLineFeed && line.isEmpty && !isTooLong
    if !isHalf, !hasSeenLineFeed { nextNumber += 1 }
    lastWasLineFeed = false
  }

  private mutating func countLineFeed() {
    nextNumber += 1
    (hasSeenLineFeed, lastWasLineFeed) = (true, true)
  }

  private static var lineFeed: UInt8 { 0x0A }
  private static var carriageReturn: UInt8 { 0x0D }
}

extension RandomAccessCollection<UInt8> {
  /// Whether bytes look like a text in UTF-16: a byte order mark, or every other byte of the beginning 0.
  var isWideText: Bool {
    let start = prefix(16)
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return true }
    return start.count == 16 && start.count { $0 == 0 } == 8
      && zip(start, start.dropFirst()).allSatisfy { ($0 == 0) != ($1 == 0) }
  }
}
