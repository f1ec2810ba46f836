internal import Database
internal import EventDomain
internal import Events
internal import Geodesy
internal import HuntDomain

extension EventFile: PositionFeed {
  func publish(_ position: PlayerPosition) -> Bool {
    // Not worth a word where it fails: the next one comes soon.
    let kept = try? rows(
      """
      INSERT OR REPLACE INTO positions (player, team, latitude, longitude, accuracy, time) VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(position.player.text), .init(position.team), .real(position.position.latitude),
        .real(position.position.longitude), .init(position.accuracy), .init(position.time),
      ])
    positionReaders.tell(position)
    return kept != nil
  }

  nonisolated func positions() -> AsyncStream<PlayerPosition> {
    let (stream, reader) = positionReaders.listen()
    Task { for position in await newest() { reader.yield(position) } }
    return stream
  }

  private func newest() -> [PlayerPosition] {
    let rows = try? rows("SELECT player, team, latitude, longitude, accuracy, time FROM positions ORDER BY player")
    return (rows ?? []).compactMap { row in
      guard let player = row[0].text.flatMap({ PlayerID($0) }), let latitude = row[2].real, let longitude = row[3].real,
        let place = Coordinate(latitude: latitude, longitude: longitude), let time = try? row.time(5)
      else { return nil }
      return PlayerPosition(player, team: row[1].text, at: place, accuracy: row[4].real, time: time)
    }
  }

  func erase() throws(EventTrouble) { try rows("DELETE FROM positions") }
}

extension EventFile: EventBoard {
  func publish(_ board: Board) { boardReaders.tell(board) }

  nonisolated func boards() -> AsyncStream<Board> {
    boardReaders.listen(hearsLatest: true).stream
  }

  func publish(_ finds: [TeamFind], of team: String) {
    findReaders.tell((findReaders.latest ?? [:]).merging([team: finds]) { $1 })
  }

  nonisolated func finds(of team: String) -> AsyncStream<[TeamFind]> {
    news(of: findReaders) { $0[team].map { [$0] } ?? [] }
  }

  func say(_ message: EventMessage) {
    messageReaders.tell((messageReaders.latest ?? [:]).merging([message.team: message]) { $1 })
  }

  nonisolated func messages() -> AsyncStream<EventMessage> {
    news(of: messageReaders) { $0.values.sorted { $0.time < $1.time } }
  }

  /// What was told last, and then what is told that was not among what was told before.
  nonisolated private func news<Told: Sendable, Item: Hashable & Sendable>(
    of readers: Readers<Told>, items: @escaping @Sendable (Told) -> [Item]
  ) -> AsyncStream<Item> {
    let stream = readers.listen(hearsLatest: true).stream
    return AsyncStream { continuation in
      let task = Task {
        var last: Set<Item> = []
        for await told in stream {
          let items = items(told)
          for item in items where !last.contains(item) { continuation.yield(item) }
          last = Set(items)
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension EventFile: Roster {
  func add(_ player: Player) throws(EventTrouble) {
    try rows(
      "INSERT OR REPLACE INTO players (id, name, team, wave, joined) VALUES (?, ?, ?, ?, ?)",
      [
        .text(player.id.text), .text(player.name), .init(player.team), player.wave.map { .init($0) } ?? .null,
        player.joined.map { .integer($0.milliseconds) } ?? .null,
      ])
  }

  func remove(_ id: PlayerID) throws(EventTrouble) {
    try rows("DELETE FROM players WHERE id = ?", [.text(id.text)])
  }

  func players() throws(EventTrouble) -> [Player] {
    var players: [Player] = []
    for row in try rows("SELECT id, name, team, wave, joined FROM players ORDER BY id") {
      players.append(try row.participant())
    }
    return players
  }

  func count() throws(EventTrouble) -> Int { try rows("SELECT count(*) FROM players").first?.number(0) ?? 0 }

  func player(_ id: PlayerID) throws(EventTrouble) -> Player? {
    let found = try rows("SELECT id, name, team, wave, joined FROM players WHERE id = ?", [.text(id.text)])
    return try found.first?.participant()
  }
}
