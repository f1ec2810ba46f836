import Eye
import Geodesy
import Numbers
import Testing
import Views

@Suite("More on a map than there is time for")
struct SurroundingsBudgetTests {
  private let plane = TangentPlane(at: home)

  private func place(_ east: Double, _ north: Double) -> Coordinate {
    plane.coordinate(at: .init(east: east, north: north))
  }

  private func square(_ east: Double, _ north: Double, _ side: Double) -> [Coordinate] {
    [
      place(east, north), place(east + side, north), place(east + side, north + side), place(east, north + side),
    ]
  }

  /// A map of shapes around ``home``.
  private func sheet(_ shapes: (inout MapGeometry.Builder) -> Void) throws -> MapGeometry {
    var builder = MapGeometry.Builder(
      around: try #require(BoundingBox(around: [place(-500, -500), place(500, 500)])))
    shapes(&builder)
    return builder.build()
  }

  private func look(_ sheet: MapGeometry) -> Surroundings { Surroundings(around: home, geometries: [sheet]) }

  /// Metres from ``home`` to the nearest point of a square.
  private func distance(_ corner: SIMD2<Double>, _ side: Double) -> Double {
    let (east, north) = (max(0, corner.x, -corner.x - side), max(0, corner.y, -corner.y - side))
    return (east * east + north * north).squareRoot()
  }

  @Test("of many houses the nearest are there, and how many are not and from where on is told")
  func houses() throws {
    var chance = SeededGenerator(seed: 5)
    let corners = (0..<25_000).map { _ in SIMD2(chance.uniform() * 560 - 280, chance.uniform() * 560 - 280) }
    let sheet = try sheet { builder in
      for (number, corner) in corners.enumerated() {
        builder.add(.building, isArea: true, name: "\(number)", rings: [square(corner.x, corner.y, 5)])
      }
    }
    let town = look(sheet)
    let kept = Set(town.buildings.compactMap(\.name).compactMap { Int($0) })
    #expect((2000..<25_000).contains(kept.count))
    let part = try #require(town.leftOut.buildings)
    let distances = corners.map { distance($0, 5) }
    #expect(part.count == corners.count - kept.count)
    let beyond = try #require(part.beyond)
    // A sheet's unit is some millimetres.
    for index in corners.indices where abs(distances[index] - beyond) > 0.1 {
      #expect(kept.contains(index) == (distances[index] < beyond), "\(distances[index]) m of \(beyond)")
    }
    #expect(town.leftOut.ways == nil && town.leftOut.areas == nil)
    #expect(look(sheet) == town, "the same map gives the same picture")
  }

  @Test(
    "a thing of very many corners is left out, and takes no room from others", arguments: [GroundKind.building, .wood])
  func corners(kind: GroundKind) throws {
    var chance = SeededGenerator(seed: 6)
    let ring = (0..<200_000).map { _ in place(chance.uniform() * 600 - 300, chance.uniform() * 600 - 300) }
    let town = look(
      try sheet { builder in
        builder.add(kind, isArea: true, rings: [ring])
        for number in 0..<50 {
          builder.add(.building, isArea: true, name: "\(number)", rings: [square(Double(number) * 7, 40, 5)])
        }
      })
    #expect(town.buildings.count == 50 && town.buildings.allSatisfy { $0.name != nil })
    let part = try #require(kind == .wood ? town.leftOut.areas : town.leftOut.buildings)
    #expect(part.count == 1 && part.beyond == nil)
  }

  @Test("holes without number are left out with what they are in")
  func holes() throws {
    let holes = (0..<20_000).map { square(Double($0 % 200) * 3 - 300, Double($0 / 200) * 3 - 150, 1) }
    let town = look(
      try sheet { builder in
        builder.add(.building, isArea: true, rings: [square(-320, -320, 640)] + holes)
        builder.add(.building, isArea: true, name: "house", rings: [square(10, 10, 5)])
      })
    #expect(town.buildings.map(\.name) == ["house"] && town.leftOut.buildings?.count == 1)
  }

  @Test("streets upon streets are painted from near to far, and houses stand among them")
  func streets() throws {
    var chance = SeededGenerator(seed: 7)
    let town = look(
      try sheet { builder in
        builder.add(.building, isArea: true, name: "house", rings: [square(100, 100, 5)])
        builder.add(.street, isArea: false, rings: [[place(-4, 2), place(4, 2)]])
        for _ in 0..<4000 {
          let line = (0..<50).map { _ in place(chance.uniform() * 700 - 350, chance.uniform() * 700 - 350) }
          builder.add(.street, isArea: false, rings: [line])
        }
      })
    #expect(town.buildings.count == 1)
    #expect(town.ground.ground(east: 0, north: 2) == .street)
    #expect((3000..<4001).contains(town.leftOut.ways?.count ?? 0))
  }

  @Test("woods over one another leave room for houses and streets")
  func woods() throws {
    let town = look(
      try sheet { builder in
        for _ in 0..<1000 { builder.add(.wood, isArea: true, rings: [square(-490, -490, 980)]) }
        builder.add(.building, isArea: true, name: "house", rings: [square(100, 100, 5)])
        builder.add(.street, isArea: false, rings: [[place(-40, 2), place(40, 2)]])
      })
    #expect(town.buildings.count == 1 && !town.trees.isEmpty)
    #expect(town.ground.ground(east: 0, north: 2) == .street && town.ground.ground(east: 0, north: 60) == .wood)
    let part = try #require(town.leftOut.areas)
    #expect((800..<1000).contains(part.count) && part.beyond == 0)
  }

  @Test("of an ordinary town nothing is left out, nor at a pole")
  func ordinary() {
    var chance = SeededGenerator(seed: 8)
    #expect(town(&chance, houses: 1500).leftOut.parts.isEmpty)
    let pole = Coordinate(clampingLatitude: 90, wrappingLongitude: 0)
    #expect(Surroundings(around: pole, geometries: []).leftOut.parts.isEmpty)
  }
}
