/// The result that a player claims: the score that a replay of their session must reproduce.
package struct FinishClaim: Hashable, Sendable {
  /// The hunt's title.
  package var hunt: String
  /// How many treasures were found, and how many the hunt has.
  package var found, of: Int
  /// Points at the end; may be negative.
  package var points: Int
  /// Time played.
  package var time: Duration
  /// Whether the hunt was won, and not only at its end.
  package var isWon: Bool
  /// The player's name.
  package var player: String?

  /// Creates a claim.
  package init(hunt: String, found: Int, of: Int, points: Int, time: Duration, isWon: Bool, player: String? = nil) {
    (self.hunt, self.found, self.of, self.points) = (hunt, found, of, points)
    (self.time, self.isWon, self.player) = (time, isWon, player)
  }
}

/// A claim as a line has it.
struct ClaimLine: Hashable, Codable {
  var hunt: String
  var found, of, points: Int
  var time: ExactTime
  var won: Bool
  var player: String?

  init(_ claim: FinishClaim) {
    (hunt, found, of, points) = (claim.hunt, claim.found, claim.of, claim.points)
    (time, won, player) = (ExactTime(claim.time), claim.isWon, claim.player)
  }

  var claim: FinishClaim {
    FinishClaim(
      hunt: hunt.asName, found: found, of: of, points: points, time: time.duration, isWon: won, player: .asName(player))
  }
}
