internal import TextCanvas
internal import Views

/// Draws where people were on the ground of a map: the denser and brighter, the longer.
func drawHeat(_ screen: MapScreen, on canvas: inout Canvas, _ pen: MapPen) {
  guard screen.columns > 0 else { return }
  for (index, level) in screen.heat.enumerated() where level > 0 {
    let (row, column) = index.quotientAndRemainder(dividingBy: screen.columns)
    guard row < canvas.size.rows else { return }
    let text = HeatRamp.text(Int(level), pen.symbols.glyphs)
    pen.put(text, column: column, row: row, style: HeatRamp.style(Int(level)), on: &canvas)
  }
}

/// What time looks like: never by colour alone.
enum HeatRamp {
  private static let shades = ["░", "▒", "▓", "█"]
  private static let plain = [".", ":", "+", "#"]

  /// From little time to much; a level of `1 ... 4`.
  static func text(_ level: Int, _ glyphs: GlyphLevel) -> String {
    (glyphs == .ascii ? plain : shades)[min(3, max(0, level - 1))]
  }

  static func style(_ level: Int) -> Style {
    switch level {
    case 1: Style(.blue)
    case 2: Style(.skyBlue)
    case 3: Style(.orange)
    default: Style(.yellow, on: .standard, .bold)
    }
  }
}
