import Foundation
import Geodesy
import Numbers
import Places
import Simulation
import Streets
import Testing

@Suite("Walks through a town")
struct TownWalkTests {
  /// How many edges of houses the line between two places crosses, not counting a touch.
  private func crossings(_ from: Coordinate, _ to: Coordinate, _ town: Town) -> Int {
    guard let start = ground.point(of: from), let end = ground.point(of: to) else { return .max }
    func side(_ a: (Double, Double), _ b: (Double, Double), _ c: (Double, Double)) -> Double {
      (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
    }
    let (p, q) = ((start.east, start.north), (end.east, end.north))
    return town.houses.reduce(0) { sum, house in
      sum
        + zip(house, house.dropFirst() + house.prefix(1)).filter { a, b in
          side(a, b, p) * side(a, b, q) < 0 && side(p, q, a) * side(p, q, b) < 0
        }.count
    }
  }

  @Test("no leg leads through a house, from any yard to any other", arguments: [1, 2, 3] as [UInt64])
  func houses(seed: UInt64) throws {
    let town = Town(size: 5, seed: seed)
    let ground = try WalkingGround.of(town.ways, town.barriers)
    var chance = SeededGenerator(seed: seed + 100)
    var bent = 0
    for _ in 0..<60 {
      let (from, to) = (town.outside(&chance), town.outside(&chance))
      let (start, goal) = (place(from.0, from.1), place(to.0, to.1))
      let route = ground.route(from: start, to: goal)
      #expect(route.points.first == start && route.points.last == goal)
      let legs = zip(route.points, route.points.dropFirst())
      #expect(legs.allSatisfy { crossings($0, $1, town) == 0 })
      #expect(abs(legs.reduce(0) { $0 + $1.0.distance(to: $1.1) } - route.length) < 1e-9)
      #expect(route.paces.count == route.points.count - 1)
      // Hardly longer than around all corners of the grid, and out of two yards.
      #expect(route.length < 1.5 * (abs(from.0 - to.0) + abs(from.1 - to.1)) + 400)
      if crossings(start, goal, town) > 0 { bent += 1 }
    }
    // Most of them cannot go straight.
    #expect(bent > 30)
  }

  @Test("whoever is in a house gets out of that one, and through no other")
  func indoors() throws {
    let town = Town(size: 3, seed: 9)
    let walking = try WalkingGround.of(town.ways, town.barriers)
    for house in town.houses {
      // Within the first corner.
      let inside = (house[0].0 + 2, house[0].1 + 2)
      let route = walking.route(from: place(inside.0, inside.1), to: place(120, 160))
      let through = zip(route.points, route.points.dropFirst()).reduce(0) { $0 + crossings($1.0, $1.1, town) }
      #expect(through == 1)
    }
  }

  @Test("out of a house one goes to a farther street, where the nearest is behind another house")
  func backToBack() throws {
    let houses = [ring(0, 10, 20, 20), ring(-30, 20.5, 50, 30)].map { Barrier(.building, [$0]) }
    let streets = [way([(-100, 32), (100, 32)]), way([(-100, 0), (100, 0)]), way([(100, 0), (100, 32)])]
    let route = try WalkingGround.of(streets, houses).route(from: place(10, 19), to: place(100, 0))
    #expect(abs(route.length - 19 - 90) < 0.1)
  }

  @Test("a yard without a gap is left through its walls, as nothing else is left")
  func walledIn() throws {
    let yard = Barrier(.building, [ring(10, 10, 50, 50), ring(20, 20, 40, 40)])
    let ground = try WalkingGround.of([way([(0, 0), (100, 0)])], [yard])
    let route = ground.route(from: place(30, 30), to: place(100, 0))
    #expect(route.points.first == place(30, 30) && route.points.last == place(100, 0))
    #expect(route.length < 130)
  }

  @Test("where there are only barriers one walks around them")
  func lake() throws {
    let lake = Barrier(.water, [ring(-50, 20, 50, 120)])
    let ground = try WalkingGround.of([], [lake])
    let route = ground.route(from: place(0, 0), to: place(0, 140))
    #expect(abs(route.length - 2 * hypot(50, 20) - 100) < 5)
    #expect(route.points.count == 4)
    #expect(ground.route(from: place(60, 0), to: place(60, 140)).points.count == 2)
  }

  @Test("a town of a many thousand vertices is one network, and its far corners are joined")
  func large() throws {
    let lines = (0..<140).map { Double($0) * 25 }
    let ways =
      lines.map { x in way(.street, lines.map { (x, $0) }) } + lines.map { y in way(.street, lines.map { ($0, y) }) }
    let network = try join(ways)
    #expect(network.places.count == 140 * 140 && network.edges.count == 2 * 140 * 139)
    #expect(network.components.allSatisfy { $0 == network.largestComponent })
    let route = network.route(from: place(0, 0), to: place(3475, 3475))
    #expect(abs(route.length - 6950) < 0.1)
  }
}
