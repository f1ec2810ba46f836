/// Everything the compass view shows; text already chosen, nothing left to decide.
package struct CompassScreen: Hashable, Sendable {
  /// A stroke on the heading tape.
  package struct Tick: Hashable, Sendable {
    /// Degrees right of dead ahead; negative is left.
    package let offset: Double
    /// A wind or degrees: `N`, `NE`, `30`.
    package let label: String
  }

  /// How large a place is drawn: by its distance.
  package enum Size: Int, Hashable, Sendable, Comparable {
    case far, middle, near, here

    package static func < (left: Size, right: Size) -> Bool { left.rawValue < right.rawValue }
  }

  /// A place in the field of view.
  package struct Mark: Hashable, Sendable {
    package let label: String
    package let distance: String
    /// Degrees right of dead ahead; negative is left.
    package let offset: Double
    package let role: PlaceRole
    package let size: Size
  }

  /// A place beside or behind the player.
  package struct Aside: Hashable, Sendable {
    package let label: String
    package let distance: String
    /// Degrees to turn, positive to the right.
    package let turn: Double
    package let role: PlaceRole
  }

  /// A dot on the radar ring.
  package struct Blip: Hashable, Sendable {
    /// Degrees clockwise from dead ahead, or from north without a heading.
    package let turn: Double
    /// Distance as a part of the ring's radius, in `0 ... 1`.
    package let radius: Double
    package let role: PlaceRole
  }

  /// The target that the player is looking for.
  package struct Target: Hashable, Sendable {
    package let label: String
    /// Finished text: `180 m`.
    package let distance: String
    /// In a word: `north-east`.
    package let wind: String
    /// `turn right 40°`; `walk ten metres` without a heading that is worth an arrow.
    package let cue: String
    /// Degrees to turn, positive to the right; `nil` without a heading.
    package let turn: Double?
  }

  package let gps: String
  package let heading: String
  /// Total field of view, in degrees.
  package let fieldOfView: Double
  /// Degrees to each side of dead ahead that the true heading may lie in, 90 at most; 0 without a heading.
  package let cone: Double
  package let hasHeading: Bool
  package let ticks: [Tick]
  /// In the field of view, nearest first.
  package let marks: [Mark]
  /// Nearest to the edge first.
  package let left: [Aside]
  package let right: [Aside]
  package let target: Target?
  package let blips: [Blip]
  /// Radius of the radar ring, finished text.
  package let range: String
  /// Nearest first; the same list as the map's.
  package let list: [MapScreen.Row]
  /// The position is the last known one, not the present one.
  package let isStale: Bool
}
