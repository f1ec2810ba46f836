package import Geodesy

/// A whole `.loc` file: the caches that a geocaching site lists, with little more than names and places.
///
/// Read as strictly as GPX: a document that is none, is cut off or has a DOCTYPE is refused whole; a waypoint without
/// a good position is skipped, a bad detail is dropped, and both are noted in the log.
package struct LocDocument: Hashable, Sendable {
  /// One place of the file.
  package struct Waypoint: Hashable, Sendable {
    package let position: Coordinate
    /// What the site calls it: `GCEBB`.
    package let code: String?
    /// `Mountain Bike Heaven by susy1313`.
    package let name: String?
    /// `Geocache`, in words of the site.
    package let type: String?
    /// Difficulty, terrain and container, where the file has them.
    package let listing: Geocache
  }

  /// Bytes of a whole file: many times as many as sites let one load.
  package static let sizeLimit = 64 << 20

  package private(set) var waypoints: [Waypoint] = []

  /// Reads a document whole, or nothing of it.
  package init(_ bytes: [UInt8], log: inout DiagnosticLog) throws(FormatError) {
    let parser = try LocParser(log: log)
    defer { log = parser.builder.log }
    try parser.parse(bytes)
    waypoints = parser.builder.waypoints
  }

  /// Reads the file at `path`.
  package init(path: String, log: inout DiagnosticLog) throws(FormatError) {
    let bytes: [UInt8]
    do { bytes = try FileBytes.contents(of: path, limit: Self.sizeLimit) } catch {
      throw FormatError(error)
    }
    try self.init(bytes, log: &log)
  }
}
