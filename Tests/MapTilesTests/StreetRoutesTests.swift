import Geodesy
import Numbers
import Testing
import Views

@testable import MapTiles

@Suite("Routes along the streets of a map")
struct StreetRoutesTests {
  private let home = Coordinate(clampingLatitude: 47.1, wrappingLongitude: 9.5)

  private func place(_ east: Double, _ north: Double) -> Coordinate {
    TangentPlane(at: home).coordinate(at: TangentPlane.Point(east: east, north: north))
  }

  /// A street to the east and then to the north around a house.
  private var shapes: [BaseMap.Shape] {
    let house = [place(20, 20), place(180, 20), place(180, 180), place(20, 180)]
    let street = [place(0, 0), place(200, 0), place(200, 200)]
    return [
      BaseMap.Shape(kind: .building, parts: [house], isArea: true),
      BaseMap.Shape(kind: .street, parts: [street], isArea: false),
    ].compactMap(\.self)
  }

  /// Tiles that count how often they are read; one of them has all shapes.
  private final class CountedTiles: MapTiles {
    let facts = TileSetFacts(
      zooms: 14...14,
      bounds: BoundingBox(
        southWest: Coordinate(clampingLatitude: -80, wrappingLongitude: -179),
        northEast: Coordinate(clampingLatitude: 80, wrappingLongitude: 179)))
    let geometry: MapGeometry?
    let count = Counter()

    init(_ shapes: [BaseMap.Shape]) { geometry = BaseMap(shapes: shapes, attribution: "").geometries.first }

    func tile(_ id: TileID) async -> TileOutcome {
      await count.add()
      return geometry.map { .geometry($0) } ?? .missing
    }
  }

  private actor Counter {
    private(set) var number = 0
    func add() { number += 1 }
  }

  @Test("lead along streets, and not through houses", arguments: [true, false])
  func along(hasTiles: Bool) async throws {
    let map = BaseMap(shapes: shapes, attribution: "")
    let routes = hasTiles ? StreetRoutes(.empty, CountedTiles(shapes)) : StreetRoutes(map, nil)
    let line = await routes.line(from: home, to: place(200, 200))
    #expect(line.first == home && line.last == place(200, 200))
    #expect(line.contains { $0.distance(to: place(200, 0)) < 5 })
    let length = zip(line, line.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
    #expect(abs(length - 400) < 10)
  }

  @Test("streets are read again only for places outside of what is known")
  func kept() async throws {
    let tiles = CountedTiles(shapes)
    let routes = StreetRoutes(.empty, tiles)
    _ = await routes.line(from: home, to: place(200, 200))
    let first = await tiles.count.number
    #expect(first > 0)
    for north in stride(from: 0.0, to: 200, by: 20) {
      _ = await routes.line(from: place(200, north), to: place(200, 200))
    }
    #expect(await tiles.count.number == first)
    _ = await routes.line(from: place(200, 3000), to: place(200, 200))
    #expect(await tiles.count.number > first)
  }

  @Test("there are none without streets, and none to what is too far away to walk")
  func nothing() async throws {
    let houses = shapes.filter { $0.kind == .building }
    #expect(await StreetRoutes(BaseMap(shapes: houses, attribution: ""), nil).line(from: home, to: place(9, 9)).isEmpty)
    #expect(await StreetRoutes(.empty, CountedTiles([])).line(from: home, to: place(9, 9)).isEmpty)
    let map = BaseMap(shapes: shapes, attribution: "")
    #expect(await StreetRoutes(map, nil).line(from: home, to: place(0, 21_000)).isEmpty)
  }
}
