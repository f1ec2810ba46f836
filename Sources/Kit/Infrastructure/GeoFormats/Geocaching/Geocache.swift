package import Geodesy
internal import Numbers

/// The listing of a geocache, as Groundspeak's extension of GPX and the `.loc` format carry it.
///
/// All text is sanitised and bounded; what the file does not say is `nil` or empty.
package struct Geocache: Hashable, Sendable {
  /// One entry of the log book.
  package struct Log: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var time: Int64?
    /// `Found it`, `Didn't find it`, in words of the site.
    package var kind: String?
    /// The name of the player who wrote the entry.
    package var finder: String?
    /// On one line.
    package var text = ""

    /// Creates an empty entry.
    package init() {}
  }

  /// 1-based line in the file.
  package var line: Int
  /// Whether the cache can be searched for at present; true if the file does not say.
  package var isAvailable = true
  /// Whether it is gone for good.
  package var isArchived = false
  /// What the listing calls it.
  package var name: String?
  /// The name of the player who hid the cache.
  package var owner: String?
  /// `Traditional Cache`, `Unknown Cache`.
  package var type: String?
  /// `Micro`, `Regular`.
  package var container: String?
  /// `1 ... 5`, in halves on most sites.
  package var difficulty: Double?
  /// `1 ... 5`, in halves on most sites.
  package var terrain: Double?
  /// The short description and then the long one, in plain paragraphs.
  package var description: [String] = []
  /// In plain words: the files do not encode it.
  package var hint: String?
  /// In the order of the file, at most ``logLimit``.
  package var logs: [Log] = []

  /// Creates the listing that begins at a line.
  package init(line: Int) { self.line = line }

  /// Entries of the log book that are kept.
  package static let logLimit = 100
  /// The range of difficulty and terrain.
  package static let rating = 1.0...5.0
}

extension Geocache {
  /// Whether a word of a waypoint, its symbol or its type, says that it is a cache: `Geocache`, `Geocache Found`,
  /// `Geocache|Traditional Cache`.
  package static func isCache(_ word: String?) -> Bool {
    word.map { $0.lowercased().hasPrefix("geocache") } ?? false
  }

  /// The type of cache that such a word goes on to say.
  package static func type(in word: String?) -> String? {
    guard let word, isCache(word), let bar = word.firstIndex(of: "|") else { return nil }
    let type = word[word.index(after: bar)...]
    return type.isEmpty ? nil : String(type)
  }
}

/// A visit to a cache, as players tell it to a geocaching site.
package struct CacheVisit: Hashable, Sendable {
  /// The cache's code: `GC1234`.
  package let code: String
  /// What the cache is called.
  package let name: String
  /// Where the cache is.
  package let position: Coordinate
  /// Milliseconds since 1970-01-01T00:00:00Z, years 1 to 9999.
  package let time: Int64
  /// `Found it`, in words of the sites.
  package let kind: String
  /// The visitor's comment.
  package let comment: String
  /// The name of the player who visited the cache.
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

/// Visits as receivers by Garmin note them, in `geocache_visits.txt`; geocaching sites make log entries of it.
///
/// One line each, `GC7FA4,2026-11-22T10:00:00Z,Found it,"comment"`, in UTF-16 with the low byte first behind a byte order
/// mark, or in UTF-8.
package enum FieldNotes {
  /// The character encoding.
  package enum Encoding: Hashable, Sendable {
    /// As receivers write it.
    case utf16
    case utf8
  }

  /// The bytes of the file.
  package static func bytes(_ visits: [CacheVisit], encoding: Encoding = .utf16) -> [UInt8] {
    let text = visits.map(line).joined()
    switch encoding {
    case .utf8: return Array(text.utf8)
    case .utf16: return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }
  }

  private static func line(_ visit: CacheVisit) -> String {
    "\(field(visit.code)),\(visit.timeText),\(field(visit.kind)),\"\(comment(visit.comment))\"\n"
  }

  /// Returns a text without commas, which separate the fields and cannot be escaped.
  private static func field(_ text: String) -> String {
    SafeText.clean(text.replacing(",", with: " "), limit: SafeText.nameLimit).replacing("\"", with: "'")
  }

  /// Returns a text without quotation marks, which end the comment and cannot be escaped.
  private static func comment(_ text: String) -> String { SafeText.clean(text).replacing("\"", with: "'") }
}
