internal import Views

/// What of the room is seen.
enum RoomView: Hashable, Sendable, CaseIterable {
  case both, map, lists
}

/// Where the parts of the room are on the screen: beside each other where it is wide, else below each other.
struct RoomLayout: Hashable, Sendable {
  /// Columns from which map and lists have room beside each other, and those of the lists at least.
  private static let wide = 100, lists = 54
  /// Rows from which there are two lists above each other.
  private static let tall = 20
  /// Rows from which map and list have room above each other.
  private static let stacked = 9

  /// The map; `nil` if it is not seen.
  private(set) var map: Pane?
  /// The list that is opened; `nil` if none is seen.
  private(set) var list: Pane?
  /// The players above it, while another list is opened; `nil` if there is no room.
  private(set) var players: Pane?

  init(_ view: RoomView, _ open: RoomList, columns: Int, rows: Int) {
    // The first row and the last are for the rest.
    let body = Pane(column: 0, row: 1, columns: columns, rows: max(0, rows - 2))
    switch view {
    case .map: map = body
    case .lists: addLists(open, to: body)
    case .both where columns >= Self.wide:
      let width = max(Self.lists, columns * 2 / 5)
      map = Pane(column: 0, row: 1, columns: columns - width - 1, rows: body.rows)
      addLists(open, to: Pane(column: columns - width, row: 1, columns: width, rows: body.rows))
    case .both where body.rows >= Self.stacked:
      let half = (body.rows + 1) / 2
      map = Pane(column: 0, row: 1, columns: columns, rows: half)
      addLists(open, to: Pane(column: 0, row: 1 + half, columns: columns, rows: body.rows - half))
    case .both: map = body
    }
  }

  private mutating func addLists(_ open: RoomList, to pane: Pane) {
    guard pane.rows >= Self.tall, open != .players else { return list = pane }
    let half = pane.rows / 2
    players = Pane(column: pane.column, row: pane.row, columns: pane.columns, rows: half)
    list = Pane(column: pane.column, row: pane.row + half, columns: pane.columns, rows: pane.rows - half)
  }
}
