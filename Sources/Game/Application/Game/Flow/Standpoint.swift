package import Geodesy
package import HuntDomain
package import Numbers
internal import Places

/// The state at which a source takes over a game under way: a simulated player goes on where the real one stands.
package struct Standpoint: Hashable, Sendable {
  /// The last known position.
  package let position: Coordinate?
  /// Where the player looks, from true north; `nil` if that is not known.
  package let looking: Bearing?
  /// The treasures that are left to find, as a hunt; the whole hunt if none is left.
  package let hunt: Hunt
  /// The civil time, as far as it is known and believed.
  package let utc: Timestamp?

  /// Creates a standpoint.
  package init(position: Coordinate?, looking: Bearing?, hunt: Hunt, utc: Timestamp? = nil) {
    self.position = position
    self.looking = looking
    self.hunt = hunt
    self.utc = utc
  }

  /// The standpoint of a saved game that is taken up, whose player was lost sight of; `nil` for a new game, and when
  /// nothing is left to find.
  package init?(in hunt: Hunt, after events: [HuntEvent]) {
    let hidden = HuntProgress(hunt, replaying: events).hidden
    guard !events.isEmpty, let rest = Hunt(title: hunt.title, order: hunt.order, treasures: hidden) else { return nil }
    self.init(position: nil, looking: nil, hunt: rest)
  }

  /// Metres from the first treasure up to which a simulated walker begins where the player is; from farther away they
  /// would walk for hours.
  private static let walkable = 2000.0

  /// Where a simulated walker begins; `nil` for the walk's own beginning.
  package var walkStart: Coordinate? {
    let first = hunt.treasures[0].place.position
    return position.flatMap { $0.distance(to: first) <= Self.walkable ? $0 : nil }
  }
}
