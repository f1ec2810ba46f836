package import Numbers

/// The leaderboard as it is shown to all.
package struct Board: Hashable, Sendable {
  /// Rows that are sent; the others are only counted.
  package static let mostRows = 100
  /// Finds that are sent.
  package static let mostFinds = 20

  /// Players that it counts; no event has more.
  package static let mostPlayers = 10_000_000

  /// How many entries of the ledger it is made of.
  package let entries: Int
  /// The best, in order.
  package let rows: [Standings.Row]
  /// How many rows there are.
  package let total: Int
  /// The latest finds, the newest first.
  package let latest: [LedgerFind]
  /// The prizes, and who holds them.
  package let prizes: [Standings.First]
  /// Whether the event is closed, and this is the end.
  package let isClosed: Bool
  /// How many players it is sent to, in `0 ... mostPlayers`; 0 if that is not known.
  package let players: Int

  /// Creates a board.
  package init(
    entries: Int, rows: [Standings.Row], total: Int, latest: [LedgerFind], prizes: [Standings.First], isClosed: Bool,
    players: Int = 0
  ) {
    (self.entries, self.rows, self.total) = (entries, rows, total)
    (self.latest, self.prizes, self.isClosed, self.players) = (latest, prizes, isClosed, players)
  }

  /// The board of standings.
  package init(_ standings: Standings, isClosed: Bool = false, players: Int = 0) {
    let rows = standings.rows
    self.init(
      entries: standings.finds.count, rows: Array(rows.prefix(Self.mostRows)), total: rows.count,
      latest: standings.finds.suffix(Self.mostFinds).reversed(), prizes: standings.prizes, isClosed: isClosed,
      players: players)
  }
}

/// Something that the organiser says.
package struct EventMessage: Hashable, Sendable {
  /// Characters that a message may have.
  package static let longest = 500

  /// The words, as printable text.
  package let text: String
  /// The team that it is for; `nil` for all.
  package let team: String?
  /// When it was said, by the organiser's clock.
  package let time: Timestamp
  /// How long ago it was said, by the organiser's clock, for a player who could not hear it then; `nil` for all others.
  package let age: Duration?

  /// Creates a message.
  package init(_ text: String, to team: String? = nil, at time: Timestamp, age: Duration? = nil) {
    (self.text, self.team, self.time, self.age) = (text, team, time, age)
  }
}
