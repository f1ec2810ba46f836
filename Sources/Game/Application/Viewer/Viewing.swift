package import Geodesy
package import Views

/// A terminal viewer without a game, as a value: events in, effects out; no task, no clock, no I/O.
package protocol Viewing: Sendable {
  /// Everything that is shown.
  associatedtype Screen: Hashable, Sendable

  /// Applies one event.
  mutating func handle(_ event: ViewingEvent) -> [ViewingEffect]

  /// What is shown now.
  var screen: Screen { get }

  /// Whether the screen changes without input: then it needs a tick for every frame.
  var isMoving: Bool { get }

  /// Whether a text is being typed.
  var takesText: Bool { get }
}

extension Viewing {
  /// No text, for a viewer that asks for none.
  package var takesText: Bool { false }
}

/// An event that a viewer handles.
package enum ViewingEvent: Hashable, Sendable {
  /// Comes first, and whenever the size of the whole screen changes.
  case resize(columns: Int, rows: Int)
  case key(Key)
  /// In cells of the whole screen.
  case pointer(Pointer)
  /// The outcome for a tile that ``ViewingEffect/fetch(_:)`` asked for.
  case tile(TileID, TileOutcome)
  /// Time has passed; the wall's, from any beginning.
  case tick(Duration)
  /// The page on screen can be scrolled by `at` lines.
  case pageEnds(at: Int)
}

/// An effect that a viewer asks the outside to carry out.
package enum ViewingEffect: Hashable, Sendable {
  /// Read these tiles, the most wanted first, and answer each with ``ViewingEvent/tile(_:_:)``.
  case fetch([TileID])
  /// Give the terminal back to the shell until the user returns.
  case suspend
  /// Draw everything anew.
  case redraw
  case quit
}

extension ViewingEffect {
  /// What a key of every program asks for.
  init(_ command: ProgramCommand) {
    switch command {
    case .quit: self = .quit
    case .suspend: self = .suspend
    case .redraw: self = .redraw
    }
  }
}
