/// The abilities of the terminal, as far as its environment tells.
package struct TerminalFacts: Hashable, Sendable {
  /// `TERM`; empty if it is not set.
  package var term: String
  /// The locale that decides about characters; empty if none is set.
  package var locale: String
  /// Whether characters beyond ASCII arrive as such.
  package var isUTF8: Bool
  /// Whether the game would draw in colours here.
  package var hasColours: Bool
  /// `NO_COLOR` is set.
  package var refusesColours: Bool
  /// Columns and rows; `nil` if there is no terminal.
  package var columns: Int?
  /// Rows of the terminal; `nil` if there is none.
  package var rows: Int?

  /// Creates the facts.
  package init(
    term: String, locale: String, isUTF8: Bool, hasColours: Bool, refusesColours: Bool = false, columns: Int? = nil,
    rows: Int? = nil
  ) {
    self.term = term
    self.locale = locale
    self.isUTF8 = isUTF8
    self.hasColours = hasColours
    self.refusesColours = refusesColours
    self.columns = columns
    self.rows = rows
  }

  /// Below this many columns and rows the views have no room for what they show.
  package static let smallest = (columns: 40, rows: 12)
}
