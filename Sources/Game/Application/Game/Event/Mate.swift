package import Geodesy

/// Another player of the event whom this one may see: a team mate, or anybody where the event shares positions.
package struct Mate: Hashable, Sendable, Identifiable {
  /// Tells the player from all others.
  package let id: String
  /// The player's name, as printable text.
  package let name: String
  /// The player's team, as printable text; `nil` for a player without one.
  package let team: String?
  /// Where the player was.
  package let position: Coordinate
  /// Metres of the error circle; `nil` if unknown.
  package let accuracy: Double?
  /// How long ago that was, when it is told.
  package let age: Duration

  /// Creates the position of a player.
  package init(
    _ id: String, name: String, team: String? = nil, at position: Coordinate, accuracy: Double? = nil, age: Duration
  ) {
    (self.id, self.name, self.team, self.position) = (id, name, team, position)
    (self.accuracy, self.age) = (accuracy, max(.zero, age))
  }
}

/// Another player, as seen from where this one stands.
package struct MateSighting: Hashable, Sendable {
  /// The player; the age is that of this moment.
  package let mate: Mate
  /// Whether nothing was heard of them for minutes.
  package let isOld: Bool
  /// Metres between the two; `nil` without a position of one's own.
  package let distance: Double?
  /// Where the other is; `nil` without a position of one's own.
  package let bearing: Bearing?
  /// Degrees to turn to face the other, positive to the right; `nil` without a heading.
  package let turn: Double?

  /// Creates a sighting.
  package init(_ mate: Mate, isOld: Bool, distance: Double? = nil, bearing: Bearing? = nil, turn: Double? = nil) {
    (self.mate, self.isOld, self.distance) = (mate, isOld, distance)
    (self.bearing, self.turn) = (bearing, turn)
  }
}
