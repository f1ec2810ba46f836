package import EventDomain
package import Events
package import Numbers
internal import SystemKit

/// An event in memory: nothing fails, nobody is cut off, and everybody hears everything at once.
package struct InMemoryEvent: Sendable {
  private let memory: EventMemory

  /// An event in which nothing has happened.
  ///
  /// - Parameters:
  ///   - players: who takes part.
  ///   - now: the civil time that claims and rulings get.
  package init(_ players: [Player] = [], now: @escaping @Sendable () -> Timestamp) {
    memory = EventMemory(EventMemory.State(), now: now)
    for player in players { memory.add(player) }
  }

  private init(_ memory: EventMemory) { self.memory = memory }

  /// The event after a restart of its server: it keeps claims, rulings, finds, players and the lease, and loses positions,
  /// the board and messages.
  package func restarted() -> InMemoryEvent { InMemoryEvent(EventMemory(memory.stored, now: memory.now)) }

  /// The ports.
  package var place: EventPlace {
    EventPlace(claims: memory, ledger: memory, positions: memory, board: memory, roster: memory)
  }
}

/// The ports of an event in memory.
private final class EventMemory: Sendable {
  struct State {
    var claims: [ReceivedClaim] = []
    var rulings: [GivenRuling] = []
    var finds: [LedgerFind] = []
    var players: [PlayerID: Player] = [:]
    var lease: (holder: String, end: Timestamp)?
    var positions: [PlayerID: PlayerPosition] = [:]
    var board: Board?
    var teams: [String: [TeamFind]] = [:]
    var messages: [String?: EventMessage] = [:]

    var positionReaders = Readers<PlayerPosition>()
    var boardReaders = Readers<Board>()
    var messageReaders = Readers<EventMessage>()
    var rulingReaders: [PlayerID: Readers<Ruling>] = [:]
    var teamReaders: [String: Readers<[TeamFind]>] = [:]
    /// Those who wait for claims, rulings and finds: they read again when their streams end.
    var waiting: [AsyncStream<Never>.Continuation] = []
  }

  let now: @Sendable () -> Timestamp
  private let state: Guarded<State>

  init(_ stored: State, now: @escaping @Sendable () -> Timestamp) { (state, self.now) = (Guarded(stored), now) }

  /// What a restart keeps.
  var stored: State {
    var stored = State()
    state.withLock {
      (stored.claims, stored.rulings, stored.finds) = ($0.claims, $0.rulings, $0.finds)
      (stored.players, stored.lease) = ($0.players, $0.lease)
    }
    return stored
  }

  /// Changes what is stored, and wakes those who wait for it.
  private func store(_ change: (inout State) throws(EventTrouble) -> Void) throws(EventTrouble) {
    try state.withLock { state throws(EventTrouble) in
      try change(&state)
      for one in state.waiting { one.finish() }
      state.waiting = []
    }
  }

  /// Reads until there is something, the time is over, or the task is cancelled.
  private func read<Item>(waiting limit: Duration, _ read: (State) -> [Item]) async -> [Item] {
    let end = ContinuousClock.now.advanced(by: limit)
    while true {
      let (changes, change) = AsyncStream.makeStream(of: Never.self)
      let items = state.withLock { state in
        let items = read(state)
        if items.isEmpty { state.waiting.append(change) }
        return items
      }
      guard items.isEmpty, ContinuousClock.now < end, !Task.isCancelled else { return items }
      let alarm = Task {
        try? await Task.sleep(until: end, clock: .continuous)
        change.finish()
      }
      for await _ in changes {}
      alarm.cancel()
    }
  }
}

extension EventMemory: ClaimDesk {
  func submit(_ claim: Claim) throws(EventTrouble) {
    try store { state throws(EventTrouble) in
      guard !state.claims.contains(where: { $0.claim.id == claim.id }) else { return }
      state.claims.append(ReceivedClaim(claim, sequence: state.claims.count + 1, time: now()))
    }
  }

  func has(_ id: ClaimID) -> Bool { state.withLock { $0.claims.contains { $0.claim.id == id } } }

  func ruling(on id: ClaimID) -> Ruling? {
    state.withLock { $0.rulings.first { $0.ruling.claim == id }?.ruling }
  }

  func rulings(for player: PlayerID) -> AsyncStream<Ruling> {
    state.withLock { $0.rulingReaders[player, default: Readers()].listen() }
  }

  func claims(after sequence: Int, atMost count: Int, waiting time: Duration) async -> [ReceivedClaim] {
    await read(waiting: time) { Array($0.claims.dropFirst(sequence).prefix(count)) }
  }

  func claims(of player: PlayerID, before sequence: Int) -> [ReceivedClaim] {
    state.withLock { $0.claims.filter { $0.sequence < sequence && $0.claim.id.player == player } }
  }

  func tell(_ rulings: [Ruling]) {
    state.withLock { state in
      for ruling in rulings { state.rulingReaders[ruling.claim.player]?.tell(ruling) }
    }
  }

  func answer(_ rulings: [Ruling]) throws(EventTrouble) {
    try store { state throws(EventTrouble) in
      for ruling in rulings {
        let place = (state.rulings.last?.place ?? 0) + 1
        state.rulings.removeAll { $0.ruling.claim == ruling.claim }
        state.rulings.append(GivenRuling(ruling, place: place, time: now()))
      }
    }
  }

  func rulings(after place: Int, atMost count: Int, waiting time: Duration) async -> [GivenRuling] {
    await read(waiting: time) { Array($0.rulings.drop { $0.place <= place }.prefix(count)) }
  }

  func lastAnswered() -> Int { state.withLock { $0.rulings.map(\.ruling.sequence).max() ?? 0 } }
}

extension EventMemory: FindLedger {
  func append(_ finds: [LedgerFind], after place: Int) throws(EventTrouble) {
    try store { state throws(EventTrouble) in
      guard state.finds.count == place else { throw .conflict }
      state.finds += finds
    }
  }

  func finds(after place: Int, atMost count: Int, waiting time: Duration) async -> [LedgerFind] {
    await read(waiting: time) { Array($0.finds.dropFirst(place).prefix(count)) }
  }

  func takeLease(_ holder: String, until end: Timestamp, now: Timestamp) -> Bool {
    state.withLock { state in
      if let lease = state.lease, lease.holder != holder, lease.end > now { return false }
      state.lease = (holder, end)
      return true
    }
  }
}

extension EventMemory: PositionFeed {
  func publish(_ position: PlayerPosition) -> Bool {
    state.withLock { state in
      state.positions[position.player] = position
      state.positionReaders.tell(position)
    }
    return true
  }

  func positions() -> AsyncStream<PlayerPosition> {
    state.withLock { $0.positionReaders.listen(first: Array($0.positions.values)) }
  }

  func erase() { state.withLock { $0.positions = [:] } }
}

extension EventMemory: EventBoard {
  func publish(_ board: Board) {
    state.withLock { state in
      state.board = board
      state.boardReaders.tell(board)
    }
  }

  func boards() -> AsyncStream<Board> {
    state.withLock { $0.boardReaders.listen(first: $0.board.map { [$0] } ?? []) }
  }

  func publish(_ finds: [TeamFind], of team: String) {
    state.withLock { state in
      state.teams[team] = finds
      state.teamReaders[team]?.tell(finds)
    }
  }

  func finds(of team: String) -> AsyncStream<[TeamFind]> {
    state.withLock { $0.teamReaders[team, default: Readers()].listen(first: $0.teams[team].map { [$0] } ?? []) }
  }

  func say(_ message: EventMessage) {
    state.withLock { state in
      state.messages[message.team] = message
      state.messageReaders.tell(message)
    }
  }

  func messages() -> AsyncStream<EventMessage> {
    state.withLock { $0.messageReaders.listen(first: $0.messages.values.sorted { $0.time < $1.time }) }
  }
}

extension EventMemory: Roster {
  func add(_ player: Player) { state.withLock { $0.players[player.id] = player } }
  func remove(_ id: PlayerID) { state.withLock { $0.players[id] = nil } }
  func players() -> [Player] { state.withLock { $0.players.values.sorted { $0.id < $1.id } } }
  func count() -> Int { state.withLock { $0.players.count } }
  func player(_ id: PlayerID) -> Player? { state.withLock { $0.players[id] } }
}

/// Those who listen to something of which only the newest matters.
private struct Readers<Item: Sendable> {
  /// Items that wait for a slow reader.
  private static var mostWaiting: Int { 1024 }

  private var readers: [AsyncStream<Item>.Continuation] = []

  mutating func listen(first: [Item] = []) -> AsyncStream<Item> {
    let (stream, reader) = AsyncStream.makeStream(of: Item.self, bufferingPolicy: .bufferingNewest(Self.mostWaiting))
    for item in first { reader.yield(item) }
    readers.append(reader)
    return stream
  }

  mutating func tell(_ item: Item) {
    readers.removeAll { if case .terminated = $0.yield(item) { true } else { false } }
  }
}
