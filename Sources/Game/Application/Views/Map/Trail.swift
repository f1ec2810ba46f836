package import Geodesy

/// Where the player has been, thinned out so that it neither grows for ever nor shows a receiver's trembling.
package struct Trail: Hashable, Sendable {
  /// Metres between two points.
  package static let spacing = 2.0
  /// Points kept; when there are more, every other one of the older half goes.
  package static let capacity = 4096

  /// As the map needs them, so that not every frame projects them anew.
  package private(set) var points: [MercatorPoint] = []
  private var last: Geocentric?

  /// A trail without points.
  package init() {}

  /// Remembers a position, unless it is as good as the last one.
  package mutating func append(_ position: Coordinate) {
    let point = Geocentric(position)
    if let last, last.chord(to: point) < Self.spacing { return }
    last = point
    points.append(MercatorPoint(position))
    guard points.count > Self.capacity else { return }
    let half = points.count / 2
    points = points[..<half].enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element) + points[half...]
  }
}
