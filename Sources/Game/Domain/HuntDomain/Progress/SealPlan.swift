/// What a sealed hunt hides, and behind which answers: every treasure that cannot be found without them.
package struct SealPlan: Hashable, Sendable {
  /// Why a hunt cannot be sealed; treasures by their ids.
  package enum Problem: Error, Hashable, Sendable {
    /// No question has an answer that can be sealed.
    case noAnswer
    /// The treasure cannot be found, whatever the player answers, so there is no answer behind which to seal it.
    case outOfReach(String)
    /// The treasure, or the goal without one, can be reached without what it names; the name would be read.
    case named(String, by: String?)
    /// The treasure can be gone before it is answered; then another one, whose place depends on the answer, would be at
    /// its listed place, which the player cannot know.
    case mayBeGone(String, before: String)
  }

  /// The ids of the treasures whose answers are locks, in the order of the hunt; other parts name them by their index.
  package let locks: [String]
  /// The ids of treasures to which several answers lead, none of which is needed: they can be read.
  package let open: [String]
  private let treasures: [String: Set<Int>]
  private let items: [String: Set<Int>]
  /// The locks before the goal; empty if the goal is readable or there is none.
  package let goal: Set<Int>
  /// The locks that every winner has opened.
  package let win: Set<Int>

  /// Looks at what every answer leads to.
  ///
  /// Throws: when there is nothing to seal, or it cannot be played sealed as it is played open.
  package init(_ hunt: Hunt) throws(Problem) {
    let locks = hunt.treasures.filter { $0.question?.sealable != nil }.map(\.id)
    guard !locks.isEmpty else { throw .noAnswer }
    let everything = Outlook(of: hunt, without: [])
    if let lost = hunt.treasures.first(where: { !everything.canBeFound($0.id) }) { throw .outOfReach(lost.id) }
    let outlooks = locks.map { Outlook(of: hunt, without: [$0]) }
    func before(_ id: String) -> Set<Int> {
      Set(locks.indices.filter { locks[$0] != id && !outlooks[$0].canBeFound(id) })
    }
    let treasures = Dictionary(hunt.treasures.map { ($0.id, before($0.id)) }) { first, _ in first }
    var items: [String: Set<Int>] = [:]
    for treasure in hunt.treasures {
      let behind = before(treasure.id).union(locks.firstIndex(of: treasure.id).map { [$0] } ?? [])
      for item in treasure.items { items[item] = items[item].map { $0.intersection(behind) } ?? behind }
    }
    let nothing = Outlook(of: hunt, without: locks)
    open = hunt.treasures.map(\.id).filter {
      !locks.contains($0) && treasures[$0] == [] && !nothing.canBeFound($0)
    }
    self.locks = locks
    (self.treasures, self.items) = (treasures, items)
    let goal = hunt.goal.map { goal in Set(locks.indices.filter { !outlooks[$0].canBeMet(goal) }) }
    self.goal = goal ?? []
    win = goal ?? Self.unavoidable(locks, in: hunt)
    try check(hunt)
  }

  /// The locks that no choice leads past: without a goal, everything that can be found has to be.
  private static func unavoidable(_ locks: [String], in hunt: Hunt) -> Set<Int> {
    let treasures = hunt.treasures.map { treasure in
      var treasure = treasure
      treasure.requirement = hunt.requirement(of: treasure)?.undecided
      return treasure
    }
    guard let hunt = Hunt(title: hunt.title, order: .any, treasures: treasures) else { return [] }
    let outlook = Outlook(of: hunt, without: [])
    return Set(locks.indices.filter { outlook.canBeFound(locks[$0]) })
  }

  // MARK: - What is behind what

  /// The locks before a treasure: all have to be open before it can be read.
  package func locks(before id: String) -> Set<Int> { treasures[id] ?? [] }

  /// The lock that the answer of a treasure is.
  package func lock(at id: String) -> Int? { locks.firstIndex(of: id) }

  /// The locks before an item.
  package func locks(beforeItem id: String) -> Set<Int> { items[id] ?? [] }

  // MARK: - What cannot be sealed

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
    for (lock, id) in locks.enumerated() where Self.canBeGone(id, in: hunt) {
      let outlook = Outlook(of: hunt, without: [id], needsAnswers: false)
      if let lost = treasures.filter({ $0.value.contains(lock) && outlook.canBeFound($0.key) }).keys.min() {
        throw .mayBeGone(id, before: lost)
      }
    }
  }

  private static func canBeGone(_ id: String, in hunt: Hunt) -> Bool {
    guard let treasure = hunt.treasure(id) else { return false }
    return treasure.limit != nil || treasure.window?.to != nil
  }

  private func names(of treasure: Treasure) -> [(text: String, locks: Set<Int>)] {
    var names = names(in: treasure.requirement)
    if case .revealed(let requirement) = treasure.visibility { names += self.names(in: requirement) }
    if case .offset(let from?, _, _)? = treasure.projection { names.append((from, locks(before: from))) }
    return names
  }

  private func names(in requirement: Requirement?) -> [(text: String, locks: Set<Int>)] {
    (requirement?.names ?? []).map { name in
      switch name {
      case .treasure(let id): (id, locks(before: id))
      case .item(let id): (id, locks(beforeItem: id))
      }
    }
  }
}
