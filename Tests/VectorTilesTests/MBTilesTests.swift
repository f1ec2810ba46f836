import ChanceTesting
import Database
import Foundation
import Geodesy
import Testing

@testable import VectorTiles

@Suite("MBTiles")
struct MBTilesTests {
  private static let island = sampleTile(geometry: [9, 50, 34])

  /// Makes a file with these rows; a tile's row counts from the south.
  private func make(
    _ metadata: [String: String] = ["format": "pbf"], _ tiles: [(zoom: Int, x: Int, row: Int, bytes: [UInt8])] = [],
    extra: String = ""
  ) throws -> TemporaryFile {
    let file = try TemporaryFile()
    let database = try Connection(path: file.path)
    try database.execute("CREATE TABLE metadata (name text, value text)")
    if extra.isEmpty {
      try database.execute(
        "CREATE TABLE tiles (zoom_level integer, tile_column integer, tile_row integer, tile_data blob)")
    } else {
      try database.execute(extra)
    }
    for (name, value) in metadata {
      try database.rows("INSERT INTO metadata VALUES (?, ?)", [.text(name), .text(value)])
    }
    for tile in tiles {
      let hex = tile.bytes.map { String(format: "%02x", $0) }.joined()
      try database.execute("INSERT INTO tiles VALUES (\(tile.zoom), \(tile.x), \(tile.row), x'\(hex)')")
    }
    return file
  }

  private func problem(_ file: TemporaryFile) -> TileArchiveError? {
    do throws(TileArchiveError) {
      _ = try TileArchive.open(path: file.path)
      return nil
    } catch { return error }
  }

  @Test("a tile is found by its row from the north, plain or compressed, and nothing is written")
  func tiles() throws {
    let file = try make(
      ["format": "pbf"], [(2, 1, 3, Self.island), (2, 1, 0, Deflate.gzip(Self.island)), (2, 2, 2, Deflate.zlib([1]))])
    let before = try Data(contentsOf: URL(filePath: file.path))
    let archive = try TileArchive.open(path: file.path)
    func tile(_ x: Int, _ y: Int) throws -> [UInt8]? { try archive.tile(try #require(TileID(zoom: 2, x: x, y: y))) }
    #expect(try tile(1, 0) == Self.island && tile(1, 3) == Self.island)
    #expect(try tile(2, 1) == [1])
    let missing = try [tile(0, 0), tile(2, 2), archive.tile(try #require(TileID(zoom: 30, x: 1, y: 1)))]
    #expect(missing == [nil, nil, nil])
    #expect(try Data(contentsOf: URL(filePath: file.path)) == before && file.names.count == 1)
  }

  @Test("a file is read from a pipe as well, as often as need be")
  func pipe() throws {
    let file = try make(["format": "pbf"], [(2, 1, 3, Self.island)])
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(contentsOf: URL(filePath: file.path)))
    try pipe.fileHandleForWriting.close()
    for _ in 0..<2 {
      let archive = try TileArchive.open(path: "/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
      #expect(try archive.tile(try #require(TileID(zoom: 2, x: 1, y: 0))) == Self.island)
    }
  }

  @Test(
    "rows count from the north where only so they lie within the bounds, or where that is said and there are none",
    arguments: [
      // Row 5 of 16 from the north lies between 41° N and 56° N, row 10 from the south.
      (["bounds": "0,42,20,55"], 5), (["bounds": "0,42,20,55"], 10),
      (["bounds": "0,42,20,55", "scheme": "xyz"], 10), (["bounds": "0,42,20,55", "scheme": "xyz"], 5),
      (["scheme": "xyz"], 5), (["scheme": "XYZ"], 5), (["scheme": "tms"], 10), ([:], 10),
      (["bounds": "-180,-85,180,85", "scheme": "xyz"], 10),
    ])
  func northFirst(metadata: [String: String], row: Int) throws {
    let said = metadata.merging(["format": "pbf", "minzoom": "4", "maxzoom": "4"]) { one, _ in one }
    let file = try make(said, [(4, 8, row, Self.island)])
    let archive = try TileArchive.open(path: file.path)
    let rows = try (0..<16).filter { y in try archive.tile(try #require(TileID(zoom: 4, x: 8, y: y))) != nil }
    #expect(rows == [5])
  }

  @Test("its metadata say where to look, as far as they make sense")
  func facts() throws {
    let file = try make([
      "format": "pbf", "name": "Null Island", "attribution": "<a>nobody</a>", "minzoom": "3", "maxzoom": "12",
      "bounds": "-1.5, -2,3,4", "center": "0.5,-0.5,7", "json": "{}",
    ])
    let archive = try TileArchive.open(path: file.path)
    #expect(archive.facts.name == "Null Island" && archive.facts.attribution == "<a>nobody</a>")
    #expect(archive.facts.zooms == 3...12 && archive.facts.centreZoom == 7)
    #expect(archive.facts.bounds?.west == -1.5 && archive.facts.bounds?.north == 4)
    #expect(archive.facts.centre == Coordinate(latitude: -0.5, longitude: 0.5))
    #expect(try archive.metadata() == Array("{}".utf8))
  }

  @Test("metadata that make no sense are left out, and zooms are then those of the tiles")
  func nonsense() throws {
    for (bounds, center, zoom) in [("1,2,3", "1,2", "x"), ("0,0,0,91", "nan,0,1", "-1"), ("a,b,c,d", "1,2,3,4", "31")] {
      let file = try make(
        ["format": "PBF", "bounds": bounds, "center": center, "minzoom": zoom, "maxzoom": "5"],
        [(4, 0, 0, []), (9, 0, 0, [])])
      let facts = try TileArchive.open(path: file.path).facts
      #expect(facts.bounds == nil && facts.centre == nil && facts.centreZoom == nil && facts.zooms == 4...9)
    }
    let file = try make(["format": "pbf", "center": "1,2,1e300"])
    let facts = try TileArchive.open(path: file.path).facts
    #expect(facts.zooms == 0...0 && facts.centre != nil && facts.centreZoom == nil)
  }

  @Test("pictures and other tiles are refused in words, also where only the tiles show it")
  func unsupported() throws {
    for file in [
      try make(["format": "png"]), try make(["format": "image/webp"]), try make(["format": "json"]),
      try make([:], [(0, 0, 0, [0x89, 0x50, 0x4E, 0x47])]),
    ] {
      let problem = problem(file)
      #expect(problem?.cause == .unsupported && problem?.message.isEmpty == false)
    }
    #expect(problem(try make([:], [(0, 0, 0, Self.island)])) == nil)
  }

  @Test("a file without the tables, a view that never ends, and a damaged file are refused")
  func damaged() throws {
    let endless = """
      CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT 0 AS zoom_level, i AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n
      """
    let file = try make(["format": "pbf"], extra: endless)
    #expect(problem(file)?.cause == .damaged)
    #expect(problem(try make(["format": "pbf"], extra: "CREATE TABLE other (a)"))?.cause == .damaged)
    let sound = try make()
    var bytes = [UInt8](try Data(contentsOf: URL(filePath: sound.path)))
    for index in 100..<bytes.count { bytes[index] = 0xAA }
    #expect(problem(try TemporaryFile(bytes))?.cause == .damaged)
    #expect(problem(try TemporaryFile(Array(bytes[..<50])))?.cause == .damaged)
  }

  @Test("a view that joins tiles and pictures, as tools write it, is read")
  func view() throws {
    let tables = """
      CREATE TABLE map (zoom integer, x integer, y integer, id text); CREATE TABLE images (id text, data blob);
      INSERT INTO map VALUES (0, 0, 0, 'a'); INSERT INTO images VALUES ('a', x'1a00');
      CREATE VIEW tiles AS SELECT zoom AS zoom_level, x AS tile_column, coalesce(y, 0) AS tile_row, data AS tile_data
      FROM map JOIN images ON images.id = map.id
      """
    let file = try make(["format": "pbf"], extra: tables)
    #expect(try TileArchive.open(path: file.path).tile(try #require(TileID(zoom: 0, x: 0, y: 0))) == [0x1A, 0])
  }

  @Test(
    "what makes large values of a few bytes is refused, wherever it stands",
    arguments: [
      "CREATE TABLE tiles (zoom_level, tile_column, tile_row, tile_data AS (zeroblob(30000000)))",
      "CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, zeroblob(30000000) AS tile_data",
      "CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, 0 AS tile_row, hex(printf('%9999999s', 1)) "
        + "AS tile_data",
      "CREATE VIRTUAL TABLE tiles USING fts5 (zoom_level, tile_column, tile_row, tile_data)",
    ])
  func bombs(tiles: String) throws {
    let file = try make(["format": "pbf"], extra: tiles)
    let problem = #expect(throws: TileArchiveError.self) {
      try TileArchive.open(path: file.path).tile(try #require(TileID(zoom: 0, x: 0, y: 0)))
    }
    #expect(problem?.cause == .damaged)
  }

  @Test("a view that joins large values again and again ends by the time that it takes")
  func slow() throws {
    let tables = """
      CREATE TABLE large (data blob); INSERT INTO large VALUES (zeroblob(1000000));
      CREATE TABLE number (i); INSERT INTO number WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
      LIMIT 2000) SELECT i FROM n;
      CREATE VIEW many AS SELECT a.i FROM number a, number b, number c;
      CREATE VIEW tiles AS SELECT 0 AS zoom_level, 0 AS tile_column, length(data || data || data || data || i) AS
      tile_row, data AS tile_data FROM many, large
      """
    let file = try make(["format": "pbf"], extra: tables)
    #expect(problem(file)?.message == "it takes too long to read")
  }

  @Test("where one tile takes for ever to find, no other is looked for")
  func endlessTiles() throws {
    let view = """
      CREATE VIEW tiles AS WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n)
      SELECT i * 2 + 99 AS zoom_level, 0 AS tile_column, 0 AS tile_row, x'00' AS tile_data FROM n
      """
    let file = try make(["format": "pbf", "minzoom": "0", "maxzoom": "14"], extra: view)
    let archive = try TileArchive.open(path: file.path)
    for id in [TileID(zoom: 0, x: 0, y: 0), TileID(zoom: 1, x: 0, y: 0)] {
      let error = #expect(throws: TileArchiveError.self) { try archive.tile(try #require(id)) }
      #expect(error?.message == "its database takes too long to find a tile")
    }
  }

  @Test("turned bits give an error, other bytes or no tile, and nothing else happens")
  func flips() throws {
    let sound = try make(["format": "pbf"], [(0, 0, 0, Deflate.gzip(Self.island))])
    let whole = [UInt8](try Data(contentsOf: URL(filePath: sound.path)))
    var chance = Chance(seed: 4)
    for _ in 0..<100 {
      let file = try TemporaryFile(flipped(whole, times: chance.integer(in: 1...40), using: &chance))
      guard let archive = try? TileArchive.open(path: file.path) else { continue }
      let bytes = try? archive.tile(try #require(TileID(zoom: 0, x: 0, y: 0)))
      #expect(bytes.map { $0.count < 1 << 20 } ?? true && file.names.count == 1)
    }
  }

  @Test("a file that another program has not finished writing is refused, and left as it is")
  func unfinished() throws {
    let file = try make()
    try Data([1]).write(to: URL(filePath: file.path + "-wal"))
    #expect(problem(file)?.cause == .unreadable)
    #expect(file.names.count == 2)
  }

  @Test("a file in the mode of writing ahead is read, and nothing is made beside it")
  func writeAhead() throws {
    let file = try make(["format": "pbf"], [(0, 0, 0, Self.island)])
    let database = try Connection(path: file.path)
    try database.execute("PRAGMA journal_mode = WAL")
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    let before = file.names
    let copy = try TemporaryFile([UInt8](try Data(contentsOf: URL(filePath: file.path))))
    #expect(try TileArchive.open(path: copy.path).tile(try #require(TileID(zoom: 0, x: 0, y: 0))) == Self.island)
    #expect(copy.names.count == 1 && file.names == before)
  }
}

@Suite("Archives of tiles")
struct TileArchiveTests {
  @Test("are told apart by their first bytes, whatever their name says")
  func kinds() throws {
    let file = try TemporaryFile(SamplePMTiles(runs: [(0, 1, [])]).bytes, name: "map.mbtiles")
    guard case .pmtiles = try TileArchive.open(path: file.path) else {
      Issue.record("no PMTiles")
      return
    }
  }

  @Test("are nothing else: no other file, no folder, no pipe, and nothing that is not there")
  func others() throws {
    let empty = try TemporaryFile([], name: "empty.pmtiles")
    let short = try TemporaryFile(Array("PMTile".utf8))
    for (path, cause) in [
      (empty.path, TileArchiveError.Cause.unknown), (short.path, .unknown), (empty.folder.path, .unreadable),
      (empty.path + ".none", .unreadable),
    ] {
      let problem = #expect(throws: TileArchiveError.self) { try TileArchive.open(path: path) }
      #expect(problem?.cause == cause && problem?.message.isEmpty == false)
    }
    let pipe = try TemporaryFile()
    try #require(mkfifo(pipe.path, 0o600) == 0)
    #expect(throws: TileArchiveError(.unreadable, "it is no ordinary file")) { try TileArchive.open(path: pipe.path) }
  }
}
