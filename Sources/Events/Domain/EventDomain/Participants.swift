package import Numbers

/// Identifies a player of an event: the beginning of their public key, in letters that a subject of a message and the
/// name of a file may have.
package struct PlayerID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The characters of every id: 80 bits of the key in base 32 (RFC 4648).
  package static let length = 16

  /// The id itself.
  package let text: String

  /// Reads an id; `nil` unless it has ``length`` of the letters A to Z and the digits 2 to 7.
  package init?(_ text: String) {
    guard text.utf8.count == Self.length,
      text.utf8.allSatisfy({ (0x41...0x5A).contains($0) || (0x32...0x37).contains($0) })
    else { return nil }
    self.text = text
  }

  package var description: String { text }

  package static func < (left: PlayerID, right: PlayerID) -> Bool { left.text < right.text }
}

/// Somebody who takes part in an event.
package struct Player: Hashable, Sendable {
  /// Characters that a name or the name of a team may have.
  package static let longestName = 60

  /// Identifies the player.
  package let id: PlayerID
  /// What the organiser calls the player, as printable text.
  package let name: String
  /// The name of their team, as printable text; `nil` for a player without one.
  package let team: String?
  /// The wave in which they start, from 1; `nil` for a player of none.
  package let wave: Int?
  /// When they first got a pass, by the host's clock; `nil` if that is not known.
  ///
  /// Nobody can begin to play before.
  package let joined: Timestamp?

  /// Creates a player.
  package init(_ id: PlayerID, name: String, team: String? = nil, wave: Int? = nil, joined: Timestamp? = nil) {
    (self.id, self.name, self.team, self.wave, self.joined) = (id, name, team, wave, joined)
  }
}
