internal import EventDomain
internal import Events
internal import Geodesy
internal import HuntDomain
internal import NATSClient
internal import SystemKit

extension NATSEvent: PositionFeed {
  func publish(_ position: PlayerPosition) async -> Bool {
    // It would be sent when there is a connection again, and be of no use then.
    guard connection.server != nil else { return false }
    let subject = subjects.position(of: position.player, in: position.team)
    do throws(NATSError) {
      try connection.publish(subject, EventWire.bytes(PositionMessage(position)))
      return true
    } catch { return false }
  }

  func positions() -> AsyncStream<PlayerPosition> {
    latest(of: seen, atMost: 4096) { [self] in
      (try? await stored()) ?? []
    } read: {
      Self.position($0.subject, $0.bytes)
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
    _ = try await ask { streams throws(JetStreamError) in try await streams.purge(stream) }
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
      guard let player else { return [try? await board()?.board].compactMap(\.self) }
      return [(try? await ask(EventQuestion(board: true), as: player.id))?.board?.board].compactMap(\.self)
    } read: {
      Board(message: $0.bytes)
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
      guard let player else { return [try? await found(by: team)?.teamFinds].compactMap(\.self) }
      return [(try? await ask(EventQuestion(finds: true), as: player.id))?.finds?.teamFinds].compactMap(\.self)
    } read: {
      EventWire.read(TeamMessage.self, $0.bytes)?.teamFinds
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
    let addressed = player.map { self.subjects.messages(for: $0) } ?? [subjects.allMessages]
    // One question is for all of them.
    let streams = addressed.enumerated().map { place, subject in
      latest(of: subject, atMost: 1024) { [self] in
        place == 0 ? (try? await said())?.map(\.message) ?? [] : []
      } read: {
        EventWire.read(SaidMessage.self, $0.bytes)?.message
      }
    }
    return AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
      let task = Task {
        let heard = Guarded<Set<EventMessage>>([])
        await withTaskGroup(of: Void.self) { group in
          for stream in streams {
            group.addTask {
              for await message in stream where heard.withLock({ $0.insert(message).inserted }) {
                continuation.yield(message)
              }
            }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// What was last said to all whom the user may hear.
  private func said() async throws(EventTrouble) -> [SaidMessage] {
    guard let player else {
      return try await all(of: subjects.state, filter: subjects.allMessages, isFleeting: true).compactMap {
        EventWire.read(SaidMessage.self, $0.bytes)
      }
    }
    return try await ask(EventQuestion(messages: true), as: player.id).messages ?? []
  }

  /// What was last said to a player.
  func said(to player: Player) async throws(EventTrouble) -> [SaidMessage] {
    var said: [SaidMessage] = []
    let stream = subjects.state
    for subject in subjects.messages(for: player) {
      let message = try await ask { streams throws(JetStreamError) in
        try await streams.directLastMessage(of: subject, in: stream)
      }
      if let message = message.flatMap({ EventWire.read(SaidMessage.self, $0.bytes) }) { said.append(message) }
    }
    return said
  }

  /// What was last said on a subject, what is said from now on, and after each loss of the connection once more what
  /// was last said.
  private func latest<Item: Sendable>(
    of subject: String, atMost limit: Int = 64, last: @escaping @Sendable () async -> [Item],
    read: @escaping @Sendable (NATSMessage) -> Item?
  ) -> AsyncStream<Item> {
    let live = try? connection.listen(subject)
    return AsyncStream(bufferingPolicy: .bufferingNewest(limit)) { continuation in
      let task = Task {
        for item in await last() { continuation.yield(item) }
        if let live {
          for await heard in live {
            switch heard {
            case .message(let message): if let item = read(message) { continuation.yield(item) }
            case .restarted:
              // Thousands who were cut off together do not ask together.
              try? await Task.sleep(for: .seconds(Double.random(in: 0...Self.spread)))
              for item in await last() { continuation.yield(item) }
            }
          }
        }
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  /// Seconds over which those who were cut off ask what they have missed.
  private static let spread = 2.0
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
