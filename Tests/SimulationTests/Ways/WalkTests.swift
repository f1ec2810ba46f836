import Geodesy
import Numbers
import Places
import Simulation
import Streets
import Testing

@Suite("Walks between spots of a network")
struct WalkTests {
  /// A grid of streets, of which some pieces are missing.
  private static func network(seed: UInt64) throws -> WayNetwork {
    var chance = SeededGenerator(seed: seed)
    var ways: [Way] = []
    for row in 0..<8 {
      for column in 0..<8 {
        let (east, north) = (Double(column) * 90, Double(row) * 110)
        if chance.uniform() < 0.8 { ways.append(way(.street, [(east, north), (east + 90, north)])) }
        if chance.uniform() < 0.8 { ways.append(way(.street, [(east, north), (east, north + 110)])) }
      }
    }
    return try join(ways)
  }

  /// The metres between any two vertices (Floyd, 1962; Warshall, 1962).
  private static func distances(_ network: WayNetwork) -> [[Double]] {
    let count = network.points.count
    var metres = [[Double]](repeating: [Double](repeating: .infinity, count: count), count: count)
    for vertex in 0..<count { metres[vertex][vertex] = 0 }
    for (number, edge) in network.edges.enumerated() {
      metres[Int(edge.start)][Int(edge.end)] = network.segment(number).length
      metres[Int(edge.end)][Int(edge.start)] = network.segment(number).length
    }
    for middle in 0..<count {
      for from in 0..<count {
        for to in 0..<count { metres[from][to] = min(metres[from][to], metres[from][middle] + metres[middle][to]) }
      }
    }
    return metres
  }

  @Test("are as short as can be, and lead along edges that are walked once", arguments: 1...12)
  func shortest(seed: UInt64) throws {
    let network = try Self.network(seed: seed)
    let metres = Self.distances(network)
    func best(_ from: NetworkSpot, _ to: NetworkSpot) -> Double {
      if from.edge == to.edge { return abs(from.fraction - to.fraction) * network.segment(from.edge).length }
      func ends(_ spot: NetworkSpot) -> [(vertex: Int, metres: Double)] {
        let (edge, length) = (network.edges[spot.edge], network.segment(spot.edge).length)
        return [(Int(edge.start), spot.fraction * length), (Int(edge.end), (1 - spot.fraction) * length)]
      }
      var best = Double.infinity
      for one in ends(from) {
        for other in ends(to) { best = min(best, one.metres + metres[one.vertex][other.vertex] + other.metres) }
      }
      return best
    }
    var chance = SeededGenerator(seed: seed + 100)
    let spots = (0..<12).compactMap { _ in
      network.spot(near: place(chance.uniform() * 700, chance.uniform() * 800), within: 60) { edge in
        network.components[Int(network.edges[edge].start)] == network.largestComponent
      }
    }
    #expect(spots.count > 4)
    for from in spots {
      let walks = network.walks(from: from, to: spots, within: 5000)
      for (to, walk) in zip(spots, walks) {
        let walk = try #require(walk)
        #expect(abs(walk.metres - best(from, to)) < 0.01)
        let whole = walk.edges.reduce(0) { $0 + network.segment(Int($1)).length }
        #expect(whole <= walk.metres + 0.01 && Set(walk.edges).count == walk.edges.count)
        // What is farther than the limit is not reached.
        #expect(network.walks(from: from, to: [to], within: walk.metres - 1)[0] == nil)
      }
    }
  }

  @Test("begin at the nearest edge that is wanted, and nowhere if that is too far")
  func spots() throws {
    let network = try join([way(.service, [(0, 0), (100, 0)]), way(.street, [(0, 20), (100, 20)])])
    let wanted = { (edge: Int) in network.edges[edge].kind == .street }
    let spot = try #require(network.spot(near: place(30, 5), within: 30, where: wanted))
    #expect(abs(spot.distance - 15) < 0.01 && spot.position.distance(to: place(30, 20)) < 0.01)
    #expect(abs(network.segment(spot.edge).length * min(spot.fraction, 1 - spot.fraction) - 30) < 0.01)
    #expect(network.spot(near: place(30, 5), within: 10, where: wanted) == nil)
    #expect(network.lengths.values.sorted().map { ($0 * 10).rounded() / 10 } == [100, 100])
  }
}
