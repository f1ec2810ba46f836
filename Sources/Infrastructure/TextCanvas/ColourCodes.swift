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

  /// Returns the colour as a terminal of that depth shows it; the 16 and the 256 colours are those of xterm.
  ///
  /// `nil` if the terminal shows its own colour.
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

  /// What the colour looks like; `nil` for the standard colour, and for a ground colour that the table lacks.
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

/// The parameters of SGR for every colour there can be, made once for a terminal.
struct ColourCodes: Hashable, Sendable {
  /// By the code of the colour; the standard colour's where the terminal does not show one.
  let fronts: [[UInt8]]
  let backs: [[UInt8]]

  init(depth: ColourDepth, table: ColourTable) {
    let colours = (0...UInt8(0x7F)).map { Colour(code: $0) }
    fronts = colours.map { Array($0.parameters(background: false, depth: depth, table: table).utf8) }
    backs = colours.map { Array($0.parameters(background: true, depth: depth, table: table).utf8) }
  }
}

/// The colours that terminals of fewer than 24 bits have, as xterm shows them, and which comes nearest to another.
enum XtermPalette {
  /// The 216 of the cube and the 24 greys: entries 16 to 255.
  ///
  /// The 16 before them look different on every terminal.
  static let fixed: [RGB] = {
    let levels: [UInt8] = [0, 95, 135, 175, 215, 255]
    let cube = (0..<216).map { RGB(levels[$0 / 36], levels[$0 / 6 % 6], levels[$0 % 6]) }
    return cube + stride(from: 8, through: 238, by: 10).map { RGB($0, $0, $0) }
  }()

  /// The entry, in `16 ... 255`, that looks most like `colour`; of equal ones the first.
  static func nearest(to colour: RGB) -> Int { 16 + closest(colour.perceived, fixedPerceived) }

  /// The code of the foreground among the 16 of ANSI that looks most like `colour`.
  ///
  /// Never black: ground colours are made for a ground that a terminal of 16 colours does not get, and most of those
  /// are black themselves. For the same reason hue counts more than lightness, and how strong a colour is does not
  /// count: water is a dark blue or a pale one, and always blue. ANSI's own blue is left out: it is unreadable on
  /// black.
  static func nearestCode(to colour: RGB) -> Int {
    let (seen, strength) = (colour.perceived, colour.chroma)
    guard strength >= leastChroma else { return codes[closest(seen, codesPerceived, lightness: 0.5)] }
    let hue = stretched(seen, from: strength)
    return hues[closest(hue, huesPerceived, lightness: 0.3)]
  }

  /// The strength of a colour in OKLab from which on it is not taken for grey.
  private static let leastChroma = 0.05
  /// The strength at which hues are compared.
  private static let commonChroma = 0.2

  private static func stretched(_ colour: SIMD3<Double>, from chroma: Double) -> SIMD3<Double> {
    colour * SIMD3(1, commonChroma / chroma, commonChroma / chroma)
  }

  private static let hues = codes.filter { ![34, 37, 90, 97].contains($0) }
  private static let huesPerceived = hues.map { code in
    let colour = XtermPalette.colour(code: code)
    return stretched(colour.perceived, from: colour.chroma)
  }

  /// xterm's own colour for a code of the foreground among the 16 of ANSI.
  static func colour(code: Int) -> RGB { codes.firstIndex(of: code).map { codeColours[$0] } ?? RGB(0, 0, 0) }

  private static let codes = [31, 32, 33, 34, 35, 36, 37, 90, 91, 92, 93, 94, 95, 96, 97]

  /// xterm's own for those codes.
  private static let codeColours = [
    RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0), RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205),
    RGB(229, 229, 229), RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0), RGB(92, 92, 255),
    RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
  ]

  private static let fixedPerceived = fixed.map(\.perceived)
  private static let codesPerceived = codeColours.map(\.perceived)

  private static func closest(_ colour: SIMD3<Double>, _ entries: [SIMD3<Double>], lightness: Double = 1) -> Int {
    var (best, least) = (0, Double.infinity)
    for (index, entry) in entries.enumerated() {
      let off = (colour - entry) * SIMD3(lightness, 1, 1)
      let distance = (off * off).sum()
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }
}
