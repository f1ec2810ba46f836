package import EventDomain
package import Events
package import HuntDomain

/// Events, and the outboxes of players, each in one file of this computer.
package enum LocalEvents {
  /// Opens an event, and makes it if need be.
  ///
  /// What a function of the ports has returned from is on the disk, but for positions and leaderboards. Others may read
  /// the file meanwhile; what waits for something new hears only of what this process does.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - now: the civil time that claims get.
  /// Throws: ``EventTrouble/damaged(_:)`` with the reason why the file cannot be used.
  package static func event(
    at path: String, now: @escaping @Sendable () -> Timestamp
  ) throws(EventTrouble) -> EventPlace {
    let file = try EventFile(path: path, now: now)
    return EventPlace(claims: file, ledger: file, positions: file, board: file, roster: file)
  }

  /// Opens a book of invitations, and makes it if need be; several programs may use it at the same time.
  ///
  /// Throws: ``EventTrouble/damaged(_:)`` with the reason why the file cannot be used.
  package static func invitations(at path: String) throws(EventTrouble) -> InvitationBook {
    try InvitationBook(path: path)
  }

  /// Opens the outbox of a player, and makes it if need be.
  ///
  /// Throws: ``EventTrouble/damaged(_:)`` with the reason why the file cannot be used.
  package static func outbox(at path: String, of player: PlayerID) throws(EventTrouble) -> any Outbox {
    try OutboxFile(path: path, of: player)
  }
}
