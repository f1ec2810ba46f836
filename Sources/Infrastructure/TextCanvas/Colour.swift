/// A colour of the palette: the terminal's own, or one of Okabe and Ito's, which colour-blind players can tell apart.
///
/// Never the only carrier of a meaning: a glyph or a word says the same.
package enum Colour: UInt8, Hashable, Sendable, CaseIterable {
  /// Whatever the terminal shows without a colour.
  case standard
  case black, orange, skyBlue, green, yellow, blue, vermilion, purple
  case grey, white
}

/// How many colours a terminal can show.
package enum ColourDepth: Hashable, Sendable, Comparable {
  case none
  /// The eight colours of ANSI and their bright sisters.
  case sixteen
  /// The 6 x 6 x 6 cube of xterm.
  case twoHundredFiftySix
  /// 24 bits.
  case trueColour
}

extension Colour {
  /// Red, green and blue, each in `0 ... 255` (Okabe and Ito, Color Universal Design, 2008).
  var rgb: (red: Int, green: Int, blue: Int) {
    switch self {
    case .standard, .black: (0, 0, 0)
    case .orange: (230, 159, 0)
    case .skyBlue: (86, 180, 233)
    case .green: (0, 158, 115)
    case .yellow: (240, 228, 66)
    case .blue: (0, 114, 178)
    case .vermilion: (213, 94, 0)
    case .purple: (204, 121, 167)
    case .grey: (153, 153, 153)
    case .white: (255, 255, 255)
    }
  }

  /// The parameters of SGR that choose the colour; empty where the terminal has no colours.
  func parameters(background: Bool, depth: ColourDepth) -> String {
    if depth == .none { return "" }
    if self == .standard { return background ? "49" : "39" }
    let prefix = background ? "48" : "38"
    switch depth {
    case .none: return ""
    case .sixteen: return String(sixteen + (background ? 10 : 0))
    case .twoHundredFiftySix: return "\(prefix);5;\(cube)"
    case .trueColour: return "\(prefix);2;\(rgb.red);\(rgb.green);\(rgb.blue)"
    }
  }

  /// The code of the foreground among the 16; no two colours share one.
  private var sixteen: Int {
    switch self {
    case .standard: 39
    case .black: 30
    case .orange: 33
    case .skyBlue: 96
    case .green: 32
    case .yellow: 93
    case .blue: 94
    case .vermilion: 91
    case .purple: 95
    case .grey: 37
    case .white: 97
    }
  }

  /// The nearest entry of xterm's 256.
  private var cube: Int {
    switch self {
    case .standard, .black: 16
    case .orange: 178
    case .skyBlue: 74
    case .green: 36
    case .yellow: 227
    case .blue: 25
    case .vermilion: 166
    case .purple: 175
    case .grey: 247
    case .white: 231
    }
  }
}
