package import Geodesy
package import HuntDomain
internal import Places

extension Hunt {
  /// The hunt that a walk without one is shown with: its farthest point and its end, each to be reached within 15 m.
  ///
  /// - Parameters:
  ///   - points: the walk in its order; without any there is no hunt.
  ///   - name: what the walk is called.
  package init?(along points: [Coordinate], name: String) {
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
