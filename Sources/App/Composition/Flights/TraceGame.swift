import Geodesy
import HuntDomain

extension Hunt {
  /// What there is to go to on a walk that belongs to no hunt: its farthest point, and its end.
  ///
  /// - Parameter name: what the walk is called.
  init?(along points: [Coordinate], name: String) {
    guard let first = points.first, let last = points.last else { return nil }
    let farthest = points.max { first.distance(to: $0) < first.distance(to: $1) } ?? last
    let places = [("farthest", "Farthest point", farthest), ("end", "End of the walk", last)]
    let treasures = places.map { id, name, position in
      Treasure(place: PointOfInterest(id: id, name: name, position: position), radius: Self.reach)
    }
    self.init(title: name, treasures: treasures)
  }

  /// Metres within which a point of a walk is reached.
  private static let reach = 15.0
}
