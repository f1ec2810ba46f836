package import Geodesy
internal import Numbers
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

  /// How many minutes it takes.
  package var minutes: Int { Int(HuntWish.minutes(length: length, count: stages.count).rounded()) }

  /// An id for the hunt that is made of it in a region.
  ///
  /// Hunts of one seed are told apart by their stages: where the player stood is nobody's business.
  package func id(in region: String) -> String {
    let sum = Checksum(places.map(\.description).joined(separator: " ")).value
    return "\(region)-\(wish.seed)-\(String(sum, radix: 36))"
  }

  /// What is not as it was wished, as sentences.
  package func remarks(for wished: HuntWish) -> [String] {
    let poverty = "There is little to see here: "
    var remarks: [String] = []
    if isShorter { remarks.append(poverty + "the walk is shorter than you asked for.") }
    if wished.count > stages.count { remarks.append(poverty + "\(stages.count) stages instead of \(wished.count).") }
    if fillers > 0 {
      remarks.append("\(fillers) of the stages are no sights, but benches, boards, stops or street corners.")
    }
    return remarks
  }
}
