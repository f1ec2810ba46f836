package import EventDomain
package import Events
package import Numbers

/// Lets a referee judge the claims of an event, one after the other, for as long as it leads.
///
/// It may be ended at any moment, in any way: what it had done is in the ledger and in the rulings, and the next one
/// goes on from there. A player is told a ruling as soon as its finds are in the ledger; nobody waits for what is
/// written and shown after that.
package struct RefereeRun: Sendable {
  /// How long a lease is; another referee takes over after this time.
  package static let leaseTime = Duration.seconds(30)
  /// Claims that are read at once.
  private static let batch = 200
  /// How long a read waits for the next claim.
  private static let rest = Duration.seconds(1)
  /// How often a referee without a lease looks whether it has one.
  private static let look = Duration.milliseconds(10)
  /// The shortest time between two leaderboards, and between two times that teams are told what they have found.
  private static let boardTime = Duration.milliseconds(250)
  /// Teams that are told at the same time.
  private static let teamsAtOnce = 64

  private let plan: EventPlan
  private let place: EventPlace
  private let holder: String
  private let now: @Sendable () -> Timestamp
  private let makeJudge: @Sendable (PlayerID) -> any ProofJudge

  /// - Parameters:
  ///   - holder: names this referee among those of the event.
  ///   - now: the civil time of this computer.
  ///   - makeJudge: makes what judges the pieces of a player.
  package init(
    _ plan: EventPlan, at place: EventPlace, holder: String, now: @escaping @Sendable () -> Timestamp,
    makeJudge: @escaping @Sendable (PlayerID) -> any ProofJudge
  ) {
    (self.plan, self.place, self.holder, self.now, self.makeJudge) = (plan, place, holder, now, makeJudge)
  }

  /// Judges until the task is cancelled; never returns before.
  ///
  /// - Parameter trouble: told, from any thread, why something has to be tried again, such as a ledger that cannot be
  ///   reached.
  package func run(trouble: @escaping @Sendable (EventTrouble) -> Void) async {
    let lease = Lease()
    let (rulings, ruled) = AsyncStream.makeStream(of: [Ruling].self)
    let (forTeams, teams) = AsyncStream.makeStream(of: Standings.self, bufferingPolicy: .bufferingNewest(1))
    let (forAll, all) = AsyncStream.makeStream(of: Standings.self, bufferingPolicy: .bufferingNewest(1))
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await renew(lease, trouble) }
      group.addTask {
        await judge(under: lease, trouble) { decided, standings in
          if !decided.isEmpty { ruled.yield(decided) }
          for shown in [teams, all] { shown.yield(standings) }
        }
        ruled.finish()
        for shown in [teams, all] { shown.finish() }
      }
      group.addTask {
        for await decided in rulings {
          await insist(trouble) { () async throws(EventTrouble) in try await place.claims.answer(decided) }
        }
      }
      group.addTask { await tellTeams(forTeams, trouble) }
      group.addTask { await show(forAll, trouble) }
    }
  }

  /// Judges all claims that are there, and returns the standings.
  ///
  /// Throws: what the ports throw; ``EventTrouble/conflict`` if another referee leads.
  @discardableResult
  package func settle() async throws(EventTrouble) -> Standings {
    guard try await takeLease() != nil else { throw .conflict }
    var known = Knowledge(referee: Referee(plan, makeJudge: makeJudge))
    try await catchUp(&known)
    while true {
      let rulings = try await judgeNext(&known, waiting: .zero)
      if rulings.isEmpty { break }
      await place.claims.tell(rulings)
      try await place.claims.answer(rulings)
    }
    let standings = known.referee.standings
    try await tell(standings, after: 0)
    try await place.board.publish(Board(standings))
    return standings
  }

  /// Ends an event for good; what fails can be done again.
  ///
  /// It judges all claims that are there, shows the last leaderboard, forgets where everybody was, and then marks the
  /// event as closed.
  ///
  /// Throws: what ``settle()``, the ports and `mark` throw.
  package func close(mark: () throws(EventTrouble) -> Void) async throws(EventTrouble) -> Standings {
    let standings = try await settle()
    try await place.board.publish(Board(standings, isClosed: true))
    try await place.positions.erase()
    try mark()
    return standings
  }

  /// Until when this referee may judge.
  private actor Lease {
    private var end: Timestamp?

    func set(_ end: Timestamp) { self.end = end }
    func holds(at now: Timestamp) -> Bool { end.map { now < $0 } ?? false }
  }

  /// What a referee knows; it is kept when a write fails: to play all games again would take too long.
  private struct Knowledge {
    /// Has taken the claims up to ``judged``, and the finds of the ledger.
    var referee: Referee
    /// Whether the ledger was read.
    var isComplete = false
    /// How many finds of the ledger it has taken.
    var entries = 0
    /// The place of the last claim that was judged.
    var judged = 0
    /// Claims that were read and are not judged yet.
    var claims: [ReceivedClaim] = []
  }

  // MARK: - Tasks

  /// Takes the lease again and again, long before it ends: a cluster may take many seconds to choose a new leader.
  private func renew(_ lease: Lease, _ trouble: @Sendable (EventTrouble) -> Void) async {
    while !Task.isCancelled {
      var pause = Self.rest / 4
      do throws(EventTrouble) {
        guard let end = try await takeLease() else { throw .conflict }
        await lease.set(end)
        pause = Self.leaseTime / 6
      } catch {
        guard !Task.isCancelled else { return }
        // Until it ends nobody else can have it, whatever became of this attempt.
        if await !lease.holds(at: now()) { trouble(error) }
      }
      try? await Task.sleep(for: pause)
    }
  }

  /// Judges one batch after the other while the lease holds.
  ///
  /// - Parameter decide: told the rulings on each batch, and where everybody stands.
  private func judge(
    under lease: Lease, _ trouble: @Sendable (EventTrouble) -> Void,
    decide: @Sendable ([Ruling], Standings) -> Void
  ) async {
    var known = Knowledge(referee: Referee(plan, makeJudge: makeJudge))
    while !Task.isCancelled {
      guard await lease.holds(at: now()) else {
        try? await Task.sleep(for: Self.look)
        continue
      }
      do throws(EventTrouble) {
        if !known.isComplete {
          try await catchUp(&known)
          decide([], known.referee.standings)
        }
        let rulings = try await judgeNext(&known, waiting: Self.rest)
        guard !rulings.isEmpty else { continue }
        await place.claims.tell(rulings)
        decide(rulings, known.referee.standings)
      } catch {
        guard !Task.isCancelled else { return }
        // Only this is a reason to doubt what is known: the ledger has what this referee does not know of.
        if error == .conflict {
          known = Knowledge(referee: Referee(plan, makeJudge: makeJudge), judged: known.judged)
        }
        trouble(error)
        try? await Task.sleep(for: Self.rest / 4)
      }
    }
  }

  /// Tells teams what they have found.
  private func tellTeams(_ all: AsyncStream<Standings>, _ trouble: @Sendable (EventTrouble) -> Void) async {
    // The referee before may have ended before it told the teams.
    var told = 0
    for await standings in all {
      await insist(trouble) { [told] () async throws(EventTrouble) in try await tell(standings, after: told) }
      told = standings.finds.count
      try? await Task.sleep(for: Self.boardTime)
    }
  }

  /// Shows everybody the leaderboard.
  private func show(_ all: AsyncStream<Standings>, _ trouble: @Sendable (EventTrouble) -> Void) async {
    for await standings in all {
      var isShown = false
      repeat {
        var pause = Self.boardTime
        do throws(EventTrouble) {
          let board = Board(standings, players: try await place.roster.count())
          pause = max(pause, board.time)
          try await place.board.publish(board)
          isShown = true
        } catch {
          if !Task.isCancelled { trouble(error) }
        }
        // Also after a failure: all may have got it.
        try? await Task.sleep(for: pause)
      } while !isShown && !Task.isCancelled
    }
  }

  /// Does something until it succeeds, or the task is cancelled.
  private func insist(
    _ trouble: @Sendable (EventTrouble) -> Void, _ body: () async throws(EventTrouble) -> Void
  ) async {
    while !Task.isCancelled {
      do throws(EventTrouble) { return try await body() } catch {
        guard !Task.isCancelled else { return }
        trouble(error)
      }
      try? await Task.sleep(for: Self.rest / 4)
    }
  }

  // MARK: - Steps

  /// Takes the lease; returns until when it holds, or `nil` if another referee has it.
  private func takeLease() async throws(EventTrouble) -> Timestamp? {
    let moment = now()
    let end = moment.advanced(by: Self.leaseTime)
    return try await place.ledger.takeLease(holder, until: end, now: moment) ? end : nil
  }

  /// Reads what an earlier referee has decided.
  private func catchUp(_ known: inout Knowledge) async throws(EventTrouble) {
    while true {
      let more = try await place.ledger.finds(after: known.entries, atMost: Self.batch, waiting: .zero)
      for find in more { known.referee.note(find) }
      known.entries += more.count
      if more.isEmpty { break }
    }
    known.judged = max(known.judged, try await place.claims.lastAnswered())
    known.isComplete = true
  }

  /// Judges the next claims together, and writes their finds; returns the rulings, none if there are no claims.
  ///
  /// Where it throws, nothing is known that was not before, and the same claims come again.
  private func judgeNext(
    _ known: inout Knowledge, waiting rest: Duration
  ) async throws(EventTrouble) -> [Ruling] {
    if known.claims.isEmpty {
      known.claims = try await place.claims.claims(after: known.judged, atMost: Self.batch, waiting: rest)
    }
    guard let last = known.claims.last else { return [] }
    var (referee, finds, rulings) = (known.referee, [LedgerFind](), [Ruling]())
    let players = try await place.roster.players(known.claims.map(\.claim.id.player))
    for claim in known.claims {
      let id = claim.claim.id
      if referee.mustRecall(claim) {
        for earlier in try await place.claims.claims(of: id.player, before: claim.sequence) { referee.recall(earlier) }
      }
      for effect in referee.handle(claim, of: players[id.player]) {
        switch effect {
        case .record(let find): finds.append(find)
        case .answer(let ruling): rulings.append(ruling)
        }
      }
    }
    try await write(finds, after: known.entries)
    known.entries += finds.count
    (known.referee, known.judged, known.claims) = (referee, last.sequence, [])
    return rulings
  }

  /// Writes finds to the ledger, unless they are there: it may have stored them when its answer was lost.
  ///
  /// Throws: ``EventTrouble/conflict`` if others are there.
  private func write(_ finds: [LedgerFind], after place: Int) async throws(EventTrouble) {
    guard !finds.isEmpty else { return }
    do throws(EventTrouble) { try await self.place.ledger.append(finds, after: place) } catch {
      guard error == .conflict else { throw error }
      let written = try await self.place.ledger.finds(after: place, atMost: finds.count, waiting: .zero)
      guard !written.isEmpty, finds.starts(with: written) else { throw error }
      try await write(Array(finds.dropFirst(written.count)), after: place + written.count)
    }
  }

  /// Tells teams what they have found, if it is more than so many finds of all.
  private func tell(_ standings: Standings, after told: Int) async throws(EventTrouble) {
    let teams = Set(standings.finds.dropFirst(told).compactMap(\.team)).sorted()
    try await teams.concurrently(atMost: Self.teamsAtOnce) { [board = place.board] team throws(EventTrouble) in
      let finds = standings.finds(of: team)
      if !finds.isEmpty { try await board.publish(finds, of: team) }
    }
  }
}
