internal import Game
internal import Geodesy

/// A route as a record keeps it.
struct RouteLine: Hashable, Codable {
  var to: String
  /// Latitude and longitude of each point, in degrees.
  var line: [[Double]]

  init(_ line: [Coordinate], to target: String) {
    to = target
    self.line = line.map { [$0.latitude, $0.longitude] }
  }

  var event: SessionEvent? {
    let points = line.compactMap { pair in
      pair.count == 2 ? Coordinate(latitude: pair[0], longitude: pair[1]) : nil
    }
    return points.count == line.count ? .route(points, to: to.asName) : nil
  }
}
