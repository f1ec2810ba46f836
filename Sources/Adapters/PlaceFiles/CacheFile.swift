internal import Checksums
package import GeoFormats
internal import Geodesy
package import HuntDomain

/// A hunt from the waypoints of GPX, with or without the listings of a geocaching site, or from a `.loc` file.
///
/// Every cache is a treasure, in any order; without a single cache every waypoint is one. What belongs to caches and
/// is none, like the place to park, becomes a place.
package struct CacheFile: Sendable {
  /// Metres around a cache within which it counts as reached: hiders and finders measure to about 5 to 10 m each,
  /// so a listed place and a good fix at the cache differ by 20 m at most as a rule.
  package static let radius = 20.0

  /// The formats that such files have.
  package static let formats: Set<FileFormat> = [.gpx, .loc]

  package let hunt: Hunt
  /// Places that are no treasures, with ids of their own.
  package let places: [PointOfInterest]
  /// The file itself, when it holds a recorded track beside its waypoints.
  package let trace: String?
  package let warnings: [Diagnostic]

  /// Reads the hunt at `path`, which ``FileFormat`` calls GPX or `.loc`.
  package init(path: String) throws(FileProblem) {
    var log = DiagnosticLog()
    let content = FileFormat(path: path) == .loc ? try Self.loc(path, &log) : try Self.gpx(path, &log)
    var sorting = CacheSorting(log: log)
    sorting.sort(content.entries)
    let title = content.title ?? Self.name(of: path)
    let id = "caches:\(title):\(Self.sum(of: sorting.treasures))"
    guard let hunt = Hunt(title: title, id: id, order: .any, treasures: sorting.treasures) else {
      throw FileProblem(file: path, sorting.emptiness)
    }
    self.hunt = hunt
    places = sorting.places
    trace = content.hasTrack ? path : nil
    warnings = sorting.log.summary
  }

  /// Tells apart files of one title, such as all those that are called Pocket Query, by their sorted codes.
  private static func sum(of caches: [Treasure]) -> String {
    String(Checksum(caches.map(\.id).sorted().joined(separator: "\n")).value, radix: 16)
  }

  private typealias Content = (title: String?, entries: [CacheEntry], hasTrack: Bool)

  private static func gpx(_ path: String, _ log: inout DiagnosticLog) throws(FileProblem) -> Content {
    do {
      let document = try GPXDocument(path: path, log: &log)
      return (document.name, document.waypoints.map(CacheEntry.init), document.counts.trackPoints > 0)
    } catch {
      throw FileProblem(file: path, error)
    }
  }

  private static func loc(_ path: String, _ log: inout DiagnosticLog) throws(FileProblem) -> Content {
    do { return (nil, try LocDocument(path: path, log: &log).waypoints.map(CacheEntry.init), false) } catch {
      throw FileProblem(file: path, error)
    }
  }

  private static func name(of path: String) -> String {
    SafeText.clean(path.split(separator: "/").last.map(String.init) ?? path, limit: SafeText.nameLimit)
  }
}
