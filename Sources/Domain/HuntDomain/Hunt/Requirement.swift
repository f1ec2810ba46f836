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

  /// The requirement as it holds for a player who has made no choice: every choice that it asks for is unmet.
  var undecided: Requirement {
    switch self {
    case .answered(_, choice: .some): .atLeast(1, [])
    case .found, .answered, .holds: self
    case .all(let parts): .all(parts.map(\.undecided))
    case .atLeast(let count, let parts): .atLeast(count, parts.map(\.undecided))
    }
  }
}
