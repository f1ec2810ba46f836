internal import Database
internal import Game
internal import HuntDomain

/// Games and events on the way from one file to another.
struct SalvagedRows: Hashable {
  /// The games by id.
  var games: [Int64: GameSummary] = [:]
  /// The events by the game's id and the event's number.
  var events: [Int64: [Int64: HuntEvent]] = [:]

  /// The number of events whose game is present.
  var count: Int { games.keys.reduce(0) { $0 + (events[$1]?.count ?? 0) } }

  /// The events of a game in their order.
  func events(of game: Int64) -> [HuntEvent] {
    (events[game] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
  }

  /// Writes all of it to a file that holds nothing yet, inside a transaction; events are numbered anew.
  func write(to connection: Connection) throws(DatabaseError) {
    for (id, game) in games.sorted(by: { $0.key < $1.key }) {
      // What the list says is known exactly when the game is played again; finds can be counted now.
      var game = game
      let events = events(of: id)
      game.found = Int64(Set(events.compactMap(\.find)).count)
      game.isOver = events.contains { $0.kind == .won || $0.kind == .timeUp }
      try connection.rows(Schema.addGame, [.integer(id)] + game.values)
      for (number, event) in events.enumerated() {
        try connection.rows(Schema.putEvent, EventRow(event).values(game: id, number: Int64(number)))
      }
    }
  }
}

extension HuntEvent {
  /// The treasure that counts as found with it, by the player's own word too.
  fileprivate var find: String? {
    switch kind {
    case .found(let id, _), .claimed(let id): id
    default: nil
    }
  }
}
