internal import SystemKit

/// What is known of a record from its end.
struct RecordTail: Hashable {
  /// Where the last line break is: what follows was cut off while it was written.
  var end = 0
  /// Whether the last line is damaged.
  var isDamaged = false
  /// The seal of the last line that is not damaged.
  var seal = Seal.beginning
  /// The offset of the last hunt events; -1 without any.
  var latest = -1

  /// Bytes of the end that are read at first.
  private static let window = 64 << 10

  /// Of an empty record.
  init() {}

  /// Reads as much of the end of a file as it takes.
  init(of descriptor: CInt, size: Int) throws(SystemError) {
    var length = Self.window
    while try !read(descriptor, size: size, length: min(length, size)), length < size { length *= 16 }
  }

  /// Reads the last bytes of a file; returns whether everything was found in them.
  private mutating func read(_ descriptor: CInt, size: Int, length: Int) throws(SystemError) -> Bool {
    self = RecordTail()
    let start = size - length
    let bytes = try SystemIO.bytes(length, from: descriptor, at: start)
    var isSealKnown = false
    var next = bytes.lastIndex(of: 0x0A)
    end = next.map { start + $0 + 1 } ?? 0
    while let stop = next {
      next = bytes[..<stop].lastIndex(of: 0x0A)
      // The first line of the bytes begins before them, unless they are the whole file.
      guard let begin = next.map({ $0 + 1 }) ?? (start == 0 ? 0 : nil) else { break }
      let line = bytes[begin..<stop]
      let tells = line.starts(with: RecordFile.events) || line.starts(with: RecordFile.pointer)
      guard tells || !isSealKnown else { continue }
      guard let seal = Seal(line) else {
        isDamaged = isDamaged || !isSealKnown
        continue
      }
      if !isSealKnown { (isSealKnown, self.seal) = (true, seal) }
      guard tells else { continue }
      latest = RecordJSON.value(RecordFile.Pointer.self, line)?.latest ?? (start + begin)
      return true
    }
    return false
  }
}
