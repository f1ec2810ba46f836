/// Visits as receivers by Garmin note them, in `geocache_visits.txt`; geocaching sites make log entries of it.
///
/// One line each, `GC7FA4,2026-11-22T10:00:00Z,Found it,"comment"`, in UTF-16 with the low byte first behind a byte order
/// mark, or in UTF-8.
package enum FieldNotes {
  /// How the text becomes bytes.
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

  /// Commas part the fields, and nothing escapes them.
  private static func field(_ text: String) -> String {
    SafeText.clean(text.replacing(",", with: " "), limit: SafeText.nameLimit).replacing("\"", with: "'")
  }

  /// Quotation marks end the comment, and nothing escapes them.
  private static func comment(_ text: String) -> String { SafeText.clean(text).replacing("\"", with: "'") }
}
