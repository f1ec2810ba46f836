package import Views

/// What a key asks of the room.
package enum RoomCommand: Hashable, Sendable {
  /// Ends; opens the page of the keys; lets go of the player who is chosen.
  case quit, help, letGo
  /// Shows all of the hunt; goes on following the chosen player, or stops.
  case whole, follow
  /// Shows map, lists, or both; lists the players in another order.
  case views, order
  /// A message to all, or to the team of the chosen player.
  case sayToAll, sayToTeam
  /// Levels to come nearer; negative to go away.
  case zoom(Double)
  /// Moves the map by steps to the east and to the south of the screen.
  case pan(Double, Double)
  /// Chooses the player so many places further in the list.
  case next(Int)
  /// Opens a list.
  case list(RoomList)
  /// Scrolls the list by pages; to its end.
  case scroll(Int), scrollToEnd(Bool)
}

/// A list of the room.
package enum RoomList: Int, Hashable, Sendable, CaseIterable {
  case players = 1
  case board, finds, refused, messages

  /// What it is called.
  package var title: String {
    switch self {
    case .players: "Players"
    case .board: "Board"
    case .finds: "Finds"
    case .refused: "Refused"
    case .messages: "Said"
    }
  }
}

extension EventRoom {
  /// The keys of `trove event room`.
  package static let keys = KeyTable<RoomCommand>(
    [
      KeyRow(
        "Tab", "follow the next player; with Shift the one before", [.tab: .next(1), .backTab: .next(-1)],
        footer: [.next(1): KeyHelp("Tab", "follow")]),
      KeyRow("f", "follow the chosen player, or stop", ["f": .follow]),
      KeyRow("Esc", "let go of the player", [.escape: .letGo]),
      KeyRow("m", "say something to all", ["m": .sayToAll], footer: [.sayToAll: KeyHelp("m", "say")]),
      KeyRow(
        "M", "say something to the team of the chosen player", ["M": .sayToTeam],
        footer: [.sayToTeam: KeyHelp("M", "to the team")]),
      KeyRow(
        "1 2 3 4 5", "players, board, finds, refused claims, what was said",
        Dictionary(
          uniqueKeysWithValues: RoomList.allCases.map { (.character(Character("\($0.rawValue)")), .list($0)) }),
        footer: [.list(.players): KeyHelp("1-5", "lists")]),
      KeyRow(
        "PgUp PgDn", "scroll the list", [.pageUp: .scroll(-1), .pageDown: .scroll(1)],
        footer: [.scroll(1): KeyHelp("PgUp PgDn", "scroll")]),
      KeyRow(
        "Home End", "to the beginning or the end of the list", [.home: .scrollToEnd(false), .end: .scrollToEnd(true)]),
      KeyRow("o", "players by name, by points, or who needs help first", ["o": .order]),
      KeyRow("v", "map, lists, or both", ["v": .views], footer: [.views: KeyHelp("v", "views")]),
      KeyRow(
        "arrows hjkl", "move the map",
        [
          .left: .pan(-1, 0), "h": .pan(-1, 0), .right: .pan(1, 0), "l": .pan(1, 0), .up: .pan(0, -1),
          "k": .pan(0, -1), .down: .pan(0, 1), "j": .pan(0, 1),
        ], footer: [.pan(0, -1): KeyHelp("←↑↓→", "move")]),
      KeyRow(
        "+ -", "zoom",
        [
          "+": .zoom(MapCamera.keyStep), "=": .zoom(MapCamera.keyStep), "-": .zoom(-MapCamera.keyStep),
          "_": .zoom(-MapCamera.keyStep),
        ], footer: [.zoom(MapCamera.keyStep): KeyHelp("+-", "zoom")]),
      KeyRow("0", "all of the hunt, and all players", ["0": .whole], footer: [.whole: KeyHelp("0", "all")]),
      KeyRow("mouse", "wheel zooms or scrolls, drag moves the map, a click chooses a player"),
    ] + KeyRow.program + [
      KeyRow("q", "quit", ["q": .quit], footer: [.quit: KeyHelp("q", "quit")]),
      KeyRow("?", nil, ["?": .help], footer: [.help: KeyHelp("?", "help")]),
    ])
}
