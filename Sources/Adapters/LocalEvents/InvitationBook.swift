internal import Database
package import EventDomain
package import Events
package import HuntDomain
internal import SystemKit

/// The organiser's list of invitations, with the player who used each.
///
/// If the servers lose the roster, the host makes it again from this list.
package final class InvitationBook: Sendable {
  /// A player who has come, with the key that is theirs from then on.
  package struct Guest: Hashable, Sendable {
    /// The player.
    package let player: Player
    /// The player's public key, as base 64.
    package let key: String
    /// Since when their pass is void, in seconds since 1970; `nil` if it is not.
    package let revoked: Int64?
    /// Whether this is a phone: its invitation has its own name.
    package let isPhone: Bool
  }

  private let database: Guarded<Connection>

  init(path: String) throws(EventTrouble) {
    do throws(DatabaseError) { database = Guarded(try EventSchema.open(path, EventSchema.invitations)) } catch {
      throw .damaged("\(error)")
    }
  }

  /// Notes an invitation.
  package func add(_ invitation: String, name: String, team: String?, wave: Int? = nil) throws(EventTrouble) {
    try rows(
      "INSERT INTO invitations (id, name, team, wave) VALUES (?, ?, ?, ?)",
      [.text(invitation), .text(name), .init(team), wave.map { .init($0) } ?? .null])
  }

  /// Lets in whoever comes with an invitation; it is for the first key that comes with it, and for no other.
  ///
  /// - Parameter time: what is noted as the time when they joined, if they come for the first time.
  /// Throws: ``EventTrouble/refused(_:)`` with the reason, as a sentence; ``EventTrouble/conflict`` if the key came with
  /// another invitation before.
  package func admit(
    _ invitation: String, id: PlayerID, key: String, at time: Timestamp
  ) throws(EventTrouble) -> Player {
    try rows(
      "UPDATE OR IGNORE invitations SET key = ?, player = ?, joined = ? WHERE id = ? AND key IS NULL",
      [.text(key), .text(id.text), .integer(time.milliseconds), .text(invitation)])
    let found = try rows(
      "SELECT player, name, team, wave, joined, key, revoked FROM invitations WHERE id = ?", [.text(invitation)])
    guard let row = found.first else { throw .refused("There is no such invitation.") }
    guard row[6].integer == nil else { throw .refused("This invitation is void.") }
    guard let holder = row[5].text else { throw .conflict }
    guard holder == key else { throw .refused("Somebody else came with this invitation already; ask for another one.") }
    return try row.participant()
  }

  /// Everybody who came.
  package func guests() throws(EventTrouble) -> [Guest] {
    var guests: [Guest] = []
    for row in try rows(
      "SELECT player, name, team, wave, joined, key, revoked, id FROM invitations WHERE key IS NOT NULL ORDER BY player"
    ) {
      guests.append(
        Guest(
          player: try row.participant(), key: try row.text(5), revoked: row[6].integer, isPhone: row[7] == row[0]))
    }
    return guests
  }

  /// The invitations with which nobody has come yet, and which are not void: name and team of each.
  package func unanswered() throws(EventTrouble) -> [(name: String, team: String?)] {
    var invitations: [(name: String, team: String?)] = []
    for row in try rows("SELECT name, team FROM invitations WHERE key IS NULL AND revoked IS NULL ORDER BY name") {
      invitations.append((try row.text(0), row[1].text))
    }
    return invitations
  }

  /// The team of all who were invited with a name; `nil` for none, or if they differ.
  package func team(of name: String) throws(EventTrouble) -> String? {
    let teams = try rows(
      "SELECT DISTINCT team FROM invitations WHERE name = ? AND revoked IS NULL LIMIT 2", [.text(name)])
    return teams.count == 1 ? teams[0][0].text : nil
  }

  /// Makes the invitations of a name void; returns who had come with them.
  package func revoke(name: String, at time: Int64) throws(EventTrouble) -> [Guest] {
    try rows("UPDATE invitations SET revoked = ? WHERE name = ? AND revoked IS NULL", [.integer(time), .text(name)])
    return try guests().filter { $0.player.name == name }
  }

  @discardableResult
  private func rows(_ sql: String, _ values: [DatabaseValue] = []) throws(EventTrouble) -> [[DatabaseValue]] {
    try database.withLock { database throws(EventTrouble) in
      do throws(DatabaseError) { return try database.rows(sql, values) } catch { throw EventTrouble(error) }
    }
  }
}

extension [InvitationBook.Guest] {
  /// Who carries a phone: the only player who has come with its name and team; `nil` if there is none, or several.
  package func carrier(of phone: Player) -> Player? {
    let carriers = filter {
      !$0.isPhone && $0.revoked == nil && $0.player.name == phone.name && $0.player.team == phone.team
    }
    return carriers.count == 1 ? carriers[0].player : nil
  }
}
