package import Geodesy
package import Views

/// Where the player was on the way through a recording, so that not every checkpoint has to hold the whole trail.
///
/// A trail is what became of the positions that the game went on with: an earlier one of it and the positions since.
package struct TrailLog: Sendable {
  /// Positions between two trails that are kept: going over them takes a quarter of a millisecond.
  package static let spacing = 4096

  private var trails: [Trail] = [Trail()]
  private var positions: [Coordinate] = []
  private var latest = Trail()

  /// A log without positions.
  package init() {}

  /// The game went on with a position.
  package mutating func append(_ position: Coordinate) {
    positions.append(position)
    latest.append(position)
    if positions.count.isMultiple(of: Self.spacing) { trails.append(latest) }
  }

  /// The trail after the first `count` positions.
  package func trail(after count: Int) -> Trail {
    let count = (0...positions.count).clamp(count)
    var trail = trails[count / Self.spacing]
    for position in positions[count / Self.spacing * Self.spacing..<count] { trail.append(position) }
    return trail
  }
}
