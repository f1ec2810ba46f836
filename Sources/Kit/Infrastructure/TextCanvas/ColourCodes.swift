extension Colour {
  /// The parameters of SGR that choose the colour, as `38;5;208`; empty where the terminal has no colours.
  package func parameters(background: Bool, depth: ColourDepth, table: ColourTable = .empty) -> String {
    let prefix = background ? "48" : "38"
    guard let look = look(table, background: background), !(background && groundNumber != nil && depth == .sixteen)
    else {
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
    guard let look = look(table, background: background), !(background && groundNumber != nil && depth == .sixteen)
    else { return nil }
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
    /// The code of the foreground among the 16; no two colours for a dark terminal share one.
    let sixteen: Int

    init(_ rgb: RGB, cube: Int, sixteen: Int) { (self.rgb, self.cube, self.sixteen) = (rgb, cube, sixteen) }
  }

  /// What the colour looks like; `nil` for the standard colour, and for a ground colour that the table lacks.
  private func look(_ table: ColourTable, background: Bool) -> Look? {
    if let number = groundNumber {
      guard number < table.colours.count else { return nil }
      return Look(table.colours[number], cube: Int(table.cube[number]), sixteen: Int(table.sixteen[number]))
    }
    let palette =
      switch (background, table.isLight) {
      case (false, false): Self.palette
      case (true, false): Self.grounds
      case (false, true): Self.lightPalette
      case (true, true): Self.lightGrounds
      }
    return code > 0 && Int(code) <= palette.count ? palette[Int(code) - 1] : nil
  }

  /// Okabe and Ito, Color Universal Design, 2008; blue a little brighter, so that it can be read on black.
  private static let palette = [
    Look(RGB(0, 0, 0), cube: 16, sixteen: 30),  // black
    Look(RGB(230, 159, 0), cube: 178, sixteen: 33),  // orange
    Look(RGB(86, 180, 233), cube: 74, sixteen: 96),  // sky blue
    Look(RGB(0, 158, 115), cube: 36, sixteen: 32),  // green
    Look(RGB(240, 228, 66), cube: 227, sixteen: 93),  // yellow
    Look(RGB(0, 124, 194), cube: 31, sixteen: 94),  // blue
    Look(RGB(213, 94, 0), cube: 166, sixteen: 91),  // vermilion
    Look(RGB(204, 121, 167), cube: 175, sixteen: 95),  // purple
    Look(RGB(153, 153, 153), cube: 247, sixteen: 37),  // grey
    Look(RGB(255, 255, 255), cube: 231, sixteen: 97),  // white
  ]

  /// The same hues, dark enough to be read on white and on the grounds of bright maps.
  ///
  /// Among the 16 only red, blue and purple can be read on white, so that some share a code.
  private static let lightPalette = [
    Look(RGB(0, 0, 0), cube: 16, sixteen: 30),  // black
    Look(RGB(138, 75, 0), cube: 94, sixteen: 31),  // orange
    Look(RGB(0, 90, 135), cube: 24, sixteen: 34),  // sky blue
    Look(RGB(0, 92, 60), cube: 22, sixteen: 30),  // green
    Look(RGB(95, 86, 0), cube: 58, sixteen: 35),  // yellow
    Look(RGB(0, 50, 150), cube: 19, sixteen: 34),  // blue
    Look(RGB(160, 45, 0), cube: 124, sixteen: 31),  // vermilion
    Look(RGB(130, 45, 105), cube: 90, sixteen: 35),  // purple
    Look(RGB(85, 85, 85), cube: 240, sixteen: 30),  // grey
    Look(RGB(30, 30, 30), cube: 234, sixteen: 30),  // white
  ]

  /// Behind text: Okabe and Ito's own.
  private static let grounds = replaced(palette, [5: Look(RGB(0, 114, 178), cube: 25, sixteen: 94)])

  /// Behind text on a light terminal, where black and blue would hide what is in front of them.
  private static let lightGrounds = replaced(
    grounds,
    [
      0: Look(RGB(255, 255, 255), cube: 231, sixteen: 97),
      5: Look(RGB(190, 215, 240), cube: 153, sixteen: 96),
    ])

  private static func replaced(_ palette: [Look], _ others: [Int: Look]) -> [Look] {
    palette.enumerated().map { others[$0.offset] ?? $0.element }
  }
}

/// The parameters of SGR for every colour of the palette and of the ground, made once for a terminal.
struct ColourCodes: Hashable, Sendable {
  private let depth: ColourDepth
  /// By the code of the colour; the standard colour's where the terminal does not show one.
  let fronts: [[UInt8]]
  let backs: [[UInt8]]

  init(depth: ColourDepth, table: ColourTable) {
    self.depth = depth
    let colours = (0...UInt8(0x7F)).map { Colour(code: $0) }
    fronts = colours.map { Array($0.parameters(background: false, depth: depth, table: table).utf8) }
    backs = colours.map { Array($0.parameters(background: true, depth: depth, table: table).utf8) }
  }

  /// Returns a style as the terminal shows it, so that those that look the same are the same.
  ///
  /// A picture has the numbers of xterm's entries for its colours where there are 256, and is plain where there are less.
  func shown(_ style: Style) -> Style {
    guard style.isPicture, depth != .trueColour else { return style }
    guard depth == .twoHundredFiftySix else { return .plain }
    func entry(_ colour: UInt64) -> UInt64 { UInt64(XtermPalette.nearestByParts(to: RGB(sevenBits: colour))) }
    return Style(front: entry(style.front), back: entry(style.back))
  }

  /// Appends the sequence from a style to the colours of another one, a picture; both as they are ``shown(_:)``.
  func append(from: Style, toPicture to: Style, to bytes: inout [UInt8]) {
    let hasFront = !from.isPicture || from.front != to.front
    let hasBack = !from.isPicture || from.back != to.back
    guard hasFront || hasBack else { return }
    var sequence = ShortSequence()
    sequence.append("\u{1B}[")
    if !from.attributes.isEmpty { sequence.append("0;") }
    if hasFront { append("38;", to.front, to: &sequence) }
    if hasFront, hasBack { sequence.append(";") }
    if hasBack { append("48;", to.back, to: &sequence) }
    sequence.append("m")
    sequence.append(to: &bytes)
  }

  private func append(_ kind: StaticString, _ colour: UInt64, to sequence: inout ShortSequence) {
    sequence.append(kind)
    guard depth == .trueColour else {
      sequence.append("5;")
      sequence.append(UInt8(truncatingIfNeeded: colour))
      return
    }
    let rgb = RGB(sevenBits: colour)
    sequence.append("2;")
    sequence.append(rgb.red)
    sequence.append(";")
    sequence.append(rgb.green)
    sequence.append(";")
    sequence.append(rgb.blue)
  }
}

/// A sequence of up to 48 bytes in the making, which takes no memory of its own.
private struct ShortSequence {
  private var bytes = InlineArray<48, UInt8>(repeating: 0)
  private var count = 0

  mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { for byte in $0 { put(byte) } }
  }

  /// Appends a number in digits.
  mutating func append(_ number: UInt8) {
    if number >= 100 { put(UInt8(ascii: "0") + number / 100) }
    if number >= 10 { put(UInt8(ascii: "0") + number / 10 % 10) }
    put(UInt8(ascii: "0") + number % 10)
  }

  func append(to all: inout [UInt8]) {
    bytes.span.withUnsafeBufferPointer { all.append(contentsOf: $0[..<count]) }
  }

  private mutating func put(_ byte: UInt8) {
    bytes[count] = byte
    count += 1
  }
}

extension RGB {
  /// Returns a picture's colour as a terminal of that depth shows it, which is that of xterm where it has 256.
  ///
  /// `nil` where there are fewer: the terminal shows its own colours.
  package func shown(at depth: ColourDepth) -> RGB? {
    switch depth {
    case .none, .sixteen: nil
    case .twoHundredFiftySix: XtermPalette.fixed[Int(XtermPalette.nearestByParts(to: self)) - 16]
    case .trueColour: self
    }
  }
}

extension RGB {
  /// Creates the colour of an entry, in `16 ... 255`, of xterm's palette; the entries before look different on every
  /// terminal, and give black.
  package init(xterm entry: UInt8) { self = entry < 16 ? RGB(0, 0, 0) : XtermPalette.fixed[Int(entry) - 16] }
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

  /// The entry, in `16 ... 255`, with the least squares of what is off in red, green and blue; of equal ones the first.
  ///
  /// Not as good as ``nearest(to:)``, but quick enough for thousands of colours in a frame, and exact for the entries
  /// themselves.
  static func nearestByParts(to colour: RGB) -> UInt8 {
    let (red, green, blue) = (Int(colour.red), Int(colour.green), Int(colour.blue))
    func squares(_ other: (red: Int, green: Int, blue: Int)) -> Int {
      let off = (red - other.red, green - other.green, blue - other.blue)
      return off.0 * off.0 + off.1 * off.1 + off.2 * off.2
    }
    // The nearest steps of the cube, whose levels are 40 apart but for the first, and the grey nearest to the mean.
    func step(_ part: Int) -> Int { part < 48 ? 0 : part < 116 ? 1 : (part - 36) / 40 }
    func level(_ step: Int) -> Int { step == 0 ? 0 : 55 + 40 * step }
    let steps = (step(red), step(green), step(blue))
    let number = ((red + green + blue - 10) / 30).clamped(to: 0...23)
    let grey = 8 + 10 * number
    let isGrey = squares((grey, grey, grey)) < squares((level(steps.0), level(steps.1), level(steps.2)))
    return UInt8(isGrey ? 232 + number : 16 + 36 * steps.0 + 6 * steps.1 + steps.2)
  }

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

  /// The code of the foreground among those of the 16 that can be read on white that looks most like `colour`.
  static func nearestDarkCode(to colour: RGB) -> Int { darkCodes[closest(colour.perceived, darkCodesPerceived)] }

  private static let darkCodes = [30, 31, 34, 35]
  private static let darkCodesPerceived = darkCodes.map { colour(code: $0).perceived }

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
