extension Colour {
  /// The parameters of SGR that choose the colour, as `38;5;208`; empty where the terminal has no colours.
  package func parameters(background: Bool, depth: ColourDepth, table: ColourTable = .empty) -> String {
    let prefix = background ? "48" : "38"
    guard let look = look(table), !(background && groundNumber != nil && depth == .sixteen) else {
      return depth == .none ? "" : background ? "49" : "39"
    }
    switch depth {
    case .none: return ""
    case .sixteen: return String(look.sixteen + (background ? 10 : 0))
    case .twoHundredFiftySix: return "\(prefix);5;\(look.cube)"
    case .trueColour: return "\(prefix);2;\(look.rgb.red);\(look.rgb.green);\(look.rgb.blue)"
    }
  }

  /// What the colour looks like on a terminal of that depth, the 16 and the 256 as xterm shows them.
  ///
  /// Nothing where the terminal shows its own colour.
  package func rgb(background: Bool = false, depth: ColourDepth = .trueColour, table: ColourTable = .empty) -> RGB? {
    guard let look = look(table), !(background && groundNumber != nil && depth == .sixteen) else { return nil }
    switch depth {
    case .none: return nil
    case .sixteen: return XtermPalette.colour(code: look.sixteen)
    case .twoHundredFiftySix: return XtermPalette.fixed[look.cube - 16]
    case .trueColour: return look.rgb
    }
  }

  /// How a colour is shown at each depth.
  private struct Look {
    let rgb: RGB
    /// The nearest entry of xterm's 256.
    let cube: Int
    /// The code of the foreground among the 16; no two colours of the palette share one.
    let sixteen: Int

    init(_ rgb: RGB, cube: Int, sixteen: Int) { (self.rgb, self.cube, self.sixteen) = (rgb, cube, sixteen) }
  }

  /// Nothing for the standard colour, and for a ground colour that the table does not have.
  private func look(_ table: ColourTable) -> Look? {
    if let number = groundNumber {
      guard number < table.colours.count else { return nil }
      return Look(table.colours[number], cube: Int(table.cube[number]), sixteen: Int(table.sixteen[number]))
    }
    return code > 0 && Int(code) <= Self.palette.count ? Self.palette[Int(code) - 1] : nil
  }

  /// Okabe and Ito, Color Universal Design, 2008.
  private static let palette = [
    Look(RGB(0, 0, 0), cube: 16, sixteen: 30),  // black
    Look(RGB(230, 159, 0), cube: 178, sixteen: 33),  // orange
    Look(RGB(86, 180, 233), cube: 74, sixteen: 96),  // sky blue
    Look(RGB(0, 158, 115), cube: 36, sixteen: 32),  // green
    Look(RGB(240, 228, 66), cube: 227, sixteen: 93),  // yellow
    Look(RGB(0, 114, 178), cube: 25, sixteen: 94),  // blue
    Look(RGB(213, 94, 0), cube: 166, sixteen: 91),  // vermilion
    Look(RGB(204, 121, 167), cube: 175, sixteen: 95),  // purple
    Look(RGB(153, 153, 153), cube: 247, sixteen: 37),  // grey
    Look(RGB(255, 255, 255), cube: 231, sixteen: 97),  // white
  ]
}
