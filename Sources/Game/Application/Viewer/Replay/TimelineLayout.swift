internal import Geodesy

/// Where the time line is on the screen: its rows are the last ones, and the upmost of them hides the game's own keys,
/// which do nothing here.
package struct TimelineLayout: Hashable, Sendable {
  /// Rows of the whole screen from which on the line, the profile, and a higher profile have room.
  private static let roomForLine = 10, roomForProfile = 12, roomForHighProfile = 20
  /// Columns of the whole screen from which on the heights are written beside the profile, and the columns they take.
  private static let roomForHeights = 60, heights = 8

  /// Rows of the profile, above the line.
  package let profileRows: Int
  /// Whether there is a line.
  package let hasLine: Bool
  /// Columns before the line; after it there is one.
  package let margin: Int
  /// Columns of the line.
  package let lineColumns: Int
  /// The first row of the whole screen that belongs to it.
  package let firstRow: Int
  /// Rows of all: the profile, the line, and the one with the clock.
  package let rows: Int

  /// Divides a screen.
  package init(columns: Int, rows: Int, hasProfile: Bool) {
    hasLine = rows >= Self.roomForLine
    profileRows =
      !hasProfile || rows < Self.roomForProfile ? 0 : rows < Self.roomForHighProfile ? 1 : 2
    margin = profileRows > 0 && columns >= Self.roomForHeights ? Self.heights : 1
    lineColumns = max(0, columns - margin - 1)
    self.rows = min(max(0, rows), profileRows + (hasLine ? 2 : 1))
    firstRow = max(0, rows) - self.rows
  }

  /// The row of the whole screen with the line; `nil` if there is none.
  package var lineRow: Int? { hasLine ? firstRow + profileRows : nil }

  /// Rows that the game is drawn on, the one of its keys included.
  package var gameRows: Int { firstRow + min(1, rows) }

  /// The column of the line that shows a place on it, in `0 ... 1`.
  package func column(of position: Double) -> Int {
    guard position.isFinite, lineColumns > 0 else { return 0 }
    return Int(((0...1).clamp(position) * Double(lineColumns - 1)).rounded())
  }

  /// The place on the line that a cell of the whole screen shows; `nil` for one beside the line and the profile.
  package func position(column: Int, row: Int) -> Double? {
    guard let lineRow, row >= firstRow, row <= lineRow, column >= margin, column - margin < lineColumns else {
      return nil
    }
    return lineColumns > 1 ? Double(column - margin) / Double(lineColumns - 1) : 0
  }
}
