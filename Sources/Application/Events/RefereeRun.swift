package import EventDomain
package import HuntDomain

/// Lets a referee judge the claims of an event, one after the other, for as long as it leads.
///
/// It may be ended at any moment, in any way: what it had done is in the ledger and in the rulings, and the next one
/// goes on from there.
package struct RefereeRun: Sendable {
  /// How long a lease is; another referee takes over after this time.
  package static let leaseTime = Duration.seconds(15)
  /// Claims that are read at once.
  private static let batch = 200
  /// How long a read waits for the next claim.
  private static let rest = Duration.seconds(1)
  /// The shortest time between two leaderboards, and between two times that teams are told what they have found.
  private static let boardTime = Duration.milliseconds(250)
  /// Rows of leaderboards that all players together get in a second, at most; some 150 bytes each.
  ///
  /// More would delay the players' positions.
  private static let rowsInSecond = 20_000
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
  /// - Parameter trouble: told why the referee had to begin anew, such as a ledger that cannot be reached.
  package func run(trouble: @Sendable (EventTrouble) -> Void) async {
    var known = Knowledge(referee: Referee(plan, makeJudge: makeJudge))
    while !Task.isCancelled {
      do throws(EventTrouble) {
        try await lead(&known, waiting: Self.rest) { _ in Task.isCancelled }
      } catch {
        guard !Task.isCancelled else { return }
        // Only this is a reason to doubt what is known: somebody else has judged meanwhile.
        if error == .conflict { known = Knowledge(referee: Referee(plan, makeJudge: makeJudge)) }
        trouble(error)
        try? await Task.sleep(for: Self.rest / 4)
      }
    }
  }

  /// Judges all claims that are there, and returns the standings.
  ///
  /// Throws: what the ports throw; ``EventTrouble/conflict`` if another referee leads.
  @discardableResult
  package func settle() async throws(EventTrouble) -> Standings {
    var known = Knowledge(referee: Referee(plan, makeJudge: makeJudge))
    return try await lead(&known, waiting: .zero) { isEmpty in isEmpty }
  }

  /// What is kept when the work is broken off: to play all games again would take too long.
  private struct Knowledge {
    /// Has taken the claims up to ``answered``, and the finds of the ledger.
    var referee: Referee
    /// How many finds of the ledger it has taken.
    var entries = 0
    /// The place of the last claim that was answered.
    var answered = 0
  }

  /// Judges one batch after the other.
  ///
  /// - Parameters:
  ///   - known: grows.
  ///   - isOver: asked after each batch, with whether it was empty.
  @discardableResult
  private func lead(
    _ known: inout Knowledge, waiting rest: Duration, until isOver: (_ isEmpty: Bool) -> Bool
  ) async throws(EventTrouble) -> Standings {
    var leasedUntil = try await lease()
    while true {
      let more = try await place.ledger.finds(after: known.entries, atMost: Self.batch, waiting: .zero)
      for find in more { known.referee.note(find) }
      known.entries += more.count
      if more.isEmpty { break }
    }
    known.answered = max(known.answered, try await place.claims.lastAnswered())
    var (shown, isShown, pause) = (now(), false, Self.boardTime)
    // The referee before may have ended before it told the teams.
    var (told, toldAt) = (0, now())
    while true {
      if now().advanced(by: Self.leaseTime / 3) > leasedUntil { leasedUntil = try await lease() }
      let isTold = told == known.referee.standings.finds.count
      let wait = !isTold ? min(rest, Self.boardTime) : isShown ? rest : min(rest, pause)
      let claims = try await place.claims.claims(after: known.answered, atMost: Self.batch, waiting: wait)
      try await judge(claims, &known)
      let standings = known.referee.standings
      isShown = isShown && claims.isEmpty
      if told < standings.finds.count, rest == .zero || toldAt.advanced(by: Self.boardTime) <= now() {
        let teams = Set(standings.finds.dropFirst(told).compactMap(\.team)).sorted()
        try await teams.concurrently(atMost: Self.teamsAtOnce) { [board = place.board] team throws(EventTrouble) in
          let finds = standings.finds(of: team)
          if !finds.isEmpty { try await board.publish(finds, of: team) }
        }
        (told, toldAt) = (standings.finds.count, now())
      }
      if !isShown, rest == .zero || shown.advanced(by: pause) <= now() {
        try await place.board.publish(Board(standings))
        (shown, isShown) = (now(), true)
        let rows = min(standings.count, Board.mostRows) * (try await place.roster.count())
        pause = max(Self.boardTime, .seconds(rows) / Self.rowsInSecond)
      }
      if isOver(claims.isEmpty) { return standings }
    }
  }

  /// Takes the lease; returns until when it holds.
  private func lease() async throws(EventTrouble) -> Timestamp {
    let moment = now()
    let end = moment.advanced(by: Self.leaseTime)
    guard try await place.ledger.takeLease(holder, until: end, now: moment) else { throw .conflict }
    return end
  }

  /// Judges claims, and answers them together; where that is broken off, only the finds that were written are known.
  private func judge(_ claims: [ReceivedClaim], _ known: inout Knowledge) async throws(EventTrouble) {
    guard let last = claims.last else { return }
    var (referee, finds, rulings) = (known.referee, [LedgerFind](), [Ruling]())
    let players = try await place.roster.players(claims.map(\.claim.id.player))
    for claim in claims {
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
    if !finds.isEmpty { try await place.ledger.append(finds, after: known.entries) }
    for find in finds { known.referee.note(find) }
    known.entries += finds.count
    try await place.claims.answer(rulings)
    (known.referee, known.answered) = (referee, last.sequence)
  }
}
