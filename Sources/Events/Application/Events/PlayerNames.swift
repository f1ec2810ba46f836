package import EventDomain

/// The players of an event, each asked for once.
package struct PlayerNames: Sendable {
  private var players: [PlayerID: Player] = [:]

  /// Creates the names without any player.
  package init() {}

  /// The player of an id; `nil` if there is none, or the event cannot be reached.
  package mutating func player(_ id: PlayerID, in roster: any Roster) async -> Player? {
    if let player = players[id] { return player }
    let player = (try? await roster.player(id)) ?? nil
    players[id] = player
    return player
  }
}
