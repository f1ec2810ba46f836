package import Game
package import Views

/// The line of a recording's time, and what happened on it.
package struct TimelineScreen: Hashable, Sendable {
  /// Something on the line.
  package struct Mark: Hashable, Sendable {
    /// What it is.
    package enum Kind: Hashable, Sendable {
      /// Something that happened.
      case event(ReplayMark.Kind)
      /// A bookmark by the digit that leads to it.
      case bookmark(Int)
    }

    /// What the mark stands for, which decides its character and colour.
    package let kind: Kind
    /// In `0 ... 1` of the line.
    package let position: Double
  }

  /// The text that the viewer types, and what is wrong with it.
  package struct Prompt: Hashable, Sendable {
    /// The text before the cursor; may be empty.
    package let before: String
    /// The text behind the cursor; may be empty.
    package let after: String
    /// Examples of targets, or why the typed text is not one.
    package let note: String
  }

  /// Where the line is now, in `0 ... 1`.
  package let cursor: Double
  /// Up to where the recording was read, in `0 ... 1`.
  package let reached: Double
  /// The marks in drawing order: of marks on the same column the last one is visible.
  package let marks: [Mark]
  /// Heights in `0 ... 1` along the line, evenly; `nil` if it is not known, and empty without any.
  package let heights: [Double?]
  /// As in `612 m`; `nil` without heights.
  package let highest: String?
  /// As in `287 m`; `nil` without heights.
  package let lowest: String?
  /// As in `12:30 / 1:02:03`.
  package let clock: String
  /// As in `2x`.
  package let speed: String
  /// Whether time passes by itself.
  package let isPlaying: Bool
  /// Beside that: `loop`, `reading 34 %`.
  package let states: [String]
  /// The effect of the last key, or the last event: `Found: The Old Mill`.
  package let event: String?
  /// The seek target while the viewer types it.
  package let prompt: Prompt?
  /// The keys of the line, the most important first.
  package let keys: [KeyHelp]
}

/// The screen of the replay viewer.
package struct ReplayScreen: Hashable, Sendable {
  /// The game of that moment, made for the rows that ``TimelineLayout/gameRows`` says.
  package let game: GameScreen
  /// The line of time below the game.
  package let timeline: TimelineScreen
  /// The page of the viewer's own keys, when it is asked for.
  package let help: PageScreen?
}
