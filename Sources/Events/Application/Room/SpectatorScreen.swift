package import Geodesy
package import Numbers

/// What everybody may see of an event: finished values, all text printable.
package struct SpectatorScreen: Hashable, Sendable {
  /// Who is on the leaderboard or on the map; equal groups have the same colour and sign.
  package struct Party: Hashable, Sendable {
    /// The player's name; the team's where teams get the points.
    package let name: String
    /// The player's team; `nil` without one.
    package let team: String?
    /// The number of the team, or of the player without one, from 0, in the order in which they came.
    package let group: Int
  }

  /// A row of the leaderboard.
  package struct Row: Hashable, Sendable {
    /// The player or team.
    package let party: Party
    /// From 1; equals have the same rank.
    package let rank: Int
    /// Points.
    package let points: Int
    /// How many treasures are found.
    package let found: Int
    /// When the last of them was found.
    package let last: Timestamp
  }

  /// A find that counts.
  package struct Find: Hashable, Sendable {
    /// Its number in the ledger, from 1.
    package let number: Int
    /// Who has found it.
    package let party: Party
    /// The treasure's name.
    package let treasure: String
    /// Points for it.
    package let points: Int
    /// When.
    package let time: Timestamp
    /// Whether nobody has found the treasure before, as far as is known now.
    package let isFirst: Bool
    /// What it wins; `nil` for nothing.
    package let prize: String?
    /// Whether the hunt is won with it.
    package let wins: Bool
  }

  /// A prize, and who holds it.
  package struct Prize: Hashable, Sendable {
    /// What it is.
    package let prize: String
    /// The name of the treasure that wins it.
    package let treasure: String
    /// Who has found that first, as far as is known now.
    package let holder: Party
    /// Until when an earlier find by somebody offline could still win it.
    package let settled: Timestamp
  }

  /// A treasure that the hunt shows to everybody from the beginning.
  package struct Stage: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// Where it is.
    package let position: Coordinate
    /// How often it was found.
    package let found: Int
    /// Who has found it first; `nil` if nobody has.
    package let first: Party?
  }

  /// The event's name, and the title of its hunt.
  package var title: String, hunt: String
  /// Whether teams get the points.
  package var hasTeamScores: Bool
  /// How many have joined, and how many finds count.
  package var joined = 0, found = 0
  /// The best of the leaderboard.
  package var rows: [Row] = []
  /// How many rows it has.
  package var total = 0
  /// The latest finds, the newest first.
  package var finds: [Find] = []
  /// Prizes that somebody holds.
  package var prizes: [Prize] = []
  /// The treasures on the map.
  package var stages: [Stage] = []
  /// When it opens and ends; `nil` for at any time.
  package var opens: Timestamp?, ends: Timestamp?
  /// Whether it is over.
  package var isClosed = false
}

/// A player on the map that everybody sees.
package struct SpectatorPerson: Hashable, Sendable {
  /// The player.
  package let party: SpectatorScreen.Party
  /// Tells one player from another, from 0.
  package let number: Int
  /// Where, as exactly as the event allows.
  package let position: Coordinate
  /// When that was heard, by the organiser's clock.
  package let heard: Timestamp
  /// Whether nothing was heard since for a minute.
  package let isOld: Bool
}
