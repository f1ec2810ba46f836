/// How a simulated player chooses treasures and routes.
package enum Strategy: String, Hashable, Sendable, CaseIterable {
  /// Always to the nearest treasure that is open.
  case greedy
  /// In the order in which the hunt lists them.
  case ordered
  /// Goes by a rough bearing, takes wrong directions and detours, and rests long.
  case lost
  /// Takes a hint as soon as nothing opens.
  case hints

  /// The strategy of a random player: four in ten are greedy, three go by the list, one is lost and two take hints.
  ///
  /// An assumption.
  package static func drawn(using uniform: Double) -> Strategy {
    switch uniform {
    case ..<0.4: .greedy
    case ..<0.7: .ordered
    case ..<0.8: .lost
    default: .hints
    }
  }
}
