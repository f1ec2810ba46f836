internal import Game
internal import GeoFormats
internal import Geodesy

/// News of an event of many players.
extension JSONLines {
  /// What the event says.
  static func add(_ announcement: Announcement, to line: inout JSONText) {
    line.add("event", announcement.kind.rawValue)
    if let treasure = announcement.treasure { line.add("id", treasure) }
    if let counts = announcement.counts { line.add("counts", counts) }
    line.add("text", announcement.text)
  }

  /// The other players.
  static func add(_ mates: [MateSighting], _ text: String, to line: inout JSONText) {
    line.add("event", "mates")
    line.add("mates", mates.map(object))
    line.add("text", text)
  }

  private static func object(_ seen: MateSighting) -> JSONText {
    var object = JSONText()
    object.add("id", seen.mate.id)
    object.add("name", seen.mate.name)
    if let team = seen.mate.team { object.add("team", team) }
    object.add("lat", seen.mate.position.latitude, decimals: 7)
    object.add("lon", seen.mate.position.longitude, decimals: 7)
    if let accuracy = seen.mate.accuracy { object.add("accuracy", accuracy, decimals: 2) }
    object.add("age", seconds(seen.mate.age), decimals: 3)
    object.add("old", seen.isOld)
    if let distance = seen.distance { object.add("distance", distance, decimals: 2) }
    if let bearing = seen.bearing { object.add("bearing", bearing.degrees, decimals: 2) }
    if let turn = seen.turn { object.add("turn", turn, decimals: 2) }
    return object
  }

  /// The leaderboard; only the text if there is none.
  static func add(_ board: Leaderboard?, _ text: String, to line: inout JSONText) {
    line.add("event", "board")
    if let board {
      line.add("name", board.event)
      line.add("closed", board.isClosed)
      line.add("of", board.total)
      line.add("rows", board.rows.map(object))
      line.add("prizes", board.prizes.map(object))
      line.add("latest", board.latest.map(object))
    }
    line.add("text", text)
  }

  private static func object(_ row: Leaderboard.Row) -> JSONText {
    var object = JSONText()
    object.add("rank", row.rank)
    if let player = row.player { object.add("player", player) }
    if let team = row.team { object.add("team", team) }
    object.add("points", row.points)
    object.add("found", row.found)
    object.add("own", row.whose == .own)
    return object
  }

  private static func object(_ find: Leaderboard.Find) -> JSONText {
    var object = JSONText()
    object.add("id", find.treasure)
    object.add("name", find.name)
    object.add("player", find.player)
    if let team = find.team { object.add("team", team) }
    if let prize = find.prize { object.add("prize", prize) }
    return object
  }
}
