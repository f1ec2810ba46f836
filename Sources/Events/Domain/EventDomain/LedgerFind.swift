package import Numbers

/// A find that counts: one entry of the ledger, which only the referee writes.
package struct LedgerFind: Hashable, Sendable {
  /// The claim that proved it.
  package let claim: ClaimID
  /// The treasure's id.
  package let treasure: String
  /// The treasure's name, as printable text.
  package let name: String
  /// The player's team at that time; `nil` for a player without one.
  package let team: String?
  /// The player's name at that time.
  package let player: String
  /// Points for it, less what hints and wrong answers cost since the player's find before; may be negative.
  package let points: Int
  /// Time played, in whole milliseconds, as the ledger is written: an entry that is read back is the same.
  package let played: Duration
  /// When it was found: by the proof, as far as the desk's clock allows that.
  package let found: Timestamp
  /// When the desk had the claim.
  package let received: Timestamp
  /// When the player was to start; `nil` if they could at any time.
  package let started: Timestamp?
  /// What only its first finder wins; `nil` for nothing.
  package let prize: String?
  /// Whether it wins the hunt.
  package let wins: Bool
  /// Whether a program made the positions up.
  package let isSimulated: Bool

  /// Creates an entry.
  package init(
    claim: ClaimID, treasure: String, name: String, team: String?, player: String, points: Int, played: Duration,
    found: Timestamp, received: Timestamp, started: Timestamp? = nil, prize: String?, wins: Bool, isSimulated: Bool
  ) {
    (self.claim, self.treasure, self.name, self.team, self.player) = (claim, treasure, name, team, player)
    (self.points, self.found, self.received) = (points, found, received)
    self.played = .milliseconds(Int64(min(max(played / .milliseconds(1), -9e15), 9e15)))
    self.started = started
    (self.prize, self.wins, self.isSimulated) = (prize, wins, isSimulated)
  }

  /// What the ledger has at most once: a treasure for a player.
  package var key: Key { Key(treasure: treasure, player: claim.player) }

  /// A treasure for a player.
  package struct Key: Hashable, Sendable {
    /// The treasure's id.
    package let treasure: String
    /// The player.
    package let player: PlayerID

    /// Creates a key.
    package init(treasure: String, player: PlayerID) { (self.treasure, self.player) = (treasure, player) }
  }
}

/// A treasure that a team has, where teams get the points, and who found it first.
package struct TeamFind: Hashable, Sendable {
  /// The treasure's id.
  package let treasure: String
  /// Who found it.
  package let player: PlayerID
  /// Their name at that time.
  package let name: String

  /// Creates a find of a team.
  package init(treasure: String, player: PlayerID, name: String) {
    (self.treasure, self.player, self.name) = (treasure, player, name)
  }
}
