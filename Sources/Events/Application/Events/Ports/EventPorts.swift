package import EventDomain
package import Numbers

/// Why something of an event cannot be done now.
package enum EventTrouble: Error, Hashable, CustomStringConvertible {
  /// Nobody answers: whether it was done is unknown, and it may be tried again.
  case unreachable(String)
  /// It is not allowed, or it is not believed; why.
  case refused(String)
  /// Somebody else was faster.
  case conflict
  /// There is no such event; what was looked for.
  case missing(String)
  /// What is stored, or what came, cannot be read; why.
  case damaged(String)

  /// Whether nobody answers.
  package var isUnreachable: Bool { if case .unreachable = self { true } else { false } }

  package var description: String {
    switch self {
    case .unreachable(let why): "the event cannot be reached: \(why)"
    case .refused(let why): why
    case .conflict: "somebody else was faster"
    case .missing(let what): what
    case .damaged(let why): why
    }
  }
}

/// Port: where players put what they claim, and where the referee answers.
///
/// A claim that ``submit(_:)`` has returned from is stored, once, whatever happens later.
package protocol ClaimDesk: Sendable {
  /// Stores a claim; if there is one of that id already, that one stays, and nothing is stored.
  func submit(_ claim: Claim) async throws(EventTrouble)

  /// Whether there is a claim of that id.
  func has(_ id: ClaimID) async throws(EventTrouble) -> Bool

  /// What the referee has said to a claim; `nil` if nothing yet.
  func ruling(on id: ClaimID) async throws(EventTrouble) -> Ruling?

  /// What the referee tells a player from now on; some of it may not come, and ``ruling(on:)`` has all in the end.
  func rulings(for player: PlayerID) -> AsyncStream<Ruling>

  /// The claims whose sequence number is greater than `sequence`, in order, `count` at most.
  ///
  /// Waits for the first one for `time` at most; empty if none comes.
  func claims(
    after sequence: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [ReceivedClaim]

  /// The claims of a player before a place, in order.
  func claims(of player: PlayerID, before sequence: Int) async throws(EventTrouble) -> [ReceivedClaim]

  /// Tells players of rulings at once, whether or not they are stored; players who are offline do not hear it.
  func tell(_ rulings: [Ruling]) async

  /// Stores what is said to claims, in the order of their places; said again, it replaces what was said before.
  ///
  /// Until it returns, ``lastAnswered()`` is before the first of them, whatever was said of the others.
  func answer(_ rulings: [Ruling]) async throws(EventTrouble)

  /// The rulings whose place is greater than `place`, in the order in which they were given, `count` at most.
  ///
  /// Waits for the first one for `time` at most; empty if none comes. Of several on one claim only the newest is there.
  func rulings(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [GivenRuling]

  /// The place of the last claim that was answered as all before it were; 0 if none was.
  func lastAnswered() async throws(EventTrouble) -> Int
}

/// Port: the finds that count, in one order for all.
///
/// Entries that ``append(_:after:)`` has returned from are never lost, doubled, changed or moved.
package protocol FindLedger: Sendable {
  /// Writes entries, in order, behind that of a place, counted from 1; 0 for the beginning.
  ///
  /// Throws: ``EventTrouble/conflict`` unless that is the last place; ``EventTrouble/unreachable(_:)``. After
  /// either, any number of the first entries, even all, may be or become written.
  func append(_ finds: [LedgerFind], after place: Int) async throws(EventTrouble)

  /// The entries whose place is greater than `place`, in order, `count` at most.
  ///
  /// Waits for the first one for `time` at most; empty if none comes.
  func finds(
    after place: Int, atMost count: Int, waiting time: Duration
  ) async throws(EventTrouble) -> [LedgerFind]

  /// Makes `holder` the only one who may write until `end`; returns whether that is so.
  ///
  /// It is not while another holder's time is not over at `now`. Whoever holds it may take it again.
  func takeLease(_ holder: String, until end: Timestamp, now: Timestamp) async throws(EventTrouble) -> Bool
}

/// Port: where everybody is; nothing is kept but the newest of each.
package protocol PositionFeed: Sendable {
  /// Tells others where a player is; nobody may hear it, and that does not matter.
  ///
  /// After a reconnect the player's newest position is told again, as long as ``positions()`` is read.
  ///
  /// Returns: whether there is a network to send it over; it does not wait for one.
  @discardableResult func publish(_ position: PlayerPosition) async -> Bool

  /// The newest position of each whom the reader may see, and then each new one; the newest win if the reader is slow.
  func positions() -> AsyncStream<PlayerPosition>

  /// Forgets all positions.
  func erase() async throws(EventTrouble)
}

/// Port: the leaderboard, what teams have found, and what the organiser has to say.
package protocol EventBoard: Sendable {
  /// Replaces the leaderboard.
  func publish(_ board: Board) async throws(EventTrouble)

  /// The newest leaderboard, and then each new one; the newest win if the reader is slow.
  func boards() -> AsyncStream<Board>

  /// Replaces what a team has found.
  func publish(_ finds: [TeamFind], of team: String) async throws(EventTrouble)

  /// What a team has found, and then all of it anew after each find; the newest win if the reader is slow.
  func finds(of team: String) -> AsyncStream<[TeamFind]>

  /// Says something to all players, or to a team.
  func say(_ message: EventMessage) async throws(EventTrouble)

  /// What was last said to all, and to each team that the reader may hear, and then what is said from now on; each
  /// message once.
  func messages() -> AsyncStream<EventMessage>
}

/// Port: who takes part.
package protocol Roster: Sendable {
  /// Adds a player, or changes their name or team.
  func add(_ player: Player) async throws(EventTrouble)

  /// Removes a player: from now on nothing of theirs is believed.
  func remove(_ id: PlayerID) async throws(EventTrouble)

  /// All players, in the order of their ids.
  func players() async throws(EventTrouble) -> [Player]

  /// How many take part, or some more.
  func count() async throws(EventTrouble) -> Int

  /// The player of an id; `nil` if there is none.
  func player(_ id: PlayerID) async throws(EventTrouble) -> Player?
}

extension Roster {
  /// The players of these ids, asked for at the same time; without those who do not take part.
  package func players(_ ids: [PlayerID]) async throws(EventTrouble) -> [PlayerID: Player] {
    let answers = await withTaskGroup(of: Result<Player?, EventTrouble>.self) { group in
      for id in Set(ids) {
        group.addTask {
          do throws(EventTrouble) { return .success(try await self.player(id)) } catch { return .failure(error) }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    var players: [PlayerID: Player] = [:]
    for answer in answers { if let player = try answer.get() { players[player.id] = player } }
    return players
  }
}

/// All ports of an event: one place that speaks for all of them.
package struct EventPlace: Sendable {
  /// The ports.
  package let claims: any ClaimDesk, ledger: any FindLedger, positions: any PositionFeed
  /// The ports.
  package let board: any EventBoard, roster: any Roster

  /// Joins the ports of an event.
  package init(
    claims: any ClaimDesk, ledger: any FindLedger, positions: any PositionFeed, board: any EventBoard,
    roster: any Roster
  ) {
    (self.claims, self.ledger, self.positions) = (claims, ledger, positions)
    (self.board, self.roster) = (board, roster)
  }
}
