package import Numbers

/// Something that happened in a hunt, worth remembering: progress is nothing but the list of them.
package struct HuntEvent: Hashable, Sendable {
  /// What happened; treasures are named by their ids.
  package enum Kind: Hashable, Sendable {
    /// The first fix: limits count from here.
    case began
    /// Saves the time played so far; nothing else has happened.
    case played
    /// A treasure can be found from now on.
    case opened(String)
    /// The player is inside its zone.
    case entered(String)
    /// The player has left it, without finding anything.
    case left(String)
    /// The right answer, or a choice.
    case answered(String, Answer)
    /// The right answer to a sealed question: not the answer, but what it opens.
    case unsealed(String, AnswerKey)
    /// Points for it are lost.
    case answeredWrongly(String)
    /// Metres between the last fix and the treasure's place; 0 while there is none.
    case found(String, distance: Double)
    /// Claimed by the player, because the receiver did not confirm it.
    case claimed(String)
    /// Its time is up.
    case expired(String)
    /// The hint, counted from 0.
    case readHint(String, Int)
    /// All of the hunt that has to be done is done.
    case won
    /// The hunt's own time is up.
    case timeUp
  }

  /// What happened, and to which treasure.
  package let kind: Kind
  /// When: time played since the hunt began, over all its sittings.
  package let time: Duration
  /// The civil time that the receiver reported.
  package let utc: Timestamp?

  /// Creates an event.
  package init(_ kind: Kind, time: Duration, utc: Timestamp? = nil) {
    (self.kind, self.time, self.utc) = (kind, time, utc)
  }
}

/// How far a player has come with one treasure.
package enum TreasureState: Hashable, Sendable {
  /// It cannot be found yet.
  case locked
  /// It can be found.
  case open
  /// The player is inside its zone; what is left is to answer.
  case entered
  case found
  /// Claimed by the player.
  case claimed
  /// Its time is up.
  case expired

  /// Whether nothing is left to be done about it.
  package var isDone: Bool { self == .found || self == .claimed || self == .expired }

  /// Whether it can be found now.
  package var isOpen: Bool { self == .open || self == .entered }
}

/// Why a treasure does not open yet, with the figures that a sentence needs.
package enum Obstacle: Hashable, Sendable {
  /// Metres from the position to the zone; the error circle is small enough.
  case distance(Double)
  /// The position may be inside or not: metres still to go (negative inside), and metres of the error circle.
  case accuracy(distance: Double, accuracy: Double)
  /// Inside; the next `fixes` fixes have to agree.
  case dwell(fixes: Int)
  /// There is no present position.
  case noPosition
  /// Something must be found, answered or carried before.
  case requirement(Requirement)
  /// It opens in this window.
  case window(TimeWindow)
  /// Its question waits for the answer.
  case question
}
