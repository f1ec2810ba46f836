internal import Glibc

/// A colour of a cell: the terminal's own, one of the palette's, or one of up to 112 ground colours.
///
/// The palette is Okabe and Ito's, which colour-blind players can tell apart; in front on a light terminal it has darker
/// colours of the same hues. What a ground colour looks like says the ``ColourTable`` of the writer, and whether the
/// terminal is light. A colour is never the only sign of a meaning: a glyph or a word says it too.
package struct Colour: Hashable, Sendable {
  /// How many ground colours there can be.
  package static let groundLimit = 112
  /// The code of the first ground colour.
  private static let firstGround: UInt8 = 16

  /// Seven bits: 0 is the standard colour, up to 15 the palette, from 16 on the ground colours.
  let code: UInt8

  init(code: UInt8) { self.code = code & 0x7F }

  /// The terminal's default colour.
  package static let standard = Colour(code: 0)
  /// Number 1 of the palette.
  package static let black = Colour(code: 1)
  /// Number 2 of the palette.
  package static let orange = Colour(code: 2)
  /// Number 3 of the palette.
  package static let skyBlue = Colour(code: 3)
  /// Number 4 of the palette.
  package static let green = Colour(code: 4)
  /// Number 5 of the palette.
  package static let yellow = Colour(code: 5)
  /// Number 6 of the palette.
  package static let blue = Colour(code: 6)
  /// Number 7 of the palette.
  package static let vermilion = Colour(code: 7)
  /// Number 8 of the palette.
  package static let purple = Colour(code: 8)
  /// Number 9 of the palette.
  package static let grey = Colour(code: 9)
  /// Number 10 of the palette.
  package static let white = Colour(code: 10)

  /// The standard colour and the palette.
  package static let named: [Colour] = (0...10).map { Colour(code: $0) }

  /// The ground colour of that number in the writer's table; out of `0 ..< 112` the standard colour.
  package static func ground(_ number: Int) -> Colour {
    (0..<groundLimit).contains(number) ? Colour(code: firstGround + UInt8(number)) : .standard
  }

  /// The number of a ground colour; `nil` for other colours.
  package var groundNumber: Int? { code < Self.firstGround ? nil : Int(code - Self.firstGround) }
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

/// Red, green and blue of the sRGB colour space, each in `0 ... 255`.
package struct RGB: Hashable, Sendable {
  /// Red, 0 to 255.
  package let red: UInt8
  /// Green, 0 to 255.
  package let green: UInt8
  /// Blue, 0 to 255.
  package let blue: UInt8

  /// Creates a colour from its parts.
  package init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// The relative luminance (WCAG 2.2): 0 of black, 1 of white.
  package var luminance: Double {
    0.2126 * Self.linear(red) + 0.7152 * Self.linear(green) + 0.0722 * Self.linear(blue)
  }

  /// The luminance on which black and white are equally easy to read.
  package static let middleLuminance = 0.179

  /// The colour in OKLab (Ottosson, 2020), where equal distances look equally far: lightness in `0 ... 1` and two axes
  /// of hue.
  var perceived: SIMD3<Double> {
    let light = SIMD3(Self.linear(red), Self.linear(green), Self.linear(blue))
    let cones = SIMD3(
      cbrt((light * SIMD3(0.4122214708, 0.5363325363, 0.0514459929)).sum()),
      cbrt((light * SIMD3(0.2119034982, 0.6806995451, 0.1073969566)).sum()),
      cbrt((light * SIMD3(0.0883024619, 0.2817188376, 0.6299787005)).sum()))
    return SIMD3(
      (cones * SIMD3(0.2104542553, 0.7936177850, -0.0040720468)).sum(),
      (cones * SIMD3(1.9779984951, -2.4285922050, 0.4505937099)).sum(),
      (cones * SIMD3(0.0259040371, 0.7827717662, -0.8086757660)).sum())
  }

  /// How far it is from grey in OKLab.
  var chroma: Double { (perceived * perceived * SIMD3(0, 1, 1)).sum().squareRoot() }

  /// Light of one part without the curve of sRGB (IEC 61966-2-1), in `0 ... 1`.
  private static func linear(_ part: UInt8) -> Double {
    let value = Double(part) / 255
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
  }
}

/// What the ground colours look like, and what stands for each where a terminal has fewer colours.
///
/// A number without an entry is written as the standard colour. Where a terminal has only 16 colours, a ground colour
/// is written as the nearest of them in front, and as the terminal's own ground behind: of 16 glaring colours none
/// makes a ground that a map can be read on.
package struct ColourTable: Hashable, Sendable {
  /// Of each ground colour, by its number; at most ``Colour/groundLimit`` of them.
  package let colours: [RGB]
  /// The nearest entry of xterm's 256.
  let cube: [UInt8]
  /// The nearest code of the foreground among the 16.
  let sixteen: [UInt8]
  /// Whether the terminal's own ground is light, so that the palette's colours in front are dark ones.
  package let isLight: Bool

  /// A table without ground colours.
  package static let empty = ColourTable([])

  /// Creates a table; what exceeds ``Colour/groundLimit`` is left out.
  package init(_ colours: [RGB], isLight: Bool = false) {
    self.colours = Array(colours.prefix(Colour.groundLimit))
    self.isLight = isLight
    cube = self.colours.map { UInt8(XtermPalette.nearest(to: $0)) }
    sixteen = self.colours.map { colour in
      let isDarkInk = isLight && colour.luminance < RGB.middleLuminance
      return UInt8(isDarkInk ? XtermPalette.nearestDarkCode(to: colour) : XtermPalette.nearestCode(to: colour))
    }
  }
}

/// What the inks of a raster look like: one table for the lines, one for the areas.
///
/// The number of a line's ink is also its rank: where lines of several inks meet in a cell, the highest is seen. An
/// ink without an entry is plain.
package struct InkTable: Hashable, Sendable {
  /// How an area looks.
  package struct AreaLook: Hashable, Sendable {
    /// The style of its texture.
    package var style: Style
    /// The colour behind every cell that it covers at least half; without one, what was drawn before shows through.
    package var background: Colour?

    /// Creates a look.
    package init(_ style: Style = .plain, background: Colour? = nil) {
      self.style = style
      self.background = background
    }
  }

  /// The style of the lines of each ink; one without a background of its own stands on the area's.
  package var lines: [Style]
  /// The look of the areas of each ink.
  package var areas: [AreaLook]

  /// Creates a table.
  package init(lines: [Style], areas: [AreaLook]) {
    self.lines = lines
    self.areas = areas
  }

  func line(_ ink: UInt8) -> Style { Int(ink) < lines.count ? lines[Int(ink)] : .plain }
  func area(_ ink: UInt8) -> AreaLook { Int(ink) < areas.count ? areas[Int(ink)] : AreaLook() }
}
