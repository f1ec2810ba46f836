package import EventDomain
internal import GeoFormats
internal import HuntDomain
internal import Numbers

/// The leaderboard of an event as text, and as JSON lines.
package enum BoardLines {
  /// The rows, as many as the board has, and the prizes with their holders.
  package static func page(_ board: Board) -> String {
    guard !board.rows.isEmpty else { return "Nothing is found yet.\n" }
    let rows = board.rows.map { row in
      let name = [row.player, row.team].compactMap(\.self).map { SafeText.clean($0) }.joined(separator: ", ")
      return "\(row.rank).  \(name): \(row.points) points, \(row.found) found, last \(row.last)\n"
    }
    let more = board.total > rows.count ? "... and \(board.total - rows.count) more\n" : ""
    let prizes = board.prizes.map { first in
      "\(SafeText.clean(first.find.prize ?? "")) (\(SafeText.clean(first.find.name))): "
        + "\(SafeText.clean(first.find.player))\n"
    }
    return rows.joined() + more + (prizes.isEmpty ? "" : "Prizes:\n" + prizes.joined())
  }

  /// One JSON object for each row.
  package static func json(_ board: Board) -> String { board.rows.map { line($0) + "\n" }.joined() }

  private static func line(_ row: Standings.Row) -> String {
    var line = JSONText()
    line.add("rank", row.rank)
    if let team = row.team { line.add("team", SafeText.clean(team)) }
    if let player = row.player { line.add("player", SafeText.clean(player)) }
    line.add("points", row.points)
    line.add("found", row.found)
    line.add("last", row.last.description)
    return line.text
  }
}
