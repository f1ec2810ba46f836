package import Nearby
package import Places

extension PointOfInterest {
  /// Metres that weigh as much as a point of importance: a museum 200 m away is worth more than a bench at hand.
  private static let metresPerPoint = 60.0

  /// Points that a place can lack and still be worth a sign where the player stands.
  private static let indulgence = 2.0

  /// More than the importance of any place, and than the points that any distance on Earth takes off.
  private static let pointsPerRole = 1e6

  /// How much a place is worth being shown or told where there is no room for all: the greatest comes first, of equals
  /// the one with the lower id.
  ///
  /// What the player is after comes before everything, in the order of ``PlaceRole/importance``; else its importance
  /// counts, less a point for every 60 metres. Below 0 an ordinary place is not worth a sign.
  ///
  /// - Parameter distance: metres from the player; 0 where places are seen from above, as on a map.
  package func worth(as role: PlaceRole, at distance: Double = 0) -> Double {
    Double(role.importance) * Self.pointsPerRole + importance + Self.indulgence - distance / Self.metresPerPoint
  }
}

extension Sighting {
  /// How much it is worth being shown or told to the player; see ``PointOfInterest/worth(as:at:)``.
  package func worth(as role: PlaceRole) -> Double { place.worth(as: role, at: distance) }
}

extension Sequence<Sighting> {
  /// The sightings with their roles and worth, the most important first, of equals in the order of their ids.
  package func byWorth(_ roles: [String: PlaceRole]) -> [(sighting: Sighting, role: PlaceRole, worth: Double)] {
    map { sighting in
      let role = roles[sighting.id] ?? .place
      return (sighting, role, sighting.worth(as: role))
    }
    .sorted { $0.worth == $1.worth ? $0.sighting.id < $1.sighting.id : $0.worth > $1.worth }
  }

  /// The sightings of most worth, `count` at most, in the order that they have.
  package func worthiest(_ count: Int, _ roles: [String: PlaceRole]) -> [Sighting] {
    let chosen = Set(byWorth(roles).prefix(count).map(\.sighting.id))
    return filter { chosen.contains($0.id) }
  }
}
