/// How far a player has come with one treasure.
package enum TreasureState: Hashable, Sendable {
  /// It cannot be found yet.
  case locked
  /// It can be found.
  case open
  /// The player is inside its zone; what is left is to answer.
  case entered
  case found
  /// Claimed by the player.
  case claimed
  /// Its time is up.
  case expired

  /// Whether nothing is left to be done about it.
  package var isDone: Bool { self == .found || self == .claimed || self == .expired }

  /// Whether it can be found now.
  package var isOpen: Bool { self == .open || self == .entered }
}

/// Why a treasure does not open yet, with the figures that a sentence needs.
package enum Obstacle: Hashable, Sendable {
  /// Metres from the position to the zone; the error circle is small enough.
  case distance(Double)
  /// The position may be inside or not: metres still to go (negative inside), and metres of the error circle.
  case accuracy(distance: Double, accuracy: Double)
  /// Inside; the next `fixes` fixes have to agree.
  case dwell(fixes: Int)
  /// There is no present position.
  case noPosition
  /// Something must be found, answered or carried before.
  case requirement(Requirement)
  /// It opens in this window.
  case window(TimeWindow)
  /// Its question waits for the answer.
  case question
}
