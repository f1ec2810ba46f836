package import Geodesy

/// Everything the map view shows.
///
/// Places are in cells: `x` columns from the left edge, `y` rows from the top; a cell is twice as high as it is wide.
package struct MapScreen: Hashable, Sendable {
  /// A spot on the screen; may lie outside of it.
  package struct Point: Hashable, Sendable {
    package var x: Double
    package var y: Double

    /// Creates a spot.
    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// A line or an area of the base map.
  package struct Shape: Hashable, Sendable {
    package let kind: BaseMap.Kind
    package let parts: [[Point]]
    package let isArea: Bool
    package let name: String?
  }

  /// What a place means in the game.
  package enum Role: String, Hashable, Sendable, CaseIterable {
    /// What the player is looking for now.
    case target
    /// A treasure that can be found, beside the target.
    case treasure
    /// The player is inside its zone.
    case entered
    /// A treasure that is seen and cannot be found yet.
    case locked
    case found
    /// Found by the player's own word.
    case claimed
    /// Its time is up.
    case expired
    case place
  }

  /// The ground of a treasure that can be found, as an outline.
  package enum Zone: Hashable, Sendable {
    /// A centre, and a radius in columns.
    case circle(Point, radius: Double)
    /// Rings of corners, closed without repeating the first.
    case rings([[Point]])
  }

  /// A place on the screen.
  package struct Mark: Hashable, Sendable {
    package let at: Point
    package let role: Role
    package let label: String
    /// Finished text: `180 m`.
    package let distance: String
  }

  /// An arrow at the edge: something that matters lies that way, off the screen.
  package struct Pointer: Hashable, Sendable {
    package let toward: Bearing
    package let role: Role
    package let label: String
    package let distance: String
  }

  /// The player.
  package struct Player: Hashable, Sendable {
    package let at: Point
    /// Where the player looks, when that is known well enough for an arrow.
    package let heading: Bearing?
    /// Degrees to each side of the heading.
    package let cone: Double
    /// Radius of the error circle in columns; 0 when it is not known.
    package let accuracy: Double
    /// The position is the last known one, not the present one.
    package let isStale: Bool
  }

  /// The bar that tells how long things are.
  package struct Scale: Hashable, Sendable {
    package let columns: Int
    package let label: String
  }

  /// One line of the list of places.
  package struct Row: Hashable, Sendable {
    package let label: String
    package let distance: String
    package let direction: String
  }

  package let columns: Int
  package let rows: Int
  package let gps: String
  package let heading: String
  package let shapes: [Shape]
  /// The base map knows its coast: what no land covers is sea.
  package let isSeaCharted: Bool
  /// Where the player has been, oldest first.
  package let trail: [Point]
  /// The grounds of open treasures.
  package let zones: [Zone]
  /// Marks in the order of their importance, the least first.
  package let marks: [Mark]
  package let pointers: [Pointer]
  package let player: Player?
  package let scale: Scale
  /// Nearest first.
  package let list: [Row]
  package let isFollowing: Bool
  package let attribution: String
}
