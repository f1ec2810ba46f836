package import Geodesy

/// Port: records how a game goes, so that the player's actions can be examined later.
///
/// A tracker never disturbs the game: it neither throws nor waits.
package protocol Tracker: Sendable {
  /// Takes note of something that has happened.
  func note(_ event: TrackedEvent)
}

/// An event for a tracker; it contains a position only if positions were asked for.
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

  /// What happened, and to what.
  package let kind: Kind
  /// The session's time.
  package let time: Duration

  /// Creates an event.
  package init(_ kind: Kind, time: Duration) { (self.kind, self.time) = (kind, time) }

  /// A step through a flow, with its word as the flow says it.
  ///
  /// What is typed there may be a place or the name of a file: without positions only that something was typed is said.
  package static func step(_ word: String, of flow: String, at time: Duration, withPositions: Bool) -> TrackedEvent {
    let isTyped = word.hasPrefix("type ")
    return TrackedEvent(.step(flow: flow, word: isTyped && !withPositions ? "type" : word), time: time)
  }
}
