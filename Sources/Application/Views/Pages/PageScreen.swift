/// A page over the game: rows of a name and a text, to be scrolled.
package struct PageScreen: Hashable, Sendable {
  /// One thing that the page tells.
  package struct Row: Hashable, Sendable {
    /// The mark of a treasure, as on the map.
    package let role: PlaceRole?
    /// One word or a name; empty for a paragraph of its own.
    package let name: String
    /// Finished text; a row with neither is a blank line.
    package let value: String

    /// Creates a row from finished texts.
    package init(role: PlaceRole? = nil, name: String, value: String) {
      (self.role, self.name, self.value) = (role, name, value)
    }
  }

  /// What the page is about, for its frame.
  package let title: String
  /// What the page tells, from top to bottom.
  package let rows: [Row]
  /// Rows are short, so that they may stand in two columns.
  package let isKeys: Bool
  /// The effect of `r` on this page, as in `decodes the hint`; `nil` if it has none.
  package var turning: String?
  /// The row that is chosen, which is always seen; `nil` if rows are only read.
  package var chosen: Int?
  /// Lines that the player scrolled away.
  package var scrolled = 0

  /// What leads on; shown where a page is longer than its window, which only the view knows.
  package static let more = KeyHelp("↑↓", "more")

  /// Creates a page that is not scrolled.
  package init(title: String, rows: [Row], isKeys: Bool = false) {
    (self.title, self.rows, self.isKeys) = (title, rows, isKeys)
  }

  /// The page of all keys.
  package init(keys: [KeyHelp]) {
    self.init(title: "Keys", rows: keys.map { Row(name: $0.key, value: $0.action) }, isKeys: true)
  }
}
