import Geodesy
import HuntMaking
import HuntTesting
import Simulation
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

  @Test("is that of a wood among trees, and that of a street canyon between houses, in a wood too")
  func surroundings() {
    func surroundings(_ houses: BaseMap, wood: Bool) -> ErrorPreset {
      OpenSky(at: Self.middle, (wood ? Self.wood.geometries : []) + houses.geometries).surroundings
    }
    #expect(surroundings(Self.court(sides: 0), wood: false) == .openSky)
    #expect(surroundings(Self.court(sides: 0), wood: true) == .wood)
    #expect(surroundings(Self.court(sides: 2), wood: false) == .wood)
    #expect(surroundings(Self.court(sides: 4), wood: false) == .canyon)
    #expect(surroundings(Self.court(sides: 4), wood: true) == .canyon)
    // A glade in the wood is none of it.
    let glade = OpenSky(
      at: TangentPlane(at: Self.middle).coordinate(at: .init(east: 0, north: 65)), Self.wood.geometries)
    #expect(glade.surroundings == .openSky)
  }

  /// A wood of 180 m with a glade in its north.
  private static var wood: BaseMap {
    let plane = TangentPlane(at: middle)
    let rings = [
      [(-90.0, -90.0), (90, -90), (90, 90), (-90, 90)], [(-30.0, 50.0), (30, 50), (30, 80), (-30, 80)],
    ].map { $0.map { plane.coordinate(at: .init(east: $0.0, north: $0.1)) } }
    return BaseMap(
      shapes: [BaseMap.Shape(kind: .wood, parts: rings, isArea: true)].compactMap(\.self), attribution: "")
  }

  @Test(
    "gives zones that fewer than one visit in twenty misses, and one of 5 m less more of them, or more false finds",
    arguments: [ErrorPreset.openSky, .wood, .canyon])
  func radius(surroundings: ErrorPreset) {
    func parts(_ radius: Double) -> (missed: Double, falsely: Double) {
      let met = ZoneVisits(.watch, surroundings, radius: radius, players: 300)
      return (
        Double(met.missed) / Double(max(1, met.visits)), Double(met.falsely) / Double(max(1, met.opened))
      )
    }
    let radius = OpenSky.radius(in: surroundings)
    let (own, less) = (parts(radius), parts(radius - 5))
    #expect(own.missed < 0.05, "\(own)")
    // No zone is smaller than 15 m: receivers of other players may be worse.
    #expect(radius == 15 || less.missed >= 0.05 || less.falsely > own.falsely, "\(less) and \(own)")
    #expect(OpenSky.radius(in: nil) == OpenSky.radius(in: .wood))
  }

  @Test("is looked for in the tiles around the place, the deepest that have all houses")
  func tiles() {
    let tiles = OpenSky.tiles(around: Self.middle, zooms: 0...16)
    #expect((1...4).contains(tiles.count) && tiles.allSatisfy { $0.zoom == 14 } && Set(tiles).count == tiles.count)
    #expect(OpenSky.tiles(around: Self.middle, zooms: 0...10).allSatisfy { $0.zoom == 10 })
  }
}
