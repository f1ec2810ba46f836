/// How a cell looks: two colours and four attributes, in 18 bits.
package struct Style: Hashable, Sendable {
  /// What else a terminal can do to a character.
  package struct Attributes: OptionSet, Hashable, Sendable {
    /// One bit for each attribute.
    package let rawValue: UInt8

    /// Creates a set from its bits; only the lower four count.
    package init(rawValue: UInt8) { self.rawValue = rawValue & 0xF }

    /// Bold letters.
    package static let bold = Attributes(rawValue: 1)
    /// Less bright than usual.
    package static let dim = Attributes(rawValue: 2)
    /// Foreground and background changed about.
    package static let reverse = Attributes(rawValue: 4)
    /// Underlined.
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

  /// The colour of the character.
  package var foreground: Colour { Colour(code: UInt8(truncatingIfNeeded: bits)) }
  /// The colour behind the character.
  package var background: Colour { Colour(code: UInt8(truncatingIfNeeded: bits >> 7)) }
  /// Bold, dim and the others.
  package var attributes: Attributes { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 14)) }

  /// Returns this style with another background.
  package func on(_ background: Colour) -> Style {
    Style(bits: bits & ~Self.backgroundBits | UInt32(background.code) << 7)
  }

  private static let backgroundBits: UInt32 = 0x7F << 7
  /// Attributes that show on a blank: reverse and underline.
  private static let visibleBits = UInt32(Attributes([.reverse, .underline]).rawValue) << 14

  /// The part that shows on a blank: without reverse or underline, only the background.
  var onBlank: Style { bits & Self.visibleBits == 0 ? Style(bits: bits & Self.backgroundBits) : self }

  /// Returns a style in which a blank looks as in this one, with as few changes from `style` as possible.
  func nearest(onBlank style: Style) -> Style {
    bits & Self.visibleBits != 0 ? self : Style(bits: style.bits & ~Self.visibleBits).on(background)
  }
}

/// The sequences that change the style a terminal writes in (SGR).
struct StyleChange {
  /// The parameters, with semicolons between them.
  private var parameters: [UInt8] = []

  /// The shorter of starting anew and changing what differs; no bytes if nothing that shows differs.
  static func bytes(from: Style, to: Style, _ codes: ColourCodes) -> [UInt8] {
    var step = StyleChange()
    step.change(from, to, codes)
    if step.parameters.isEmpty { return [] }
    var anew = StyleChange()
    anew.add(UInt8(ascii: "0"))
    anew.change(.plain, to, codes)
    let shorter =
      anew.parameters.count == 1
      ? [] : anew.parameters.count < step.parameters.count ? anew.parameters : step.parameters
    return [0x1B, UInt8(ascii: "[")] + shorter + [UInt8(ascii: "m")]
  }

  private mutating func change(_ from: Style, _ to: Style, _ codes: ColourCodes) {
    var kept = from.attributes
    for (attribute, code) in [(Style.Attributes.reverse, UInt8(ascii: "7")), (.underline, UInt8(ascii: "4"))]
    where kept.contains(attribute) && !to.attributes.contains(attribute) {
      add([UInt8(ascii: "2"), code])
    }
    let weight: Style.Attributes = [.bold, .dim]
    if !kept.intersection(weight).isSubset(of: to.attributes) {
      add([UInt8(ascii: "2"), UInt8(ascii: "2")])  // ends both
      kept.subtract(weight)
    }
    for (attribute, code) in Self.beginnings where to.attributes.contains(attribute) && !kept.contains(attribute) {
      add(code)
    }
    // Different colours may look the same where there are few.
    let (oldFront, front) = (codes.fronts[Int(from.foreground.code)], codes.fronts[Int(to.foreground.code)])
    if oldFront != front { add(front) }
    let (oldBack, back) = (codes.backs[Int(from.background.code)], codes.backs[Int(to.background.code)])
    if oldBack != back { add(back) }
  }

  private static let beginnings: [(Style.Attributes, UInt8)] = [
    (.bold, UInt8(ascii: "1")), (.dim, UInt8(ascii: "2")), (.underline, UInt8(ascii: "4")),
    (.reverse, UInt8(ascii: "7")),
  ]

  private mutating func add(_ code: UInt8) { add([code]) }

  private mutating func add(_ code: [UInt8]) {
    if !parameters.isEmpty { parameters.append(UInt8(ascii: ";")) }
    parameters += code
  }
}
