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
  /// count: water is a dark blue or a pale one, and always blue. Nor ANSI's own blue, which nobody can read on black.
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
