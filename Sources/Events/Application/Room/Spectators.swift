package import EventDomain
internal import Geodesy
package import HuntDomain
package import Numbers
internal import Places

/// What an event shows to spectators, as a value.
///
/// A spectator may be a player, or tell one. So nobody sees here what a player of any team could not see: positions of
/// players only if the event shares them with all, as exactly as its rules say; treasures only if the hunt shows them to
/// everybody from the beginning. Where others were found is not told: it would lead to them.
package struct Spectators: Sendable {
  /// Players that the map shows at most: those who were heard last.
  package static let mostPeople = 500

  /// What names on the map must not tell: what stages ask for, and what they are of which only the kind is said.
  package let secrets: Secrets

  private let plan: EventPlan
  private let stages: [Treasure]
  private var roster = RoomRoster()
  private var players: [PlayerID: Player] = [:]
  private var watches: [PlayerID: PlayerWatch] = [:]
  private var standings: Standings
  /// The numbers of teams, and of players without one.
  private var groups: [Group: Int] = [:]
  private var numbers: [PlayerID: Int] = [:]
  /// How often each treasure was found.
  private var counts: [String: Int] = [:]
  private var isClosed = false

  private enum Group: Hashable {
    case team(String)
    case player(PlayerID)
  }

  /// What is seen of an event in which nothing has happened.
  package init(_ plan: EventPlan, of hunt: Hunt) {
    self.plan = plan
    let start = HuntProgress(hunt)
    stages = hunt.treasures.filter { start.isVisible($0, from: nil) }.map(start.resolved)
    secrets = Secrets(start, visible: stages)
    standings = Standings(plan)
  }

  /// Takes what the organiser's room hears, too; returns whether ``screen`` has changed.
  package mutating func handle(_ event: RoomEvent, at now: Timestamp) -> Bool {
    switch event {
    case .roster(let roster):
      self.roster = roster
      players = Dictionary(roster.joined.map { ($0.id, $0) }) { $1 }
      for player in roster.joined { number(player.id, in: player.team) }
    case .finds(let finds):
      for find in finds { note(find) }
    case .positions(let positions):
      if plan.positions.areShared, !isClosed { for position in positions { note(position, at: now) } }
      return false
    case .tick:
      for id in watches.keys { watches[id]?.forget(after: plan.positions.retention, at: now) }
      return false
    default: return false
    }
    return true
  }

  /// The event is over: nobody is on the map any more.
  package mutating func close() { (isClosed, watches) = (true, [:]) }

  private mutating func note(_ find: LedgerFind) {
    number(find.claim.player, in: find.team)
    let before = standings.finds.count
    standings.note(find)
    if standings.finds.count > before { counts[find.treasure, default: 0] += 1 }
  }

  private mutating func note(_ position: PlayerPosition, at now: Timestamp) {
    // Players round positions themselves; whether they do, they decide.
    let shown = PlayerPosition(
      position.player, team: position.team, at: plan.positions.blurred(position.position),
      accuracy: position.accuracy, time: position.time)
    if watches[position.player]?.note(shown, at: now) == nil {
      watches[position.player] = PlayerWatch(shown, at: now)
    }
  }

  private mutating func number(_ player: PlayerID, in team: String?) {
    if numbers[player] == nil { numbers[player] = numbers.count }
    let group = group(of: player, in: team)
    if groups[group] == nil { groups[group] = groups.count }
  }

  private func group(of player: PlayerID, in team: String?) -> Group { team.map { .team($0) } ?? .player(player) }

  // MARK: - What is seen

  /// The leaderboard, finds and treasures.
  package var screen: SpectatorScreen {
    let board = Board(standings)
    var screen = SpectatorScreen(title: plan.name, hunt: plan.hunt, hasTeamScores: plan.scoring == .teams)
    (screen.joined, screen.found) = (roster.joined.count, board.entries)
    (screen.rows, screen.total) = (board.rows.map(row), board.total)
    screen.finds = board.latest.enumerated().map { find($1, number: board.entries - $0) }
    screen.prizes = board.prizes.compactMap { first in
      first.find.prize.map {
        .init(prize: $0, treasure: first.find.name, holder: party(first.find), settled: first.settled)
      }
    }
    screen.stages = stages.map { stage in
      .init(
        name: stage.place.name, position: stage.place.position, found: counts[stage.id] ?? 0,
        first: standings.firsts[stage.id].map { party($0.find) })
    }
    (screen.opens, screen.ends, screen.isClosed) = (plan.opens, plan.ends, isClosed)
    return screen
  }

  private func row(_ row: Standings.Row) -> SpectatorScreen.Row {
    let group = (row.team.map { Group.team($0) } ?? row.id.map { .player($0) }).flatMap { groups[$0] } ?? 0
    let isTeam = row.player == nil
    return SpectatorScreen.Row(
      party: .init(name: row.player ?? row.team ?? "", team: isTeam ? nil : row.team, group: group),
      rank: row.rank, points: row.points, found: row.found, last: row.last)
  }

  private func find(_ find: LedgerFind, number: Int) -> SpectatorScreen.Find {
    let isFirst = standings.firsts[find.treasure]?.find.key == find.key
    return SpectatorScreen.Find(
      number: number, party: party(find), treasure: find.name, points: find.points, time: find.found,
      isFirst: isFirst, prize: isFirst ? find.prize : nil, wins: find.wins)
  }

  private func party(_ find: LedgerFind) -> SpectatorScreen.Party {
    party(find.player, find.claim.player, find.team)
  }

  private func party(_ name: String, _ id: PlayerID, _ team: String?) -> SpectatorScreen.Party {
    SpectatorScreen.Party(name: name, team: team, group: groups[group(of: id, in: team)] ?? 0)
  }

  /// Who is on the map, in the order of their numbers; nobody unless the event shares positions.
  package func people(at now: Timestamp) -> [SpectatorPerson] {
    let seen = watches.compactMap { id, watch -> SpectatorPerson? in
      guard let player = players[id], !roster.void.contains(id), let position = watch.position?.position else {
        return nil
      }
      let isOld = if case .silent = watch.state(at: now) { true } else { false }
      return SpectatorPerson(
        party: party(player.name, id, player.team), number: numbers[id] ?? 0, position: position,
        heard: watch.heard, isOld: isOld)
    }
    return seen.sorted { $0.heard > $1.heard }.prefix(Self.mostPeople).sorted { $0.number < $1.number }
  }
}
