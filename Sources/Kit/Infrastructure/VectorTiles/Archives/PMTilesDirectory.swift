internal import Geodesy

/// The first 127 bytes of a PMTiles file (PMTiles 3, chapter 3).
struct PMTilesHeader: Hashable, Sendable {
  static let magic = Array("PMTiles".utf8)
  static let size = 127

  /// How a part of the file is compressed.
  enum Compression: UInt8 {
    case unknown = 0
    case none = 1
    case gzip = 2
    case brotli = 3
    case zstd = 4
  }

  /// A part of the file, in bytes from its beginning.
  struct Section: Hashable, Sendable {
    let offset, length: Int
  }

  let root, metadata, leaves, tiles: Section
  /// How many tiles the file says that it has; each of the three is 0 where it does not say.
  let addressedTiles, tileEntries, tileContents: UInt64
  let isClustered: Bool
  let internalCompression, tileCompression: Compression
  /// 1 for vector tiles, 2 to 5 for pictures, 0 for anything.
  let tileType: UInt8
  let zooms: ClosedRange<Int>
  let centreZoom: Int
  /// Ten millionths of degrees: west, south, east, north.
  let bounds: [Int32]
  /// Ten millionths of degrees: longitude, latitude.
  let centre: [Int32]

  /// Reads the header.
  ///
  /// Throws: where it is cut, of another version, or makes no sense.
  init(_ bytes: [UInt8]) throws(TileArchiveError) {
    guard bytes.starts(with: Self.magic) else { throw TileArchiveError(.unknown, "it is no PMTiles file") }
    guard bytes.count >= 8 else { throw .cut }
    guard bytes[7] == 3 else {
      throw TileArchiveError(.unsupported, "it is of PMTiles version \(bytes[7]), and only version 3 is read")
    }
    guard bytes.count >= Self.size else { throw .cut }
    func whole(_ offset: Int) -> UInt64 { bytes[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | UInt64($1) } }
    func degrees(_ offset: Int) -> Int32 {
      Int32(bitPattern: bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    }
    root = try Section(whole(8), whole(16))
    metadata = try Section(whole(24), whole(32))
    leaves = try Section(whole(40), whole(48))
    tiles = try Section(whole(56), whole(64))
    (addressedTiles, tileEntries, tileContents) = (whole(72), whole(80), whole(88))
    isClustered = bytes[96] == 1
    internalCompression = try Compression(byte: bytes[97])
    tileCompression = try Compression(byte: bytes[98])
    tileType = bytes[99]
    let (lowest, highest) = (Int(bytes[100]), Int(bytes[101]))
    guard lowest <= highest, highest <= TileID.deepest else {
      throw TileArchiveError(.damaged, "it says that it has the zooms from \(lowest) to \(highest)")
    }
    zooms = lowest...highest
    bounds = [102, 106, 110, 114].map(degrees)
    centreZoom = Int(bytes[118])
    centre = [119, 123].map(degrees)
  }
}

extension PMTilesHeader.Section {
  /// Throws: where the section ends beyond any file.
  fileprivate init(_ offset: UInt64, _ length: UInt64) throws(TileArchiveError) {
    let (end, overflow) = offset.addingReportingOverflow(length)
    guard !overflow, end <= UInt64(Int.max) else {
      throw TileArchiveError(.damaged, "its header points beyond the end of any file")
    }
    self.init(offset: Int(offset), length: Int(length))
  }

  /// The offset in the file of a part of the section; `nil` if it is not wholly in the section.
  func place(of offset: UInt64, length: UInt32) -> Int? {
    guard offset <= UInt64(self.length), UInt64(length) <= UInt64(self.length) - offset else { return nil }
    return self.offset + Int(offset)
  }
}

extension PMTilesHeader.Compression {
  /// Throws: for what the format does not know.
  fileprivate init(byte: UInt8) throws(TileArchiveError) {
    guard let compression = Self(rawValue: byte) else {
      throw TileArchiveError(.unsupported, "it is compressed in a way (\(byte)) that PMTiles does not know")
    }
    self = compression
  }

  /// Throws: for what is not read here.
  func requireReadable() throws(TileArchiveError) {
    switch self {
    case .unknown, .none, .gzip: return
    case .brotli: throw TileArchiveError(.unsupported, "it is compressed with Brotli, and only gzip is read")
    case .zstd: throw TileArchiveError(.unsupported, "it is compressed with Zstandard, and only gzip is read")
    }
  }
}

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
    var wire = TileWireReader(bytes, 0..<bytes.count)
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
    _ count: Int, _ wire: inout TileWireReader, end: UInt64
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

  private static func word(_ wire: inout TileWireReader) throws(VectorTileError) -> UInt32 {
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
