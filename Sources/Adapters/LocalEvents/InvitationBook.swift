internal import Database
package import EventDomain
package import Events
internal import HuntDomain
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
  }

  private let database: Guarded<Connection>

  init(path: String) throws(EventTrouble) {
    do throws(DatabaseError) {
      let connection = try EventSchema.open(path, EventSchema.invitations)
      try connection.execute("CREATE INDEX IF NOT EXISTS freePlaces ON invitations (id) WHERE key IS NULL")
      database = Guarded(connection)
    } catch {
      throw .damaged("\(error)")
    }
  }

  /// Notes an invitation.
  package func add(_ invitation: String, name: String, team: String?, wave: Int? = nil) throws(EventTrouble) {
    try rows(Self.insertion, [.text(invitation), .text(name), .init(team), wave.map { .init($0) } ?? .null])
  }

  private static let insertion = "INSERT INTO invitations (id, name, team, wave) VALUES (?, ?, ?, ?)"

  /// Notes an invitation for many, who get these names and teams in the order in which they come.
  package func add(
    _ invitation: String, places: [(name: String, team: String?)], wave: Int? = nil
  ) throws(EventTrouble) {
    let digits = "\(places.count)".count
    try database.withLock { database throws(EventTrouble) in
      do throws(DatabaseError) {
        try database.transaction { () throws(DatabaseError) in
          for (index, place) in places.enumerated() {
            // Their ids sort as they were given.
            let number = "\(index + 1)"
            let id = "\(invitation)/" + String(repeating: "0", count: digits - number.count) + number
            _ = try database.rows(
              Self.insertion, [.text(id), .text(place.name), .init(place.team), wave.map { .init($0) } ?? .null])
          }
        }
      } catch { throw EventTrouble(error) }
    }
  }

  /// Lets in whoever comes with an invitation; each of its places is for the first key that comes, and for no other.
  ///
  /// Throws: ``EventTrouble/refused(_:)`` with the reason, as a sentence; ``EventTrouble/conflict`` if the key came with
  /// another invitation before.
  package func admit(_ invitation: String, id: PlayerID, key: String) throws(EventTrouble) -> Player {
    // The ids of the places of an invitation for many begin with a slash behind its own; 0 is the letter after it.
    let (first, end) = (DatabaseValue.text(invitation), DatabaseValue.text(invitation + "0"))
    try rows(
      """
      UPDATE invitations SET key = ?, player = ? WHERE id = (SELECT id FROM invitations WHERE key IS NULL \
      AND revoked IS NULL AND id >= ? AND id < ? ORDER BY id LIMIT 1) \
      AND NOT EXISTS (SELECT 1 FROM invitations WHERE player = ?)
      """, [.text(key), .text(id.text), first, end, .text(id.text)])
    let columns = "SELECT name, team, key, revoked, wave, id FROM invitations"
    let holders = try rows("\(columns) WHERE player = ?", [.text(id.text)])
    guard let row = holders.first, let place = row[5].text, place == invitation || place.hasPrefix(invitation + "/")
    else {
      let places = try rows("\(columns) WHERE id >= ? AND id < ? LIMIT 2", [first, end])
      guard let place = places.first else { throw .refused("There is no such invitation.") }
      guard place[3].integer == nil else { throw .refused("This invitation is void.") }
      guard holders.isEmpty else { throw .conflict }
      throw .refused(
        places.count > 1
          ? "All places of this invitation are taken; ask for another one."
          : "Somebody else came with this invitation already; ask for another one.")
    }
    guard row[3].integer == nil else { throw .refused("This invitation is void.") }
    guard row[2].text == key else {
      throw .refused("Somebody else came with this invitation already; ask for another one.")
    }
    return Player(id, name: try row.text(0), team: row[1].text, wave: row[4].integer.map { Int($0) })
  }

  /// Everybody who came, in the order of their invitations.
  package func guests() throws(EventTrouble) -> [Guest] {
    var guests: [Guest] = []
    for row in try rows(
      "SELECT player, name, team, key, revoked, wave FROM invitations WHERE key IS NOT NULL ORDER BY rowid")
    {
      let player = Player(
        try row.player(0), name: try row.text(1), team: row[2].text, wave: row[5].integer.map { Int($0) })
      guests.append(Guest(player: player, key: try row.text(3), revoked: row[4].integer))
    }
    return guests
  }

  /// The invitations for one with which nobody has come yet, and which are not void: name and team of each.
  package func unanswered() throws(EventTrouble) -> [(name: String, team: String?)] {
    var invitations: [(name: String, team: String?)] = []
    let condition = "key IS NULL AND revoked IS NULL AND id NOT LIKE '%/%'"
    for row in try rows("SELECT name, team FROM invitations WHERE \(condition) ORDER BY name") {
      invitations.append((try row.text(0), row[1].text))
    }
    return invitations
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
