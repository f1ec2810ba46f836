/// A place to find under rules.
package struct Treasure: Hashable, Sendable, Identifiable {
  package let place: PointOfInterest
  /// Metres around the place within which the treasure counts as found; greater than 0.
  package let radius: Double
  /// What the player is told on request.
  package let hint: String?
  /// What the player reads on finding it.
  package let message: String?
  /// Points for finding it, in `0 ... 1,000,000`.
  package let points: Int

  package var id: String { place.id }

  /// Creates a treasure; the points are cut to their range, so that no sum of them overflows.
  package init(place: PointOfInterest, radius: Double, hint: String? = nil, message: String? = nil, points: Int = 1) {
    self.place = place
    self.radius = radius
    self.hint = hint
    self.message = message
    self.points = min(1_000_000, max(0, points))
  }
}

/// The whole game: treasures, and the order in which they are to be found.
package struct Hunt: Hashable, Sendable {
  /// In which order the treasures count.
  package enum Order: String, Hashable, Sendable {
    /// One after the other, as they are listed.
    case sequence
    /// Any treasure at any time.
    case any
  }

  package let title: String
  /// One or two sentences for the player who chooses.
  package let summary: String
  package let author: String
  package let licence: String
  package let order: Order
  /// At least one; ids are unique.
  package let treasures: [Treasure]

  /// Creates a hunt, or nothing without treasures or with two of one id.
  package init?(
    title: String, summary: String = "", author: String = "", licence: String = "", order: Order = .sequence,
    treasures: [Treasure]
  ) {
    guard !treasures.isEmpty, Set(treasures.map(\.id)).count == treasures.count else { return nil }
    self.title = title
    self.summary = summary
    self.author = author
    self.licence = licence
    self.order = order
    self.treasures = treasures
  }

  /// Points for all treasures together.
  package var totalPoints: Int { treasures.reduce(0) { $0 + $1.points } }
}
