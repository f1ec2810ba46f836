internal import HuntDomain
package import Numbers

/// Where everybody stands: the fold of the ledger, and nothing else.
package struct Standings: Hashable, Sendable {
  /// One player, or one team.
  package struct Row: Hashable, Sendable {
    /// From 1; equals have the same rank.
    package let rank: Int
    /// The team's name; `nil` for a player without a team.
    package let team: String?
    /// The player's name; `nil` where teams get the points.
    package let player: String?
    /// The player; `nil` where teams get the points and this is a team.
    package let id: PlayerID?
    /// Points.
    package let points: Int
    /// How many treasures are found.
    package let found: Int
    /// When the last of them was found.
    package let last: Timestamp

    /// Creates a row.
    package init(
      rank: Int, team: String?, player: String?, id: PlayerID?, points: Int, found: Int, last: Timestamp
    ) {
      (self.rank, self.team, self.player, self.id) = (rank, team, player, id)
      (self.points, self.found, self.last) = (points, found, last)
    }
  }

  /// Who was first at a treasure.
  package struct First: Hashable, Sendable {
    /// The entry of the ledger.
    package let find: LedgerFind
    /// Until when an earlier find by somebody offline could still take its place, by the desk's clock.
    package let settled: Timestamp

    /// Creates the first find of a treasure.
    package init(find: LedgerFind, settled: Timestamp) { (self.find, self.settled) = (find, settled) }
  }

  /// Who gets the points of an entry.
  private enum Owner: Hashable, Comparable {
    case team(String)
    case player(PlayerID)
  }

  private struct Account: Hashable {
    var name: String
    var team: String?
    var points = 0
    var treasures: Set<String> = []
    /// The finds that it got points for, where it is a team's.
    var finds: [TeamFind] = []
    var last: Timestamp
    /// Milliseconds from the start of the wave to the last find.
    var took: Int64 = .min

    /// Whether it ranks before another; `nil` for equals.
    func isBefore(_ other: Account) -> Bool? {
      if points != other.points { return points > other.points }
      if treasures.count != other.treasures.count { return treasures.count > other.treasures.count }
      return took == other.took ? nil : took < other.took
    }
  }

  private let scoring: EventRules.Scoring
  private let grace: Duration
  private var accounts: [Owner: Account] = [:]
  /// The places of the entries among ``finds``.
  private var places: [LedgerFind.Key: Int] = [:]
  /// Who was first, by the treasure's id.
  package private(set) var firsts: [String: First] = [:]
  /// The entries that count, in the order of the ledger.
  package private(set) var finds: [LedgerFind] = []

  /// Standings of an event in which nothing is found.
  package init(_ plan: EventPlan) { (scoring, grace) = (plan.scoring, plan.grace) }

  /// Takes the next entry of the ledger; one that is there already changes nothing.
  package mutating func note(_ find: LedgerFind) {
    guard places[find.key] == nil else { return }
    places[find.key] = finds.count
    finds.append(find)
    noteFirst(find)
    let owner = owner(of: find.claim.player, in: find.team)
    var account = accounts[owner] ?? Account(name: find.player, team: find.team, last: find.found)
    // Of a team, whoever finds it first gets the points for all.
    guard account.treasures.insert(find.treasure).inserted else { return }
    (account.name, account.team) = (find.player, find.team)
    if case .team = owner {
      account.finds.append(TeamFind(treasure: find.treasure, player: find.claim.player, name: find.player))
    }
    account.points += find.points
    account.last = max(account.last, find.found)
    account.took = max(account.took, find.found.milliseconds - (find.started?.milliseconds ?? 0))
    accounts[owner] = account
  }

  private mutating func noteFirst(_ find: LedgerFind) {
    guard let first = firsts[find.treasure] else {
      firsts[find.treasure] = First(find: find, settled: find.received.advanced(by: grace))
      return
    }
    guard find.received <= first.settled, find.found < first.find.found else { return }
    firsts[find.treasure] = First(find: find, settled: first.settled)
  }

  private func owner(of player: PlayerID, in team: String?) -> Owner {
    if scoring == .teams, let team { .team(team) } else { .player(player) }
  }

  /// The entry of a player and a treasure; `nil` if the player has not found it.
  package func find(_ key: LedgerFind.Key) -> LedgerFind? { places[key].map { finds[$0] } }

  /// What a team has found, in the order of the ledger; empty where players get the points.
  package func finds(of team: String) -> [TeamFind] { accounts[.team(team)]?.finds ?? [] }

  /// The teams that have found anything; none where players get the points.
  package var teams: [String] { accounts.keys.compactMap { if case .team(let team) = $0 { team } else { nil } } }

  /// How many players or teams have found anything.
  package var count: Int { accounts.count }

  /// The prizes and their holders, in the order of the treasures' ids.
  package var prizes: [First] {
    firsts.filter { $0.value.find.prize != nil }.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Everybody who has found anything: more points first, then more finds, then the earlier last find, from the start
  /// of the wave on.
  package var rows: [Row] {
    let sorted = accounts.sorted { left, right in
      let (first, second) = (left.value, right.value)
      if let isBefore = first.isBefore(second) { return isBefore }
      return (first.name, left.key) < (second.name, right.key)
    }
    var rows: [Row] = []
    for (index, (owner, account)) in sorted.enumerated() {
      let isEqual = index > 0 && sorted[index - 1].value.isBefore(account) == nil
      rows.append(row(of: owner, account, rank: isEqual ? rows[index - 1].rank : index + 1))
    }
    return rows
  }

  private func row(of owner: Owner, _ account: Account, rank: Int) -> Row {
    let id: PlayerID? = if case .player(let id) = owner { id } else { nil }
    return Row(
      rank: rank, team: account.team, player: id == nil ? nil : account.name, id: id, points: account.points,
      found: account.treasures.count, last: account.last)
  }
}
