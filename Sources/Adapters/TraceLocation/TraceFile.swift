package import GeoFormats
internal import Geodesy
internal import HuntDomain

/// A trace from a GPX file: its tracks, or without them its routes, or without them its waypoints in their order.
package struct TraceFile: Sendable {
  package let trace: Trace
  package let warnings: [Diagnostic]

  /// Reads the file at `path`.
  package init(path: String) throws(GPXError) {
    var log = DiagnosticLog()
    let document = try GPXDocument(path: path, log: &log)
    let tracks = document.tracks.flatMap { $0.segments.map { $0.map(Trace.Point.init) } }
    let routes = document.routes.map { $0.points.map { Trace.Point($0.point) } }
    let waypoints = [document.waypoints.map { Trace.Point($0.point) }]
    trace = Trace(segments: [tracks, routes, waypoints].first { $0.contains { !$0.isEmpty } } ?? [])
    warnings = log.summary
  }
}

extension Trace.Point {
  /// Metres of error (95 %) for each unit of horizontal dilution, as gpsd 3.22 takes it where a receiver does not say.
  static let errorPerDilution = 19.0

  init(_ point: GPXPoint) {
    self.init(
      position: point.position, utc: point.time.map(Timestamp.init), altitude: point.elevation, speed: point.speed,
      course: point.course.map(Bearing.init), accuracy: point.horizontalDilution.map { $0 * Self.errorPerDilution })
  }
}
