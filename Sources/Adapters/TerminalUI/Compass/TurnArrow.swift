internal import Geodesy
internal import TextCanvas

/// An arrow ten columns wide and five rows high that shows where to turn.
enum TurnArrow {
  /// Columns of the arrow and its margin.
  static let columns = 12
  private static let size = CanvasSize(columns: 10, rows: 5)

  /// Draws the arrow of a turn in degrees, positive to the right; up is straight ahead.
  static func draw(turn: Double, row: Int, on canvas: inout Canvas, _ symbols: Symbols, style: Style) {
    guard symbols.glyphs == .braille else { return drawLetters(turn: turn, row: row, on: &canvas, style: style) }
    var raster = Raster(size: size, glyphs: symbols.glyphs)
    let centre = (x: 9.5, y: 9.5)
    func point(_ degrees: Double, _ radius: Double) -> Dot {
      let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
      return Dot(x: centre.x + radius * sine, y: centre.y - radius * cosine)
    }
    let tip = point(turn, 9)
    raster.line(from: point(turn + 180, 9), to: tip)
    for side in [-30.0, 30] {
      raster.line(from: point(turn + side, 3.5), to: tip)
      raster.line(from: point(turn + side * 1.3, 4.5), to: tip)
    }
    canvas.draw(raster, column: 0, row: row, style: style)
  }

  /// Lines drawn with letters are no arrow at this size; one of eight pictures is.
  private static func drawLetters(turn: Double, row: Int, on canvas: inout Canvas, style: Style) {
    guard turn.isFinite else { return }
    let eighth = Int((Bearing(degrees: turn).degrees / 45).rounded()) % 8
    for (line, text) in pictures[eighth].enumerated() {
      canvas.put(text, column: 0, row: row + line, style: style)
    }
  }

  private static let pictures = [
    ["    ^", "   /|\\", "  / | \\", "    |", "    |"],
    ["     ____", "       /|", "      / |", "     /", "    /"],
    ["", "      \\", " ------->", "      /", ""],
    ["    \\", "     \\", "      \\ |", "       \\|", "     ----"],
    ["    |", "    |", "  \\ | /", "   \\|/", "    v"],
    ["      /", "     /", "  | /", "  |/", "  ----"],
    ["", "   /", "  <-------", "   \\", ""],
    ["  ____", "  |\\", "  | \\", "     \\", "      \\"],
  ]
}
