import ChanceTesting
import Foundation
import Geodesy
import Testing

@testable import VectorTiles

@Suite("PMTiles")
struct PMTilesTests {
  private static let island = sampleTile(geometry: [9, 50, 34])
  /// Written anew for each archive of a test, which has one at a time.
  private let file: TemporaryFile

  init() throws { file = try TemporaryFile() }

  private func open(_ sample: SamplePMTiles) throws -> PMTilesArchive {
    try open(sample.bytes)
  }

  private func open(_ bytes: [UInt8]) throws -> PMTilesArchive {
    try Data(bytes).write(to: URL(filePath: file.path))
    return try PMTilesArchive(path: file.path)
  }

  private func tile(_ zoom: Int, _ x: Int, _ y: Int) throws -> TileID { try #require(TileID(zoom: zoom, x: x, y: y)) }

  @Test("a tile is found wherever it lies, and nothing where there is none", arguments: [UInt8(1), 2], [true, false])
  func tiles(compression: UInt8, isClustered: Bool) throws {
    var sample = SamplePMTiles(internalCompression: compression, tileCompression: compression, isClustered: isClustered)
    // The whole world, then at zoom 2 one tile, a gap of three, and a run of four.
    sample.runs = [(0, 1, Self.island), (5, 1, [1]), (9, 4, [2, 2])]
    let archive = try open(sample)
    #expect(archive.header.isClustered == isClustered)
    #expect(try archive.tile(tile(0, 0, 0)) == Self.island)
    let zoom2 = try (0..<16).map { try tile(2, $0 % 4, $0 / 4) }.sorted { $0.hilbertIndex < $1.hilbertIndex }
    let found = try zoom2.map { try archive.tile($0) }
    let wanted: [[UInt8]?] = [[1], nil, nil, nil, [2, 2], [2, 2], [2, 2], [2, 2]]
    #expect(found.prefix(8) == wanted[...] && found.dropFirst(8).allSatisfy { $0 == nil })
    let missing = try [archive.tile(tile(1, 0, 0)), archive.tile(tile(30, 5, 5))]
    #expect(missing == [nil, nil])
  }

  @Test("a header says where to look, as far as it makes sense")
  func facts() throws {
    var sample = SamplePMTiles(runs: [(0, 1, [])])
    var facts = try open(sample).facts
    #expect(facts.zooms == 0...14 && facts.centreZoom == 3 && !facts.isCut)
    #expect(
      facts.bounds?.west == -1 && facts.bounds?.south == -2 && facts.bounds?.east == 3 && facts.bounds?.north == 4)
    #expect(facts.centre == Coordinate(latitude: -0.5, longitude: 0.5))
    (sample.bounds, sample.centre, sample.centreZoom) = ([0, 1_000_000_000, 0, 0], [2_000_000_000, 0], 77)
    facts = try open(sample).facts
    #expect(facts.bounds == nil && facts.centre == nil && facts.centreZoom == nil)
  }

  @Test("its metadata are handed out as they are", arguments: [UInt8(1), 2])
  func metadata(compression: UInt8) throws {
    var sample = SamplePMTiles(runs: [(0, 1, [])], internalCompression: compression)
    #expect(try open(sample).metadata() == sample.metadata)
    sample.metadata = []
    sample.internalCompression = 1
    #expect(try open(sample).metadata() == nil)
  }

  @Test("tiles are found through up to three leaves, and not through four", arguments: 1...4)
  func leaves(depth: Int) throws {
    let runs = (0..<85).map { (first: UInt64($0), run: UInt32(1), bytes: [UInt8($0)]) }
    let archive = try open(SamplePMTiles(runs: runs, leafSize: 4, depth: depth))
    let tiles = try (0...3).flatMap { zoom in
      try (0..<1 << (2 * zoom)).map { try tile(zoom, $0 % (1 << zoom), $0 >> zoom) }
    }
    for id in tiles {
      if depth <= 3 {
        #expect(try archive.tile(id) == [UInt8(id.hilbertIndex)])
      } else {
        #expect(throws: TileArchiveError.self) { try archive.tile(id) }
      }
    }
  }

  @Test("the leaves that were used last are kept, up to a bound")
  func cache() throws {
    func leaf(_ count: Int) throws -> PMTilesDirectory {
      let entries = (0..<count).map { PMTilesDirectory.Entry(first: UInt64($0), offset: 0, length: 1, run: 1) }
      return try PMTilesDirectory(SamplePMTiles.directory(entries), end: TileID.indexEnd)
    }
    var cache = LeafCache()
    let half = try leaf(LeafCache.capacity / 2)
    (cache[1], cache[2]) = (half, half)
    #expect(cache[1] != nil)
    cache[3] = try leaf(1)
    #expect(cache[1] != nil && cache[2] == nil && cache[3] != nil)
    #expect(cache.entryCount <= LeafCache.capacity && cache.count == 2)
  }

  @Test("other versions, compressions and kinds of tiles are refused in words")
  func unsupported() throws {
    for sample in [
      SamplePMTiles(version: 2), SamplePMTiles(internalCompression: 3), SamplePMTiles(tileCompression: 4),
      SamplePMTiles(tileCompression: 9), SamplePMTiles(tileType: 2), SamplePMTiles(tileType: 6),
    ] {
      let problem = #expect(throws: TileArchiveError.self) { try open(sample) }
      #expect(problem?.cause == .unsupported && problem?.message.isEmpty == false)
    }
  }

  @Test("a file that is cut anywhere is refused, or gives the tiles that it still has")
  func cut() throws {
    let runs = (0..<5).map { (first: UInt64($0), run: UInt32(1), bytes: [UInt8($0), 1, 2, 3]) }
    for sample in [SamplePMTiles(runs: runs), SamplePMTiles(runs: runs, leafSize: 2)] {
      let whole = sample.bytes
      for count in 0..<whole.count {
        guard let archive = try? open(Array(whole[..<count])) else { continue }
        #expect(archive.facts.isCut)
        for zoom in 0...1 {
          for index in 0..<1 << (2 * zoom) {
            let id = try tile(zoom, index % (1 << zoom), index >> zoom)
            if let bytes = try? archive.tile(id) { #expect(bytes == [UInt8(id.hilbertIndex), 1, 2, 3]) }
          }
        }
        #expect(throws: TileArchiveError.self) { try archive.tile(try tile(1, 1, 0)) }
      }
    }
  }

  @Test("a file that is cut while it is open gives an error, and the process lives")
  func cutMeanwhile() throws {
    let bytes = SamplePMTiles(runs: [(0, 1, Self.island)], tileCompression: 1).bytes
    let archive = try open(bytes)
    try #require(truncate(file.path, bytes.count - 1) == 0)
    #expect(throws: TileArchiveError.cut) { try archive.tile(try tile(0, 0, 0)) }
  }

  @Test("a tile that reaches beyond the tiles is an error, also where the file goes on")
  func beyond() throws {
    var bytes = SamplePMTiles(runs: [(0, 1, Self.island)], tileCompression: 1).bytes + [0, 0, 0]
    #expect(try open(bytes).tile(try tile(0, 0, 0)) == Self.island)
    bytes[64] -= 1
    #expect(throws: TileArchiveError.cut) { try open(bytes).tile(try tile(0, 0, 0)) }
  }

  @Test("directories out of order, overlapping, empty or pointing nowhere are refused")
  func directories() {
    typealias Entry = PMTilesDirectory.Entry
    func isRefused(_ bytes: [UInt8]) -> Bool { (try? PMTilesDirectory(bytes, end: TileID.indexEnd)) == nil }
    let one = Entry(first: 3, offset: 0, length: 9, run: 2)
    #expect(!isRefused(SamplePMTiles.directory([one])))
    #expect(!isRefused(SamplePMTiles.directory([one, Entry(first: 5, offset: 0, length: 9, run: 1)])))
    for entries in [
      [], [one, one], [one, Entry(first: 4, offset: 9, length: 9, run: 1)],
      [Entry(first: 3, offset: 0, length: 0, run: 1)],
      [Entry(first: TileID.indexEnd, offset: 0, length: 1, run: 1)],
      [Entry(first: TileID.indexEnd - 1, offset: 0, length: 1, run: 2)],
      [Entry(first: 1, offset: 1 << 63, length: 1, run: 1)],
      [one, Entry(first: 2, offset: 9, length: 9, run: 1)],
    ] {
      #expect(isRefused(SamplePMTiles.directory(entries)), "\(entries)")
    }
    let whole = SamplePMTiles.directory([one])
    for count in 0..<whole.count { #expect(isRefused(Array(whole[..<count]))) }
    #expect(isRefused(whole + [0]))
    // A count that no file could hold, and a first offset that follows nothing.
    #expect(isRefused([0xFF, 0xFF, 0xFF, 0xFF, 0x0F] + whole.dropFirst()))
    #expect(isRefused([1, 3, 2, 9, 0]))
  }

  @Test("a leaf that is its own leaf, and a header that points anywhere, are errors")
  func loops() throws {
    // A root that is a leaf, at the beginning of the leaves, which are empty: it points at itself.
    let selfish = SamplePMTiles.directory([.init(first: 0, offset: 0, length: 5, run: 0)])
    var bytes = SamplePMTiles(internalCompression: 1, metadata: []).bytes
    bytes.replaceSubrange(127..., with: selfish)
    bytes.replaceSubrange(16..<24, with: [UInt8(selfish.count), 0, 0, 0, 0, 0, 0, 0])
    bytes.replaceSubrange(40..<48, with: [127, 0, 0, 0, 0, 0, 0, 0])
    bytes.replaceSubrange(48..<56, with: [UInt8(selfish.count), 0, 0, 0, 0, 0, 0, 0])
    let archive = try open(bytes)
    #expect(throws: TileArchiveError.self) { try archive.tile(try tile(3, 1, 1)) }
    var chance = Chance(seed: 9)
    let whole = SamplePMTiles(runs: [(0, 1, Self.island), (1, 4, [1])], leafSize: 1).bytes
    for _ in 0..<300 {
      // The header is where the numbers are.
      var bytes = whole
      for _ in 0..<chance.integer(in: 1...3) {
        bytes[chance.integer(in: 8...126)] = [0, 1, 0x7F, 0x80, 0xFF][chance.integer(in: 0...4)]
      }
      guard let archive = try? open(bytes) else { continue }
      _ = try? archive.metadata()
      for zoom in 0...2 { _ = try? archive.tile(try tile(zoom, 0, 0)) }
    }
  }

  @Test("a tile that is a bomb, or is not compressed as the file says, is an error")
  func badTiles() throws {
    var sample = SamplePMTiles(tileCompression: 1)
    // A file may say that its tiles are plain, and have them compressed.
    sample.runs = [(0, 1, Deflate.gzip(Self.island)), (1, 1, Deflate.bomb(megabytes: 65))]
    let archive = try open(sample)
    #expect(try archive.tile(try tile(0, 0, 0)) == Self.island)
    let problem = #expect(throws: TileArchiveError.self) { try archive.tile(try tile(1, 0, 0)) }
    #expect(problem?.cause == .damaged && problem?.message == "it would inflate to more than 64 MiB")
    var bytes = SamplePMTiles(runs: [(0, 1, Self.island)], tileCompression: 1).bytes
    bytes[98] = 2
    #expect(throws: TileArchiveError.self) { try open(bytes).tile(try tile(0, 0, 0)) }
  }
}
