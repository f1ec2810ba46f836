/// A directory of a PMTiles file: which tiles it has, and where (PMTiles 3, chapter 5).
struct PMTilesDirectory: Sendable {
  /// Bytes of a directory, inflated; those of the whole planet have a tenth of it.
  static let largest = 2 << 20

  /// A run of tiles with the same bytes, or a leaf that knows more about the tiles from `first` on.
  struct Entry: Hashable, Sendable {
    /// The number of its first tile.
    let first: UInt64
    /// Bytes from the beginning of the section of tiles, or of leaves.
    let offset: UInt64
    /// Bytes; at least 1.
    let length: UInt32
    /// How many tiles; 0 for a leaf.
    let run: UInt32
  }

  /// In the order of their tiles.
  let entries: [Entry]

  /// Reads a directory that is inflated already.
  ///
  /// Throws: where it is cut, out of order, or tells of impossible tiles.
  init(_ bytes: [UInt8], end: UInt64) throws(TileArchiveError) {
    do throws(VectorTileError) {
      entries = try bytes.withUnsafeBufferPointer { (buffer) throws(VectorTileError) in
        try Self.entries(buffer, end: end)
      }
    } catch {
      throw TileArchiveError(.damaged, "a directory of it is damaged")
    }
  }

  /// Column after column: numbers as steps, runs, lengths, offsets.
  private static func entries(
    _ bytes: UnsafeBufferPointer<UInt8>, end: UInt64
  ) throws(VectorTileError) -> [Entry] {
    var wire = WireReader(bytes, 0..<bytes.count)
    let claimed = try wire.varint()
    // Each entry has at least four bytes, so no count takes more memory than the file has bytes.
    guard claimed > 0, claimed <= UInt64(bytes.count / 4) else { throw VectorTileError(.cut, at: 0) }
    let count = Int(claimed)
    let numbers = try numbers(count, &wire, end: end)
    var runs: [UInt32] = []
    var lengths: [UInt32] = []
    for _ in 0..<count { runs.append(try word(&wire)) }
    for _ in 0..<count { lengths.append(try word(&wire)) }
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      let offset = try offset(try wire.varint(), after: entries.last, at: wire.position)
      // Runs may not reach into the next entry, nor offsets beyond what can be counted.
      let next = index + 1 < count ? numbers[index + 1] : end
      let isSound = lengths[index] > 0 && UInt64(runs[index]) <= next - numbers[index] && offset < 1 << 62
      guard isSound else { throw VectorTileError(.cut, at: wire.position) }
      entries.append(Entry(first: numbers[index], offset: offset, length: lengths[index], run: runs[index]))
    }
    guard wire.isAtEnd else { throw VectorTileError(.cut, at: wire.position) }
    return entries
  }

  /// The first tiles' numbers, which rise and end before `end`.
  private static func numbers(
    _ count: Int, _ wire: inout WireReader, end: UInt64
  ) throws(VectorTileError) -> [UInt64] {
    var numbers: [UInt64] = []
    numbers.reserveCapacity(count)
    for index in 0..<count {
      let step = try wire.varint()
      let (number, overflow) = (numbers.last ?? 0).addingReportingOverflow(step)
      guard !overflow, number < end, step > 0 || index == 0 else { throw VectorTileError(.cut, at: wire.position) }
      numbers.append(number)
    }
    return numbers
  }

  private static func word(_ wire: inout WireReader) throws(VectorTileError) -> UInt32 {
    guard let word = UInt32(exactly: try wire.varint()) else { throw VectorTileError(.badNumber, at: wire.position) }
    return word
  }

  /// An offset: one more than it is, or 0 for the end of the entry before.
  private static func offset(
    _ number: UInt64, after last: Entry?, at position: Int
  ) throws(VectorTileError) -> UInt64 {
    if number > 0 { return number - 1 }
    guard let last else { throw VectorTileError(.cut, at: position) }
    return last.offset + UInt64(last.length)
  }

  /// The entry that covers a tile: its run, or a leaf that may know it.
  func entry(for tile: UInt64) -> Entry? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].first <= tile { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return nil }
    let entry = entries[low - 1]
    return entry.run == 0 || tile - entry.first < UInt64(entry.run) ? entry : nil
  }
}
