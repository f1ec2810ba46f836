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

/// A queue that gives what costs least first, and of equals the one with the smallest number.
struct CheapestFirst {
  /// What waits.
  struct Entry {
    let cost: Double
    let number: UInt32

    func comes(before other: Entry) -> Bool { cost < other.cost || cost == other.cost && number < other.number }
  }

  /// A binary heap: no entry comes before the one at half its index.
  private var heap: [Entry] = []

  mutating func push(_ number: UInt32, cost: Double) {
    let entry = Entry(cost: cost, number: number)
    var place = heap.count
    heap.append(entry)
    while place > 0 {
      let above = (place - 1) / 2
      guard entry.comes(before: heap[above]) else { break }
      heap[place] = heap[above]
      place = above
    }
    heap[place] = entry
  }

  mutating func pop() -> Entry? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    var place = 0
    while true {
      var below = 2 * place + 1
      guard below < heap.count else { break }
      if below + 1 < heap.count, heap[below + 1].comes(before: heap[below]) { below += 1 }
      guard heap[below].comes(before: last) else { break }
      heap[place] = heap[below]
      place = below
    }
    heap[place] = last
    return first
  }
}

/// The vertices that a search has seen, in a table as large as the search, not as the network.
///
/// A hash table of open addresses, because one search sees some hundreds of a million vertices.
struct VisitTable {
  /// The search state of one vertex.
  struct Visit {
    var vertex: UInt32
    /// Where the best way so far comes from.
    var parent: UInt32
    /// Seconds along that way.
    var cost: Double
    /// Whether no better way can come.
    var isSettled: Bool
  }

  /// The number for no vertex.
  static let none = UInt32.max

  private var slots = [Visit](repeating: Self.empty, count: 256)
  private var count = 0

  private static let empty = Visit(vertex: none, parent: none, cost: .infinity, isSettled: false)

  /// The search state of a vertex; `nil` if it has not been seen.
  subscript(vertex: UInt32) -> Visit? {
    let visit = slots[slot(of: vertex)]
    return visit.vertex == Self.none ? nil : visit
  }

  /// Notes a way to a vertex; returns whether it is better than those before.
  mutating func improve(_ vertex: UInt32, cost: Double, from parent: UInt32) -> Bool {
    let slot = slot(of: vertex)
    guard !slots[slot].isSettled, cost < slots[slot].cost else { return false }
    let isNew = slots[slot].vertex == Self.none
    slots[slot] = Visit(vertex: vertex, parent: parent, cost: cost, isSettled: false)
    if isNew {
      count += 1
      if 2 * count > slots.count { grow() }
    }
    return true
  }

  /// Settles a vertex that has been seen; returns what is known of it, or `nil` if it was settled before.
  mutating func settle(_ vertex: UInt32) -> Visit? {
    let slot = slot(of: vertex)
    guard slots[slot].vertex == vertex, !slots[slot].isSettled else { return nil }
    slots[slot].isSettled = true
    return slots[slot]
  }

  private func slot(of vertex: UInt32) -> Int {
    // Knuth's multiplicative hash: 2^32 divided by the golden ratio.
    var slot = Int((vertex &* 2_654_435_769) >> 8) & (slots.count - 1)
    while slots[slot].vertex != vertex, slots[slot].vertex != Self.none { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = [Visit](repeating: Self.empty, count: 2 * old.count)
    for visit in old where visit.vertex != Self.none { slots[slot(of: visit.vertex)] = visit }
  }
}

/// A way to walk from one place to another.
package struct Route: Hashable, Sendable {
  /// From the start to the goal, which are the first and the last; one walks straight between two of them.
  package let points: [Coordinate]
  /// Metres along all points.
  package let length: Double
  /// How fast people walk from each point to the next, where 1 is their pace on level ground.
  package let paces: [Double]
  /// Which vertex of the network each point is, or ``noVertex``.
  package let vertices: [UInt32]

  /// The number for a point that is not a vertex.
  package static let noVertex = UInt32.max

  /// A route through points, all of it on level ground and on no network; its length is measured along geodesics.
  package init(_ points: [Coordinate]) {
    self.init(
      points, paces: Array(repeating: 1, count: max(0, points.count - 1)),
      vertices: Array(repeating: Self.noVertex, count: points.count))
  }

  init(_ points: [Coordinate], paces: [Double], vertices: [UInt32]) {
    self.points = points
    self.paces = paces
    self.vertices = vertices
    length = zip(points, points.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }
}
