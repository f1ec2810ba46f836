import Geodesy

@testable import VectorTiles

/// Writes PMTiles files, also ones that are wrong.
struct SamplePMTiles {
  /// A tile's number, how many tiles from there on are the same, and its bytes.
  typealias Run = (first: UInt64, run: UInt32, bytes: [UInt8])

  var runs: [Run] = []
  var internalCompression: UInt8 = 2
  var tileCompression: UInt8 = 2
  var tileType: UInt8 = 1
  var version: UInt8 = 3
  var zooms: [UInt8] = [0, 14]
  /// Ten millionths of degrees: west, south, east, north, and of the centre longitude, latitude.
  var bounds: [Int32] = [-10_000_000, -20_000_000, 30_000_000, 40_000_000]
  var centre: [Int32] = [5_000_000, -5_000_000]
  var centreZoom: UInt8 = 3
  var metadata = Array(#"{"name":"Null Island","attribution":"nobody"}"#.utf8)
  /// How many entries a directory has, where leaves lie between the root and the tiles; and how many of them.
  var leafSize: Int?
  var depth = 1
  /// Whether the tiles lie in the order of their numbers.
  var isClustered = true

  /// A directory of entries.
  static func directory(_ entries: [PMTilesDirectory.Entry]) -> [UInt8] {
    var writer = WireWriter()
    writer.varint(UInt64(entries.count))
    var last: UInt64 = 0
    for entry in entries {
      writer.varint(entry.first &- last)
      last = entry.first
    }
    for entry in entries { writer.varint(UInt64(entry.run)) }
    for entry in entries { writer.varint(UInt64(entry.length)) }
    var end: UInt64?
    for entry in entries {
      writer.varint(entry.offset == end ? 0 : entry.offset + 1)
      end = entry.offset + UInt64(entry.length)
    }
    return writer.bytes
  }

  private func packed(_ bytes: [UInt8], _ compression: UInt8) -> [UInt8] {
    compression == 2 ? Deflate.gzip(bytes) : bytes
  }

  /// The whole file: header, root, metadata, leaves, tiles.
  var bytes: [UInt8] {
    var entries: [PMTilesDirectory.Entry] = []
    var tiles: [UInt8] = []
    for run in isClustered ? runs : runs.reversed() {
      let bytes = packed(run.bytes, tileCompression)
      entries.append(.init(first: run.first, offset: UInt64(tiles.count), length: UInt32(bytes.count), run: run.run))
      tiles += bytes
    }
    entries.sort { $0.first < $1.first }
    var leaves: [UInt8] = []
    for _ in 0..<(leafSize == nil ? 0 : depth) { entries = fold(entries, into: &leaves) }
    let root = packed(Self.directory(entries), internalCompression)
    let metadata = packed(metadata, internalCompression)
    return header([root.count, metadata.count, leaves.count, tiles.count]) + root + metadata + leaves + tiles
  }

  /// Puts entries into leaves, and gives back the entries that tell of those.
  private func fold(_ entries: [PMTilesDirectory.Entry], into leaves: inout [UInt8]) -> [PMTilesDirectory.Entry] {
    let size = leafSize ?? 1
    return stride(from: 0, to: entries.count, by: size).map { start in
      let part = Array(entries[start..<min(entries.count, start + size)])
      let bytes = packed(Self.directory(part), internalCompression)
      defer { leaves += bytes }
      return .init(first: part[0].first, offset: UInt64(leaves.count), length: UInt32(bytes.count), run: 0)
    }
  }

  private func header(_ lengths: [Int]) -> [UInt8] {
    var bytes = Array("PMTiles".utf8) + [version]
    func add(_ value: some FixedWidthInteger) {
      bytes += (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var offset = 127
    for length in lengths {
      add(UInt64(offset))
      add(UInt64(length))
      offset += length
    }
    add(runs.reduce(UInt64(0)) { $0 + UInt64($1.run) })
    add(UInt64(runs.count))
    add(UInt64(runs.count))
    bytes += [isClustered ? 1 : 0, internalCompression, tileCompression, tileType] + zooms
    for side in bounds { add(side) }
    bytes.append(centreZoom)
    for side in centre { add(side) }
    return bytes
  }
}
