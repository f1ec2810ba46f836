/// What an event of many players says to this one.
package struct Announcement: Hashable, Sendable, Codable {
  /// Who says it.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// The referee, to a find.
    case ruling
    /// The organiser.
    case message
    /// The connection: it is lost, or back.
    case connection
    /// The leaderboard: a team mate has found something.
    case mateFound = "mate_found"
  }

  /// Who says it.
  package let kind: Kind
  /// What is said, as printable text: one sentence or more.
  package let text: String
  /// The id of the treasure that a ruling or a find is about.
  package let treasure: String?
  /// Whether the find counts; only in a ruling.
  package let counts: Bool?

  /// Creates an announcement.
  package init(_ kind: Kind, _ text: String, treasure: String? = nil, counts: Bool? = nil) {
    (self.kind, self.text, self.treasure, self.counts) = (kind, text, treasure, counts)
  }
}
