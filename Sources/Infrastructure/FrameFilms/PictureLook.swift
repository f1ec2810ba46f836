package import TextCanvas

/// What the colours of a picture are: those of a terminal that shows 24 bits, or fewer.
package struct PictureLook: Hashable, Sendable {
  /// Behind everything.
  package let ground: RGB
  /// What text without a colour is written in.
  package let ink: RGB
  /// How many colours are told apart.
  package let depth: ColourDepth
  /// What the ground colours of the canvas look like.
  package let table: ColourTable

  /// Creates a look; by default light on nearly black.
  package init(
    ground: RGB = RGB(13, 17, 23), ink: RGB = RGB(230, 237, 243), depth: ColourDepth = .trueColour,
    table: ColourTable = .empty
  ) {
    (self.ground, self.ink, self.depth, self.table) = (ground, ink, depth, table)
  }

  /// How a cell of that style looks.
  func paint(of style: Style) -> CellPaint {
    let front = style.foreground.rgb(depth: depth, table: table)
    let back = style.background.rgb(background: true, depth: depth, table: table)
    let isReversed = style.attributes.contains(.reverse)
    return CellPaint(
      pen: Pen(
        colour: isReversed ? back ?? ground : front ?? ink,
        isBold: style.attributes.contains(.bold),
        isDim: style.attributes.contains(.dim)),
      background: isReversed ? front ?? ink : back,
      isUnderlined: style.attributes.contains(.underline))
  }
}

/// How one cell looks, every colour chosen.
struct CellPaint: Hashable {
  let pen: Pen
  /// Nothing if the ground shows.
  let background: RGB?
  let isUnderlined: Bool
}

/// What the characters of a cell are drawn with.
struct Pen: Hashable {
  let colour: RGB
  let isBold: Bool
  let isDim: Bool

  /// How much of a dim pen's ink is seen.
  static let dimOpacity = 0.6
}

extension RGB {
  /// `#rrggbb`, or `#rgb` where that says the same.
  var hexadecimal: String {
    let digits = [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let isShort = digits.allSatisfy { $0.first == $0.last }
    return "#" + (isShort ? digits.map { String($0.prefix(1)) } : digits).joined()
  }
}
