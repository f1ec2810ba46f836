internal import TextCanvas

/// Digits five rows high, for the one number that is read while walking.
enum BigText {
  static let rows = 5

  /// Columns that `text` takes; characters without a large form take none.
  static func columns(of text: String) -> Int {
    text.reduce(0) { $0 + (font[$1].map { $0[0].count + 1 } ?? 0) }
  }

  /// Draws a number and its unit from `column` to the right.
  static func draw(_ text: String, column: Int, row: Int, block: Unicode.Scalar, style: Style, on canvas: inout Canvas)
  {
    var column = column
    for character in text {
      guard let rows = font[character] else { continue }
      for (line, dots) in rows.enumerated() {
        for (offset, dot) in dots.enumerated() where dot == "#" {
          canvas.put(String(Character(block)), column: column + offset, row: row + line, style: style)
        }
      }
      column += rows[0].count + 1
    }
  }

  private static let font: [Character: [String]] = [
    "0": [" ## ", "#  #", "#  #", "#  #", " ## "], "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["### ", "   #", " ## ", "#   ", "####"], "3": ["### ", "   #", " ## ", "   #", "### "],
    "4": ["#  #", "#  #", "####", "   #", "   #"], "5": ["####", "#   ", "### ", "   #", "### "],
    "6": [" ## ", "#   ", "### ", "#  #", " ## "], "7": ["####", "   #", "  # ", " #  ", " #  "],
    "8": [" ## ", "#  #", " ## ", "#  #", " ## "], "9": [" ## ", "#  #", " ###", "   #", " ## "],
    ".": [" ", " ", " ", " ", "#"], " ": ["  ", "  ", "  ", "  ", "  "],
    "m": ["     ", "     ", "## # ", "# # #", "# # #"], "k": ["#  ", "#  ", "# #", "## ", "# #"],
  ]
}
