internal import EventDomain
internal import Events
internal import Geodesy
internal import HuntDomain
internal import NATSClient

extension NATSEvent: PositionFeed {
  func publish(_ position: PlayerPosition) async {
    let subject = subjects.position(of: position.player, in: position.team)
    // Not worth a word where it fails: the next one comes soon.
    try? connection.publish(subject, EventWire.bytes(PositionMessage(position)))
  }

  func positions() -> AsyncStream<PlayerPosition> {
    let live = try? connection.subscribe(seen)
    return AsyncStream(bufferingPolicy: .bufferingNewest(4096)) { continuation in
      let task = Task {
        for position in (try? await stored()) ?? [] { continuation.yield(position) }
        guard let live else { return continuation.finish() }
        for await message in live {
          if let position = Self.position(message.subject, message.bytes) { continuation.yield(position) }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// The newest position of each.
  private func stored() async throws(EventTrouble) -> [PlayerPosition] {
    guard let player else {
      return try await all(of: subjects.positions, filter: seen, isFleeting: true).compactMap {
        Self.position($0.subject, $0.bytes)
      }
    }
    return try await ask(EventQuestion(positions: true), as: player.id).positions?.compactMap { place in
      PlayerID(place.player).flatMap { place.position.position(of: $0) }
    } ?? []
  }

  private static func position(_ subject: String, _ bytes: [UInt8]) -> PlayerPosition? {
    guard let player = subject.split(separator: ".").last.flatMap({ PlayerID(String($0)) }) else { return nil }
    return PlayerPosition(message: bytes, of: player)
  }

  func erase() async throws(EventTrouble) {
    let stream = subjects.positions
    try await ask { streams throws(JetStreamError) in
      guard let configuration = try await streams.info(stream)?.configuration else { return }
      _ = try await streams.delete(stream)
      _ = try await streams.createOrUpdate(configuration)
    }
  }
}

extension NATSEvent: EventBoard {
  func publish(_ board: Board) async throws(EventTrouble) {
    let subject = subjects.board
    _ = try await ask { streams throws(JetStreamError) in
      try await streams.publish(subject, EventWire.bytes(BoardMessage(board)))
    }
  }

  func boards() -> AsyncStream<Board> {
    latest(of: subjects.board) { [self] in
      guard let player else { return try? await board()?.board }
      return (try? await ask(EventQuestion(board: true), as: player.id))?.board?.board
    } read: {
      Board(message: $0)
    }
  }

  /// The leaderboard that was published last.
  func board() async throws(EventTrouble) -> BoardMessage? {
    let (subject, stream) = (subjects.board, subjects.state)
    let message = try await ask { streams throws(JetStreamError) in
      try await streams.directLastMessage(of: subject, in: stream)
    }
    return message.flatMap { EventWire.read(BoardMessage.self, $0.bytes) }
  }

  func publish(_ finds: [TeamFind], of team: String) async throws(EventTrouble) {
    let subject = subjects.finds(of: team)
    _ = try await ask { streams throws(JetStreamError) in
      try await streams.publish(subject, EventWire.bytes(TeamMessage(finds)))
    }
  }

  func finds(of team: String) -> AsyncStream<[TeamFind]> {
    latest(of: subjects.finds(of: team)) { [self] in
      guard let player else { return try? await found(by: team)?.teamFinds }
      return (try? await ask(EventQuestion(finds: true), as: player.id))?.finds?.teamFinds
    } read: {
      EventWire.read(TeamMessage.self, $0)?.teamFinds
    }
  }

  /// What a team had found at last; `nil` for nothing.
  func found(by team: String) async throws(EventTrouble) -> TeamMessage? {
    let (subject, stream) = (subjects.finds(of: team), subjects.state)
    let message = try await ask { streams throws(JetStreamError) in
      try await streams.directLastMessage(of: subject, in: stream)
    }
    return message.flatMap { EventWire.read(TeamMessage.self, $0.bytes) }
  }

  func say(_ message: EventMessage) async throws(EventTrouble) {
    let body = SaidMessage(text: message.text, team: message.team, time: message.time.milliseconds)
    do throws(NATSError) {
      try connection.publish(subjects.messages(to: message.team), EventWire.bytes(body))
      try await connection.flush()
    } catch { throw .unreachable("\(error)") }
  }

  func messages() -> AsyncStream<EventMessage> {
    let heard = player.map { [subjects.messages(to: nil)] + ($0.team.map { [subjects.messages(to: $0)] } ?? []) }
    let live = (heard ?? [subjects.allMessages]).compactMap { try? connection.subscribe($0) }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
      let task = Task {
        await withTaskGroup(of: Void.self) { group in
          for stream in live {
            group.addTask {
              for await message in stream {
                guard let said = EventWire.read(SaidMessage.self, message.bytes) else { continue }
                continuation.yield(
                  EventMessage(said.text, to: said.team, at: Timestamp(milliseconds: said.time)))
              }
            }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// What was last said on a subject, and what is said from now on.
  private func latest<Item: Sendable>(
    of subject: String, first: @escaping @Sendable () async -> Item?,
    read: @escaping @Sendable ([UInt8]) -> Item?
  ) -> AsyncStream<Item> {
    let live = try? connection.subscribe(subject)
    return AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
      let task = Task {
        if let item = await first() { continuation.yield(item) }
        if let live {
          for await message in live {
            if let item = read(message.bytes) { continuation.yield(item) }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

extension NATSEvent: Roster {
  func add(_ player: Player) async throws(EventTrouble) {
    try await put(EventWire.bytes(PlayerMessage(player)), player.id)
  }

  func remove(_ id: PlayerID) async throws(EventTrouble) { try await put([], id) }

  private func put(_ bytes: [UInt8], _ id: PlayerID) async throws(EventTrouble) {
    let subject = subjects.player(id)
    _ = try await ask { streams throws(JetStreamError) in try await streams.publish(subject, bytes) }
  }

  func players() async throws(EventTrouble) -> [Player] {
    try await all(of: subjects.state, filter: subjects.players).compactMap { message in
      message.subject.split(separator: ".").last.flatMap { PlayerID(String($0)) }
        .flatMap { Self.player($0, message.bytes) }
    }.sorted { $0.id < $1.id }
  }

  func count() async throws(EventTrouble) -> Int {
    let stream = subjects.state
    // Of each subject the newest message: nearly all are players.
    return try await ask { streams throws(JetStreamError) in
      Int(clamping: try await streams.info(stream)?.messages ?? 0)
    }
  }

  func player(_ id: PlayerID) async throws(EventTrouble) -> Player? {
    if let player { return try await ask(EventQuestion(player: id.text), as: player.id).player?.player(id) }
    let (subject, stream) = (subjects.player(id), subjects.state)
    let message = try await ask { streams throws(JetStreamError) -> StoredMessage? in
      if let message = try await streams.directLastMessage(of: subject, in: stream) { return message }
      // A copy may not know yet of somebody who has just come.
      return try await streams.lastMessage(of: subject, in: stream)
    }
    return message.flatMap { Self.player(id, $0.bytes) }
  }

  private static func player(_ id: PlayerID, _ bytes: [UInt8]) -> Player? {
    EventWire.read(PlayerMessage.self, bytes)?.player(id)
  }
}
