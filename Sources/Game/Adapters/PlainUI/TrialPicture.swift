internal import GeoFormats
internal import Numbers
package import Trials

/// Draws where the players of a trial went, as an SVG file without scripts or external resources.
package enum TrialPicture {
  /// Pixels of a cell.
  private static let cell = 5
  /// From little time to much: viridis, by van der Walt and Smith, which colour-blind people can read, and which stays
  /// in order without colour.
  private static let ramp = ["#440154", "#31688e", "#35b779", "#fde725"]

  /// The picture's bytes as text.
  package static func svg(_ screen: HeatScreen, title: String) -> String {
    let (width, height) = (screen.columns * cell, screen.rows * cell)
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height + 24)\" "
        + "width=\"\(width)\" height=\"\(height + 24)\" font-family=\"sans-serif\" font-size=\"12\">",
      "<title>\(escaped(title))</title>",
      "<rect width=\"\(width)\" height=\"\(height + 24)\" fill=\"#ffffff\"/>",
    ]
    for level in 1...ramp.count {
      let path = runs(of: UInt8(level), in: screen)
      if !path.isEmpty { lines.append("<path fill=\"\(ramp[level - 1])\" d=\"\(path)\"/>") }
    }
    for mark in screen.marks {
      let (x, y) = (decimal(mark.column * Double(cell)), decimal(mark.row * Double(cell)))
      let radius = decimal(max(3, mark.radius * Double(cell)))
      lines.append(
        "<circle cx=\"\(x)\" cy=\"\(y)\" r=\"\(radius)\" fill=\"none\" stroke=\"#000000\" stroke-width=\"1.5\"/>")
      lines.append(
        "<text x=\"\(x)\" y=\"\(y)\" dy=\"4\" text-anchor=\"middle\" stroke=\"#ffffff\" stroke-width=\"3\" "
          + "paint-order=\"stroke\" font-weight=\"bold\">\(escaped(mark.label))</text>")
    }
    let bar = decimal(100 / screen.metres * Double(cell))
    lines.append("<path stroke=\"#000000\" stroke-width=\"2\" d=\"M4 \(height + 14)h\(bar)\"/>")
    lines.append("<text x=\"4\" y=\"\(height + 11)\">100 m</text>")
    return (lines + ["</svg>"]).joined(separator: "\n") + "\n"
  }

  /// The cells of a level as rectangles, those side by side as one.
  private static func runs(of level: UInt8, in screen: HeatScreen) -> String {
    var path = ""
    for row in 0..<screen.rows {
      var column = 0
      while column < screen.columns {
        let start = column
        while column < screen.columns, screen.levels[row * screen.columns + column] == level { column += 1 }
        if column > start {
          path += "M\(start * cell) \(row * cell)h\((column - start) * cell)v\(cell)h-\((column - start) * cell)z"
        } else {
          column += 1
        }
      }
    }
    return path
  }

  private static func decimal(_ value: Double) -> String { DecimalText.fixed(value, decimals: 1) ?? "0" }

  /// Escapes text for an XML element and drops characters that XML does not allow.
  private static func escaped(_ text: String) -> String {
    SafeText.clean(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      .replacing("\"", with: "&quot;")
  }
}
