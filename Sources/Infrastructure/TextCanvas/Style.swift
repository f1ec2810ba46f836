/// How a cell looks: two colours and four attributes, in 18 bits.
package struct Style: Hashable, Sendable {
  /// What else a terminal can do to a character.
  package struct Attributes: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    /// Creates a set from its bits; only the lower four count.
    package init(rawValue: UInt8) { self.rawValue = rawValue & 0xF }

    package static let bold = Attributes(rawValue: 1)
    package static let dim = Attributes(rawValue: 2)
    package static let reverse = Attributes(rawValue: 4)
    package static let underline = Attributes(rawValue: 8)
  }

  /// What the terminal shows without being told anything.
  package static let plain = Style()

  /// Seven bits of foreground, seven of background, four of attributes.
  let bits: UInt32

  /// Creates a style: `Style(.orange, on: .ground(3), .bold)`.
  package init(
    _ foreground: Colour = .standard, on background: Colour = .standard, _ attributes: Attributes = []
  ) {
    bits = UInt32(foreground.code) | UInt32(background.code) << 7 | UInt32(attributes.rawValue) << 14
  }

  init(bits: UInt32) { self.bits = bits }

  package var foreground: Colour { Colour(code: UInt8(truncatingIfNeeded: bits)) }
  package var background: Colour { Colour(code: UInt8(truncatingIfNeeded: bits >> 7)) }
  package var attributes: Attributes { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 14)) }

  /// The same on another background.
  package func on(_ background: Colour) -> Style {
    Style(bits: bits & ~Self.backgroundBits | UInt32(background.code) << 7)
  }

  private static let backgroundBits: UInt32 = 0x7F << 7
  /// Attributes that show on a blank: reverse and underline.
  private static let visibleBits = UInt32(Attributes([.reverse, .underline]).rawValue) << 14

  /// The part that shows on a blank: without reverse or underline, only the background.
  var onBlank: Style { bits & Self.visibleBits == 0 ? Style(bits: bits & Self.backgroundBits) : self }

  /// What a blank of this style may be written in just as well: `style` with as little changed as possible.
  func nearest(onBlank style: Style) -> Style {
    bits & Self.visibleBits != 0 ? self : Style(bits: style.bits & ~Self.visibleBits).on(background)
  }
}
