import GeoFormats
import OSMExtracts
import Testing

@testable import TileMaking

/// The sea as tilemaker takes it.
@Suite("The sea as a shapefile") struct SeaShapesTests {
  /// A square with an island, and a triangle.
  private static let sea = [
    Sea.Polygon(
      outline: [point(0, 0), point(0, 8), point(8, 8), point(8, 0)],
      holes: [[point(2, 2), point(3, 2), point(2, 3)]]),
    Sea.Polygon(outline: [point(-9, -9), point(-9, -8), point(-8, -9)]),
  ]

  private static func point(_ x: Double, _ y: Double) -> Sea.Point { Sea.Point(longitude: x, latitude: y) }

  @Test("has a record for each part, whose rings are closed, and an index that finds it")
  func records() throws {
    let files = SeaShapes(Self.sea).files
    let (shapes, index) = (try #require(files["shp"]), try #require(files["shx"]))
    for file in [shapes, index] {
      #expect(Self.big(file, 0) == 9994 && Self.little(file, 28) == 1000 && Self.little(file, 32) == 5)
      #expect(Self.big(file, 24) * 2 == file.count, "lengths count 16-bit words")
      #expect((0..<4).map { Self.number(file, 36 + 8 * $0) } == [-9, -9, 8, 8])
    }
    #expect(index.count == 100 + 2 * 8)
    let starts = [0, 1].map { Self.big(index, 100 + 8 * $0) * 2 }
    #expect(starts == [100, 100 + 8 + 4 + 32 + 8 + 2 * 4 + 9 * 16])
    for (record, start) in starts.enumerated() {
      #expect(Self.big(shapes, start) == record + 1 && Self.little(shapes, start + 8) == 5)
      #expect(Self.big(shapes, start + 4) == Self.big(index, 104 + 8 * record))
    }
    let content = starts[0] + 8
    #expect((0..<4).map { Self.number(shapes, content + 4 + 8 * $0) } == [0, 0, 8, 8])
    #expect(Self.little(shapes, content + 36) == 2 && Self.little(shapes, content + 40) == 9)
    #expect([0, 1].map { Self.little(shapes, content + 44 + 4 * $0) } == [0, 5])
    let numbers = (0..<18).map { Self.number(shapes, content + 52 + 8 * $0) }
    #expect(numbers == [0, 0, 0, 8, 8, 8, 8, 0, 0, 0, 2, 2, 3, 2, 2, 3, 2, 2])
  }

  @Test("has a table that says of each part that it is ocean")
  func table() throws {
    let table = try #require(SeaShapes(Self.sea).files["dbf"])
    let (head, row) = (Int(table[8]), Int(table[10]))
    #expect(Self.little(table, 4) == 2 && head == 65 && row == 6)
    #expect(table.count == head + 2 * row + 1)
    #expect(String(decoding: table[32..<37], as: UTF8.self) == "class")
    #expect(String(decoding: table[head..<head + 2 * row], as: UTF8.self) == " ocean ocean")
  }

  @Test("is a layer of the configuration, whose other layers stay as they are")
  func config() throws {
    let before = #"{"layers": {"water": {"minzoom": 6}}, "settings": {}}"#
    let after = try JSONDocument(SeaShapes.config(JSONDocument(before), shapes: "/a \"b\"/sea.shp"))
    let ocean = try #require(after.root["layers"]?["ocean"])
    #expect(ocean["source"]?.rawString == "/a \"b\"/sea.shp" && ocean["write_to"]?.rawString == "water")
    #expect(after.root["layers"]?["water"]?["minzoom"]?.integer == 6 && after.root["settings"] != nil)
    let problem = #expect(throws: TilemakerError.self) { try SeaShapes.config(JSONDocument("[]"), shapes: "sea.shp") }
    #expect(problem?.description.contains("config.json has no layers") == true)
  }

  // MARK: - Bytes

  private static func big(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Double {
    Double(bitPattern: bytes[offset..<offset + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
