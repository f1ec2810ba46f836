package import HuntDomain
package import Nearby
package import Places
package import TextCanvas
package import Views

/// A screen as a black box: events go in, a picture or a line comes out.
///
/// It depends on no terminal, no clock and no other screen; once built, all it needs from its host is an area to draw
/// in.
package protocol ScreenModule: Sendable {
  /// Handles an event at `now`, which never decreases.
  mutating func receive(_ event: ScreenEvent, at now: Duration)

  /// Draws the moment `now` on the whole of a canvas, or of the part that it is given.
  mutating func draw(on canvas: inout Canvas, at now: Duration)

  /// The state of the screen at `now` in one plain line.
  func line(at now: Duration) -> String
}

/// The input of a screen.
package enum ScreenEvent: Hashable, Sendable {
  case location(LocationUpdate)
  case heading(Heading)
  /// The places that can be seen, instead of those before.
  case places([PointOfInterest])
  /// The id of the target; `nil` if there is none.
  case target(String?)
  case key(Key)
}

extension ScreenModule {
  /// Draws a frame on a canvas of its own.
  package mutating func frame(columns: Int, rows: Int, at now: Duration) -> Canvas {
    var canvas = Canvas(width: columns, height: rows)
    draw(on: &canvas, at: now)
    return canvas
  }
}

/// The arrangement of two screens on one canvas.
package enum Arrangement: Hashable, Sendable {
  /// The first alone.
  case full
  /// Side by side, the first on the left.
  case split
  /// The second over the middle of the first.
  case over
}

/// Draws two screens on one canvas; they know nothing of each other.
package func draw(
  _ first: inout some ScreenModule, _ second: inout some ScreenModule, _ arrangement: Arrangement,
  on canvas: inout Canvas, at now: Duration
) {
  let (columns, rows) = (canvas.size.columns, canvas.size.rows)
  switch arrangement {
  case .full: first.draw(on: &canvas, at: now)
  case .split:
    let left = columns / 2
    canvas.within(Area(column: 0, row: 0, columns: left, rows: rows)) { first.draw(on: &$0, at: now) }
    canvas.verticalLine(column: left, row: 0, rows: rows, style: Palette.quiet)
    let right = Area(column: left + 1, row: 0, columns: columns - left - 1, rows: rows)
    canvas.within(right) { second.draw(on: &$0, at: now) }
  case .over:
    first.draw(on: &canvas, at: now)
    let area = Area(column: columns / 4, row: rows / 4, columns: columns / 2, rows: rows / 2)
    canvas.fill(area)
    canvas.box(area, style: Palette.quiet)
    let inner = Area(
      column: area.column + 1, row: area.row + 1, columns: area.size.columns - 2, rows: area.size.rows - 2)
    canvas.within(inner) { second.draw(on: &$0, at: now) }
  }
}
