internal import Geodesy

/// Where the player has been, thinned out so that it neither grows for ever nor shows a receiver's trembling.
struct Trail: Hashable, Sendable {
  /// Metres between two points.
  static let spacing = 2.0
  /// Points kept; when there are more, every other one of the older half goes.
  static let capacity = 4096

  /// As the map needs them, so that not every frame projects them anew.
  private(set) var points: [MercatorPoint] = []
  private var last: Geocentric?

  /// Remembers a position, unless it is as good as the last one.
  mutating func append(_ position: Coordinate) {
    let point = Geocentric(position)
    if let last, last.chord(to: point) < Self.spacing { return }
    last = point
    points.append(MercatorPoint(position))
    guard points.count > Self.capacity else { return }
    let half = points.count / 2
    points = points[..<half].enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element) + points[half...]
  }
}
