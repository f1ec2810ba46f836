package import Geodesy
internal import Numbers

/// A visit to a cache, as players tell it to a geocaching site.
package struct CacheVisit: Hashable, Sendable {
  package let code: String
  package let name: String
  package let position: Coordinate
  /// Milliseconds since 1970-01-01T00:00:00Z, years 1 to 9999.
  package let time: Int64
  /// `Found it`, in words of the sites.
  package let kind: String
  package let comment: String
  /// Who visited it.
  package let finder: String
  /// The listing's own words, where there is one.
  package let type: String?

  /// Creates a visit.
  package init(
    code: String, name: String, position: Coordinate, time: Int64, kind: String = "Found it", comment: String = "",
    finder: String = "me", type: String? = nil
  ) {
    (self.code, self.name, self.position, self.time) = (code, name, position, time)
    (self.kind, self.comment, self.finder, self.type) = (kind, comment, finder, type)
  }

  /// `2026-11-22T10:00:00Z`: sites take whole seconds.
  var timeText: String { CivilTime(milliseconds: time).isoText.prefix(19) + "Z" }
}
