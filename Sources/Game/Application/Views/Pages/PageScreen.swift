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

/// A rectangle of cells.
package struct Pane: Hashable, Sendable {
  /// The column of the left edge, from 0.
  package let column: Int
  /// The row of the upper edge, from 0.
  package let row: Int
  /// How wide it is, in cells; 0 or more.
  package let columns: Int
  /// How high it is, in cells; 0 or more.
  package let rows: Int

  /// Creates a pane whose upper left cell is at `column` and `row`, from 0.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
  }

  /// Whether a cell of the screen lies in the pane.
  package func contains(column: Int, row: Int) -> Bool {
    column >= self.column && column - self.column < columns && row >= self.row && row - self.row < rows
  }
}

extension ClosedRange<Int> {
  /// Columns or rows that a terminal may claim to have.
  package static var terminalSizes: ClosedRange<Int> { 0...10_000 }
}
