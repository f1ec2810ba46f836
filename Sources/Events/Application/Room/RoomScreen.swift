package import Views

/// Everything that the room shows; text already chosen.
package struct RoomScreen: Hashable, Sendable {
  /// How a row is to be read.
  package enum Tone: Hashable, Sendable {
    case plain, good, quiet, warning
  }

  /// A column of a list.
  package struct Column: Hashable, Sendable {
    /// What is in it.
    package let title: String
    /// How wide it is at least.
    package let width: Int
    /// Its share of what the list is wider; 0 for a column that does not grow.
    package let growth: Int
    /// Whether it is left out where the list is narrow.
    package let isOptional: Bool
    /// Whether its texts end below each other.
    package let isNumber: Bool

    init(_ title: String, _ width: Int, growth: Int = 0, isOptional: Bool = false, isNumber: Bool = false) {
      (self.title, self.width, self.growth) = (title, width, growth)
      (self.isOptional, self.isNumber) = (isOptional, isNumber)
    }
  }

  /// A row of a list.
  package struct Row: Hashable, Sendable {
    /// One text for each column.
    package let cells: [String]
    /// How it is to be read.
    package let tone: Tone
    /// Whether it is the chosen player.
    package let isChosen: Bool

    init(_ cells: [String], _ tone: Tone = .plain, isChosen: Bool = false) {
      (self.cells, self.tone, self.isChosen) = (cells, tone, isChosen)
    }
  }

  /// A list, from the row on to which it is scrolled.
  package struct List: Hashable, Sendable {
    /// Where it is on the terminal.
    package let pane: Pane
    /// The list that is shown.
    package let list: RoomList
    /// All lists and how many rows each has, where the user can change between them; else empty.
    package let tabs: [Tab]
    /// Its columns.
    package let columns: [Column]
    /// As many as there may be room for.
    package let rows: [Row]
    /// How many rows there are before these, and in all.
    package let first: Int, total: Int
    /// What is said instead of rows, when there are none.
    package let hint: String
  }

  /// The name of a list.
  package struct Tab: Hashable, Sendable {
    /// The list.
    package let list: RoomList
    /// How many rows it has.
    package let count: Int
  }

  /// A line that is being typed.
  package struct Input: Hashable, Sendable {
    /// Who will hear it.
    package let title: String
    /// The text before the cursor, and behind it.
    package let before: String, after: String
    /// How many characters may still be typed.
    package let left: Int
  }

  /// The name of the event.
  package let title: String
  /// How many came, are seen, and how much is found; from the longest text to the shortest.
  package let counts: [String]
  /// Why the event cannot be reached; `nil` if it can.
  package let trouble: String?
  /// The map, made for ``mapPane``; `nil` if it is not seen.
  package let map: MapScreen?
  /// Where the map is on the terminal.
  package let mapPane: Pane?
  /// The lists, from the top down.
  package let lists: [List]
  /// The answer to the last key, if it could do nothing.
  package let notice: String?
  /// The message that is being typed.
  package let input: Input?
  /// The keys that do something now, the most important first.
  package let footer: [KeyHelp]
  /// The page of the keys, when it is asked for.
  package let page: PageScreen?
}
