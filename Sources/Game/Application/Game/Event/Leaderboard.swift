/// How an event of many players stands, as this player sees it.
package struct Leaderboard: Hashable, Sendable, Codable {
  /// Rows, finds and prizes that a leaderboard has at most.
  package static let (mostRows, mostFinds, mostPrizes) = (100, 20, 100)

  /// Whose something is.
  package enum Whose: String, Hashable, Sendable, Codable {
    /// The player's own, or their team's where teams get the points.
    case own
    /// A team mate's.
    case mate
    case other
  }

  /// One player, or one team.
  package struct Row: Hashable, Sendable, Codable {
    /// From 1; equals have the same rank.
    package let rank: Int
    /// The player's name, as printable text; `nil` for a team.
    package let player: String?
    /// The team's name, as printable text; `nil` for a player without one.
    package let team: String?
    /// Points; may be negative.
    package let points: Int
    /// How many treasures are found.
    package let found: Int
    /// Whose row it is.
    package let whose: Whose

    /// Creates a row.
    package init(rank: Int, player: String?, team: String?, points: Int, found: Int, whose: Whose) {
      (self.rank, self.player, self.team) = (rank, player, team)
      (self.points, self.found, self.whose) = (points, found, whose)
    }
  }

  /// A find that counts.
  package struct Find: Hashable, Sendable, Codable, Identifiable {
    /// Tells the find from all others.
    package let id: String
    /// The treasure's id.
    package let treasure: String
    /// The treasure's name, as printable text.
    package let name: String
    /// The finder's name, as printable text.
    package let player: String
    /// The finder's team, as printable text; `nil` for a player without one.
    package let team: String?
    /// What the first finder wins, as printable text; `nil` for nothing.
    package let prize: String?
    /// Whose find it is.
    package let whose: Whose

    /// Creates a find.
    package init(
      _ id: String, treasure: String, name: String, player: String, team: String?, prize: String?, whose: Whose
    ) {
      (self.id, self.treasure, self.name) = (id, treasure, name)
      (self.player, self.team, self.prize, self.whose) = (player, team, prize, whose)
    }
  }

  /// The event's name, as printable text.
  package let event: String
  /// The best, in order.
  package let rows: [Row]
  /// How many rows there are, of which ``rows`` are the first.
  package let total: Int
  /// The latest finds, the newest first.
  package let latest: [Find]
  /// The finds that hold prizes.
  package let prizes: [Find]
  /// Whether the event is closed, and this is the end.
  package let isClosed: Bool

  /// Creates a leaderboard; what is more than it may have is left out.
  package init(event: String, rows: [Row], total: Int, latest: [Find], prizes: [Find], isClosed: Bool) {
    (self.event, self.total, self.isClosed) = (event, total, isClosed)
    (self.rows, self.latest) = (Array(rows.prefix(Self.mostRows)), Array(latest.prefix(Self.mostFinds)))
    self.prizes = Array(prizes.prefix(Self.mostPrizes))
  }
}
