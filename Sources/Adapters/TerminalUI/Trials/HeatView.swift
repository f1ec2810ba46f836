package import HuntApplication
package import TextCanvas

/// Draws where the players of a trial went: the denser and brighter, the longer; stages by their numbers.
package func drawHeat(_ screen: HeatScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  for row in 0..<screen.rows {
    for column in 0..<screen.columns {
      let level = Int(screen.levels[row * screen.columns + column])
      guard level > 0 else { continue }
      canvas.put(HeatRamp.text(level, glyphs), column: column, row: row, style: HeatRamp.style(level))
    }
  }
  for mark in screen.marks where mark.column.isFinite && abs(mark.column) < 1e6 && abs(mark.row) < 1e6 {
    let start = Int(mark.column.rounded(.down)) - (mark.label.count - 1) / 2
    canvas.put(mark.label, column: start, row: Int(mark.row.rounded(.down)), style: HeatRamp.mark)
  }
}

/// What time looks like: never by colour alone.
enum HeatRamp {
  static let mark = Style(.standard, on: .standard, [.bold, .reverse])
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
