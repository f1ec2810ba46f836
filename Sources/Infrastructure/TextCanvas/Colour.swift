/// A colour of a cell: the terminal's own, one of the palette's, or one of up to 112 ground colours.
///
/// The palette is Okabe and Ito's, which colour-blind players can tell apart. What a ground colour looks like says
/// the ``ColourTable`` of the writer. Never the only carrier of a meaning: a glyph or a word says the same.
package struct Colour: Hashable, Sendable {
  /// How many ground colours there can be.
  package static let groundLimit = 112
  /// The code of the first ground colour.
  private static let firstGround: UInt8 = 16

  /// Seven bits: 0 is the standard colour, up to 15 the palette, from 16 on the ground colours.
  let code: UInt8

  init(code: UInt8) { self.code = code & 0x7F }

  /// Whatever the terminal shows without a colour.
  package static let standard = Colour(code: 0)
  package static let black = Colour(code: 1)
  package static let orange = Colour(code: 2)
  package static let skyBlue = Colour(code: 3)
  package static let green = Colour(code: 4)
  package static let yellow = Colour(code: 5)
  package static let blue = Colour(code: 6)
  package static let vermilion = Colour(code: 7)
  package static let purple = Colour(code: 8)
  package static let grey = Colour(code: 9)
  package static let white = Colour(code: 10)

  /// The standard colour and the palette.
  package static let named: [Colour] = (0...10).map { Colour(code: $0) }

  /// The ground colour of that number in the writer's table; out of `0 ..< 112` the standard colour.
  package static func ground(_ number: Int) -> Colour {
    (0..<groundLimit).contains(number) ? Colour(code: firstGround + UInt8(number)) : .standard
  }

  /// The number of a ground colour; nothing for the others.
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
