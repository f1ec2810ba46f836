/// What a geocaching listing says about a treasure beside its place.
package struct CacheListing: Hashable, Sendable {
  /// One entry of the log book.
  package struct Log: Hashable, Sendable {
    package var date: Timestamp?
    package var kind: String
    package var finder: String
    package var text: String

    /// Creates an entry; texts are printable.
    package init(date: Timestamp?, kind: String, finder: String, text: String) {
      (self.date, self.kind, self.finder, self.text) = (date, kind, finder, text)
    }
  }

  /// `GC7FA4`.
  package var code: String
  package var owner: String?
  /// `Traditional Cache`.
  package var type: String?
  /// `Micro`, `Regular`.
  package var size: String?
  /// 1 to 5, in halves.
  package var difficulty: Double?
  /// 1 to 5, in halves.
  package var terrain: Double?
  /// Plain text, paragraphs apart.
  package var description: [String] = []
  /// ROT13 until the player asks.
  package var encodedHint: String?
  /// Newest first.
  package var logs: [Log] = []

  /// A listing of which only the code is known.
  package init(code: String) { self.code = code }
}
