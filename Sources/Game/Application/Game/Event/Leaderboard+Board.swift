internal import EventDomain

extension Leaderboard {
  /// The board of an event, whose texts are printable, as a player sees it.
  init(_ board: Board, of event: String, for player: Player) {
    self.init(
      event: event, rows: board.rows.map { Row($0, for: player) }, total: max(board.total, board.rows.count),
      latest: board.latest.map { Find($0, for: player) }, prizes: board.prizes.map { Find($0.find, for: player) },
      isClosed: board.isClosed)
  }
}

extension Leaderboard.Row {
  fileprivate init(_ row: Standings.Row, for player: Player) {
    self.init(
      rank: row.rank, player: row.player, team: row.team, points: row.points, found: row.found,
      whose: row.id.map { .init($0, of: row.team, for: player) } ?? (player.isMate(of: row.team) ? .own : .other))
  }
}

extension Leaderboard.Find {
  fileprivate init(_ find: LedgerFind, for player: Player) {
    self.init(
      "\(find.claim.player).\(find.treasure)", treasure: find.treasure, name: find.name, player: find.player,
      team: find.team, prize: find.prize, whose: .init(find.claim.player, of: find.team, for: player))
  }
}

extension Leaderboard.Whose {
  fileprivate init(_ owner: PlayerID, of team: String?, for player: Player) {
    self = owner == player.id ? .own : player.isMate(of: team) ? .mate : .other
  }
}

extension Player {
  /// Whether whoever is in a team is a team mate.
  fileprivate func isMate(of other: String?) -> Bool { team != nil && team == other }
}
