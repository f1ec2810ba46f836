package import Geodesy
package import HuntDomain

/// Everything the map view shows.
///
/// Places are in cells: `x` columns from the left edge, `y` rows from the top; a cell is twice as high as it is wide.
package struct MapScreen: Hashable, Sendable {
  /// A spot on the screen; may lie outside of it.
  package struct Point: Hashable, Sendable {
    /// Columns from the left edge.
    package var x: Double
    /// Rows from the top.
    package var y: Double

    /// Creates a spot.
    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  /// What lies under the game: sheets of the map, and how they lie on the screen.
  package struct Ground: Hashable, Sendable {
    /// From the bottom up; those of tiles lie side by side.
    package var geometries: [MapGeometry]
    /// The part of the world that the screen shows.
    package var frame: MapFrame
    /// The map knows its coast: what no land covers is sea.
    package var isSeaCharted: Bool
    /// What names must not tell.
    package var secrets: Secrets

    /// Creates a ground.
    package init(
      geometries: [MapGeometry], frame: MapFrame, isSeaCharted: Bool = false, secrets: Secrets = Secrets()
    ) {
      (self.geometries, self.frame) = (geometries, frame)
      (self.isSeaCharted, self.secrets) = (isSeaCharted, secrets)
    }
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
    /// The cell of the place.
    package let at: Point
    /// The role of the place in the game, which decides its mark.
    package let role: PlaceRole
    /// The place's name, or the number of a stage; not cut to any width.
    package let label: String
    /// Finished text: `180 m`.
    package let distance: String
    /// The id of the place, by which a click finds its page; `nil` for what has none.
    package var id: String?
  }

  /// An arrow at the edge: something that matters lies that way, off the screen.
  package struct Pointer: Hashable, Sendable {
    /// The direction on the screen: 0 is up, whatever lies there.
    package let toward: Bearing
    /// The role of the place in the game, which decides its mark.
    package let role: PlaceRole
    /// The place's name, not cut to any width.
    package let label: String
    /// Finished text: `180 m`, from the player.
    package let distance: String
  }

  /// The player.
  package struct Player: Hashable, Sendable {
    /// Where the player stands.
    package let at: Point
    /// Where the player looks, as a direction on the screen: 0 is up; `nil` if it is not known well enough for an
    /// arrow.
    package let heading: Bearing?
    /// Degrees to each side of the heading.
    package let cone: Double
    /// Radius of the error circle in columns; 0 when it is not known.
    package let accuracy: Double
    /// The position is the last known one, not the present one.
    package let isStale: Bool
  }

  /// A ghost, shown as a letter of its own.
  package struct Ghost: Hashable, Sendable {
    /// Where the ghost is.
    package let at: Point
    /// The letter that the ghost is drawn as.
    package let letter: Character
    /// The ghost's name, for the legend.
    package let name: String
  }

  /// The bar that tells how long things are.
  package struct Scale: Hashable, Sendable {
    /// The length of the bar, in columns; at least 1.
    package let columns: Int
    /// How long that is on the ground: `100 m`.
    package let label: String
  }

  /// One line of the list of places.
  package struct Row: Hashable, Sendable {
    /// The place's name, not cut to any width.
    package let label: String
    /// Finished text: `180 m`; empty if it is not known.
    package let distance: String
    /// The point of the compass that the place lies at: `NE`; empty if it is not known.
    package let direction: String

    /// Creates a line from finished texts.
    package init(label: String, distance: String, direction: String) {
      (self.label, self.distance, self.direction) = (label, distance, direction)
    }
  }

  /// Columns that the map was made for.
  package let columns: Int
  /// Rows that the map was made for.
  package let rows: Int
  /// The line about the sensor; empty in the map viewer.
  package let gps: String
  /// The line about the heading, as in `45° NE ±5° compass`; empty in the map viewer.
  package let heading: String
  /// `nil` while no position is known.
  package let ground: Ground?
  /// The bearing that points up on the screen.
  package let up: Bearing
  /// What the map cannot show and why, as one short sentence; `nil` if all is there.
  package let trouble: String?
  /// Where the player has been, oldest first.
  package let trail: [Point]
  /// The line from the player to the target, along streets; empty if it is not known.
  package var route: [Point] = []
  /// The grounds of open treasures.
  package var zones: [Zone]
  /// Marks in the order of their worth, the least first; a more important one is drawn over others, and labelled before
  /// them.
  package var marks: [Mark]
  /// Arrows to the target and to zones that the player is in, as far as they lie off the screen.
  package let pointers: [Pointer]
  /// The player; `nil` without a position, and in the map viewer.
  package let player: Player?
  /// The bar that tells how long things are.
  package let scale: Scale
  /// Nearest first.
  package let list: [Row]
  /// Whether the map stays with the player; `true` in the map viewer.
  package let isFollowing: Bool
  /// Whose data is drawn, as text that has to be shown; empty if nobody asks for it.
  package let attribution: String
  /// Those beside the screen too, for the legend names all.
  package var ghosts: [Ghost] = []
  /// The time that players spent in each cell, row by row, as levels in `0 ... 4`; empty without a heat map.
  package var heat: [UInt8] = []
}
