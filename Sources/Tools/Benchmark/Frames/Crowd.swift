import Geodesy
import HuntDomain
import Nearby
internal import Numbers
import Places
import Views

/// A minute's walk among many places, all of which are in the map's view the whole time.
struct Crowd {
  let places: [PointOfInterest]
  /// A fix a second.
  let updates: [LocationUpdate]

  /// Metres from the middle to where places and walk end; a map of 200 by 56 cells at the usual zoom shows 330 by 190.
  private static let (east, north, walk) = (220.0, 90.0, 40.0)

  /// Strews places around somewhere, from a fixed seed, and walks right through.
  init(places count: Int, around middle: Coordinate) {
    var chance = SeededGenerator(seed: 31)
    places = (0..<count).map { index in
      let (east, north) = ((chance.uniform() * 2 - 1) * Self.east, (chance.uniform() * 2 - 1) * Self.north)
      let position = middle.offset(by: east, toward: Bearing(degrees: 90)).offset(by: north, toward: .north)
      return PointOfInterest(id: "p\(index)", name: "Place \(index)", position: position, kind: "cafe")
    }
    updates = (0..<60).map { second in
      let way = (Double(second) / 30 - 1) * Self.walk
      return .fix(
        Fix(
          position: middle.offset(by: way, toward: Bearing(degrees: 90)), time: .seconds(second), accuracy: 4,
          speed: Self.walk / 30, course: Bearing(degrees: 90)))
    }
  }

  /// Counts the places that lie on a map.
  func count(on frame: MapFrame) -> Int { places.count { frame.contains(frame.point(of: $0.position)) } }
}
