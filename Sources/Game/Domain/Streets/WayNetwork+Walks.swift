package import Geodesy

/// A place on a network of ways.
package struct NetworkSpot: Hashable, Sendable {
  /// The number of the edge on which it lies.
  package let edge: Int
  /// Where on the edge, in `0 ... 1` from its start to its end.
  package let fraction: Double
  /// The place itself.
  package let position: Coordinate
  /// Metres from the place that was asked for.
  package let distance: Double
}

/// The fastest walk from one spot of a network to another.
package struct NetworkWalk: Hashable, Sendable {
  /// Metres on foot.
  package let metres: Double
  /// The numbers of the edges that are walked from end to end, in order.
  package let edges: [UInt32]
}

extension WayNetwork {
  /// The nearest spot of the edges that `takes` accepts; `nil` if there is none within `metres`.
  package func spot(
    near place: Coordinate, within metres: Double, where takes: (Int) -> Bool = { _ in true }
  ) -> NetworkSpot? {
    guard let point = plane.point(of: place) else { return nil }
    var found: NetworkSpot?
    edgeTree.forEach(nearest: point, distance: { segment($0).distance(to: point) }) { edge, distance in
      guard distance <= metres else { return false }
      guard takes(edge) else { return true }
      let fraction = segment(edge).fraction(nearest: point)
      found = NetworkSpot(
        edge: edge, fraction: fraction, position: plane.coordinate(at: segment(edge).point(at: fraction)),
        distance: distance)
      return false
    }
    return found
  }

  /// Metres of ways in each part of the network whose ways are joined, by its number in ``components``.
  package var lengths: [UInt32: Double] {
    edges.indices.reduce(into: [:]) { $0[components[Int(edges[$1].start)], default: 0] += segment($1).length }
  }

  /// The fastest walks from a spot to others, by time as ``route(from:to:)`` counts it (Dijkstra, 1959); `nil` for those
  /// that are not reached within `metres` on foot.
  package func walks(from spot: NetworkSpot, to others: [NetworkSpot], within metres: Double) -> [NetworkWalk?] {
    var tree = WalkTree(self, from: spot, within: metres)
    tree.grow()
    return others.map { tree.walk(to: $0) }
  }
}

/// The fastest walks from one spot to all vertices around.
private struct WalkTree {
  private let network: WayNetwork
  private let spot: NetworkSpot
  private let limit: Double
  private var visits = VisitTable()
  private var queue = CheapestFirst()
  /// Of each vertex that was reached the metres from the spot.
  private var metres: [UInt32: Double] = [:]
  /// The parent of vertices that are reached straight from the spot.
  private static let root = VisitTable.none - 1

  init(_ network: WayNetwork, from spot: NetworkSpot, within limit: Double) {
    (self.network, self.spot, self.limit) = (network, spot, limit)
  }

  mutating func grow() {
    let edge = network.edges[spot.edge]
    let length = network.segment(spot.edge).length
    reach(
      edge.start, cost: spot.fraction * Double(edge.back), metres: spot.fraction * length, from: Self.root)
    reach(
      edge.end, cost: (1 - spot.fraction) * Double(edge.forth), metres: (1 - spot.fraction) * length, from: Self.root)
    while let entry = queue.pop() {
      guard let visit = visits.settle(entry.number), let walked = metres[visit.vertex] else { continue }
      for link in network.links(of: visit.vertex) {
        reach(
          network.target(of: link), cost: visit.cost + network.cost(of: link),
          metres: walked + network.segment(link.edge).length, from: visit.vertex)
      }
    }
  }

  private mutating func reach(_ vertex: UInt32, cost: Double, metres: Double, from parent: UInt32) {
    guard metres <= limit, visits.improve(vertex, cost: cost, from: parent) else { return }
    self.metres[vertex] = metres
    queue.push(vertex, cost: cost)
  }

  func walk(to other: NetworkSpot) -> NetworkWalk? {
    let edge = network.edges[other.edge]
    let length = network.segment(other.edge).length
    if other.edge == spot.edge {
      let metres = abs(other.fraction - spot.fraction) * length
      return metres <= limit ? NetworkWalk(metres: metres, edges: []) : nil
    }
    func last(_ vertex: UInt32, _ cost: Double, _ part: Double) -> (vertex: UInt32, cost: Double, metres: Double)? {
      guard let visit = visits[vertex], let walked = metres[vertex] else { return nil }
      return (vertex, visit.cost + cost, walked + part * length)
    }
    let ends = [
      last(edge.start, other.fraction * Double(edge.forth), other.fraction),
      last(edge.end, (1 - other.fraction) * Double(edge.back), 1 - other.fraction),
    ]
    guard let best = ends.compactMap({ $0 }).min(by: { ($0.cost, $0.vertex) < ($1.cost, $1.vertex) }),
      best.metres <= limit
    else { return nil }
    return NetworkWalk(metres: best.metres, edges: edges(to: best.vertex))
  }

  private func edges(to vertex: UInt32) -> [UInt32] {
    var (vertex, edges) = (vertex, [UInt32]())
    while let parent = visits[vertex]?.parent, parent != Self.root {
      guard let link = network.links(of: parent).first(where: { network.target(of: $0) == vertex }) else { break }
      edges.append(UInt32(link.edge))
      vertex = parent
    }
    return edges.reversed()
  }
}
