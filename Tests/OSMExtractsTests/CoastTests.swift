import Testing

@testable import OSMExtracts

/// What of a file tells where the sea is.
@Suite("The coastline of an extract") struct CoastTests {
  /// A coast of two ways, one of which lacks a node in the file, a house, a bridge, and a street.
  private static let map: SampleMap = {
    var map = SampleMap()
    map.add([(60, 20), (60.1, 20.1), (60.2, 20.2), (60.3, 20.3), (60.4, 20.4)])
    map.ways = [
      .init(id: 1, refs: [1, 2, 99, 3], tags: [("natural", "coastline")]),
      .init(id: 2, refs: [3, 4], tags: [("natural", "coastline")]),
      .init(id: 3, refs: [1, 5, 1], tags: [("building", "yes")]),
      .init(id: 4, refs: [1, 4, 1], tags: [("building", "houseboat")]),
      .init(id: 5, refs: [1, 3], tags: [("highway", "residential"), ("bridge", "yes")]),
      .init(id: 6, refs: [2, 4], tags: [("highway", "residential")]),
      .init(id: 7, refs: [2, 4], tags: [("natural", "cliff")]),
    ]
    return map
  }()

  @Test(
    "is its ways as lines, which end where the file lacks a node; and houses and streets on land",
    arguments: SampleMap.Format.allCases)
  func lines(format: SampleMap.Format) throws {
    let file = try Self.map.file(format)
    let coast = try OSMExtract(path: file.path).coast()
    #expect(coast.lines == [[Self.place(1), Self.place(2)], [Self.place(3)], [Self.place(3), Self.place(4)]])
    #expect(coast.landmarks == [Self.place(5), Self.place(4)])
    #expect(!coast.isTooLong && coast.box == nil)
  }

  @Test("is nothing where there is none, and only said to be too long where there is no room for it")
  func limits() throws {
    var map = Self.map
    let file = try map.file(.zlib)
    #expect(try OSMExtract(path: file.path, nodeLimit: 4).coast().isTooLong)
    map.ways.removeFirst(2)
    let inland = try map.file(.zlib)
    let coast = try OSMExtract(path: inland.path, nodeLimit: 4).coast()
    #expect(coast.lines.isEmpty && !coast.isTooLong)
  }

  @Test("comes with the box of the file's header, if that is one")
  func box() throws {
    func box(_ sides: [Int64]) throws -> FixedBox? {
      let fields = sides.enumerated().flatMap { SamplePBF.varint(UInt64($0 + 1) << 3) + SamplePBF.zigzag($1) }
      let header = SamplePBF.field(1, fields) + SamplePBF.field(4, "OsmSchema-V0.6")
      let file = try SampleFile(SamplePBF.frame("OSMHeader", SamplePBF.blob(header)), name: "sample.osm.pbf")
      return try OSMExtract(path: file.path).coast().box
    }
    let west = try box([-74_000_000_000, -73_000_000_000, 41_000_000_000, 40_000_000_050])
    #expect(west?.southWest == FixedPlace(latitude: 400_000_000, longitude: -740_000_000))
    #expect(west?.northEast == FixedPlace(latitude: 410_000_000, longitude: -730_000_000))
    let over180 = try box([179_000_000_000, -179_000_000_000, 2, 1])
    #expect(over180 == nil)
    for sides in [[], [1, 2, 3], [0, 0, 0, 0], [Int64.min, .max, .max, .min], [0, 1000, 91_000_000_000, 0]] {
      #expect(try box(sides) == nil)
    }
  }

  @Test("is not sought further when it is not wanted any more, and in no file that is damaged")
  func errors() throws {
    let file = try Self.map.file(.zlib)
    let stopped = #expect(throws: OSMError.self) { try OSMExtract(path: file.path).coast { _ in false } }
    #expect(stopped?.problem == .cancelled)
    var shares: [Double] = []
    _ = try OSMExtract(path: file.path).coast {
      shares.append($0.fraction)
      return true
    }
    #expect(shares == shares.sorted() && shares.allSatisfy { (0...1).contains($0) })
    let broken = try SampleFile([0, 0, 0, 9, 1, 2, 3], name: "broken.osm.pbf")
    #expect(throws: OSMError.self) { try OSMExtract(path: broken.path).coast() }
  }

  /// Where a node of the map is.
  private static func place(_ node: Int32) -> FixedPlace {
    FixedPlace(latitude: 599_000_000 + 1_000_000 * node, longitude: 199_000_000 + 1_000_000 * node) ?? .unknown
  }
}
