package import EventDomain
internal import GeoFormats

// What an event says comes from other computers: its texts are cleaned before anything shows them.

extension Player {
  /// The same, fit to print.
  package var cleaned: Player { Player(id, name: .name(name), team: team.map(String.name), wave: wave, joined: joined) }
}

extension EventMessage {
  /// The same, fit to print.
  package var cleaned: EventMessage {
    EventMessage(SafeText.clean(text), to: team.map(String.name), at: time, age: age)
  }
}

extension Board {
  /// The same, fit to print.
  package var cleaned: Board {
    Board(
      entries: entries, rows: rows.map(\.cleaned), total: total, latest: latest.map(\.cleaned),
      prizes: prizes.map { .init(find: $0.find.cleaned, settled: $0.settled) }, isClosed: isClosed, players: players)
  }
}

extension Standings.Row {
  fileprivate var cleaned: Standings.Row {
    Standings.Row(
      rank: rank, team: team.map(String.name), player: player.map(String.name), id: id, points: points, found: found,
      last: last)
  }
}

extension LedgerFind {
  /// The same, fit to print.
  package var cleaned: LedgerFind {
    LedgerFind(
      claim: claim, treasure: SafeText.clean(treasure), name: SafeText.clean(name, limit: SafeText.nameLimit),
      team: team.map(String.name), player: .name(player), points: points, played: played, found: found,
      received: received, started: started, prize: prize.map { SafeText.clean($0, limit: SafeText.nameLimit) },
      wins: wins, isSimulated: isSimulated)
  }
}

extension TeamFind {
  /// The same, fit to print.
  package var cleaned: TeamFind { TeamFind(treasure: SafeText.clean(treasure), player: player, name: .name(name)) }
}

extension Ruling {
  /// The same, fit to print.
  package var cleaned: Ruling {
    let finds = finds.map {
      Find(treasure: SafeText.clean($0.treasure), counts: $0.counts, text: SafeText.clean($0.text))
    }
    return Ruling(claim, sequence: sequence, finds: finds, refusal: refusal.map { SafeText.clean($0) })
  }
}

extension String {
  /// The name of a player or a team, fit to print.
  fileprivate static func name(_ text: String) -> String { SafeText.clean(text, limit: Player.longestName) }
}
