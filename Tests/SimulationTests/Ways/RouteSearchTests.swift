import Foundation
import Geodesy
import Numbers
import Places
import Simulation
import Streets
import Testing

/// A network of random ways, and what walking between all of its vertices costs.
private struct RandomNetwork {
  let network: WayNetwork
  /// Seconds from each vertex to each, by Floyd (1962) and Warshall (1962).
  let seconds: [[Double]]

  init(seed: UInt64) throws {
    var chance = SeededGenerator(seed: seed)
    let spots = (0..<24).map { _ in (chance.uniform() * 400, chance.uniform() * 400) }
    let heights = spots.map { _ in chance.uniform() * 40 }
    let hasHeights = seed.isMultiple(of: 2)
    let kinds: [Way.Kind] = [.footway, .steps, .road, .street, .path, .service, .motorway]
    var seconds = spots.indices.map { from in spots.indices.map { $0 == from ? 0 : Double.infinity } }
    var ways: [Way] = []
    var seen: Set<Set<Int>> = []
    for _ in 0..<40 {
      let (one, other) = (Int(chance.uniform() * 24), Int(chance.uniform() * 24))
      let kind = kinds[Int(chance.uniform() * Double(kinds.count))]
      // No end may lie so near to another way that it counts as cut off from it.
      let line = PlaneSegment(start: point(spots[one]), end: point(spots[other]))
      let isAlone = spots.indices.allSatisfy { [one, other].contains($0) || line.distance(to: point(spots[$0])) > 2 }
      guard one != other, isAlone, seen.insert([one, other]).inserted else { continue }
      let altitudes = hasHeights ? [heights[one], heights[other]] : nil
      ways.append(way(kind, [spots[one], spots[other]], altitudes: altitudes))
      let metres = hypot(spots[one].0 - spots[other].0, spots[one].1 - spots[other].1)
      func cost(_ rise: Double) -> Double {
        switch kind {
        case .motorway: .infinity
        case .steps: metres / 0.65
        default:
          metres / 1.34 * (kind == .road ? 1.2 : 1)
            * (hasHeights ? exp(3.5 * abs(rise / metres + 0.05)) / exp(3.5 * 0.05) : 1)
        }
      }
      seconds[one][other] = cost(heights[other] - heights[one])
      seconds[other][one] = cost(heights[one] - heights[other])
    }
    for middle in spots.indices {
      for from in spots.indices {
        for to in spots.indices {
          seconds[from][to] = min(seconds[from][to], seconds[from][middle] + seconds[middle][to])
        }
      }
    }
    network = try join(ways)
    // The network numbers places as they come.
    let order = network.places.map { known in
      spots.firstIndex { place($0.0, $0.1).distance(to: known) < 0.01 } ?? 0
    }
    self.seconds = order.map { from in order.map { seconds[from][$0] } }
  }

  /// An end of an edge, as a way onto the network.
  func access(_ vertex: Int) -> Access? {
    guard let link = network.links(of: UInt32(vertex)).first else { return nil }
    return Access(edge: link.edge, fraction: link.isBack ? 1 : 0, points: [network.points[vertex]])
  }
}

private func point(_ spot: (Double, Double)) -> TangentPlane.Point { .init(east: spot.0, north: spot.1) }

@Suite("Search for routes")
struct RouteSearchTests {
  @Test(
    "A* finds what Floyd and Warshall find, with slopes, stairs and avoided roads",
    arguments: 1...12 as ClosedRange<UInt64>)
  func shortest(seed: UInt64) throws {
    let random = try RandomNetwork(seed: seed)
    let network = random.network
    var (found, missing) = (0, 0)
    for from in network.points.indices {
      for to in network.points.indices {
        guard let start = random.access(from), let goal = random.access(to) else { continue }
        var search = RouteSearch(network, to: network.points[to], from: [start], over: [goal])
        let wanted = random.seconds[from][to]
        guard let path = search.run() else {
          #expect(wanted == .infinity)
          missing += 1
          continue
        }
        found += 1
        #expect(abs(path.cost - wanted) <= 1e-5 * max(1, wanted))
        var again = RouteSearch(network, to: network.points[to], from: [start], over: [goal])
        #expect(again.run()?.vertices == path.vertices)
      }
    }
    #expect(found > 100)
    #expect(missing + found == network.places.count * network.places.count)
  }

  @Test("of equal ways the same one is taken every time")
  func ties() throws {
    let lines = (0...6).map { Double($0) * 10 }
    let grid = lines.map { x in way(lines.map { (x, $0) }) } + lines.map { y in way(lines.map { ($0, y) }) }
    let network = try join(grid)
    let route = network.route(from: place(0, 0), to: place(60, 60))
    #expect(abs(route.length - 120) < 0.01)
    for _ in 0..<5 { #expect(try join(grid).route(from: place(0, 0), to: place(60, 60)) == route) }
  }

  @Test("the nearest place of the network is what a look at all edges finds")
  func nearest() throws {
    var chance = SeededGenerator(seed: 5)
    let ways = (0..<200).map { _ in
      let (x, y) = (chance.uniform() * 3000, chance.uniform() * 3000)
      return way((0..<5).map { (x + Double($0) * chance.uniform() * 60, y + chance.uniform() * 90) })
    }
    let network = try join(ways)
    for _ in 0..<300 {
      let spot = (chance.uniform() * 4000 - 500, chance.uniform() * 4000 - 500)
      let point = TangentPlane.Point(east: spot.0, north: spot.1)
      let brute = try #require(network.edges.indices.map { network.segment($0).distance(to: point) }.min())
      let found = try #require(network.nearest(to: place(spot.0, spot.1)))
      #expect(abs(found.distance - brute) < 1e-3)
      #expect(abs(found.place.distance(to: place(spot.0, spot.1)) - brute) < 0.01)
    }
  }

  @Test("boxes are found by where they lie as by a look at all of them", arguments: [0, 1, 2, 15, 16, 17, 300])
  func boxes(count: Int) {
    var chance = SeededGenerator(seed: UInt64(count))
    func box(_ size: Double) -> PlaneBox {
      let (x, y) = (chance.uniform() * 1000 - 500, chance.uniform() * 1000 - 500)
      var box = PlaneBox(around: .init(east: x, north: y))
      box.take(PlaneBox(around: .init(east: x + chance.uniform() * size, north: y + chance.uniform() * size)))
      return box
    }
    let boxes = (0..<count).map { $0.isMultiple(of: 7) ? box(600) : box(30) }
    let tree = BoxTree(boxes)
    for _ in 0..<40 {
      let wanted = box(200)
      var found: [Int] = []
      #expect(
        tree.forEach(meeting: wanted) {
          found.append($0); return true
        })
      #expect(found.sorted() == boxes.indices.filter { boxes[$0].meets(wanted) })
      let point = TangentPlane.Point(east: Double(wanted.west), north: Double(wanted.south))
      var order: [Double] = []
      tree.forEach(nearest: point, distance: { boxes[$0].distance(to: point) }) { _, distance in
        order.append(distance)
        return true
      }
      #expect(order == boxes.map { $0.distance(to: point) }.sorted())
    }
  }
}
