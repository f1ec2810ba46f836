/// Something that must have happened: what opens a treasure, reveals it, or wins the hunt.
package indirect enum Requirement: Hashable, Sendable {
  /// The treasure of this id is found (a claim counts).
  case found(String)
  /// The question of the treasure of this id was answered; with a choice, by this one (counted from 0).
  case answered(String, choice: Int?)
  /// The player carries the item of this id.
  case holds(String)
  /// All of them hold; an empty list is always true.
  case all([Requirement])
  /// At least this many of them hold; `any` is one.
  case atLeast(Int, [Requirement])
}

extension Requirement {
  /// What a requirement can name, by its id.
  package enum Name: Hashable, Sendable {
    case treasure(String), item(String)
  }

  /// All that the requirement and its parts name, in their order; may contain duplicates.
  package var names: [Name] {
    switch self {
    case .found(let id), .answered(let id, _): [.treasure(id)]
    case .holds(let id): [.item(id)]
    case .all(let parts), .atLeast(_, let parts): parts.flatMap(\.names)
    }
  }

  /// Whether it holds.
  ///
  /// - Parameters:
  ///   - isFound: whether a treasure is found, by its id.
  ///   - isAnswered: whether a question is answered, by its treasure; with a choice, by this one.
  ///   - isCarried: whether the player carries an item, by its id.
  func holds(
    isFound: (String) -> Bool, isAnswered: (String, _ choice: Int?) -> Bool, isCarried: (String) -> Bool
  ) -> Bool {
    func holds(_ part: Requirement) -> Bool {
      part.holds(isFound: isFound, isAnswered: isAnswered, isCarried: isCarried)
    }
    return switch self {
    case .found(let id): isFound(id)
    case .answered(let id, let choice): isAnswered(id, choice)
    case .holds(let id): isCarried(id)
    case .all(let parts): parts.allSatisfy(holds)
    case .atLeast(let count, let parts): parts.count(where: holds) >= count
    }
  }

  /// The requirement as it holds for a player who has made no choice: every choice that it asks for is unmet.
  var undecided: Requirement {
    switch self {
    case .answered(_, choice: .some): .never
    case .found, .answered, .holds: self
    case .all(let parts): .all(parts.map(\.undecided))
    case .atLeast(let count, let parts): .atLeast(count, parts.map(\.undecided))
    }
  }

  /// A requirement that never holds.
  package static let never = Requirement.atLeast(1, [])

  /// The same requirement, made only of treasures to find and of questions to answer.
  ///
  /// The result contains no `holds`. A requirement that a later find can undo has no such form, and an inspection of a
  /// hunt cannot handle it.
  package func byTreasures(of hunt: Hunt) -> Requirement {
    switch self {
    case .found, .answered: return self
    case .holds(let id):
      guard hunt.items.contains(where: { $0.id == id }) else { return .never }
      return .any(hunt.treasures.filter { $0.items.contains(id) }.map { .found($0.id) })
    case .all(let parts): return .all(parts.map { $0.byTreasures(of: hunt) })
    case .atLeast(let count, let parts): return .atLeast(count, parts.map { $0.byTreasures(of: hunt) })
    }
  }

  /// One of several; a single one is itself.
  private static func any(_ parts: [Requirement]) -> Requirement { parts.count == 1 ? parts[0] : .atLeast(1, parts) }
}
