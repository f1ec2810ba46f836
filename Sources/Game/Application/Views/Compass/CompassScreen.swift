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
    /// 400 m or more away; nearer than that; nearer than 100 m; nearer than 25 m.
    case far, middle, near, here

    package static func < (left: Size, right: Size) -> Bool { left.rawValue < right.rawValue }
  }

  /// A place in the field of view.
  package struct Mark: Hashable, Sendable {
    /// The place's name, not cut to any width.
    package let label: String
    /// Finished text: `180 m`.
    package let distance: String
    /// Degrees right of dead ahead; negative is left.
    package let offset: Double
    /// The role of the place in the game, which decides its mark.
    package let role: PlaceRole
    /// How large the place is drawn.
    package let size: Size
  }

  /// A place in the field of view that has no label.
  package struct Dot: Hashable, Sendable {
    /// Degrees right of dead ahead; negative is left.
    package let offset: Double
    /// The role of the place in the game, which decides its mark.
    package let role: PlaceRole
    /// How large the place would be drawn: near ones low in the picture.
    package let size: Size
  }

  /// A place beside or behind the player.
  package struct Aside: Hashable, Sendable {
    /// The place's name, not cut to any width.
    package let label: String
    /// Finished text: `180 m`.
    package let distance: String
    /// Degrees to turn, positive to the right.
    package let turn: Double
    /// The role of the place in the game, which decides its mark.
    package let role: PlaceRole
  }

  /// A dot on the radar ring.
  package struct Blip: Hashable, Sendable {
    /// Degrees clockwise from dead ahead, or from north without a heading.
    package let turn: Double
    /// Distance as a part of the ring's radius, in `0 ... 1`; 1 for what the player is after and lies beyond the ring.
    package let radius: Double
    /// The role of the place in the game, which decides its mark.
    package let role: PlaceRole
  }

  /// The target that the player is looking for.
  package struct Target: Hashable, Sendable {
    /// The target's name.
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

  /// The line about the sensor: `GPS 3D ±4 m`.
  package let gps: String
  /// The line about the heading, as in `45° NE ±5° compass`, or what the player can do to get one.
  package let heading: String
  /// Total field of view, in degrees.
  package let fieldOfView: Double
  /// Degrees to each side of dead ahead that the true heading may lie in, 90 at most; 0 without a heading.
  package let cone: Double
  /// Whether the heading is sure enough to draw what lies ahead.
  package let hasHeading: Bool
  /// The strokes of the heading tape, from left to right; empty without a heading.
  package let ticks: [Tick]
  /// The ``CompassUseCase/mostLabels`` most important places in the field of view, the most important first.
  package let marks: [Mark]
  /// The other places in the field of view, the most important first.
  package let dots: [Dot]
  /// On the left, the most important first.
  package let left: [Aside]
  /// On the right, the most important first.
  package let right: [Aside]
  /// The target; `nil` if there is none, or no position.
  package let target: Target?
  /// The places within ``range``, and what the player is after wherever it lies; nearest first.
  package let blips: [Blip]
  /// Radius of the radar ring, finished text.
  package let range: String
  /// Half of that, the radius of a ring inside, finished text.
  package let halfRange: String
  /// Nearest first; the same list as the map's.
  package let list: [MapScreen.Row]
  /// The position is the last known one, not the present one.
  package let isStale: Bool
}
