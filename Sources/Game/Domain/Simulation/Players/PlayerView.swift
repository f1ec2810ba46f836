package import Geodesy

/// The information that a simulated player gets from the screen.
package struct PlayerView: Sendable {
  /// An open treasure as the screen shows it.
  package struct Sight: Sendable {
    package let id: String
    /// The treasure's place as the game shows it.
    package let place: Coordinate
    /// Metres from the position that the receiver reports.
    package let distance: Double
    /// The direction in which it lies from the reported position, from true north.
    package let bearing: Bearing

    /// Creates a sight.
    package init(id: String, place: Coordinate, distance: Double, bearing: Bearing) {
      (self.id, self.place, self.distance, self.bearing) = (id, place, distance, bearing)
    }
  }

  /// The open treasures, nearest first.
  package var sights: [Sight]
  /// The open treasure that the hunt lists first.
  package var first: String?
  /// Metres of the error circle.
  package var circle: Double
  /// The treasure whose question waits.
  package var asked: String?
  /// The hint of the player's goal that can be read now.
  package var hasHint: Bool
  /// Whether the game offers to claim the player's goal.
  package var canClaim: Bool
  /// Whether something can be found that the screen does not show yet.
  package var hasUnseen: Bool
  /// The treasure among these that has a hint to read; `nil` if none has.
  package var unseenHint: String?

  /// Creates a view.
  package init(
    sights: [Sight], first: String?, circle: Double, asked: String? = nil, hasHint: Bool = false,
    canClaim: Bool = false, hasUnseen: Bool = false, unseenHint: String? = nil
  ) {
    (self.sights, self.first, self.circle, self.asked) = (sights, first, circle, asked)
    (self.hasHint, self.canClaim, self.hasUnseen, self.unseenHint) = (hasHint, canClaim, hasUnseen, unseenHint)
  }
}

/// An action of a simulated player other than walking.
package enum PlayerAction: Hashable, Sendable {
  /// Answers the question of the treasure of an id, rightly or wrongly.
  case answer(String, isRight: Bool)
  /// Reads the next hint of the treasure of an id.
  case readHint(String)
  /// Claims the treasure of an id.
  case claim(String)
  /// Stops playing.
  case giveUp
}
