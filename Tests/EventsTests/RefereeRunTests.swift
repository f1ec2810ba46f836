import EventDomain
import Events
import Geodesy
import HuntDomain
import HuntTesting
import Numbers
import Refereeing
import SystemKit
import Testing

@Suite("A referee at work", .timeLimit(.minutes(1)))
struct RefereeRunTests {
  private let memory = InMemoryEvent(Event.all) { Event.time(1000) }
  private var event: EventPlace { memory.place }

  private func run(
    _ events: EventPlace, _ holder: String = "one", _ plan: EventPlan = Event.plan(), at time: Int = 1000
  ) -> RefereeRun {
    RefereeRun(plan, at: events, holder: holder, now: { Event.time(time) }) { _ in
      ScriptedJudge()
    }
  }

  @Test("the ledger and the rulings are the same wherever it was interrupted")
  func interrupted() async throws {
    let claims = [
      Claim(ClaimID(Event.ann.id, 1), piece: "gate 3;mill 2"), Claim(ClaimID(Event.cem.id, 1), piece: "!"),
      Claim(ClaimID(Event.cem.id, 2), piece: "gate 3"), Claim(ClaimID(Event.ann.id, 2), piece: "mill 2;oak 1"),
    ]
    let whole = memory.restarted().place
    for claim in claims { try await whole.claims.submit(claim) }
    let expected = try await run(whole).settle()
    let rulings = try await Self.rulings(on: claims, in: whole)
    #expect(expected.finds.count == 4)
    // Broken off after each write that it makes.
    for writes in 0...9 {
      let events = memory.restarted().place
      for claim in claims { try await events.claims.submit(claim) }
      let breaking = Breaking(events, after: writes)
      let place = EventPlace(
        claims: breaking, ledger: breaking, positions: events.positions, board: events.board, roster: events.roster)
      let broken = RefereeRun(Event.plan(), at: place, holder: "one", now: { Event.time(1000) }) { _ in
        ScriptedJudge()
      }
      _ = try? await broken.settle()
      let standings = try await run(events, "one").settle()
      #expect(standings == expected, "broken off after \(writes) writes")
      #expect(try await Self.rulings(on: claims, in: events) == rulings, "broken off after \(writes) writes")
    }
  }

  @Test("the ledger and the rulings are the same when one write fails and the same referee goes on", arguments: 0...6)
  func goesOn(writes: Int) async throws {
    let claims = [
      Claim(ClaimID(Event.ann.id, 1), piece: "gate 3;mill 2"), Claim(ClaimID(Event.cem.id, 1), piece: "gate 3"),
      Claim(ClaimID(Event.ann.id, 2), piece: "oak 1"),
    ]
    let events = event
    let breaking = Breaking(events, after: writes, times: 1)
    let place = EventPlace(
      claims: breaking, ledger: breaking, positions: events.positions, board: events.board, roster: events.roster)
    let referee = RefereeRun(Event.plan(), at: place, holder: "one", now: { Event.time(1000) }) { _ in ScriptedJudge() }
    let troubles = Guarded<[EventTrouble]>([])
    let work = Task { await referee.run { trouble in troubles.withLock { $0.append(trouble) } } }
    for claim in claims {
      try await events.claims.submit(claim)
      while try await events.claims.ruling(on: claim.id) == nil { try await Task.sleep(for: .milliseconds(1)) }
    }
    work.cancel()
    await work.value
    let finds = try await events.ledger.finds(after: 0, atMost: 10, waiting: .zero)
    #expect(finds.map(\.treasure) == ["gate", "mill", "gate", "oak"])
    let counts = try await Self.rulings(on: claims, in: events).map { $0?.finds.map(\.counts) }
    #expect(counts == [[true, true], [true], [true]])
    for claim in claims { #expect(try await events.claims.ruling(on: claim.id)?.refusal == nil) }
    // What it has written itself is no reason to doubt what it knows.
    #expect(troubles.withLock { $0 } == [.unreachable("it is cut")])
  }

  private static func rulings(on claims: [Claim], in events: EventPlace) async throws -> [Ruling?] {
    var rulings: [Ruling?] = []
    for claim in claims { rulings.append(try await events.claims.ruling(on: claim.id)) }
    return rulings
  }

  @Test("one leads, and another takes over when its time is over")
  func standby() async throws {
    let events = event
    try await events.claims.submit(Claim(ClaimID(Event.ann.id, 1), piece: "gate 3"))
    try await run(events).settle()
    await #expect(throws: EventTrouble.conflict) { try await run(events, "other").settle() }
    let late = Event.time(1000).advanced(by: RefereeRun.leaseTime)
    let seconds = Int((late.milliseconds - Event.time(0).milliseconds) / 1000)
    let standings = try await run(events, "other", at: seconds).settle()
    #expect(standings.finds.map(\.treasure) == ["gate"])
  }

  @Test(
    "a team is told what it has found, each treasure once, also by the next referee; nobody where players get points")
  func teams() async throws {
    let plan = Event.plan { $0.scoring = .teams }
    var memory = memory
    for (player, piece) in [(Event.ann, "gate 3;mill 2"), (Event.cem, "oak 1"), (Event.ben, "gate 3;oak 1")] {
      try await memory.place.claims.submit(Claim(ClaimID(player.id, 1), piece: piece))
    }
    let expected = [
      TeamFind(treasure: "gate", player: Event.ann.id, name: "Ann"),
      TeamFind(treasure: "mill", player: Event.ann.id, name: "Ann"),
      TeamFind(treasure: "oak", player: Event.ben.id, name: "Ben"),
    ]
    for round in 1...2 {
      #expect(try await run(memory.place, "one", plan).settle().finds(of: "Foxes") == expected)
      var told = memory.place.board.finds(of: "Foxes").makeAsyncIterator()
      #expect(await told.next() == expected, "referee \(round)")
      memory = memory.restarted()
    }
    #expect(try await run(memory.place).settle().finds(of: "Foxes").isEmpty)
  }

  @Test("where the leaderboard has to wait, because very many get it, a team is told what it has found all the same")
  func crowded() async throws {
    let events = event
    let place = EventPlace(
      claims: events.claims, ledger: events.ledger, positions: events.positions, board: events.board,
      roster: Crowded(roster: events.roster))
    let referee = run(place, "one", Event.plan { $0.scoring = .teams })
    let work = Task { await referee.run { _ in } }
    var told = events.board.finds(of: "Foxes").makeAsyncIterator()
    for (number, piece) in ["gate 3", "mill 2"].enumerated() {
      try await events.claims.submit(Claim(ClaimID(Event.ann.id, number + 1), piece: piece))
      #expect(await told.next()?.count == number + 1)
      // The first leaderboard follows at once, and the second one not.
      for await board in events.board.boards() where board.entries == 1 { break }
    }
    work.cancel()
    await work.value
  }

  @Test("players are told and the next claims judged while neither rulings nor leaderboards can be stored")
  func stuck() async throws {
    let events = event
    let desk = Breaking(events, after: .max, storesRulings: false)
    let place = EventPlace(
      claims: desk, ledger: desk, positions: events.positions, board: StuckBoard(), roster: events.roster)
    let work = Task { await run(place).run { _ in } }
    var told = events.claims.rulings(for: Event.ann.id).makeAsyncIterator()
    for (number, piece) in ["gate 3", "mill 2"].enumerated() {
      try await events.claims.submit(Claim(ClaimID(Event.ann.id, number + 1), piece: piece))
      #expect(await told.next()?.finds.map(\.counts) == [true])
    }
    #expect(try await events.claims.lastAnswered() == 0)
    await desk.storeRulings()
    while try await events.claims.lastAnswered() < 2 { try await Task.sleep(for: .milliseconds(1)) }
    work.cancel()
    await work.value
  }

  @Test("an event that is closed has judged everything, and nobody's position is left; a failure is done again")
  func closing() async throws {
    let events = event
    let ann = PlayerPosition(
      of: Event.ann, at: Coordinate(clampingLatitude: 48, wrappingLongitude: 11), accuracy: 5, by: .init(),
      time: Event.time(1))
    await events.positions.publish(ann)
    try await events.claims.submit(Claim(ClaimID(Event.ann.id, 1), piece: "gate 3"))
    await #expect(throws: EventTrouble.unreachable("no disk")) {
      try await run(events).close { () throws(EventTrouble) in throw .unreachable("no disk") }
    }
    var marks = 0
    let standings = try await run(events).close { () throws(EventTrouble) in marks += 1 }
    #expect(marks == 1 && standings.finds.map(\.treasure) == ["gate"])
    for await board in events.board.boards() {
      #expect(board.isClosed)
      break
    }
    await events.positions.publish(
      PlayerPosition(
        of: Event.ben, at: Coordinate(clampingLatitude: 49, wrappingLongitude: 11), accuracy: nil, by: .init(),
        time: Event.time(2)))
    for await position in events.positions.positions() {
      #expect(position.player == Event.ben.id)
      break
    }
  }

  @Test("an event whose positions cannot be forgotten is not closed")
  func remembered() async throws {
    let events = event
    let place = EventPlace(
      claims: events.claims, ledger: events.ledger, positions: Stubborn(), board: events.board, roster: events.roster)
    var marks = 0
    await #expect(throws: EventTrouble.unreachable("it is stuck")) {
      try await run(place).close { () throws(EventTrouble) in marks += 1 }
    }
    #expect(marks == 0)
  }

  @Test("the leaderboard is told when the claims are judged")
  func board() async throws {
    let events = event
    try await events.claims.submit(Claim(ClaimID(Event.ann.id, 1), piece: "gate 3"))
    try await run(events).settle()
    for await board in events.board.boards() {
      #expect(board.rows.map(\.points) == [3])
      break
    }
  }
}

/// A roster of very many.
private struct Crowded: Roster {
  let roster: any Roster

  func count() -> Int { 1_000_000_000 }
  func add(_ player: Player) async throws(EventTrouble) { try await roster.add(player) }
  func remove(_ id: PlayerID) async throws(EventTrouble) { try await roster.remove(id) }
  func players() async throws(EventTrouble) -> [Player] { try await roster.players() }
  func player(_ id: PlayerID) async throws(EventTrouble) -> Player? { try await roster.player(id) }
}

/// Positions that cannot be forgotten.
private struct Stubborn: PositionFeed {
  func publish(_ position: PlayerPosition) -> Bool { true }
  func positions() -> AsyncStream<PlayerPosition> { AsyncStream { $0.finish() } }
  func erase() throws(EventTrouble) { throw .unreachable("it is stuck") }
}

/// A board on which nothing can be written.
private struct StuckBoard: EventBoard {
  private var trouble: EventTrouble { .unreachable("it is stuck") }

  func publish(_ board: Board) throws(EventTrouble) { throw trouble }
  func boards() -> AsyncStream<Board> { AsyncStream { $0.finish() } }
  func publish(_ finds: [TeamFind], of team: String) throws(EventTrouble) { throw trouble }
  func finds(of team: String) -> AsyncStream<[TeamFind]> { AsyncStream { $0.finish() } }
  func say(_ message: EventMessage) throws(EventTrouble) { throw trouble }
  func messages() -> AsyncStream<EventMessage> { AsyncStream { $0.finish() } }
}

/// Refuses writes after so many, as a connection that is cut: the last one was made, and nobody heard of it.
private actor Breaking: ClaimDesk, FindLedger {
  private let events: EventPlace
  private var left: Int
  private let times: Int
  private var storesRulings: Bool

  /// - Parameters:
  ///   - times: how many writes are refused.
  ///   - storesRulings: false to refuse all rulings, until ``storeRulings()``.
  init(_ events: EventPlace, after writes: Int, times: Int = .max, storesRulings: Bool = true) {
    (self.events, left, self.times, self.storesRulings) = (events, writes, times, storesRulings)
  }

  func storeRulings() { storesRulings = true }

  private func write(_ body: () async throws(EventTrouble) -> Void) async throws(EventTrouble) {
    left -= 1
    guard left >= -1 || -left > times else { throw .unreachable("it is cut") }
    try await body()
    if left == -1 { throw .unreachable("it is cut") }
  }

  func submit(_ claim: Claim) async throws(EventTrouble) { try await events.claims.submit(claim) }
  func has(_ id: ClaimID) async throws(EventTrouble) -> Bool { try await events.claims.has(id) }
  func ruling(on id: ClaimID) async throws(EventTrouble) -> Ruling? { try await events.claims.ruling(on: id) }
  func claims(
    after sequence: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [ReceivedClaim] {
    try await events.claims.claims(after: sequence, atMost: count, waiting: time)
  }
  nonisolated func rulings(for player: PlayerID) -> AsyncStream<Ruling> { events.claims.rulings(for: player) }
  func claims(of player: PlayerID, before sequence: Int) async throws(EventTrouble) -> [ReceivedClaim] {
    try await events.claims.claims(of: player, before: sequence)
  }
  func tell(_ rulings: [Ruling]) async { await events.claims.tell(rulings) }
  func answer(_ rulings: [Ruling]) async throws(EventTrouble) {
    guard storesRulings else { throw .unreachable("it is stuck") }
    try await write { () async throws(EventTrouble) in try await events.claims.answer(rulings) }
  }
  func rulings(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [GivenRuling] {
    try await events.claims.rulings(after: place, atMost: count, waiting: time)
  }
  func lastAnswered() async throws(EventTrouble) -> Int { try await events.claims.lastAnswered() }
  func append(_ finds: [LedgerFind], after place: Int) async throws(EventTrouble) {
    // Some of the first may be written.
    for (index, find) in finds.enumerated() {
      try await write { () async throws(EventTrouble) in try await events.ledger.append([find], after: place + index) }
    }
  }
  func finds(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [LedgerFind] {
    try await events.ledger.finds(after: place, atMost: count, waiting: time)
  }
  func takeLease(_ holder: String, until end: Timestamp, now: Timestamp) async throws(EventTrouble) -> Bool {
    try await events.ledger.takeLease(holder, until: end, now: now)
  }
}
