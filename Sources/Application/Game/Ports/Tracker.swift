package import Geodesy

/// Port: who hears how the game goes, for whoever wants to see later what a player did.
///
/// A tracker never disturbs the game: it neither throws nor waits.
package protocol Tracker: Sendable {
  /// Takes note of something that has happened.
  func note(_ event: TrackedEvent)
}

/// Something that a tracker hears; of a place only when it was asked to.
package struct TrackedEvent: Hashable, Sendable {
  /// What happened.
  package enum Kind: Hashable, Sendable {
    /// The player went a step through a flow: `start`, `choose 2`, `next`, `back`, `end`.
    case step(flow: String, word: String)
    /// A piece of news by its name, and the id of the treasure that it is about.
    case news(String, treasure: String?)
    /// Where the player was, for trackers that were asked to keep that.
    case position(Coordinate)
  }

  package let kind: Kind
  /// The session's time.
  package let time: Duration

  /// Creates an event.
  package init(_ kind: Kind, time: Duration) { (self.kind, self.time) = (kind, time) }
}
