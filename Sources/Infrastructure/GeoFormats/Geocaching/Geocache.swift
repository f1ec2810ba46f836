/// What the listing of one geocache says, as Groundspeak's extension of GPX and the `.loc` format carry it.
///
/// All text is sanitised and bounded; what the file does not say stays nothing.
package struct Geocache: Hashable, Sendable {
  /// One entry of the log book.
  package struct Log: Hashable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    package var time: Int64?
    /// `Found it`, `Didn't find it`, in words of the site.
    package var kind: String?
    package var finder: String?
    /// On one line.
    package var text = ""

    /// Creates an empty entry.
    package init() {}
  }

  /// 1-based line in the file.
  package var line: Int
  /// Whether it can be looked for at present; it can when the file says nothing.
  package var isAvailable = true
  /// Whether it is gone for good.
  package var isArchived = false
  package var name: String?
  /// Who has hidden it.
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
  /// What difficulty and terrain go from and to.
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
