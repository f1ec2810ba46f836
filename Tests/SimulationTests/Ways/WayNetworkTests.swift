import Foundation
import Geodesy
import Places
import Simulation
import Streets
import Testing

@Suite("Networks of ways")
struct WayNetworkTests {
  /// The route between two places, in metres of the plan.
  private func metres(_ ground: WalkingGround, _ from: (Double, Double), _ to: (Double, Double)) -> Double {
    ground.route(from: place(from.0, from.1), to: place(to.0, to.1)).length
  }

  @Test("ways meet where they share a point, not where they cross")
  func crossings() throws {
    let joined = try WalkingGround.of([way([(0, 0), (100, 0), (200, 0)]), way([(100, 0), (100, 100)])])
    #expect(abs(metres(joined, (0, 0), (100, 100)) - 200) < 0.01)
    // A bridge: one goes around over the end of the way, or past the end of the bridge.
    let bridge = try join([way([(0, 0), (200, 0)]), way([(100, -20), (100, 100)])])
    #expect(bridge.components[0] != bridge.components[2])
  }

  @Test(
    "what a border of tiles has cut is one again: at the ends, and where an end misses the middle of a way",
    arguments: [0.0, 0.3, 0.6, 1.1, 1.4, 3])
  func stitches(gap: Double) throws {
    let cut = try join([way([(0, 0), (100, 0)]), way([(100, gap), (200, 0)])])
    #expect((Set(cut.components).count == 1) == (gap < 1.2))
    let tee = try join([way([(0, 0), (200, 0)]), way([(90, gap), (90, 100)])])
    #expect((Set(tee.components).count == 1) == (gap < 1.2))
    guard gap < 1.2 else { return }
    #expect(abs(cut.route(from: place(0, 0), to: place(200, 0)).length - 200) < 2 * gap + 0.01)
    #expect(abs(tee.route(from: place(200, 0), to: place(90, 100)).length - 210) < 2 * gap + 0.01)
    // Both halves of the way are still there.
    #expect(abs(tee.route(from: place(0, 0), to: place(200, 0)).length - 200) < 2 * gap + 0.01)
  }

  @Test("several loose ends at one long edge all belong to it")
  func manyStitches() throws {
    let posts = stride(from: 10.0, to: 200, by: 20).map { way([($0, 0.4), ($0, 30)]) }
    let network = try join([way([(0, 0), (200, 0)])] + posts.reversed())
    #expect(Set(network.components).count == 1)
    let route = network.route(from: place(10, 30), to: place(190, 30))
    #expect(abs(route.length - 240) < 3)
  }

  @Test("nobody walks on a motorway, and rather beside a main road than along it")
  func kinds() throws {
    let motorway = try join([way(.motorway, [(0, 0), (100, 0)]), way([(0, 0), (50, 80), (100, 0)])])
    #expect(motorway.edges.count == 2)
    let road = try WalkingGround.of([way(.road, [(0, 0), (100, 0)]), way([(0, 0), (50, 20), (100, 0)])])
    #expect(metres(road, (0, 0), (100, 0)) > 105)
    // A way that is too long to be worth it.
    let far = try WalkingGround.of([way(.road, [(0, 0), (100, 0)]), way([(0, 0), (50, 60), (100, 0)])])
    #expect(abs(metres(far, (0, 0), (100, 0)) - 100) < 0.01)
  }

  @Test("hills and stairs are walked around where that is quicker, and slow those who climb them")
  func slopes() throws {
    let hill = [
      way([(0, 0), (100, 0), (200, 0)], altitudes: [0, 50, 0]),
      way([(0, 0), (100, 60), (200, 0)], altitudes: [0, 0, 0]),
    ]
    let route = try WalkingGround.of(hill).route(from: place(0, 0), to: place(200, 0))
    #expect(abs(route.length - 2 * hypot(100, 60)) < 0.01)
    #expect(route.paces.allSatisfy { abs($0 - 1) < 1e-6 })
    let gentle = way([(0, 0), (100, 0), (200, 0)], altitudes: [0, 20, 0])
    let paces = try WalkingGround.of([gentle]).route(from: place(0, 0), to: place(200, 0)).paces
    // One in five: 6 km/h · e^(-3.5·0.25) up and e^(-3.5·0.15) down, against e^(-3.5·0.05) on the flat.
    #expect(paces.count == 2)
    #expect(zip(paces, [exp(-3.5 * 0.2), exp(-3.5 * 0.1)]).allSatisfy { abs($0 - $1) < 1e-4 })
    let steps = try WalkingGround.of([way(.steps, [(0, 0), (10, 0)])]).route(from: place(0, 0), to: place(10, 0))
    #expect(abs(1.34 * steps.paces[0] - 0.65) < 1e-4)
  }

  @Test(
    "Tobler's function says what his paper says", arguments: [(0.0, 5.037), (-0.05, 6), (0.05, 4.228), (-0.1, 5.037)])
  func tobler(slope: Double, kilometresPerHour: Double) {
    #expect(abs(WalkingPace.onSlope(slope) * 5.0367 - kilometresPerHour) < 0.001)
    #expect(WalkingPace.onSlope(slope) <= WalkingPace.fastest)
    #expect(WalkingPace.onSlope(.nan) == 1 && WalkingPace.onSlope(.infinity) > 0)
  }

  @Test("a route goes from where one is to the nearest way, and off it again")
  func accesses() throws {
    let ground = try WalkingGround.of([way([(0, 0), (100, 0), (200, 0)])])
    let route = ground.route(from: place(10, 15), to: place(190, -15))
    #expect(route.points.first == place(10, 15) && route.points.last == place(190, -15))
    #expect(abs(route.length - 210) < 0.1 || abs(route.length - hypot(180, 30)) < 0.1)
    #expect(route.points.count == 5)
    // A short walk over open ground is not one to the street and back.
    #expect(ground.route(from: place(10, 90), to: place(30, 90)).points.count == 2)
    #expect(ground.route(from: place(10, 15), to: place(10, 15)).length == 0)
  }

  @Test("without a network one goes straight")
  func open() {
    let route = WalkingGround.open.route(from: place(0, 0), to: place(300, 400))
    #expect(route.points == [place(0, 0), place(300, 400)])
    #expect(abs(route.length - 500) < 0.001)
  }

  @Test("from an island of ways one gets to the mainland, and from one island to another over it")
  func islands() throws {
    let mainland = way((0...200).map { (Double($0) * 2, 0) })
    // Of so many edges that nothing else is among the nearest.
    func island(_ east: Double) -> Way { way((0...60).map { (east + Double($0) * 2 / 3, Double($0 % 2) + 60) }) }
    let network = try join([mainland, island(0), island(360)])
    #expect(Set(network.components).count == 3)
    let route = network.route(from: place(0, 60), to: place(400, 60))
    #expect(route.points.filter { $0.distance(to: place(200, 0)) < 1 }.count == 1)
  }

  @Test("what is no way makes no network, and what is out of reach no part of one")
  func hostile() throws {
    #expect(WayNetwork(StreetPlan()) == nil)
    #expect(WayNetwork(StreetPlan(ways: [Way(.path, [])])) == nil)
    let pole = Coordinate(clampingLatitude: 90, wrappingLongitude: 0)
    let antipode = Coordinate(clampingLatitude: -station.latitude, wrappingLongitude: station.longitude + 180)
    let ways = [
      Way(.path, [station]), Way(.path, [station, station]), Way(.path, []), way([(0, 0), (50, 0), (50, 0), (0, 0)]),
      Way(.path, [station, antipode, pole, place(0, 50)]), way([(0, 0), (0, 20)], altitudes: [.nan, .infinity]),
      way([(0, 20), (0, 40)], altitudes: [1e300, -1e300]), way([(0, 40), (0, 60)], altitudes: [1]),
    ]
    let barriers = [
      Barrier(.water, []), Barrier(.water, [[]]), Barrier(.building, [[station, station, station]]),
      Barrier(.water, [[station, pole, antipode]]), Barrier(.building, [ring(5, 5, 5, 5)]),
    ]
    let network = try join(ways, barriers)
    #expect(network.edges.count == 4)
    #expect(abs(network.route(from: place(50, 0), to: place(0, 60)).length - 110) < 0.01)
    #expect(network.route(from: station, to: antipode).points == [station, antipode])
    #expect(network.route(from: pole, to: antipode).points == [pole, antipode])
    let only = try #require(WayNetwork(StreetPlan(ways: [way(.motorway, [(0, 0), (9, 9)])])))
    #expect(only.route(from: station, to: place(9, 9)).points.count == 2)
  }

  @Test("a network lies across the antimeridian and around a pole as anywhere else")
  func seams() throws {
    for origin in [(0.0, 180.0), (65, -180), (89.9999, 12), (-90, 0)] {
      let middle = Coordinate(clampingLatitude: origin.0, wrappingLongitude: origin.1)
      let plane = TangentPlane(at: middle)
      let line = (-5...5).map { plane.coordinate(at: .init(east: Double($0) * 30, north: 0)) }
      let network = try #require(WayNetwork(StreetPlan(ways: [Way(.path, line)]), around: middle))
      #expect(abs(network.route(from: line[0], to: line[10]).length - 300) < 0.01)
      #expect(network.edges.count == 10)
    }
  }
}
