package import Game
package import HuntDomain
package import Nearby
package import Views

/// An event that the editor handles.
package enum AuthoringEvent: Hashable, Sendable {
  case location(LocationUpdate)
  case heading(Heading)
  /// The location's stream has ended: the trace is over, the walker has arrived.
  case locationEnded
  /// Something about the walker of the preview: what it says, or that it cannot be had.
  case preview(SessionEvent)
  case key(Key)
  /// Everything has been saved.
  case saved
  /// It is not, and why, as text for the author.
  case cannotSave(String)
  /// The size of the whole screen, in cells; comes again whenever it changes.
  case resize(columns: Int, rows: Int)
  /// The page on screen can be scrolled by `at` lines; the view knows, because it breaks the lines.
  case pageEnds(at: Int)
  /// Time has passed.
  case tick
}

/// An effect that the editor asks the outside to carry out.
package enum AuthoringEffect: Hashable, Sendable {
  /// Write this state of the draft down, and answer with ``AuthoringEvent/saved`` or
  /// ``AuthoringEvent/cannotSave(_:)``.
  case save(Revision)
  /// Drive the author's own walker.
  case steer(Steering)
  /// Open a walker whom keys drive, and report what it says as ``AuthoringEvent/preview(_:)``.
  case preview(Standpoint)
  /// Drive the walker of the preview.
  case steerPreview(Steering)
  /// Close the walker of the preview.
  case endPreview
  /// Give the terminal back to the shell until the author returns.
  case suspend
  /// Draw everything anew.
  case redraw
  /// Give the terminal back and end the program.
  case quit
}

/// The draft to edit, and the sensor to use.
package struct AuthoringStart: Hashable, Sendable {
  /// The hunt to go on with; a new one has no stage.
  package let draft: Draft
  /// The map under the editor; empty for none.
  package let map: BaseMap
  /// Where the author's positions come from.
  package let source: SourceChoice

  /// Creates a workshop.
  package init(draft: Draft, map: BaseMap = .empty, source: SourceChoice) {
    (self.draft, self.map, self.source) = (draft, map, source)
  }
}
