/// How a cell looks: two colours and four attributes, in 16 bits.
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

  /// Five bits of foreground, five of background, four of attributes.
  let bits: UInt16

  /// Creates a style: `Style(.orange, on: .black, .bold)`.
  package init(
    _ foreground: Colour = .standard, on background: Colour = .standard, _ attributes: Attributes = []
  ) {
    bits = UInt16(foreground.rawValue) | UInt16(background.rawValue) << 5 | UInt16(attributes.rawValue) << 10
  }

  init(bits: UInt16) { self.bits = bits }

  package var foreground: Colour { Colour(rawValue: UInt8(bits & 31)) ?? .standard }
  package var background: Colour { Colour(rawValue: UInt8(bits >> 5 & 31)) ?? .standard }
  package var attributes: Attributes { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 10)) }

  /// The part that shows on a blank: without reverse or underline, only the background.
  var onBlank: Style {
    attributes.isDisjoint(with: [.reverse, .underline]) ? Style(bits: bits & 31 << 5) : self
  }
}
