/// A rectangle in eighths of a cell's width and height.
struct EighthsRectangle: Hashable {
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  init(_ left: Int, _ top: Int, _ width: Int, _ height: Int) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }
}

/// The characters U+2580 to U+259F, which fill parts of their cell.
enum BlockElements {
  /// What a block element fills, and how many quarters of that are ink; nothing for other characters.
  static func shape(of scalar: Unicode.Scalar) -> (rectangles: [EighthsRectangle], quarters: Int)? {
    let value = Int(scalar.value)
    switch value {
    case 0x2580: return ([EighthsRectangle(0, 0, 8, 4)], 4)
    case 0x2581...0x2588: return ([EighthsRectangle(0, 0x2588 - value, 8, value - 0x2580)], 4)
    case 0x2589...0x258F: return ([EighthsRectangle(0, 0, 0x2590 - value, 8)], 4)
    case 0x2590: return ([EighthsRectangle(4, 0, 4, 8)], 4)
    case 0x2591...0x2593: return ([EighthsRectangle(0, 0, 8, 8)], value - 0x2590)
    case 0x2594: return ([EighthsRectangle(0, 0, 8, 1)], 4)
    case 0x2595: return ([EighthsRectangle(7, 0, 1, 8)], 4)
    case 0x2596...0x259F: return (quadrants(quarters[value - 0x2596]), 4)
    default: return nil
    }
  }

  /// Upper left 1, upper right 2, lower left 4, lower right 8, in the order of the characters.
  private static let quarters = [4, 8, 1, 13, 9, 7, 11, 2, 6, 14]

  private static func quadrants(_ bits: Int) -> [EighthsRectangle] {
    (0..<4).filter { bits >> $0 & 1 == 1 }.map { EighthsRectangle($0 % 2 * 4, $0 / 2 * 4, 4, 4) }
  }
}
