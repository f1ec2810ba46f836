package import Geodesy

/// A search for the way that takes the least time: A* (Hart, Nilsson and Raphael, 1968).
///
/// Of ways that take equally long the same one is found every time: vertices come by their costs and then by their
/// numbers.
package struct RouteSearch {
  /// What was found: the ways onto the network and off it, and the vertices between them.
  package struct Path {
    /// The way from the place of departure onto the network.
    package let start: Access
    /// The numbers of the vertices on the way, in order; empty if it stays on one edge.
    package let vertices: [UInt32]
    /// The way off the network to the destination.
    package let goal: Access
    /// Seconds, aversions included.
    package let cost: Double
  }

  /// The number for the goal among the vertices.
  private static let goalNumber = UInt32.max - 1
  /// From this number on parents are ways onto the network.
  private static let firstAccess: UInt32 = 1 << 31

  private let network: WayNetwork
  private let target: TangentPlane.Point
  private let starts: [Access]
  private let goals: [Access]
  /// Seconds that a metre takes at the least.
  private let leastSeconds: Double
  private var visits = VisitTable()
  private var queue = CheapestFirst()
  /// The ways off the network at each vertex: which one, and how long it takes from there.
  private var exits: [UInt32: [(goal: Int, cost: Double)]] = [:]
  /// How the best way to the goal leaves the network, and, where it has no vertex, how it came onto it.
  private var best: (cost: Double, goal: Int, start: Int?, vertex: UInt32)?

  /// A search from ways onto the network to ways off it that lead to `target`.
  package init(_ network: WayNetwork, to target: TangentPlane.Point, from starts: [Access], over goals: [Access]) {
    (self.network, self.target, self.starts, self.goals) = (network, target, starts, goals)
    // A little less, as costs of edges are rounded.
    leastSeconds = 0.999_999 / (WalkingPace.meanSpeed * WalkingPace.fastest)
  }

  /// The best way; nothing where none leads there.
  package mutating func run() -> Path? {
    for (number, goal) in goals.enumerated() {
      let edge = network.edges[goal.edge]
      exits[edge.start, default: []].append((number, goal.fraction * Double(edge.forth) + goal.cost))
      exits[edge.end, default: []].append((number, (1 - goal.fraction) * Double(edge.back) + goal.cost))
    }
    for (number, start) in starts.enumerated() { enter(by: start, number) }
    while let entry = queue.pop() {
      if entry.number == Self.goalNumber { return path() }
      guard let visit = visits.settle(entry.number) else { continue }
      for link in network.links(of: visit.vertex) {
        reach(network.target(of: link), cost: visit.cost + network.cost(of: link), from: visit.vertex)
      }
      for exit in exits[visit.vertex] ?? [] {
        finish(cost: visit.cost + exit.cost, goal: exit.goal, start: nil, vertex: visit.vertex)
      }
    }
    return nil
  }

  private mutating func enter(by start: Access, _ number: Int) {
    let edge = network.edges[start.edge]
    let parent = Self.firstAccess + UInt32(number)
    reach(edge.start, cost: start.cost + start.fraction * Double(edge.back), from: parent)
    reach(edge.end, cost: start.cost + (1 - start.fraction) * Double(edge.forth), from: parent)
    for (other, goal) in goals.enumerated() where goal.edge == start.edge {
      let part = goal.fraction - start.fraction
      let along = part > 0 ? part * Double(edge.forth) : -part * Double(edge.back)
      finish(cost: start.cost + along + goal.cost, goal: other, start: number, vertex: VisitTable.none)
    }
  }

  private mutating func reach(_ vertex: UInt32, cost: Double, from parent: UInt32) {
    guard visits.improve(vertex, cost: cost, from: parent) else { return }
    queue.push(vertex, cost: cost + network.points[Int(vertex)].distance(to: target) * leastSeconds)
  }

  private mutating func finish(cost: Double, goal: Int, start: Int?, vertex: UInt32) {
    guard cost < best?.cost ?? .infinity else { return }
    best = (cost, goal, start, vertex)
    queue.push(Self.goalNumber, cost: cost)
  }

  private func path() -> Path? {
    guard let best else { return nil }
    if let start = best.start {
      return Path(start: starts[start], vertices: [], goal: goals[best.goal], cost: best.cost)
    }
    var vertices = [best.vertex]
    while let parent = visits[vertices[vertices.count - 1]]?.parent {
      guard parent < Self.firstAccess else {
        return Path(
          start: starts[Int(parent - Self.firstAccess)], vertices: vertices.reversed(), goal: goals[best.goal],
          cost: best.cost)
      }
      vertices.append(parent)
    }
    return nil
  }
}
