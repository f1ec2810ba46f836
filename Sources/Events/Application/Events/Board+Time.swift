package import EventDomain

extension Board {
  /// Rows of leaderboards that all players together get in a second, at most; some 150 bytes each.
  ///
  /// More would delay the players' positions.
  private static let rowsInSecond = 20_000

  /// How long it takes until all players have it, as slowly as leaderboards go.
  package var time: Duration { .seconds(rows.count) * players / Self.rowsInSecond }
}
