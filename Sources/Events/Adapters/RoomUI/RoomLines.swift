internal import EventDomain
internal import GeoFormats
internal import HuntDomain
internal import Numbers
package import Room

/// What happens in an event, for its organiser: one line each.
package enum RoomLines {
  /// A sentence.
  package static func sentence(of news: RoomNews) -> String {
    switch news {
    case .joined(let player): "\(named(player.name, player.team)) has joined."
    case .found(let find):
      "\(named(find.player, find.team)) has found \(find.name): \(find.points) points, at \(find.found)."
    case .rejected(let rejection): "A claim of \(rejection.player) was refused: \(rejection.reason)"
    case .said(let message): "Said to \(message.team.map { "the team \($0)" } ?? "all"): \(message.text)"
    case .connection(let trouble?): trouble
    case .connection(nil): "The event can be reached again."
    }
  }

  private static func named(_ name: String, _ team: String?) -> String { name + (team.map { " (\($0))" } ?? "") }

  /// A JSON object.
  package static func json(of news: RoomNews) -> String {
    var line = JSONText()
    switch news {
    case .joined(let player):
      line.add("event", "joined")
      line.add("player", player.name)
      if let team = player.team { line.add("team", team) }
      line.add("id", player.id.text)
    case .found(let find): add(find, to: &line)
    case .rejected(let rejection):
      line.add("event", "refused")
      line.add("player", rejection.player)
      line.add("id", rejection.claim.player.text)
      line.add("claim", rejection.claim.number)
      line.add("time", rejection.time.description)
      line.add("reason", rejection.reason)
    case .said(let message):
      line.add("event", "said")
      if let team = message.team { line.add("team", team) }
      line.add("time", message.time.description)
      line.add("text", message.text)
    case .connection(let trouble):
      line.add("event", "connection")
      line.add("reachable", trouble == nil)
      if let trouble { line.add("reason", trouble) }
    }
    return line.text
  }

  private static func add(_ find: LedgerFind, to line: inout JSONText) {
    line.add("event", "found")
    line.add("player", find.player)
    if let team = find.team { line.add("team", team) }
    line.add("id", find.claim.player.text)
    line.add("treasure", find.treasure)
    line.add("name", find.name)
    line.add("points", find.points)
    line.add("time", find.found.description)
    line.add("simulated", find.isSimulated)
    if find.wins { line.add("wins", true) }
    if let prize = find.prize { line.add("prize", prize) }
  }
}
