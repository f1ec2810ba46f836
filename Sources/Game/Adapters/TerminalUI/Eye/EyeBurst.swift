internal import Eye
internal import Geodesy
internal import TextCanvas

/// Draws the sparks that fly from a treasure that was found a moment ago.
///
/// They fly apart in a ring that fades: large ones at first, dots at last.
func drawBurst(_ screen: EyeScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  guard let burst = screen.burst else { return }
  // The direction to what lies at one's feet says nothing.
  let x = screen.camera.column(of: burst.distance < underfoot ? screen.camera.heading : burst.bearing)
  guard x >= 0, x < Double(screen.camera.columns) else { return }
  // A treasure at the player's feet lies below the picture; its sparks begin in the lower part of it.
  let y = min(Double(canvas.size.rows) * lowest, screen.camera.row(height: 1, distance: burst.distance))
  let reach = burst.progress * Double(min(canvas.size.rows, canvas.size.columns / 2)) / 3
  let spark = burst.progress < 0.6 ? (symbols.glyphs == .ascii ? "*" : "✦") : symbols.glyphs == .ascii ? "." : "·"
  for number in 0..<sparks {
    let (sine, cosine) = Angle.sineAndCosine(degrees: 360 / Double(sparks) * Double(number))
    // A cell is twice as high as it is wide.
    let (column, row) = (Int((x + 2 * reach * sine).rounded(.down)), Int((y - reach * cosine).rounded(.down)))
    guard column >= 0, column < canvas.size.columns, row >= 0, row < canvas.size.rows else { continue }
    canvas.put(spark, column: column, row: row, style: Palette.onPicture(canvas[column, row]))
  }
}

/// How many sparks fly, the part of the picture's height below which they do not begin, and metres within which
/// something lies at one's feet.
private let (sparks, lowest, underfoot) = (12, 0.75, 3.0)
