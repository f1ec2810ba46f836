package import Geodesy
package import Views

/// Something that is looked at on a terminal where nobody plays, as a value: events in, effects out; no task, no clock,
/// no I/O.
package protocol Viewing: Sendable {
  /// Everything that is shown.
  associatedtype Screen: Hashable, Sendable

  /// Applies one event.
  mutating func handle(_ event: ViewingEvent) -> [ViewingEffect]

  /// What is shown now.
  var screen: Screen { get }

  /// Whether that changes without anybody doing anything: then ticks are wanted, as often as frames.
  var isMoving: Bool { get }
}

/// What can happen to something that is looked at.
package enum ViewingEvent: Hashable, Sendable {
  /// Comes first, and whenever the size of the whole screen changes.
  case resize(columns: Int, rows: Int)
  case key(Key)
  /// In cells of the whole screen.
  case pointer(Pointer)
  /// What came of a tile that ``ViewingEffect/fetch(_:)`` asked for.
  case tile(TileID, TileOutcome)
  /// Time has passed; the wall's, from any beginning.
  case tick(Duration)
  /// The page that is shown can be scrolled by so many lines.
  case pageEnds(at: Int)
}

/// What something that is looked at wants from the world.
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
