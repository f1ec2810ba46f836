internal import Database
package import EventDomain
package import Events
internal import NATSEvents
package import Numbers

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

  private static let tables = """
    CREATE TABLE invitations (id TEXT PRIMARY KEY, name TEXT NOT NULL, team TEXT, wave INTEGER, key TEXT, player TEXT UNIQUE, \
    joined INTEGER, revoked INTEGER);
    """
  private static let later = [
    "CREATE INDEX IF NOT EXISTS freePlaces ON invitations (id) WHERE key IS NULL",
    // How many may come within a minute with each invitation for many.
    "CREATE TABLE IF NOT EXISTS paces (invitation TEXT PRIMARY KEY, pace INTEGER NOT NULL)",
    // The invitations with which too much was sent, and since when they are void.
    "CREATE TABLE IF NOT EXISTS voids (invitation TEXT PRIMARY KEY, time INTEGER NOT NULL)",
  ]

  private let database: EventDatabase

  /// Opens a book, and makes it if need be; several programs may use it at the same time.
  ///
  /// Throws: ``EventTrouble/damaged(_:)`` with the reason why the file cannot be used.
  package init(path: String) throws(EventTrouble) {
    database = try EventDatabase(path, tables: Self.tables, later: Self.later)
  }

  /// Notes an invitation.
  package func add(_ invitation: String, name: String, team: String?, wave: Int? = nil) throws(EventTrouble) {
    try database.rows(Self.insertion, [.text(invitation), .text(name), .init(team), .init(wave)])
  }

  private static let insertion = "INSERT INTO invitations (id, name, team, wave) VALUES (?, ?, ?, ?)"

  /// Notes an invitation for many, who get these names and teams in the order in which they come.
  ///
  /// - Parameter pace: how many may come within a minute; so one program cannot take all places before anybody notices.
  package func add(
    _ invitation: String, places: [(name: String, team: String?)], wave: Int? = nil, pace: Int = EventPlan.usualPace
  ) throws(EventTrouble) {
    let digits = "\(places.count)".count
    try database.transaction { connection throws(DatabaseError) in
      try connection.rows("INSERT INTO paces (invitation, pace) VALUES (?, ?)", [.text(invitation), .init(pace)])
      for (index, place) in places.enumerated() {
        // Their ids sort as they were given.
        let number = "\(index + 1)"
        let id = "\(invitation)/" + String(repeating: "0", count: digits - number.count) + number
        try connection.rows(Self.insertion, [.text(id), .text(place.name), .init(place.team), .init(wave)])
      }
    }
  }

  /// Lets in whoever comes with an invitation; each of its places is for the first key that comes, and for no other.
  ///
  /// - Parameter time: what is noted as the time when they joined, if they come for the first time.
  /// Throws: ``EventTrouble/refused(_:)`` with the reason, as a sentence; ``EventTrouble/conflict`` if the key came with
  /// another invitation before; ``EventTrouble/unreachable(_:)`` while too many come.
  package func admit(
    _ invitation: String, id: PlayerID, key: String, at time: Timestamp
  ) throws(EventTrouble) -> Player {
    // The ids of the places of an invitation for many begin with a slash behind its own; 0 is the letter after it.
    let (first, end) = (DatabaseValue.text(invitation), DatabaseValue.text(invitation + "0"))
    if let pace = try database.rows("SELECT pace FROM paces WHERE invitation = ?", [first]).first?.number(0) {
      let now = time.milliseconds
      let isOver = try database.rows(
        """
        SELECT (SELECT count(*) FROM invitations WHERE id >= ? AND id < ? AND joined > ? AND joined <= ?) >= ? \
        AND NOT EXISTS (SELECT 1 FROM invitations WHERE player = ?)
        """, [first, end, .integer(now - 60_000), .integer(now), .init(pace), .text(id.text)])
      if try isOver.first?.number(0) == 1 {
        throw .unreachable("\(pace) have come with this invitation within a minute, and it takes no more in one")
      }
    }
    try database.rows(
      """
      UPDATE invitations SET key = ?, player = ?, joined = ? WHERE id = (SELECT id FROM invitations WHERE key IS NULL \
      AND revoked IS NULL AND id >= ? AND id < ? ORDER BY id LIMIT 1) \
      AND NOT EXISTS (SELECT 1 FROM invitations WHERE player = ?)
      """, [.text(key), .text(id.text), .integer(time.milliseconds), first, end, .text(id.text)])
    let columns = "SELECT player, name, team, wave, joined, key, revoked, id FROM invitations"
    let holders = try database.rows("\(columns) WHERE player = ?", [.text(id.text)])
    guard let row = holders.first, let place = row[7].text, place == invitation || place.hasPrefix(invitation + "/")
    else {
      let places = try database.rows(
        "SELECT min(revoked IS NOT NULL), count(*) FROM invitations WHERE id >= ? AND id < ?", [first, end])
      guard let place = places.first, let isVoid = place[0].integer else {
        throw .refused("There is no such invitation.")
      }
      guard isVoid == 0 else { throw .refused("This invitation is void.") }
      guard holders.isEmpty else { throw .conflict }
      throw .refused(
        place[1].integer != 1
          ? "All places of this invitation are taken; ask for another one."
          : "Somebody else came with this invitation already; ask for another one.")
    }
    guard row[6].integer == nil else { throw .refused("This invitation is void.") }
    guard row[5].text == key else {
      throw .refused("Somebody else came with this invitation already; ask for another one.")
    }
    return try row.participant()
  }

  /// Everybody who came, in the order of their invitations.
  package func guests() throws(EventTrouble) -> [Guest] {
    var guests: [Guest] = []
    for row in try database.rows(
      "SELECT player, name, team, wave, joined, key, revoked, id FROM invitations WHERE key IS NOT NULL ORDER BY rowid"
    ) {
      guests.append(
        Guest(
          player: try row.participant(), key: try row.text(5), revoked: row[6].integer, isPhone: row[7] == row[0]))
    }
    return guests
  }

  /// The invitations for one with which nobody has come yet, and which are not void: name and team of each.
  package func unanswered() throws(EventTrouble) -> [(name: String, team: String?)] {
    var invitations: [(name: String, team: String?)] = []
    let condition = "key IS NULL AND revoked IS NULL AND id NOT LIKE '%/%'"
    for row in try database.rows("SELECT name, team FROM invitations WHERE \(condition) ORDER BY name") {
      invitations.append((try row.text(0), row[1].text))
    }
    return invitations
  }

  /// The team of all who were invited with a name; `nil` for none, or if they differ.
  package func team(of name: String) throws(EventTrouble) -> String? {
    let teams = try database.rows(
      "SELECT DISTINCT team FROM invitations WHERE name = ? AND revoked IS NULL LIMIT 2", [.text(name)])
    return teams.count == 1 ? teams[0][0].text : nil
  }

  /// Makes the invitations of a name void; returns who had come with them.
  ///
  /// A place of an invitation for many that was taken is free again.
  package func revoke(name: String, at time: Int64) throws(EventTrouble) -> [Guest] {
    // Its id sorts behind that of the place that it replaces, and names the same invitation.
    let replaced = try database.rows(
      "SELECT id || '+', name, team, wave FROM invitations WHERE name = ? AND key IS NOT NULL AND revoked IS NULL "
        + "AND id LIKE '%/%'", [.text(name)])
    defer { for row in replaced { _ = try? database.rows(Self.insertion, row) } }
    try database.rows(
      "UPDATE invitations SET revoked = ? WHERE name = ? AND revoked IS NULL", [.integer(time), .text(name)])
    return try guests().filter { $0.player.name == name }
  }

  /// Makes the pass of a player void.
  package func revoke(_ id: PlayerID, at time: Int64) throws(EventTrouble) {
    try database.rows(
      "UPDATE invitations SET revoked = ? WHERE player = ? AND revoked IS NULL", [.integer(time), .text(id.text)])
  }

  /// Makes the passes of players void who have sent more than anybody plays; returns these players.
  ///
  /// Who joined at a time that is not known joined now.
  ///
  /// - Parameter sizes: bytes that each player has sent, as ``SentVolumes`` counts them.
  package func revokeExcessive(_ sizes: [PlayerID: Int], at now: Timestamp) throws(EventTrouble) -> [Player] {
    var players: [Player] = []
    for guest in try guests() where guest.revoked == nil {
      let joined = guest.player.joined ?? now
      let time = Duration.milliseconds(now.milliseconds) - .milliseconds(joined.milliseconds)
      guard let size = sizes[guest.player.id], size > SentVolumes.allowance(after: time) else { continue }
      try revoke(guest.player.id, at: now.milliseconds / 1000)
      players.append(guest.player)
    }
    return players
  }

  /// How many may lose their passes who came with one invitation for many and sent too much, before it is void.
  private static let mostExcessive = 3

  /// Makes invitations void with which too much was sent; returns their names.
  ///
  /// An invitation for many is void as well once ``mostExcessive`` who came with it have sent too much: one program may
  /// take one place after the other.
  /// Those who have come with an invitation for many stay; who has come with one for a single player is its sender.
  ///
  /// - Parameter invitations: their ids; others may be among them.
  package func void(_ invitations: some Sequence<PlayerID>, at time: Int64) throws(EventTrouble) -> [String] {
    // The place of somebody whom the organiser has sent away was given back.
    let abused = try database.rows(
      """
      SELECT substr(id, 1, instr(id, '/') - 1) FROM invitations AS places WHERE id LIKE '%/%' AND key IS NOT NULL \
      AND revoked IS NOT NULL AND NOT EXISTS (SELECT 1 FROM invitations WHERE id = places.id || '+') \
      GROUP BY 1 HAVING count(*) >= ?
      """, [.init(Self.mostExcessive)]
    ).compactMap { $0[0].text }
    var names: [String] = []
    for invitation in invitations.map(\.text) + abused {
      let (first, end) = (DatabaseValue.text(invitation), DatabaseValue.text(invitation + "0"))
      // The invitation of a phone has the id of its player.
      let new = try database.rows(
        """
        SELECT name FROM invitations WHERE id >= ?1 AND id < ?2 AND player IS NOT ?1 \
        AND ?1 NOT IN (SELECT invitation FROM voids) ORDER BY id LIMIT 1
        """, [first, end])
      guard let name = new.first else { continue }
      try database.rows("INSERT INTO voids (invitation, time) VALUES (?, ?)", [first, .integer(time)])
      try database.rows(
        """
        UPDATE invitations SET revoked = ? WHERE revoked IS NULL AND (id = ? OR (key IS NULL AND id >= ? AND id < ?))
        """, [.integer(time), first, first, end])
      names.append(try name.text(0))
    }
    return names
  }

  /// The invitations that ``void(_:at:)`` has made void, and since when.
  package func voids() throws(EventTrouble) -> [String: Int64] {
    var voids: [String: Int64] = [:]
    for row in try database.rows("SELECT invitation, time FROM voids") { voids[try row.text(0)] = row[1].integer }
    return voids
  }
}

extension [InvitationBook.Guest] {
  /// The player to whom a phone belongs: the one with the phone's name and team; `nil` if there is none, or several.
  package func carrier(of phone: Player) -> Player? {
    let carriers = filter {
      !$0.isPhone && $0.revoked == nil && $0.player.name == phone.name && $0.player.team == phone.team
    }
    return carriers.count == 1 ? carriers[0].player : nil
  }
}
