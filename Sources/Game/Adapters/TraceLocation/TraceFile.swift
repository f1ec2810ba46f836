package import GeoFormats
internal import Geodesy
internal import HuntDomain
internal import Numbers

/// A trace from a file of any known format: the tracks of GPX, or else its routes, or else its waypoints in order; or a
/// receiver's log in NMEA or gpsd's JSON.
package struct TraceFile: Sendable {
  /// The recording; it may have no position.
  package let trace: Trace
  /// What was skipped or changed in reading it, in the order of the file; empty if all is well.
  package let warnings: [Diagnostic]

  /// The default limit on the positions of a recording: six days, one a second.
  package static let pointLimit = GPXDocument.pointLimit

  /// Reads the file at `path`.
  ///
  /// - Parameter limit: positions that it may have.
  package init(path: String, limit: Int = Self.pointLimit) throws(TraceError) {
    var log = DiagnosticLog()
    let format = FileFormat(path: path)
    switch format {
    case .gpx:
      let document = try Self.read { () throws(FormatError) in try GPXDocument(path: path, limit: limit, log: &log) }
      trace = Trace(document, log: &log)
    case .receiverLog:
      trace = Trace(try Self.read { () throws(FormatError) in try ReceiverLog(path: path, limit: limit, log: &log) })
    case .foreign(let format):
      let others = "recordings are \(FileFormat.list(of: .recording))"
      throw TraceError(line: 1, "\(format): \(format.advice(path) ?? others)")
    default: throw TraceError(line: 1, "\(format.names.joined(separator: ", ")) holds places, no recording")
    }
    warnings = log.summary
  }

  private static func read<Content>(_ body: () throws(FormatError) -> Content) throws(TraceError) -> Content {
    do { return try body() } catch {
      let tooLarge = if case .tooMany = error.problem { true } else { false }
      throw TraceError(line: error.line, error.message, isMissing: error.isUnreadable, isTooLarge: tooLarge)
    }
  }
}

/// Why a file is no trace, and where.
package struct TraceError: Error, Hashable, CustomStringConvertible {
  /// 1-based line in the file.
  package let line: Int
  /// The error, as printable text.
  package let message: String
  /// The file is not there or may not be read, as against: its contents are wrong.
  package let isMissing: Bool

  /// Whether the file has more positions than the limit.
  package let isTooLarge: Bool

  /// Creates an error.
  package init(line: Int, _ message: String, isMissing: Bool = false, isTooLarge: Bool = false) {
    self.line = line
    self.message = message
    self.isMissing = isMissing
    self.isTooLarge = isTooLarge
  }

  package var description: String { "line \(line): \(message)" }
}

extension Trace {
  /// The tracks of a document, or else its routes, or else its waypoints; without the times that tell no order.
  init(_ document: GPXDocument, log: inout DiagnosticLog) {
    let tracks = document.tracks.flatMap { $0.segments.map(Array.init) }
    let routes = document.routes.map { $0.points.map(\.point) }
    let waypoints = [document.waypoints.map(\.point)]
    let segments = [tracks, routes, waypoints].first { $0.contains { !$0.isEmpty } } ?? []
    self.init(segments: segments.map { Self.points($0, log: &log) })
  }

  private static func points(_ segment: [GPXPoint], log: inout DiagnosticLog) -> [Point] {
    var order = TimeOrder()
    for point in segment { order.add(point) }
    var points = segment.map(Point.init)
    for place in order.misfits(log: &log) { points[place].utc = nil }
    return points
  }
}

extension Trace.Point {
  init(_ point: GPXPoint) {
    let accuracy = point.horizontalDilution.map { $0 * RecordedEpoch.errorPerDilution }
    self.init(
      position: point.position, utc: point.time.map(Timestamp.init), altitude: point.elevation, speed: point.speed,
      course: point.course.map(Bearing.init), accuracy: accuracy, accuracySource: accuracy.map { _ in .dilution })
  }
}
