internal import EventDomain
internal import Events
internal import Geodesy
internal import HuntDomain
internal import NATSClient
internal import Numbers
internal import SystemKit

extension NATSEvent: PositionFeed {
  func publish(_ position: PlayerPosition) async -> Bool {
    // The host also tells where others are, by their phones.
    guard position.player == player?.id else { return send(position) }
    return lastPosition.withLock { last in
      last = (position, .now)
      return send(position)
    }
  }

  /// Tells the last position again, so that mates soon see a player who was cut off, and may stand.
  private func publishAgain() {
    lastPosition.withLock { last in
      if let last, last.time.duration(to: .now) < Self.lately { _ = send(last.position) }
    }
  }

  /// How long a position is told again: longer than a player who stands waits for the next one.
  private static let lately = Duration.seconds(20)

  private func send(_ position: PlayerPosition) -> Bool {
    // Positions do not wait for a connection: only the newest is of use then.
    guard connection.server != nil else { return false }
    let subject = subjects.position(of: position.player, in: position.team)
    do throws(NATSError) {
      try connection.publish(subject, EventWire.bytes(PositionMessage(position)))
      return true
    } catch { return false }
  }

  func positions() -> AsyncStream<PlayerPosition> {
    let live = try? connection.listen([seen])
    return AsyncStream(bufferingPolicy: .bufferingNewest(4096)) { continuation in
      let task = Task {
        for position in (try? await stored()) ?? [] { continuation.yield(position) }
        guard let live else { return continuation.finish() }
        for await news in live {
          switch news {
          case .message(let message):
            if let position = Self.position(message.subject, message.bytes) { continuation.yield(position) }
          case .restarted:
            publishAgain()
          }
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
    let newest = Guarded<Board?>(nil)
    let spread = { @Sendable [spread] in max(spread, newest.withLock { $0?.time } ?? .zero) }
    return news(of: [subjects.board], replaces: true, spread: spread) { [self] () async throws(EventTrouble) in
      let board =
        if let player {
          try await ask(EventQuestion(board: true), as: player.id).board
        } else {
          try await self.board()
        }
      guard let board = board?.board else { return [] }
      return newest.withLock { newest in
        // What was published last may not be stored yet.
        if let entries = newest?.entries, board.entries < entries { return [] }
        newest = board
        return [board]
      }
    } read: {
      let board = Board(message: $0.bytes)
      if let board { newest.withLock { $0 = board } }
      return board
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
    news(of: [subjects.finds(of: team)], replaces: true) { [self] () async throws(EventTrouble) in
      guard let player else { return try await found(by: team).map { [$0.teamFinds] } ?? [] }
      return try await ask(EventQuestion(finds: true), as: player.id).finds.map { [$0.teamFinds] } ?? []
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
    let (subject, bytes) = (subjects.messages(to: message.team), EventWire.bytes(SaidMessage(message)))
    // Those who have heard it do not hear it again.
    try await patiently(
      for: Self.patience * 2, every: .milliseconds(250), on: .continuous, ifPassing: \.isUnreachable
    ) { () async throws(EventTrouble) in
      _ = try await ask { streams throws(JetStreamError) in try await streams.publish(subject, bytes) }
    }
  }

  func messages() -> AsyncStream<EventMessage> {
    let heard = Guarded<Set<EventMessage>>([])
    let isNew = { @Sendable (message: EventMessage) in
      heard.withLock { $0.insert(EventMessage(message.text, to: message.team, at: message.time)).inserted }
    }
    return news(
      of: player.map { subjects.messages(for: $0) } ?? [subjects.allMessages], replaces: false, isNew: isNew
    ) { [self] () async throws(EventTrouble) in
      try await said().map(\.message)
    } read: {
      EventWire.read(SaidMessage.self, $0.bytes)?.message
    }
  }

  /// What was last said to all whom the user may hear, in the order in which it was said.
  private func said() async throws(EventTrouble) -> [SaidMessage] {
    guard let player else {
      return try await all(of: subjects.state, filter: subjects.allMessages, isFleeting: true).compactMap {
        EventWire.read(SaidMessage.self, $0.bytes)
      }
    }
    return try await ask(EventQuestion(messages: true), as: player.id).messages ?? []
  }

  /// What was last said to a player, in the order in which it was said.
  func said(to player: Player, now: Timestamp) async throws(EventTrouble) -> [SaidMessage] {
    var said: [SaidMessage] = []
    let stream = subjects.state
    for subject in subjects.messages(for: player) {
      let stored = try await ask { streams throws(JetStreamError) in
        try await streams.directLastMessage(of: subject, in: stream)
      }
      guard var message = stored.flatMap({ EventWire.read(SaidMessage.self, $0.bytes) }) else { continue }
      message.age = max(0, now.milliseconds &- message.time)
      said.append(message)
    }
    return said.sorted { $0.time < $1.time }
  }
}

// MARK: - What is said, and was said

extension NATSEvent {
  /// What was said last, and what is said from now on.
  ///
  /// After each loss of the connection what was said last is asked for again, until it is answered; live messages do
  /// not wait for that.
  ///
  /// - Parameters:
  ///   - replaces: whether all that counts is what was said last: an answer is too late behind what came since.
  ///   - spread: over how long those ask who were cut off together.
  ///   - isNew: whether an item is to be told.
  private func news<Item: Sendable>(
    of subjects: [String], replaces: Bool, spread: (@Sendable () -> Duration)? = nil,
    isNew: @escaping @Sendable (Item) -> Bool = { _ in true },
    last: @escaping @Sendable () async throws(EventTrouble) -> [Item],
    read: @escaping @Sendable (NATSMessage) -> Item?
  ) -> AsyncStream<Item> {
    let live = try? connection.listen(subjects)
    return AsyncStream(bufferingPolicy: .bufferingNewest(1024)) { continuation in
      let heard = Guarded(0)
      @Sendable func ask(after pause: Duration) async {
        var pause = pause
        let before = heard.withLock { $0 }
        while !Task.isCancelled {
          try? await Task.sleep(for: pause)
          // The next connection says that it is another one, and then it is asked.
          guard connection.server != nil, !replaces || heard.withLock({ $0 }) == before else { return }
          if let items = try? await last() {
            return heard.withLock { heard in
              guard !Task.isCancelled, !replaces || heard == before else { return }
              for item in items where isNew(item) { continuation.yield(item) }
            }
          }
          pause = min(max(pause * 2, .seconds(1)), Self.longestSpread)
        }
      }
      let task = Task {
        var asking = Task { await ask(after: .zero) }
        if let live {
          for await news in live {
            switch news {
            case .message(let message):
              guard let item = read(message) else { continue }
              heard.withLock { heard in
                heard += 1
                if isNew(item) { continuation.yield(item) }
              }
            case .restarted:
              asking.cancel()
              let pause = min(spread?() ?? self.spread, Self.longestSpread) * Double.random(in: 0...1)
              asking = Task { await ask(after: pause) }
            }
          }
        }
        asking.cancel()
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }

  private static let longestSpread = Duration.seconds(60)
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
