import Geodesy
import HuntMaking
import Testing
import Views

@Suite("The open sky")
struct OpenSkyTests {
  private static let middle = Coordinate(latitude: 48, longitude: 11)!

  /// A square of houses 20 m away on each side.
  private static func court(sides: Int) -> BaseMap {
    let plane = TangentPlane(at: middle)
    func ring(_ turn: Int) -> [Coordinate] {
      [(-30.0, 20.0), (30, 20), (30, 40), (-30, 40)].map { point in
        var (east, north) = point
        for _ in 0..<turn { (east, north) = (-north, east) }
        return plane.coordinate(at: .init(east: east, north: north))
      }
    }
    let shapes = (0..<sides).compactMap { BaseMap.Shape(kind: .building, parts: [ring($0)], isArea: true) }
    return BaseMap(shapes: shapes, attribution: "")
  }

  @Test("begins higher the more houses stand around, and at the horizon where none do")
  func court() {
    let horizons = (0...4).map { OpenSky(at: Self.middle, Self.court(sides: $0).geometries).meanHorizon }
    #expect(horizons[0] == 0)
    for (fewer, more) in zip(horizons, horizons.dropFirst()) { #expect(more > fewer + 3) }
    // Houses of 13 m, 20 to 28 m away: 25 to 33 degrees all around.
    #expect((25...33).contains(horizons[4]), "\(horizons[4])")
  }

  @Test("is larger for a zone where it is low, within the bounds of fair zones")
  func radius() {
    #expect([nil, 0, 20, 30, 70].map { OpenSky.radius(meanHorizon: $0) } == [20, 15, 20, 25, 30])
  }

  @Test("is looked for in the tiles around the place, the deepest that have all houses")
  func tiles() {
    let tiles = OpenSky.tiles(around: Self.middle, zooms: 0...16)
    #expect((1...4).contains(tiles.count) && tiles.allSatisfy { $0.zoom == 14 } && Set(tiles).count == tiles.count)
    #expect(OpenSky.tiles(around: Self.middle, zooms: 0...10).allSatisfy { $0.zoom == 10 })
  }
}
