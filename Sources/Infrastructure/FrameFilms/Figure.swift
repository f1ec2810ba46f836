/// How a character is drawn.
enum Figure: Hashable {
  /// By a font.
  case text
  /// As the dots of a braille pattern, in its bit order.
  case dots(UInt8)
  /// As rectangles, of which some quarters in `1 ... 4` are ink.
  case blocks([EighthsRectangle], quarters: Int)
  /// As lines from the middle of the cell to its edges.
  case lines(BoxLines)

  /// What joins across cells must not be left to fonts, which have gaps between lines.
  init(_ scalar: Unicode.Scalar) {
    if (0x2800...0x28FF).contains(scalar.value) {
      self = .dots(UInt8(truncatingIfNeeded: scalar.value))
    } else if let (rectangles, quarters) = BlockElements.shape(of: scalar) {
      self = .blocks(rectangles, quarters: quarters)
    } else if let lines = BoxLines(scalar) {
      self = .lines(lines)
    } else {
      self = .text
    }
  }
}
