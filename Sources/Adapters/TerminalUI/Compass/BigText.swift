internal import TextCanvas

/// Digits five rows high, for the one number that is read while walking.
enum BigText {
  static let rows = 5

  /// Columns that `text` takes.
  static func columns(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

  /// Draws a number from `column` to the right; what is no digit, its unit, stands small at the foot.
  static func draw(_ text: String, column: Int, row: Int, block: Unicode.Scalar, style: Style, on canvas: inout Canvas)
  {
    var column = column
    for character in text {
      if let dots = font[character] {
        draw(dots, column: column, row: row, block: block, style: style, on: &canvas)
      } else {
        canvas.put(String(character), column: column, row: row + rows - 1, style: style)
      }
      column += columns(of: character)
    }
  }

  private static func draw(
    _ dots: [String], column: Int, row: Int, block: Unicode.Scalar, style: Style, on canvas: inout Canvas
  ) {
    for (line, dots) in dots.enumerated() {
      for (offset, dot) in dots.enumerated() where dot == "#" {
        canvas.put(String(Character(block)), column: column + offset, row: row + line, style: style)
      }
    }
  }

  private static func columns(of character: Character) -> Int {
    font[character].map { $0[0].count + 1 } ?? CharacterWidth.columns(of: String(character))
  }

  private static let font: [Character: [String]] = [
    "0": [" ## ", "#  #", "#  #", "#  #", " ## "], "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["### ", "   #", " ## ", "#   ", "####"], "3": ["### ", "   #", " ## ", "   #", "### "],
    "4": ["#  #", "#  #", "####", "   #", "   #"], "5": ["####", "#   ", "### ", "   #", "### "],
    "6": [" ## ", "#   ", "### ", "#  #", " ## "], "7": ["####", "   #", "  # ", " #  ", " #  "],
    "8": [" ## ", "#  #", " ## ", "#  #", " ## "], "9": [" ## ", "#  #", " ###", "   #", " ## "],
    ".": [" ", " ", " ", " ", "#"],
  ]
}
