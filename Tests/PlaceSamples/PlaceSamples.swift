package import Geodesy
package import HuntDomain
internal import Nearby
package import Places

/// Where most tests take place.
package let home = Coordinate(clampingLatitude: 48.137, wrappingLongitude: 11.575)

/// Places where seams would show.
package let seams = [
  Coordinate(clampingLatitude: 90, wrappingLongitude: 0), Coordinate(clampingLatitude: -89.9999, wrappingLongitude: 70),
  Coordinate(clampingLatitude: 0, wrappingLongitude: 180),
  Coordinate(clampingLatitude: -17, wrappingLongitude: -179.9999),
  Coordinate(clampingLatitude: 0, wrappingLongitude: 0), home,
]

/// A place so many metres from `start`.
package func place(
  _ id: String, _ metres: Double, toward degrees: Double = 0, from start: Coordinate = home
) -> PointOfInterest {
  PointOfInterest(
    id: id, name: id.uppercased(), position: start.offset(by: metres, toward: Bearing(degrees: degrees)))
}

/// Benches to the north of home, a metre from each other.
package func benches(_ count: Int) -> [PointOfInterest] {
  (1...count).map { number in
    PointOfInterest(
      id: "b\(number)", name: "Bench \(number)", position: home.offset(by: Double(number), toward: .north),
      kind: "bench")
  }
}

/// A museum so many metres to the north of home.
package func museum(_ metres: Double) -> PointOfInterest {
  PointOfInterest(id: "museum", name: "Museum", position: home.offset(by: metres, toward: .north), kind: "museum")
}

/// A fix so many metres from home.
package func fix(
  _ metres: Double = 0, toward degrees: Double = 0, at seconds: Double = 0, accuracy: Double? = 4,
  speed: Double? = nil, course: Double? = nil
) -> Fix {
  Fix(
    position: home.offset(by: metres, toward: Bearing(degrees: degrees)), time: .seconds(seconds), accuracy: accuracy,
    speed: speed, course: course.map { Bearing(degrees: $0) })
}

/// A compass' heading.
package func heading(_ degrees: Double, uncertainty: Double = 5) -> Heading {
  Heading(bearing: Bearing(degrees: degrees), source: .compass, uncertainty: uncertainty)
}

extension NearbyPOIService {
  /// A service that knows places and where the player is.
  package init(
    _ places: [PointOfInterest], at position: Coordinate = home, heading: Double? = nil, pinned: Set<String> = [],
    reach: Double = .infinity, limit: Int = 1000
  ) {
    self.init(reach: reach, limit: limit)
    receive(places, pinned: pinned, at: .zero)
    receive(.fix(Fix(position: position, time: .zero, accuracy: 4)), at: .zero)
    if let heading {
      receive(Heading(bearing: Bearing(degrees: heading), source: .compass, uncertainty: 5), at: .zero)
    }
  }
}
