import Database
import Foundation
import GeoFormats
import Geodesy
import Numbers
import Places
import Testing

@testable import PlaceCatalog

@Suite("GeoPackage")
struct GeoPackageTests {
  /// Makes a file with one layer; each row is a name and the geometry's bytes in hexadecimal digits.
  private func package(
    _ folder: Folder, rows: [(String, String)], code: Int = 4326, table: String = "pois", sql: String? = nil
  ) throws -> String {
    let path = folder.url.appending(path: "\(UUID().uuidString).gpkg").path
    let connection = try Connection(path: path)
    let quoted = "\"\(table.replacing("\"", with: "\"\""))\""
    try connection.execute(
      """
      CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT, srs_id INTEGER PRIMARY KEY, organization TEXT, \
      organization_coordsys_id INTEGER, definition TEXT);
      CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT PRIMARY KEY, column_name TEXT, srs_id INTEGER);
      INSERT INTO gpkg_spatial_ref_sys VALUES ('x', 4326, 'EPSG', \(code), 'x');
      \(sql ?? "CREATE TABLE \(quoted) (fid INTEGER PRIMARY KEY, geom BLOB, name TEXT, tourism TEXT, height REAL)");
      """)
    try connection.rows("INSERT INTO gpkg_contents VALUES (?, 'features', 4326)", [.text(table)])
    try connection.rows("INSERT INTO gpkg_geometry_columns VALUES (?, 'geom', 4326)", [.text(table)])
    for (name, blob) in rows {
      try connection.rows(
        "INSERT INTO \(quoted) (geom, name, tourism, height) VALUES (x'\(blob)', ?, 'museum', 2.5)", [.text(name)])
    }
    return path
  }

  /// Makes a file of points, for whoever wants just any.
  func package(_ folder: Folder, of places: [Sample]) throws -> String {
    try package(folder, rows: places.map { ($0.name ?? "", hex(header() + point($0.longitude, $0.latitude))) })
  }

  /// The header of a geometry: magic, version, flags, reference system; little-endian.
  private func header(flags: UInt8 = 1, system: Int32 = 4326) -> [UInt8] {
    [0x47, 0x50, 0, flags] + bytes(of: system)
  }

  private func bytes<Value>(of value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

  private func point(_ x: Double, _ y: Double, kind: UInt32 = 1, more: [Double] = []) -> [UInt8] {
    [1] + bytes(of: kind) + ([x, y] + more).flatMap { bytes(of: $0) }
  }

  private func hex(_ bytes: [UInt8]) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  private func polygon(_ rings: [[(Double, Double)]]) -> [UInt8] {
    [1] + bytes(of: UInt32(3)) + bytes(of: UInt32(rings.count))
      + rings.flatMap { ring in
        bytes(of: UInt32(ring.count)) + ring.flatMap { bytes(of: $0.0) + bytes(of: $0.1) }
      }
  }

  @Test("a file is imported from a pipe as well")
  func pipe() throws {
    let folder = Folder()
    let path = try package(folder, rows: [("Point", hex(header() + point(25, 60)))])
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data(contentsOf: URL(filePath: path)))
    try pipe.fileHandleForWriting.close()
    let taken = try folder.take("/dev/fd/\(pipe.fileHandleForReading.fileDescriptor)")
    #expect(taken.region.count == 1)
  }

  @Test("points and areas become places with their columns as tags")
  func places() async throws {
    let folder = Folder()
    let square = polygon([[(24, 60), (25, 60), (25, 61), (24, 61), (24, 60)]])
    let rows = [
      ("Point", hex(header() + point(25, 60))), ("Height", hex(header() + point(26, 60, kind: 1001, more: [7]))),
      ("Box", hex(header(flags: 3) + [UInt8](repeating: 0, count: 32) + point(27, 60))),
      ("Square", hex(header() + square)), ("Empty", hex(header(flags: 0x11) + point(.nan, .nan))),
    ]
    let path = try package(folder, rows: rows, table: "a\"b; DROP")
    #expect(try folder.take(path).region.count == 4)
    let region = try folder.open()
    let hits = try await region.search("museum")
    #expect(Set(hits.map(\.place.name)) == ["Point", "Height", "Box", "Square"])
    #expect(hits.allSatisfy { $0.place.tags["height"] == "2.5" && $0.place.kind == "museum" })
    #expect(try await region.search("height").first?.place.position == Coordinate(latitude: 60, longitude: 26))
    let inner = try #require(try await region.search("square").first?.place.position)
    #expect((60...61).contains(inner.latitude) && (24...25).contains(inner.longitude))
  }

  @Test("a thousand places and more are all read")
  func many() throws {
    let folder = Folder()
    let rows = (0..<2100).map { ("P\($0)", hex(header() + point(Double($0) / 100, 10))) }
    #expect(try folder.take(try package(folder, rows: rows)).region.count == 2100)
  }

  @Test("another reference system, a view and another database are refused with a reason")
  func refused() throws {
    let folder = Folder()
    let rows = [("A", hex(header() + point(1, 1)))]
    let mercator = #expect(throws: CatalogProblem.self) { try folder.take(try package(folder, rows: rows, code: 3857)) }
    #expect(mercator?.kind == .badSource)
    #expect(mercator?.description.contains("EPSG:4326") == true)
    let view = try package(folder, rows: [], sql: "CREATE VIEW pois AS SELECT 1 AS fid, x'00' AS geom")
    #expect(
      #expect(throws: CatalogProblem.self) { try folder.take(view) }?.description.contains("no ordinary table") == true)
    let other = folder.url.appending(path: "other.gpkg").path
    try Connection(path: other).execute("CREATE TABLE t (x)")
    #expect(
      #expect(throws: CatalogProblem.self) { try folder.take(other) }?.description.contains("no GeoPackage") == true)
  }

  /// The complaint about a file whose layer is made by `sql`.
  private func complaint(_ sql: String) throws -> String? {
    let folder = Folder()
    let path = try package(folder, rows: [], sql: sql)
    let problem = #expect(throws: CatalogProblem.self) { try folder.take(path) }
    #expect(problem?.kind == .badSource)
    return problem?.description
  }

  @Test(
    "computed columns, which make large values of a few bytes, are refused in words",
    arguments: [
      "geom BLOB AS (zeroblob(900000)) VIRTUAL, name TEXT", "geom BLOB, name TEXT, more BLOB AS (zeroblob(9)) STORED",
    ])
  func computed(columns: String) throws {
    let sql = "CREATE TABLE pois (fid INTEGER PRIMARY KEY, \(columns)); INSERT INTO pois (name) VALUES ('A'), ('B')"
    #expect(try complaint(sql)?.contains("computed columns") == true)
  }

  @Test(
    "views, virtual tables and endless schemas in the place of a table are not asked",
    arguments: [
      "CREATE VIRTUAL TABLE pois USING fts5 (geom, name)",
      "DROP TABLE gpkg_contents; CREATE TABLE own (table_name, data_type, srs_id); CREATE VIEW gpkg_contents AS "
        + "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) "
        + "SELECT zeroblob(60000000) AS table_name, 'x' AS data_type, i AS srs_id FROM n",
      "CREATE TABLE pois (geom BLOB, name TEXT DEFAULT '\(String(repeating: "x", count: 300_000))')",
    ])
  func notAsked(sql: String) throws {
    let folder = Folder()
    let path = folder.url.appending(path: "x.gpkg").path
    let connection = try Connection(path: path)
    try connection.execute(
      """
      CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER PRIMARY KEY, organization TEXT, organization_coordsys_id);
      CREATE TABLE gpkg_contents (table_name TEXT PRIMARY KEY, data_type TEXT, srs_id INTEGER);
      CREATE TABLE gpkg_geometry_columns (table_name TEXT PRIMARY KEY, column_name TEXT, srs_id INTEGER);
      INSERT INTO gpkg_spatial_ref_sys VALUES (4326, 'EPSG', 4326);
      INSERT INTO gpkg_contents VALUES ('pois', 'features', 4326);
      INSERT INTO gpkg_geometry_columns VALUES ('pois', 'geom', 4326);
      \(sql)
      """)
    #expect(#expect(throws: CatalogProblem.self) { try folder.take(path) }?.kind == .badSource)
  }

  @Test("large geometries are read a few at a time, and each once")
  func large() throws {
    let folder = Folder()
    let rows = (0..<30).map { number in
      let ring = (0..<12_000).map { (Double(number) + Double($0 % 100) / 1000, Double($0) / 1000) }
      return ("Wood \(number)", hex(header() + polygon([ring + [ring[0]]])))
    }
    #expect(try folder.take(try package(folder, rows: rows)).region.count == 30)
  }

  @Test("a damaged geometry is left out with a warning, and the rest is taken")
  func damagedFeature() throws {
    let folder = Folder()
    let whole = header() + point(1, 1)
    let rows = [
      ("Good", hex(whole)), ("Short", hex(Array(whole.dropLast()))), ("Other", hex(header(system: 3857) + point(1, 1))),
      ("Far", hex(header() + point(500, 1))), ("Kind", hex(header() + point(1, 1, kind: 99))),
      ("Big", hex(header() + [1] + bytes(of: UInt32(2)) + bytes(of: UInt32.max))),
      (
        "Deep",
        hex(
          header() + [UInt8](repeating: 0, count: 0)
            + (0..<20).flatMap { _ in [1] + bytes(of: UInt32(7)) + bytes(of: UInt32(1)) } + point(1, 1))
      ),
    ]
    let summary = try folder.take(try package(folder, rows: rows))
    #expect(summary.region.count == 1)
    #expect(summary.warnings.count == 6)
  }

  @Test("no bytes whatever make a geometry that harms")
  func hostileBytes() {
    var chance = SeededGenerator(seed: 9)
    let square = header() + polygon([[(24, 60), (25, 60), (25, 61), (24, 60)]])
    for _ in 0..<2000 {
      var bytes = Array(square.prefix(.random(in: 0...square.count, using: &chance)))
      for _ in 0..<Int.random(in: 0...4, using: &chance) where !bytes.isEmpty {
        bytes[.random(in: 0..<bytes.count, using: &chance)] = .random(in: 0...255, using: &chance)
      }
      if let geometry = try? WellKnownBinary.geometry(bytes, system: 4326) { _ = InnerPoint.of(geometry) }
    }
  }
}

@Suite("A point for a whole geometry")
struct InnerPointTests {
  private func place(_ longitude: Double, _ latitude: Double) -> Coordinate {
    Coordinate(latitude: latitude, longitude: longitude)!
  }

  private func ring(_ points: (Double, Double)...) -> [Coordinate] { (points + [points[0]]).map { place($0.0, $0.1) } }

  @Test("lies inside of an area, whatever its shape")
  func inside() throws {
    // A horseshoe, whose middle is outside of it.
    let horseshoe = ring((0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3))
    let point = try #require(InnerPoint.of(.polygon([horseshoe])))
    #expect((0...3).contains(point.latitude) && (0...3).contains(point.longitude))
    #expect(point.latitude < 1 || point.longitude < 1 || point.longitude > 2)
    // A frame: the hole is not inside.
    let frame = try #require(
      InnerPoint.of(.polygon([ring((0, 0), (4, 0), (4, 4), (0, 4)), ring((1, 1), (3, 1), (3, 3), (1, 3))])))
    #expect((0...4).contains(frame.latitude) && (0...4).contains(frame.longitude))
    #expect(max(abs(frame.latitude - 2), abs(frame.longitude - 2)) > 1)
    // Across the antimeridian.
    let far = try #require(InnerPoint.of(.polygon([ring((179, 0), (-179, 0), (-179, 2), (179, 2))])))
    #expect(abs(abs(far.longitude) - 180) < 1e-6)
    // There and back: half way is where it turns.
    #expect(InnerPoint.of(.polygon([ring((1, 1), (3, 1), (3, 1))])) == place(3, 1))
  }

  @Test("is half way along a line, of points the first, of several areas in the widest")
  func others() {
    #expect(InnerPoint.of(.lineString([place(0, 0), place(0, 1), place(0, 4)])) == place(0, 2))
    #expect(InnerPoint.of(.multiPoint([place(5, 5), place(6, 6)])) == place(5, 5))
    let small = [ring((0, 0), (1, 0), (1, 1))]
    let large = [ring((10, 0), (20, 0), (20, 10))]
    #expect(InnerPoint.of(.multiPolygon([small, large]))?.longitude ?? 0 > 10)
    #expect(InnerPoint.of(.multiPoint([])) == nil)
    #expect(InnerPoint.of(.polygon([])) == nil)
  }
}
