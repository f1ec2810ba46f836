/// How a cell looks: two colours and four attributes, or the two direct colours of a picture.
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
  ///
  /// Of a picture: bit 63, and 21 bits of foreground and 21 of background from bit 21 on, where a cell has them too.
  let bits: UInt64

  /// Creates a style: `Style(.orange, on: .ground(3), .bold)`.
  package init(
    _ foreground: Colour = .standard, on background: Colour = .standard, _ attributes: Attributes = []
  ) {
    bits = UInt64(foreground.code) | UInt64(background.code) << 7 | UInt64(attributes.rawValue) << 14
  }

  /// Creates the style of a picture's cell, in two colours of seven bits a part; the lowest bit of eight is dropped.
  ///
  /// Only for terminals of 256 colours or more: others show it as plain.
  package init(picture foreground: RGB, on background: RGB) {
    self.init(front: foreground.sevenBits, back: background.sevenBits)
  }

  /// The style of a picture's cell, from colours as ``RGB/sevenBits`` has them.
  init(front: UInt64, back: UInt64) { bits = Self.pictureBit | front << Self.frontShift | back << Self.backShift }

  init(bits: UInt64) { self.bits = bits }

  /// The colour of the character.
  package var foreground: Colour { Colour(code: UInt8(truncatingIfNeeded: bits)) }
  /// The colour behind the character.
  package var background: Colour { Colour(code: UInt8(truncatingIfNeeded: bits >> 7)) }
  /// Bold, dim and the others.
  package var attributes: Attributes { Attributes(rawValue: UInt8(truncatingIfNeeded: bits >> 14)) }

  /// Returns this style with another background; a picture keeps its own.
  package func on(_ background: Colour) -> Style {
    isPicture ? self : Style(bits: bits & ~Self.backgroundBits | UInt64(background.code) << 7)
  }

  private static let backgroundBits: UInt64 = 0x7F << 7
  /// Attributes that show on a blank: reverse and underline.
  private static let visibleBits = UInt64(Attributes([.reverse, .underline]).rawValue) << 14

  /// The part that shows on a blank: without reverse or underline, only the background.
  var onBlank: Style {
    if isPicture { return Style(front: 0, back: back) }
    return bits & Self.visibleBits == 0 ? Style(bits: bits & Self.backgroundBits) : self
  }

  /// Returns a style in which a blank looks as in this one, with as few changes from `style` as possible.
  func nearest(onBlank style: Style) -> Style {
    // There is no style with one colour of either kind.
    if isPicture != style.isPicture { return self }
    if isPicture { return Style(front: style.front, back: back) }
    return bits & Self.visibleBits != 0 ? self : Style(bits: style.bits & ~Self.visibleBits).on(background)
  }

  // MARK: - Pictures

  /// The two direct colours of a picture's cell; `nil` for other styles, which have codes of the palette.
  ///
  /// The palette's colours of a picture are `.standard`, and it has no attributes.
  package var picture: (foreground: RGB, background: RGB)? {
    isPicture ? (RGB(sevenBits: front), RGB(sevenBits: back)) : nil
  }

  private static let pictureBit: UInt64 = 1 << 63
  private static let frontShift: UInt64 = 21
  private static let backShift: UInt64 = 42
  private static let colourMask: UInt64 = 0x1F_FFFF

  /// Whether the style has direct colours.
  var isPicture: Bool { bits & Self.pictureBit != 0 }
  /// The foreground of a picture, as ``RGB/sevenBits`` has it.
  var front: UInt64 { bits >> Self.frontShift & Self.colourMask }
  /// The background of a picture, as ``RGB/sevenBits`` has it.
  var back: UInt64 { bits >> Self.backShift & Self.colourMask }
}

extension RGB {
  /// The upper seven bits of each part: 21 bits, red the highest.
  var sevenBits: UInt64 { UInt64(red >> 1) << 14 | UInt64(green >> 1) << 7 | UInt64(blue >> 1) }

  /// Creates a colour from seven bits of each part, of which 127 becomes 255.
  init(sevenBits: UInt64) {
    func part(_ shift: UInt64) -> UInt8 {
      let value = UInt8(truncatingIfNeeded: sevenBits >> shift & 0x7F)
      return value << 1 | value >> 6
    }
    self.init(part(14), part(7), part(0))
  }
}

/// The sequences that change the style a terminal writes in (SGR), to one without direct colours.
struct StyleChange {
  /// The parameters, with semicolons between them.
  private var parameters: [UInt8] = []

  /// The shorter of starting anew and changing what differs; no bytes if nothing that shows differs.
  static func bytes(from: Style, to: Style, _ codes: ColourCodes) -> [UInt8] {
    var step = StyleChange()
    step.change(from, to, codes)
    if step.parameters.isEmpty, !from.isPicture { return [] }
    var anew = StyleChange()
    anew.add(UInt8(ascii: "0"))
    anew.change(.plain, to, codes)
    // The colours of a picture are only left by starting anew.
    let isShorter = from.isPicture || anew.parameters.count < step.parameters.count
    let shorter = anew.parameters.count == 1 ? [] : isShorter ? anew.parameters : step.parameters
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
