/// What a sealed hunt hides, and behind which answers: every treasure that nobody can find without them.
package struct SealPlan: Hashable, Sendable {
  /// Why a hunt cannot be sealed.
  package enum Problem: Error, Hashable, Sendable {
    /// No question has an answer that can be sealed.
    case noAnswer
    /// The treasure of this id, or the goal without one, can be reached without what it names; the name would be read.
    case named(String, by: String?)
  }

  /// The ids of the treasures whose answers are locks, in the order of the hunt; other parts name them by their index.
  package let locks: [String]
  private let treasures: [String: Set<Int>]
  private let items: [String: Set<Int>]
  /// The locks before the goal; none where it can be read, or there is none.
  package let goal: Set<Int>

  /// Looks at what every answer leads to.
  ///
  /// Throws: when there is nothing to seal, or what has to stay readable would name what is sealed.
  package init(_ hunt: Hunt) throws(Problem) {
    let asking = hunt.treasures.filter { $0.question?.sealable != nil }
    guard !asking.isEmpty else { throw .noAnswer }
    let locks = asking.map(\.id)
    // What is out of reach without this answer, though with all the others.
    let outlooks = locks.map { Outlook(of: hunt, without: $0) }
    var treasures: [String: Set<Int>] = [:]
    for treasure in hunt.treasures {
      treasures[treasure.id] = Set(
        locks.indices.filter { lock in
          locks[lock] != treasure.id && !outlooks[lock].canBeFound(treasure.id)
        })
    }
    var items: [String: Set<Int>] = [:]
    for treasure in hunt.treasures {
      let behind = (treasures[treasure.id] ?? []).union(locks.firstIndex(of: treasure.id).map { [$0] } ?? [])
      for item in treasure.items { items[item] = items[item].map { $0.intersection(behind) } ?? behind }
    }
    self.locks = locks
    (self.treasures, self.items) = (treasures, items)
    goal = hunt.goal.map { goal in Set(locks.indices.filter { !outlooks[$0].canBeMet(goal) }) } ?? []
    try check(hunt)
  }

  // MARK: - What is behind what

  /// The locks before a treasure: all have to be open before anybody reads of it.
  package func locks(before id: String) -> Set<Int> { treasures[id] ?? [] }

  /// The lock that the answer of a treasure is.
  package func lock(at id: String) -> Int? { locks.firstIndex(of: id) }

  /// The locks before an item.
  package func locks(beforeItem id: String) -> Set<Int> { items[id] ?? [] }

  /// The sets of locks that are part of no other one: who has opened one of them is at an end of the hunt.
  package var ends: [Set<Int>] {
    let sets = Set(locks.enumerated().map { locks(before: $1).union([$0]) } + treasures.values)
    let ends = sets.filter { set in !sets.contains { $0.isStrictSuperset(of: set) } }
    return ends.sorted { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
  }

  // MARK: - Names

  private func check(_ hunt: Hunt) throws(Problem) {
    for treasure in hunt.treasures {
      let behind = locks(before: treasure.id)
      if let name = names(of: treasure).first(where: { !behind.isSuperset(of: $0.locks) }) {
        throw .named(name.text, by: treasure.id)
      }
    }
    if let name = names(in: hunt.goal).first(where: { !goal.isSuperset(of: $0.locks) }) {
      throw .named(name.text, by: nil)
    }
  }

  private func names(of treasure: Treasure) -> [(text: String, locks: Set<Int>)] {
    var names = names(in: treasure.requirement)
    if case .revealed(let requirement) = treasure.visibility { names += self.names(in: requirement) }
    if case .offset(let from?, _, _)? = treasure.projection { names.append((from, locks(before: from))) }
    return names
  }

  private func names(in requirement: Requirement?) -> [(text: String, locks: Set<Int>)] {
    switch requirement {
    case nil: []
    case .found(let id), .answered(let id, _): [(id, locks(before: id))]
    case .holds(let id): [(id, locks(beforeItem: id))]
    case .all(let some), .atLeast(_, let some): some.flatMap { names(in: $0) }
    }
  }
}
