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
