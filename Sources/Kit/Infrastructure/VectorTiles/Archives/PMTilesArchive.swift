package import Geodesy

/// A PMTiles file, version 3: all tiles of a map in one file, found through directories.
///
/// For one thread at a time. Keeps the root directory and the leaves that were used last, at most half a million
/// entries.
package final class PMTilesArchive {
  /// How many leaves may lie between the root and a tile.
  static let deepestLeaf = 3
  /// Bytes of a tile or of the metadata in the file.
  private static let largestPiece = 32 << 20
  /// Bytes of the metadata, inflated.
  private static let largestMetadata = 8 << 20

  let header: PMTilesHeader
  private let file: ArchiveFile
  private let root: PMTilesDirectory
  private var leaves = LeafCache()
  /// What the file says about itself.
  package let facts: TileArchiveFacts

  /// Opens the file at `path`.
  package convenience init(path: String) throws(TileArchiveError) { try self.init(ArchiveFile(path: path)) }

  /// Reads the header and the root directory.
  init(_ file: ArchiveFile) throws(TileArchiveError) {
    self.file = file
    header = try PMTilesHeader(try file.read(at: 0, count: min(file.size, PMTilesHeader.size)))
    try Self.requireVectorTiles(header.tileType)
    try header.internalCompression.requireReadable()
    try header.tileCompression.requireReadable()
    root = try Self.directory(
      in: file, at: header.root.offset, length: header.root.length, header.internalCompression)
    facts = TileArchiveFacts(header, fileSize: file.size)
  }

  /// The offset of a tile's bytes in the section of tiles; `nil` if the file does not have the tile.
  ///
  /// Equal tiles, such as those of the open sea, may share one offset.
  package func offset(of id: TileID) throws(TileArchiveError) -> UInt64? { try entry(of: id)?.offset }

  /// Reads a tile's bytes, inflated; `nil` if the file does not have the tile.
  package func tile(_ id: TileID) throws(TileArchiveError) -> [UInt8]? {
    guard let entry = try entry(of: id) else { return nil }
    guard let place = header.tiles.place(of: entry.offset, length: entry.length) else { throw .cut }
    guard entry.length <= Self.largestPiece else { throw TileArchiveError(.damaged, "a tile of it is too large") }
    return try Self.inflate(
      try file.read(at: place, count: Int(entry.length)), header.tileCompression, limit: VectorTileLimits.bytes)
  }

  private func entry(of id: TileID) throws(TileArchiveError) -> PMTilesDirectory.Entry? {
    let number = id.hilbertIndex
    guard var entry = root.entry(for: number) else { return nil }
    var depth = 0
    while entry.run == 0 {
      depth += 1
      guard depth <= Self.deepestLeaf else {
        throw TileArchiveError(.damaged, "its directories lie deeper in one another than PMTiles allows")
      }
      guard let next = try leaf(entry).entry(for: number) else { return nil }
      entry = next
    }
    return entry
  }

  /// Reads the file's metadata, as JSON; `nil` if there is none.
  package func metadata() throws(TileArchiveError) -> [UInt8]? {
    guard header.metadata.length > 0 else { return nil }
    guard header.metadata.length <= Self.largestMetadata else {
      throw TileArchiveError(.damaged, "its metadata are too large")
    }
    let bytes = try file.read(at: header.metadata.offset, count: header.metadata.length)
    return try Self.inflate(bytes, header.internalCompression, limit: Self.largestMetadata)
  }

  /// The leaf that an entry means.
  private func leaf(_ entry: PMTilesDirectory.Entry) throws(TileArchiveError) -> PMTilesDirectory {
    if let leaf = leaves[entry.offset] { return leaf }
    guard let place = header.leaves.place(of: entry.offset, length: entry.length) else { throw .cut }
    let leaf = try Self.directory(in: file, at: place, length: Int(entry.length), header.internalCompression)
    leaves[entry.offset] = leaf
    return leaf
  }

  private static func directory(
    in file: ArchiveFile, at offset: Int, length: Int, _ compression: PMTilesHeader.Compression
  ) throws(TileArchiveError) -> PMTilesDirectory {
    guard length <= PMTilesDirectory.largest else { throw TileArchiveError(.damaged, "a directory of it is too large") }
    let bytes = try file.read(at: offset, count: length)
    return try PMTilesDirectory(
      try inflate(bytes, compression, limit: PMTilesDirectory.largest), end: TileID.indexEnd)
  }

  /// Inflates what is compressed.
  ///
  /// Some files give no compression or a wrong one, but no tile begins as gzip does.
  private static func inflate(
    _ bytes: [UInt8], _ compression: PMTilesHeader.Compression, limit: Int
  ) throws(TileArchiveError) -> [UInt8] {
    guard compression == .gzip || Inflate.looksCompressed(bytes) else { return bytes }
    do throws(InflateError) { return try Inflate.inflate(bytes, limit: limit) } catch {
      throw TileArchiveError(.damaged, "\(error)")
    }
  }

  private static func requireVectorTiles(_ type: UInt8) throws(TileArchiveError) {
    switch type {
    case 0, 1: return
    case 2...5: throw TileArchiveError(.unsupported, "it holds pictures, and only vector tiles (MVT) are read")
    default:
      throw TileArchiveError(
        .unsupported, "it holds tiles of a kind (\(type)) that is not read; vector tiles (MVT) are")
    }
  }
}

extension TileArchiveFacts {
  /// Reads a header; invalid values are left out.
  fileprivate init(_ header: PMTilesHeader, fileSize: Int) {
    func place(_ longitude: Int32, _ latitude: Int32) -> Coordinate? {
      Coordinate(latitude: Double(latitude) / 1e7, longitude: Double(longitude) / 1e7)
    }
    zooms = header.zooms
    let corners = header.bounds
    if let southWest = place(corners[0], corners[1]), let northEast = place(corners[2], corners[3]),
      southWest != northEast
    {
      bounds = BoundingBox(southWest: southWest, northEast: northEast)
    }
    // Many files leave the centre at Null Island, which is none of theirs then.
    if let centre = place(header.centre[0], header.centre[1]), bounds?.contains(centre) ?? true,
      header.centre != [0, 0] || bounds != nil
    {
      self.centre = centre
      centreZoom = header.zooms.contains(header.centreZoom) ? header.centreZoom : nil
    }
    isCut = [header.root, header.metadata, header.leaves, header.tiles].contains { $0.length > fileSize - $0.offset }
  }
}

extension TileID {
  /// The tile's number in a PMTiles file: zooms one after another, each along a Hilbert curve (PMTiles 3, chapter 4).
  package var hilbertIndex: UInt64 {
    var index = Self.firstNumber(zoom: zoom)
    var (column, row) = (x, y)
    var side = (1 << zoom) >> 1
    while side > 0 {
      let (east, south) = (column & side != 0, row & side != 0)
      let quarter = east ? (south ? 2 : 3) : (south ? 1 : 0)
      index += UInt64(side) * UInt64(side) * UInt64(quarter)
      // The curve enters each quarter from another side.
      if !south {
        if east { (column, row) = (side - 1 - (column & (side - 1)), side - 1 - (row & (side - 1))) }
        (column, row) = (row, column)
      }
      side >>= 1
    }
    return index
  }

  /// The number of the first tile of a zoom: how many tiles the zooms before have, (4^z - 1) / 3.
  static func firstNumber(zoom: Int) -> UInt64 { ((1 << (2 * UInt64(zoom))) - 1) / 3 }

  /// One more than the highest number that any tile has.
  static let indexEnd = firstNumber(zoom: deepest + 1)
}

/// The leaf directories that were used last, bounded by how many entries they have together.
struct LeafCache {
  /// Entries that are kept at most; 24 bytes each.
  static let capacity = 500_000

  private var leaves: [UInt64: (leaf: PMTilesDirectory, use: Int)] = [:]
  private var uses = 0
  private(set) var entryCount = 0

  /// How many leaves are kept.
  var count: Int { leaves.count }

  /// The cached leaf directory at an offset; `nil` if it is not in the cache.
  ///
  /// Setting one evicts the least recently used ones.
  subscript(offset: UInt64) -> PMTilesDirectory? {
    mutating get {
      uses += 1
      leaves[offset]?.use = uses
      return leaves[offset]?.leaf
    }
    set {
      remove(offset)
      guard let newValue else { return }
      while let oldest = leaves.min(by: { $0.value.use < $1.value.use })?.key,
        entryCount + newValue.entries.count > Self.capacity
      { remove(oldest) }
      uses += 1
      leaves[offset] = (newValue, uses)
      entryCount += newValue.entries.count
    }
  }

  private mutating func remove(_ offset: UInt64) {
    if let old = leaves.removeValue(forKey: offset) { entryCount -= old.leaf.entries.count }
  }
}
