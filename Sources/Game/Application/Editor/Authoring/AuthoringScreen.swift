package import Game
package import Views

/// Everything an author sees at one moment.
package struct AuthoringScreen: Hashable, Sendable {
  /// One stage in the list of all.
  package struct Stage: Hashable, Sendable {
    /// Its place in the order, from 1.
    package let number: Int
    /// The stage's name.
    package let name: String
    /// Finished text; empty while there is no position.
    package let distance: String
    /// Whether the keys act on this stage; at most one is selected.
    package let isSelected: Bool
  }

  /// One line below the map.
  package struct Line: Hashable, Sendable {
    /// The text at the left edge; empty for none.
    package let left: String
    /// The text at the right edge, which gives way to the left one; empty for none.
    package let right: String
  }

  /// The title of the hunt.
  package let title: String
  /// The line about the sensor: `GPS 3D ±4 m`.
  package let gps: String
  /// Longer versions of the line about the sensor, for wide screens; the longest first.
  package let longerGPS: [String]
  /// The sensor does not work now; the position is the last known one.
  package let isStale: Bool
  /// Finished text: `saved`, `saving`, `NOT SAVED`.
  package let saved: String
  /// The map with the stages and their zones, made for ``mapPane``.
  package let map: MapScreen
  /// Where the map lies on the terminal.
  package let mapPane: Pane
  /// Where the list of stages lies; `nil` if there is no room for it.
  package let listPane: Pane?
  /// All stages in the order of the hunt; empty for a new draft.
  package let stages: [Stage]
  /// Two lines about the chosen stage or the present action.
  package let lines: [Line]
  /// The last message, until a key dismisses it or the next one replaces it.
  package let message: String?
  /// A list to choose from or a line to type, over everything else.
  package let box: SwitchScreen?
  /// The keys that do something now, the most important first.
  package let footer: [KeyHelp]
  /// A page over everything, when it is asked for.
  package let page: PageScreen?
}

/// The screen that the author's terminal shows.
package enum AuthoringView: Hashable, Sendable {
  /// The editor itself.
  case editor(AuthoringScreen)
  /// The game, with the keys that lead back.
  case preview(GameScreen, footer: [KeyHelp])
}
