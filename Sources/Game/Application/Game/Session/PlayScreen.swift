package import Eye
package import Views

/// Which view of the game is shown.
package enum PlayView: String, Hashable, Sendable, CaseIterable {
  case map, compass, split, eye

  /// Whether there is a map on it.
  var hasMap: Bool { self == .map || self == .split }

  /// Whether there is a compass on it.
  var hasCompass: Bool { self == .compass || self == .split }

  /// The view after this one, round and round.
  var next: PlayView {
    switch self {
    case .map: .compass
    case .compass: .split
    case .split: .eye
    case .eye: .map
    }
  }
}

/// How the parts of the game share the screen.
package struct PlayLayout: Hashable, Sendable {
  /// Below this many columns or rows nothing sensible can be drawn.
  package static let smallest = (columns: 20, rows: 8)

  /// Where the map lies; `nil` if the view has none.
  package let map: Pane?
  /// Where the compass lies; `nil` if the view has none.
  package let compass: Pane?
  /// Where what lies ahead is drawn by itself; `nil` if the view has none.
  ///
  /// A compass may have it behind its places.
  package let eye: Pane?

  /// Divides a screen: one row above for the sensor, two below for the hunt and one for the keys.
  init(_ view: PlayView, columns: Int, rows: Int) {
    let body = max(0, rows - 4)
    let whole = Pane(column: 0, row: 1, columns: columns, rows: body)
    switch view {
    case .map: (map, compass, eye) = (whole, nil, nil)
    case .compass: (map, compass, eye) = (nil, whole, nil)
    case .eye: (map, compass, eye) = (nil, nil, whole)
    case .split where columns >= 72:
      let left = columns * 11 / 20
      map = Pane(column: 0, row: 1, columns: left, rows: body)
      compass = Pane(column: left + 1, row: 1, columns: columns - left - 1, rows: body)
      eye = nil
    case .split:
      let top = body * 11 / 20
      map = Pane(column: 0, row: 1, columns: columns, rows: top)
      compass = Pane(column: 0, row: 1 + top, columns: columns, rows: body - top)
      eye = nil
    }
  }
}

/// Everything the game shows at one moment.
package struct PlayScreen: Hashable, Sendable {
  /// The line about the sensor: `GPS 3D ±4 m`.
  package let gps: String
  /// Longer versions of the line about the sensor, for wide screens; the longest first.
  package let longerGPS: [String]
  /// The sensor does not work now; the position is the last known one.
  package let isStale: Bool
  /// The time played, as text: `07:12`, `1:02:03`.
  package let clock: String
  /// The view that the player has chosen.
  package let view: PlayView
  /// Where the parts of that view lie.
  package let layout: PlayLayout
  /// The map, made for its pane; `nil` if the view has none.
  package let map: MapScreen?
  /// The compass; `nil` if the view has none.
  package let compass: CompassScreen?
  /// What lies ahead, for its pane or for behind the compass; `nil` if neither is shown, or nothing is known of it.
  package let eye: EyeScreen?
  /// The lines about the hunt.
  package let hunt: HuntScreen
  /// What could not be saved, for the line about the sensor; `nil` while everything is saved.
  package let notSaved: String?
  /// The last message, until a key dismisses it or the next one replaces it.
  package let message: String?
  /// The key that the message waits for: `Enter`, or the one that confirms what it asks.
  package let messageKey: KeyHelp
  /// The keys that do something now, the most important first.
  package let footer: [KeyHelp]
  /// What lies over the views; it hides the message.
  package let overlay: OverlayScreen?
}

/// The screen that the terminal shows.
package enum GameScreen: Hashable, Sendable {
  case onboarding(OnboardingScreen)
  case play(PlayScreen)
  /// Between the choice and the game.
  case loading(String)

  /// Whether the next moment has another picture, also without an event; it rests while something lies over the game.
  package var isMoving: Bool {
    if case .play(let screen) = self { screen.eye?.isMoving == true && screen.overlay == nil } else { false }
  }
}
