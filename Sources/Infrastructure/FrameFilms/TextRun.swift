/// Characters side by side that one SVG element writes.
struct TextRun {
  let pen: Pen
  let column: Int
  private(set) var text: String
  private(set) var columns: Int
  /// Whether every monospaced font has the characters, in one width.
  private let isPlain: Bool

  init(_ text: String, pen: Pen, column: Int, columns: Int) {
    (self.text, self.pen, self.column, self.columns) = (text, pen, column, columns)
    isPlain = Self.isPlain(text)
  }

  /// Takes a character in, if it stands beside the last, or after one cell without letters, and looks the same.
  ///
  /// What a font may lack comes in another width from another font, and stands alone for that reason.
  mutating func take(_ next: TextRun) -> Bool {
    let gap = next.column - column - columns
    guard isPlain, next.isPlain, next.pen == pen, (0...1).contains(gap) else { return false }
    text += (gap == 1 ? " " : "") + next.text
    columns += gap + next.columns
    return true
  }

  /// The element; its length keeps the columns in line whatever the font.
  func markup(ink: String) -> String {
    let colour = pen.colour.hexadecimal
    return
      "<text x=\"\(column * CellGrid.width)\" y=\"\(CellGrid.baseline)\" textLength=\"\(columns * CellGrid.width)\""
      + (isPlain && columns > 1 ? "" : " lengthAdjust=\"spacingAndGlyphs\"")
      + (colour == ink ? "" : " fill=\"\(colour)\"") + (pen.isBold ? " class=\"b\"" : "")
      + (pen.isDim ? " opacity=\"\(Pen.dimOpacity)\"" : "") + ">\(XML.escaped(text))</text>"
  }

  /// Latin, Greek and Cyrillic without marks.
  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.count == 1 && scalars.allSatisfy { $0.value < 0x0530 }
  }
}

/// Text in XML.
enum XML {
  /// `text` as the content of an element; it must hold no control characters.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
    // Scalar by scalar: with a mark on it, a "<" is another character.
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
