/// A treasure that a team mate has found, where teams get the points: it is worth nothing more to this player.
package struct MateFind: Hashable, Sendable, Codable {
  /// Finds that are told at once, at most.
  package static let most = 5000

  /// The treasure's id.
  package let treasure: String
  /// The finder's name, as printable text.
  package let player: String

  /// Creates the find of a team mate.
  package init(_ treasure: String, by player: String) { (self.treasure, self.player) = (treasure, player) }
}
