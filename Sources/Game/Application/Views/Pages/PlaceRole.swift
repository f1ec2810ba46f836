/// The role of a place in the game.
package enum PlaceRole: String, Hashable, Sendable, CaseIterable {
  /// The treasure that the player is looking for now.
  case target
  /// A treasure that can be found, beside the target.
  case treasure
  /// The player is inside its zone.
  case entered
  /// A treasure that is seen and cannot be found yet.
  case locked
  case found
  /// Found by the player's own word.
  case claimed
  /// Its time is up.
  case expired
  /// Another player of the event.
  case mate
  /// Another player, of whom nothing was heard for minutes.
  case oldMate
  /// A place that is no treasure.
  case place

  /// The importance, from 0: more important places are drawn later, over the rest, and get their labels first.
  package var importance: Int {
    switch self {
    case .place: 0
    case .expired: 1
    case .found, .claimed: 2
    case .oldMate, .locked: 3
    case .mate: 4
    case .treasure: 5
    case .target: 6
    case .entered: 7
    }
  }

  /// Whether this is another player.
  package var isMate: Bool { self == .mate || self == .oldMate }
}
