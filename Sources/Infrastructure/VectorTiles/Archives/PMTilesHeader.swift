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

  /// Where a piece of the section lies in the file; nothing where it is not wholly in the section.
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
