import Geodesy
import Places
import Testing
import Views

@testable import MapTiles

/// Tiles from memory.
private struct Memory: MapTiles {
  var zooms = 0...14
  var outcomes: [TileID: TileOutcome] = [:]
  var facts: TileSetFacts {
    TileSetFacts(
      zooms: zooms,
      bounds: BoundingBox(
        southWest: Coordinate(clampingLatitude: -80, wrappingLongitude: -179),
        northEast: Coordinate(clampingLatitude: 80, wrappingLongitude: 179)))
  }

  /// What comes of all other tiles; the zoom is in the text of a broken one.
  var areOthersBroken = false

  func tile(_ id: TileID) async -> TileOutcome {
    outcomes[id] ?? (areOthersBroken ? .broken("zoom \(id.zoom)") : .missing)
  }
}

@Suite("Streets of a map")
struct StreetTests {
  private let middle = Coordinate(clampingLatitude: 48.1, wrappingLongitude: 11.5)

  private func corners(_ points: [(Int32, Int32)]) -> [MapGeometry.Point] { points.map { .init(x: $0.0, y: $0.1) } }

  private func geometry(_ id: TileID, _ fill: (inout MapGeometry.Builder) -> Void) -> TileOutcome {
    var builder = MapGeometry.Builder(tile: id, extent: 4096)
    fill(&builder)
    return .geometry(builder.build())
  }

  @Test("each kind of ground is the way or the barrier that it is, and everything else is neither")
  func kinds() async throws {
    let id = TileID(at: MercatorPoint(middle), zoom: 14)
    let line = corners([(10, 10), (200, 10)])
    let square = corners([(300, 300), (400, 300), (400, 400), (300, 400)])
    let map = Memory(outcomes: [
      id: geometry(id) { builder in
        for kind in GroundKind.allCases {
          builder.add(kind, isArea: false, points: line, ends: [2])
          builder.add(kind, isArea: true, points: square, ends: [4])
        }
      }
    ])
    let streets = try await MapStreets(of: map, around: [middle], margin: 0)
    #expect(streets.tileCount == 1 && streets.troubles.isEmpty)
    #expect(streets.plan.ways.map(\.kind) == [.footway, .path, .service, .street, .road, .motorway])
    #expect(streets.plan.barriers.map(\.kind) == [.water, .building])
    #expect(streets.plan.barriers.allSatisfy { $0.rings.count == 1 && $0.rings[0].count == 4 })
    let ends = try #require(streets.plan.ways.first?.points)
    let corner = MercatorPoint(x: id.origin.x + id.side * 10 / 4096, y: id.origin.y + id.side * 10 / 4096).coordinate
    #expect(ends.count == 2 && ends[0].distance(to: corner) < 1e-3)
  }

  @Test("a street across the border of two tiles ends in both at the same place")
  func border() async throws {
    let west = TileID(at: MercatorPoint(middle), zoom: 14)
    let east = try #require(TileID(zoom: 14, x: west.x + 1, y: west.y))
    let map = Memory(outcomes: [
      west: geometry(west) { $0.add(.street, isArea: false, points: corners([(4000, 900), (4160, 933)]), ends: [2]) },
      east: geometry(east) { $0.add(.street, isArea: false, points: corners([(-96, 900), (64, 933)]), ends: [2]) },
    ])
    let place = MercatorPoint(x: east.origin.x, y: east.origin.y + east.side / 4).coordinate
    let ways = try await MapStreets(of: map, around: [place], margin: 100).plan.ways
    #expect(ways.count == 2)
    let (end, start) = try (#require(ways.first?.points.last), #require(ways.last?.points.first))
    #expect(end.distance(to: start) < 0.7)
  }

  @Test("what is missing or broken costs only itself, and what is broken is said")
  func troubles() async throws {
    let id = TileID(at: MercatorPoint(middle), zoom: 14)
    let next = try #require(TileID(zoom: 14, x: id.x + 1, y: id.y))
    let map = Memory(outcomes: [
      id: geometry(id) { $0.add(.path, isArea: false, points: corners([(1, 1), (9, 9)]), ends: [2]) },
      next: .broken("tile: no tile"),
    ])
    let streets = try await MapStreets(of: map, around: [middle], margin: 3000)
    #expect(streets.plan.ways.count == 1 && streets.tileCount == 1)
    #expect(streets.troubles == ["tile: no tile"])
    #expect(try await MapStreets(of: map, around: []).plan == StreetPlan())
  }

  @Test("the deepest tiles are read that are not too many; with too many even so, nothing is")
  func limits() async throws {
    var asked = Memory(areOthersBroken: true)
    func spread(_ kilometres: Double) -> [Coordinate] {
      [middle, middle.offset(by: kilometres * 1000, toward: Bearing(degrees: 45))]
    }
    func zooms(_ kilometres: Double) async throws -> Set<String> {
      let troubles = try await MapStreets(of: asked, around: spread(kilometres)).troubles
      #expect((1...MapStreets.mostTiles).contains(troubles.count))
      return Set(troubles)
    }
    #expect(try await zooms(1) == ["zoom 14"])
    #expect(try await zooms(90) == ["zoom 13"])
    await #expect(throws: MapStreetsError(zoom: 13, most: MapStreets.mostTiles)) {
      _ = try await MapStreets(of: asked, around: spread(900))
    }
    asked.zooms = 0...9
    #expect(try await zooms(900) == ["zoom 9"])
    asked.zooms = 0...22
    #expect(try await zooms(1) == ["zoom 16"])
    asked.zooms = 20...22
    await #expect(throws: MapStreetsError(zoom: 20, most: MapStreets.mostTiles)) {
      _ = try await MapStreets(of: asked, around: [middle])
    }
    let nonsense: [Double] = [.nan, -.infinity, .infinity, 1e300]
    for margin in nonsense { _ = try? await MapStreets(of: asked, around: [middle], margin: margin) }
    let pole = Coordinate(clampingLatitude: 90, wrappingLongitude: 0)
    _ = try? await MapStreets(of: asked, around: [pole])
  }

  @Test("places on both sides of the antimeridian have the tiles of both")
  func antimeridian() async throws {
    let fiji = Coordinate(clampingLatitude: -16.8, wrappingLongitude: 180)
    let ids = [-1e-4, 1e-4].map { offset in
      TileID(
        at: MercatorPoint(Coordinate(clampingLatitude: -16.8, wrappingLongitude: 180 + offset)), zoom: 14)
    }
    var map = Memory()
    for id in ids {
      map.outcomes[id] = geometry(id) { $0.add(.path, isArea: false, points: corners([(1, 1), (9, 9)]), ends: [2]) }
    }
    #expect(try await MapStreets(of: map, around: [fiji]).tileCount == 2)
  }

  @Test("a map that is there as a whole has its streets, too")
  func baseMap() throws {
    let line = [middle, middle.offset(by: 100, toward: .north)]
    let ring = [0.0, 120, 240].map { middle.offset(by: 50, toward: Bearing(degrees: $0)) }
    let shapes = [
      BaseMap.Shape(kind: .path, parts: [line], isArea: false), .init(kind: .water, parts: [ring], isArea: true),
      .init(kind: .park, parts: [ring], isArea: true),
    ]
    let plan = MapStreets(of: BaseMap(shapes: shapes.compactMap { $0 }, attribution: "")).plan
    #expect(plan.ways.count == 1 && plan.barriers.count == 1)
    #expect(plan.ways[0].points.count == 2 && plan.ways[0].points[1].distance(to: line[1]) < 0.01)
  }
}
