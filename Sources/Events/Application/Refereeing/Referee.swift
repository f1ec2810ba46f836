package import EventDomain
package import Events
internal import HuntDomain
internal import Numbers

/// Judges the claims of an event as a value: claims in, effects out; no clock, no I/O.
///
/// The same claims in the same order, with the same players, give the same ledger: so a closed event can be judged
/// again by anybody, and a referee that was killed goes on where its last ruling was.
package struct Referee: Sendable {
  /// What the outside has to do, in this order.
  package enum Effect: Hashable, Sendable {
    /// Write the next entry of the ledger.
    case record(LedgerFind)
    /// Say this to the player.
    case answer(Ruling)
  }

  /// A game may take this much longer than its player has taken part, because clocks differ.
  private static let slack = Duration.seconds(60)

  /// Where everybody stands.
  package private(set) var standings: Standings
  private let plan: EventPlan
  private let makeJudge: @Sendable (PlayerID) -> any ProofJudge
  private var players: [PlayerID: State] = [:]

  private struct State: Sendable {
    var judge: any ProofJudge
    /// The number of the last claim that was taken.
    var number = 0
    /// When the desk had the last claim that was believed.
    var heard: Timestamp?
  }

  /// A referee of an event that begins.
  ///
  /// - Parameter makeJudge: makes what judges the pieces of a player, before the first one.
  package init(_ plan: EventPlan, makeJudge: @escaping @Sendable (PlayerID) -> any ProofJudge) {
    (self.plan, self.makeJudge) = (plan, makeJudge)
    standings = Standings(plan)
  }

  /// Takes an entry that the ledger has already, in the order of the ledger.
  package mutating func note(_ find: LedgerFind) { standings.note(find) }

  /// Whether the claims before this one have to be recalled first.
  package func mustRecall(_ claim: ReceivedClaim) -> Bool {
    claim.claim.id.number > (players[claim.claim.id.player]?.number ?? 0) + 1
  }

  /// Takes a claim that was answered already, in the order of the claims.
  package mutating func recall(_ claim: ReceivedClaim) { _ = take(claim) }

  /// Judges the next claim.
  ///
  /// - Parameter player: whose it is; `nil` if there is no such player any more.
  package mutating func handle(_ claim: ReceivedClaim, of player: Player?) -> [Effect] {
    let id = claim.claim.id
    func refusal(_ why: String) -> [Effect] {
      [.answer(Ruling(id, sequence: claim.sequence, refusal: why))]
    }
    // Without an earlier claim, a find cannot be older than the player's pass.
    let before = players[id.player]?.heard ?? player?.joined
    let outcome = take(claim)
    // The piece is taken all the same, as it is when the claims before another one are recalled.
    guard let player else { return refusal("You do not take part in this event any more.") }
    guard let outcome else { return refusal("This was judged before.") }
    switch outcome {
    case .failure(let problem): return refusal("This part of your session is not believed: \(problem).")
    case .success(let finds):
      var (effects, parts) = ([Effect](), [Ruling.Find]())
      for find in finds {
        var (counts, text) = (true, "\(find.name) counts already.")
        switch judge(find, of: player, by: claim, after: before) {
        // A claim that is judged again, because its ruling was not stored, gets the same one.
        case .known(let entry): if entry.claim == id { text = praise(of: entry) }
        case .refused(let why): (counts, text) = (false, "\(find.name) does not count: \(why).")
        case .counts(let entry):
          standings.note(entry)
          effects.append(.record(entry))
          text = praise(of: entry)
        }
        parts.append(Ruling.Find(treasure: find.treasure, counts: counts, text: text))
      }
      return effects + [.answer(Ruling(id, sequence: claim.sequence, finds: parts))]
    }
  }

  /// Plays a piece; `nil` if a later one of the same player was taken.
  private mutating func take(_ claim: ReceivedClaim) -> Result<[ProvenFind], ProofProblem>? {
    let id = claim.claim.id
    // Taken out while it changes, so that nothing is copied.
    var state = players.removeValue(forKey: id.player) ?? State(judge: makeJudge(id.player))
    defer { players[id.player] = state }
    guard id.number > state.number else { return nil }
    state.number = id.number
    do throws(ProofProblem) {
      let finds = try state.judge.take(claim.claim.piece)
      state.heard = claim.time
      return .success(finds)
    } catch {
      return .failure(error)
    }
  }

  /// What becomes of a find.
  private enum Judgement {
    /// It is in the ledger.
    case known(LedgerFind)
    /// Why it does not count, as the end of a sentence.
    case refused(String)
    case counts(LedgerFind)
  }

  private func judge(
    _ find: ProvenFind, of player: Player, by claim: ReceivedClaim, after before: Timestamp?
  ) -> Judgement {
    if let entry = standings.find(LedgerFind.Key(treasure: find.treasure, player: player.id)) { return .known(entry) }
    // The desk's clock bounds what a proof says: not after the claim came, and not before an earlier one did.
    var found = min(claim.time, find.isSimulated ? claim.time : find.utc ?? claim.time)
    if let before { found = max(found, before) }
    let start = plan.start(of: player)
    if let why = refusal(of: find, of: player, at: found, received: claim.time) { return .refused(why) }
    return .counts(
      LedgerFind(
        claim: claim.claim.id, treasure: find.treasure, name: find.name, team: player.team, player: player.name,
        points: find.points, played: find.played, found: found, received: claim.time, started: start, prize: find.prize,
        wins: find.wins, isSimulated: find.isSimulated))
  }

  /// Why a find does not count, as the end of a sentence; `nil` if it does.
  private func refusal(
    of find: ProvenFind, of player: Player, at found: Timestamp, received: Timestamp
  ) -> String? {
    let start = plan.start(of: player)
    if find.isSimulated, !plan.admitsSimulated { return "its positions are simulated" }
    if let start, found < start { return "you start at \(start)" }
    if let ends = plan.ends, found > ends { return "the event ended at \(ends)" }
    if find.speed > plan.maxSpeed {
      return "you moved at \(Self.speed(find.speed)), and \(Self.speed(plan.maxSpeed)) is believed at most"
    }
    // Not since the start: many wait for it with the game open.
    if !find.isSimulated, let joined = player.joined, received < joined.advanced(by: find.span - Self.slack) {
      return "you played longer than there was time since you joined"
    }
    return nil
  }

  /// What the player reads about an entry that was just taken.
  private func praise(of entry: LedgerFind) -> String {
    guard let first = standings.firsts[entry.treasure], first.find.key == entry.key else {
      return "\(entry.name) counts."
    }
    guard let prize = entry.prize else { return "\(entry.name) counts: you are the first." }
    let isOpen = plan.grace > .zero ? " unless somebody offline was faster, until \(first.settled)" : ""
    return "\(entry.name) counts: you are the first, and win \(prize)\(isOpen)."
  }

  private static func speed(_ speed: Double) -> String {
    let tenths = Int((min(speed, 1e6) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) m/s"
  }
}
