package import EventDomain
package import Geodesy
package import Numbers
package import Views

/// An event that the room handles; all text in it is printable.
package enum RoomEvent: Hashable, Sendable {
  /// Comes first, and whenever the size of the whole screen changes.
  case resize(columns: Int, rows: Int)
  case key(Key)
  /// In cells of the whole screen.
  case pointer(Pointer)
  /// Who is invited and who has come, all of them; comes before what they do.
  case roster(RoomRoster)
  /// Where players are, each at most once.
  case positions([PlayerPosition])
  /// The next entries of the ledger.
  case finds([LedgerFind])
  /// The next rulings.
  case rulings([GivenRuling])
  /// The organiser has said something, here or elsewhere.
  case message(EventMessage)
  /// Why the event cannot be reached, as a sentence; `nil` when it can be again.
  case connection(trouble: String?)
  /// Why a message could not be sent.
  case notSaid(String)
  /// The outcome for a tile that ``RoomEffect/fetch(_:)`` asked for.
  case tile(TileID, TileOutcome)
  /// Time has passed.
  case tick
  /// The page on screen can be scrolled by `at` lines.
  case pageEnds(at: Int)
}

/// Everybody who is invited.
package struct RoomRoster: Hashable, Sendable {
  /// Somebody who has not come yet.
  package struct Invited: Hashable, Sendable {
    /// Their name.
    package let name: String
    /// Their team; `nil` for none.
    package let team: String?

    /// Creates an invitation without an answer.
    package init(_ name: String, team: String? = nil) { (self.name, self.team) = (name, team) }
  }

  /// Those who have come.
  package var joined: [Player]
  /// Those of them whose pass is void.
  package var void: Set<PlayerID>
  /// Those who have not.
  package var invited: [Invited]

  /// Creates a roster.
  package init(joined: [Player] = [], void: Set<PlayerID> = [], invited: [Invited] = []) {
    (self.joined, self.void, self.invited) = (joined, void, invited)
  }
}

/// An effect that the room asks the outside to carry out.
package enum RoomEffect: Hashable, Sendable {
  /// Say something to a team, or to all, and answer with ``RoomEvent/notSaid(_:)`` if it fails.
  case say(String, team: String?)
  /// Read these tiles, the most wanted first, and answer each with ``RoomEvent/tile(_:_:)``.
  case fetch([TileID])
  /// Tell what has happened, where lines are written instead of a screen.
  case tell(RoomNews)
  /// Give the terminal back to the shell until the user returns.
  case suspend
  /// Draw everything anew.
  case redraw
  case quit
}

/// What happens in an event, for whoever reads it as lines.
package enum RoomNews: Hashable, Sendable {
  /// Somebody has come.
  case joined(Player)
  /// A find counts.
  case found(LedgerFind)
  /// A claim of a player does not count, or a part of it.
  case rejected(RoomRejection)
  /// The organiser has said something.
  case said(EventMessage)
  /// Why the event cannot be reached, as a sentence; `nil` when it can be again.
  case connection(trouble: String?)
}

/// Why something that a player claims does not count.
package struct RoomRejection: Hashable, Sendable {
  /// The claim.
  package let claim: ClaimID
  /// The player's name, or their id if they are not in the roster.
  package let player: String
  /// When the referee said so.
  package let time: Timestamp
  /// Why, in sentences.
  package let reason: String
}
