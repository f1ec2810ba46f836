package import Geodesy
internal import Numbers
internal import Places
internal import Streets
internal import Views

/// A walk with its stages, before it has words.
package struct HuntPlan {
  /// What was wished, as far as it is fulfilled: shorter and with fewer stages where there is little to see.
  package let wish: HuntWish
  let start: NetworkSpot
  let stages: [Sight]
  /// Metres on foot, from the start by all stages to the end.
  package let length: Double
  /// The street at which it starts; `nil` if that has no name.
  package let startStreet: String?
  /// The street at the corner where each stage is, and those that meet it there; empty for stages at no corner.
  let streets: [[String]]
  /// Words of which streets around have many: ``StreetNames/commonWords``.
  let commonWords: Set<String>
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
  ///
  /// - Parameter place: where the hunt should have begun; `nil` if anywhere.
  package func remarks(for wished: HuntWish, from place: Coordinate?) -> [String] {
    var less: [String] = []
    if wish.length != wished.length || length < 0.9 * wished.length {
      less.append("is \(Wording.distance(length)) long instead of \(Wording.distance(wished.length))")
    }
    if wished.count > stages.count { less.append("has \(stages.count) stages instead of \(wished.count)") }
    if let place, wish.start != place {
      let way = place.course(to: wish.start)
      less.append("begins \(Wording.distance(way.distance)) to the \(way.bearing.compassPoint)")
    }
    var remarks: [String] = []
    if let last = less.popLast() {
      let words = less.isEmpty ? last : less.joined(separator: ", ") + " and " + last
      remarks.append("With what there is to see here, the hunt \(words).")
    }
    if fillers > 0 {
      remarks.append("\(fillers) of the stages are no sights, but benches, boards, stops or street corners.")
    }
    if let theme = wished.theme, theme != .sights {
      let fitting = stages.count { SightKind.isWished($0.kind, for: theme) }
      if 2 * fitting < stages.count {
        remarks.append("There is little for the theme \(theme.rawValue): \(fitting) of \(stages.count) stages.")
      }
    }
    return remarks
  }
}
