package import Geodesy
internal import HuntDomain
package import Views

/// Everything the eye shows: where the camera stands and looks, what is around it, and what is to be seen there.
package struct EyeScreen: Hashable, Sendable {
  /// A place, a treasure or a ghost, as seen from the camera.
  package struct Sight: Hashable, Sendable, Identifiable {
    /// The id of the place.
    package let id: String
    /// Its name, not cut to any width.
    package let name: String
    /// Its kind in its source's word; `nil` if the source gives none.
    package let kind: String?
    /// The role of the place in the game.
    package let role: PlaceRole
    /// Where it lies.
    package let bearing: Bearing
    /// Metres along the ground.
    package let distance: Double
    /// Finished text: `180 m`.
    package let distanceText: String
    /// The name of what hides it, or `a building` or `a wall`; `nil` if it is in sight.
    package let hiddenBy: String?
    /// How much it is worth a sign: the higher, the more.
    package let score: Double

    /// The kind of who was there at another time.
    static let ghost = "ghost"

    /// Degrees above the horizontal plane of the camera of the point at which a sight is looked for:
    /// ``EyeUseCase/sightHeight`` above the ground.
    package var elevation: Double { EyeCamera.elevation(height: EyeUseCase.sightHeight, distance: distance) }
  }

  /// The light outside, by the height of the sun.
  package enum Light: String, Hashable, Sendable, CaseIterable {
    case day, dusk, night
  }

  /// A body of the sky above the horizon.
  package struct Body: Hashable, Sendable {
    /// Which one.
    package let body: CelestialBody
    /// Where on the horizon it stands.
    package let bearing: Bearing
    /// Degrees above the horizon.
    package let elevation: Double
  }

  /// A star above the horizon.
  package struct Star: Hashable, Sendable {
    /// Where on the horizon it stands.
    package let bearing: Bearing
    /// Degrees above the horizon.
    package let elevation: Double
    /// How bright it is: the less, the brighter.
    package let magnitude: Double
  }

  /// A treasure that was found a moment ago: sparks fly from it.
  package struct Burst: Hashable, Sendable {
    /// How long they fly.
    package static let length = Duration.milliseconds(1500)

    /// Where it lies.
    package let bearing: Bearing
    /// Metres along the ground.
    package let distance: Double
    /// How much of its time is over, in `0 ..< 1`.
    package let progress: Double
  }

  /// The camera; its heading is the one that is shown.
  package private(set) var camera: EyeCamera
  /// What stands and lies around.
  package let surroundings: Surroundings
  /// Where the camera stands, in metres east and north of the middle of ``surroundings``.
  package let stand: SIMD2<Float>
  /// Metres up to which walls are of glass: they are outlines, and hide nothing.
  package let glass: Float
  /// Whether the camera goes on, or sparks fly: the next moment has another picture, also without an event.
  package let isMoving: Bool
  /// How much of the picture is drawn.
  package let detail: EyeDetail
  /// What was found a moment ago; `nil` most of the time.
  package let burst: Burst?
  /// What is to be seen all around, the most important first.
  package let sights: [Sight]
  /// Whether there is a heading; without one the picture is a full circle around north.
  package let hasHeading: Bool
  /// Whether no picture of what lies ahead has begun, as the heading is too unsure: then it is a full circle around the
  /// heading, and all of it in mist.
  package let isPanorama: Bool
  /// Degrees to each side of the heading that the true one may lie in; 0 without a heading.
  package let cone: Double
  /// The line about the heading, the same as in the other views: `45° NE ±5° course`, or how to get one.
  package let heading: String
  /// The light outside; day when no time is known.
  package let light: Light
  /// The bodies above the horizon.
  package let bodies: [Body]
  /// The brightest stars above the horizon; none but by night.
  package let stars: [Star]
  /// Whose data is drawn, as text that has to be shown; empty if nobody asks for it.
  package let attribution: String

  /// What is not drawn because there is too much of it, as a sentence without a full stop; `nil` if all is.
  ///
  /// As in `1,204 buildings farther than 180 m are left out`.
  package var leftOut: String? {
    let parts = surroundings.leftOut.parts
    guard let first = parts.first else { return nil }
    let words = parts.map { part in
      let what = "\(Wording.grouped(part.part.count)) \(part.part.count == 1 ? part.one : part.several)"
      return what
        + (part.part.beyond.map { " farther than \(Wording.distance($0))" } ?? " of too many corners")
    }
    let isOne = parts.count == 1 && first.part.count == 1
    return words.joined(separator: ", ") + (isOne ? " is left out" : " are left out")
  }

  /// What a player asks about who looks there: the most important of what is within a sixth of the picture's width of
  /// its middle, at either side; ghosts and other players have nothing to tell.
  package var sightAhead: Sight? {
    sights.first {
      $0.kind != Sight.ghost && !$0.role.isMate
        && abs(camera.heading.turn(to: $0.bearing)) <= camera.fieldOfView / 6
    }
  }

  /// How sure it is that something is seen in a direction, degrees beside the middle of the picture: from 1, where the
  /// heading may point, down to 0.
  ///
  /// It falls off evenly, as nobody knows where exactly a cone ends; and in the middle, too, while the cone is wide.
  package func sureness(at angle: Double) -> Double {
    guard hasHeading, cone > 0 else { return 1 }
    guard !isPanorama else { return 0 }
    let beyond = smoothstep((abs(angle) - cone) / Self.falloff)
    return (1 - beyond) * (1 - Self.doubt * smoothstep((cone - Self.sure) / (Heading.widest - Self.sure)))
  }

  /// Degrees beyond the cone in which sureness falls to 0; half a cone up to which the middle is all sure, and what is
  /// missing there for the widest one.
  private static let (falloff, sure, doubt) = (30.0, 30.0, 0.5)

  /// The screen with a picture of that many cells, and everything else unchanged.
  package func sized(columns: Int, rows: Int) -> EyeScreen {
    var screen = self
    screen.camera = camera.sized(columns: columns, rows: rows)
    return screen
  }
}

/// From 0 for what is not above 0 to 1 for what is not below 1, without a kink.
private func smoothstep(_ part: Double) -> Double {
  let part = min(1, max(0, part))
  return part * part * (3 - 2 * part)
}
