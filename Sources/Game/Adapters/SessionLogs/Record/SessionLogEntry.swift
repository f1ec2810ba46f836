package import Game
package import Geodesy

/// One entry of a session log.
package enum SessionLogEntry: Hashable, Sendable {
  /// A session event other than the beginning and tiles, which have entries of their own.
  case event(SessionEvent)
  /// The game began.
  indirect case begin(RecordedGame)
  /// A tile of the map came: its contents are the map's, and are read there again.
  case tile(TileID, TileWord)
  /// A command was typed, of a game in lines.
  case command(String)
  /// A frame was drawn, or lines were said; their checksum: of a picture that of its cells, of lines that of their text.
  case shown(UInt64)

  /// The result of loading a tile.
  package enum TileWord: Hashable, Sendable {
    /// The tile was read.
    case geometry
    /// The file has no such tile.
    case missing
    /// Why, as text for the player.
    case broken(String)
  }
}

/// A thing that a record tells, and when it happened.
package struct TimedLogEntry: Hashable, Sendable {
  /// The session's time; never goes back from one to the next.
  package let time: Duration
  /// What happened.
  package let entry: SessionLogEntry

  /// Creates a moment.
  package init(_ entry: SessionLogEntry, at time: Duration) { (self.time, self.entry) = (time, entry) }
}
