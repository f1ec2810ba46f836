package import Numbers

/// A saved game as a list shows it.
package struct GameSummary: Hashable, Sendable, Identifiable, Codable {
  /// Names the game for as long as it is kept; greater for later ones.
  package internal(set) var id: Int64 = 0
  /// The hunt's id.
  package var hunt: String
  /// The hunt's title when it was last played.
  package var title: String
  /// A sum over what the hunt's file held when it was last played; 0 if that is not known.
  package var content: Int64
  /// Treasures found so far.
  package var found: Int64
  /// Treasures that the hunt has.
  package var total: Int64
  /// Points won so far; may be negative.
  package var points: Int64
  /// Won, or out of time.
  package var isOver: Bool
  /// The time of the last save, in milliseconds since 1970.
  var saved: Int64

  /// The time of the last save.
  package var played: Timestamp { Timestamp(milliseconds: saved) }

  /// The file has the number in its name.
  private enum CodingKeys: String, CodingKey { case hunt, title, content, found, total, points, isOver, saved }
}
