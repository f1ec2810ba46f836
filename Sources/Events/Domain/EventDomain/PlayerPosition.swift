package import Geodesy
package import Numbers

/// Where a player was, for others; disposable.
package struct PlayerPosition: Hashable, Sendable {
  /// Who.
  package let player: PlayerID
  /// Their team; `nil` for a player without one.
  package let team: String?
  /// Where, as exactly as the event allows.
  package let position: Coordinate
  /// Metres of the error circle; `nil` if unknown.
  package let accuracy: Double?
  /// When, by the clock of whoever sent it.
  package let time: Timestamp

  /// Creates a position.
  package init(
    _ player: PlayerID, team: String?, at position: Coordinate, accuracy: Double? = nil, time: Timestamp
  ) {
    (self.player, self.team, self.position) = (player, team, position)
    (self.accuracy, self.time) = (accuracy, time)
  }

  /// Where a player is, as exactly as others may know it.
  package init(
    of player: Player, at position: Coordinate, accuracy: Double?, by rules: EventPlan.PositionRules, time: Timestamp
  ) {
    self.init(
      player.id, team: player.team, at: rules.blurred(position), accuracy: accuracy.map { max($0, rules.precision) },
      time: time)
  }
}
