package import Geodesy
internal import Places
internal import Simulation

/// A walk with its stages, before it has words.
package struct HuntPlan {
  /// What was wished, as far as it is fulfilled: shorter and with fewer stages where there is little to see.
  package let wish: HuntWish
  let start: NetworkSpot
  let stages: [Sight]
  /// Metres on foot, from the start by all stages to the end.
  package let length: Double
  /// Whether the walk is shorter than was asked for.
  package let isShorter: Bool
  /// The street at which it starts; `nil` if that has no name.
  package let startStreet: String?
  /// The streets at each stage, the nearest first.
  let streets: [[String]]
  /// Other sights around.
  let neighbours: [Sight]

  /// Where the walk starts, on the nearest way.
  package var startPlace: Coordinate { start.position }

  /// Where players stand at each stage.
  package var places: [Coordinate] { stages.map(\.spot.position) }

  /// How many of the stages are no sights, but things that are everywhere.
  package var fillers: Int { stages.count { $0.tier == .filler } }
}
