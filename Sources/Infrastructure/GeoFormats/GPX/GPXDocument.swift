/// A whole GPX file in memory.
package struct GPXDocument: Hashable, Sendable {
  /// A named list of points to follow.
  package struct Route: Hashable, Sendable {
    package var name: String?
    package var points: [GPXWaypoint] = []
  }

  /// A named recording, in segments.
  package struct Track: Hashable, Sendable {
    package var name: String?
    /// The points in order; ``GPXPoint/startsSegment`` tells where a segment begins.
    package var points: [GPXPoint] = []

    /// The points in segments; empty segments are left out.
    package var segments: [ArraySlice<GPXPoint>] {
      var starts = points.indices.filter { points[$0].startsSegment }
      starts.append(points.count)
      return zip(starts, starts.dropFirst()).map { points[$0..<$1] }
    }
  }

  /// Points of a file that are kept at most, unless a caller says otherwise: six days, one a second.
  package static let pointLimit = 500_000

  package private(set) var name: String?
  package private(set) var waypoints: [GPXWaypoint] = []
  package private(set) var routes: [Route] = []
  package private(set) var tracks: [Track] = []
  package private(set) var counts = GPXCounts()

  /// Reads a document whole, or nothing of it.
  package init(
    _ source: some ByteSource, reader: GPXReader = GPXReader(), log: inout DiagnosticLog
  ) throws(FormatError) {
    counts = try reader.read(source, log: &log) { add($0) }
  }

  /// Reads the file at `path`.
  ///
  /// - Parameter limit: points that it may have.
  package init(path: String, limit: Int = Self.pointLimit, log: inout DiagnosticLog) throws(FormatError) {
    var reader = GPXReader()
    reader.limits.points = limit
    counts = try reader.read(path: path, log: &log) { add($0) }
  }

  private mutating func add(_ item: GPXItem) {
    switch item {
    case .title(let name): self.name = self.name ?? name
    case .waypoint(let waypoint): waypoints.append(waypoint)
    case .route(let name): routes.append(Route(name: name))
    case .routePoint(let point): routes[routes.count - 1].points.append(point)
    case .track(let name): tracks.append(Track(name: name))
    case .trackPoints(let points): tracks[tracks.count - 1].points += points
    }
  }
}
