import EventDomain
import Game
import GeoFormats
import HuntDomain
import Views

extension Leaderboard {
  /// The board of an event as a player sees it; its texts come from outside and are cleaned.
  init(_ board: Board, of plan: EventPlan, for player: Player) {
    self.init(
      event: SafeText.clean(plan.name, limit: Player.longestName),
      rows: board.rows.map { Row($0, for: player) }, total: max(board.total, board.rows.count),
      latest: board.latest.map { Find($0, for: player) }, prizes: board.prizes.map { Find($0.find, for: player) },
      isClosed: board.isClosed)
  }
}

extension Leaderboard.Row {
  fileprivate init(_ row: Standings.Row, for player: Player) {
    let whose: Leaderboard.Whose =
      if let id = row.id {
        id == player.id ? .own : player.isMate(of: row.team) ? .mate : .other
      } else {
        player.isMate(of: row.team) ? .own : .other
      }
    self.init(
      rank: row.rank, player: row.player.map(SafeText.name), team: row.team.map(SafeText.name), points: row.points,
      found: row.found, whose: whose)
  }
}

extension Leaderboard.Find {
  fileprivate init(_ find: LedgerFind, for player: Player) {
    let finder = find.claim.player
    self.init(
      "\(finder).\(SafeText.clean(find.treasure))", treasure: SafeText.clean(find.treasure),
      name: SafeText.clean(find.name, limit: 200), player: SafeText.name(find.player),
      team: find.team.map(SafeText.name), prize: find.prize.map { SafeText.clean($0, limit: 200) },
      whose: finder == player.id ? .own : player.isMate(of: find.team) ? .mate : .other)
  }
}

extension Mate {
  /// A player at a position of theirs.
  ///
  /// The position says its time by the clock of the other player's computer.
  init(_ player: Player, at position: PlayerPosition, now: Timestamp) {
    let age = max(0, min(Self.oldest, now.milliseconds &- position.time.milliseconds))
    self.init(
      player.id.text, name: SafeText.name(player.name), team: player.team.map(SafeText.name), at: position.position,
      accuracy: position.accuracy, age: .milliseconds(age))
  }

  /// Milliseconds of an age that says all: older ones are not shown.
  private static let oldest: Int64 = 86_400_000
}

extension Announcement {
  /// What the organiser has said, and how long ago where that was before the player could hear it.
  init(_ message: EventMessage) {
    let age = message.age.map { " (said \(Wording.age($0)) ago)" } ?? ""
    self.init(.message, SafeText.clean(message.text + age))
  }
}

extension Player {
  /// Whether whoever is in a team is a team mate.
  fileprivate func isMate(of other: String?) -> Bool { team != nil && team == other }
}

extension SafeText {
  /// The name of a player or a team.
  fileprivate static func name(_ text: String) -> String { clean(text, limit: Player.longestName) }
}
