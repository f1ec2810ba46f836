/// One cell of a canvas, in 8 bytes: a scalar, up to two marks upon it, and a style.
///
/// Two marks are what the scripts of place names need (a Thai vowel and its tone, the vowel and the final of a Hangul
/// syllable); more are dropped, so no name can grow over its neighbours. Equal cells look equal: a blank forgets
/// what would not show on it.
package struct Cell: Hashable, Sendable {
  /// From the lowest bit: 21 bits of scalar, 12 and 12 of marks, 18 of style, 1 unused.
  let bits: UInt64

  private static let glyphMask: UInt64 = 1 << styleShift - 1
  private static let styleShift: UInt64 = 45

  /// A cell of a glyph.
  init(_ glyph: Glyph, _ style: Style) {
    let shown = glyph == .blank ? style.onBlank : style
    bits = glyph.bits | UInt64(shown.bits) << Self.styleShift
  }

  /// The right half of a wide character of that style.
  private init(continuationOf style: Style) { bits = UInt64(style.bits) << Self.styleShift }

  /// A blank without any style.
  package static let blank = Cell(.blank, .plain)

  /// The right half of the wide character that this cell begins.
  var continuation: Cell { Cell(continuationOf: style) }

  /// Whether the cell is the right half of the wide character on its left.
  package var isContinuation: Bool { bits & Self.glyphMask == 0 }

  /// What stands in the cell; nothing in the right half of a wide character.
  var glyph: Glyph { Glyph(bits: bits & Self.glyphMask) }

  /// How the cell looks.
  package var style: Style { Style(bits: UInt32(truncatingIfNeeded: bits >> Self.styleShift)) }

  /// The character in the cell with its marks; empty in the right half of a wide character.
  package var text: String { isContinuation ? "" : glyph.text }
}
