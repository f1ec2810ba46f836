internal import Numbers

/// How a character is drawn.
enum Figure: Hashable {
  /// By a font.
  case text
  /// As the dots of a braille pattern, in its bit order.
  case dots(UInt8)
  /// As rectangles, of which some quarters in `1 ... 4` are ink.
  case blocks([CellRectangle], quarters: Int)
  /// As lines from the middle of the cell to its edges.
  case lines(BoxLines)

  /// Chooses how to draw a character: those that join across cells as shapes, as fonts leave gaps between lines.
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

/// A rectangle in the units of ``CellGrid``, from the upper left corner of its cell.
struct CellRectangle: Hashable {
  let left: Int
  let top: Int
  let width: Int
  let height: Int

  init(_ left: Int, _ top: Int, _ width: Int, _ height: Int) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }
}

/// The characters U+2580 to U+259F and U+1FB00 to U+1FB3B, which fill parts of their cell.
enum BlockElements {
  /// What a block element fills, and how many quarters of that are ink; `nil` for other characters.
  static func shape(of scalar: Unicode.Scalar) -> (rectangles: [CellRectangle], quarters: Int)? {
    let value = Int(scalar.value)
    switch value {
    case 0x2580: return ([CellRectangle(0, 0, 8, 8)], 4)
    case 0x2581...0x2588: return ([CellRectangle(0, 2 * (0x2588 - value), 8, 2 * (value - 0x2580))], 4)
    case 0x2589...0x258F: return ([CellRectangle(0, 0, 0x2590 - value, 16)], 4)
    case 0x2590: return ([CellRectangle(4, 0, 4, 16)], 4)
    case 0x2591...0x2593: return ([CellRectangle(0, 0, 8, 16)], value - 0x2590)
    case 0x2594: return ([CellRectangle(0, 0, 8, 2)], 4)
    case 0x2595: return ([CellRectangle(7, 0, 1, 16)], 4)
    case 0x2596...0x259F: return samples(of: scalar, .quadrants, edges: [0, 8, 16]).map { ($0, 4) }
    // Thirds of 16 in whole numbers, so that edges are sharp and neighbours join.
    case 0x1FB00...0x1FB3B: return samples(of: scalar, .sextants, edges: [0, 5, 11, 16]).map { ($0, 4) }
    default: return nil
    }
  }

  /// The samples that a character of pictures fills, with the upper edges of its rows and the lower one of the last.
  private static func samples(
    of scalar: Unicode.Scalar, _ glyphs: PictureGlyphs, edges: [Int]
  ) -> [CellRectangle]? {
    glyphs.filled(by: scalar).map { bits in
      (0..<2 * glyphs.down).filter { bits & (1 << $0) != 0 }.map { sample in
        let row = sample / 2
        return CellRectangle(sample % 2 * 4, edges[row], 4, edges[row + 1] - edges[row])
      }
    }
  }
}

/// A character of box drawing made of arms from the middle of its cell, all light or all heavy, or a rounded corner.
struct BoxLines: Hashable {
  /// The edges that an arm leads to.
  struct Arms: OptionSet, Hashable {
    let rawValue: UInt8
    static let left = Arms(rawValue: 1)
    static let up = Arms(rawValue: 2)
    static let right = Arms(rawValue: 4)
    static let down = Arms(rawValue: 8)
  }

  let arms: Arms
  private(set) var isHeavy = false
  private(set) var isRound = false

  /// Reads a box-drawing character; `nil` for others, and for those with dashes, double lines or mixed weights.
  init?(_ scalar: Unicode.Scalar) {
    if let arms = Self.light[scalar] {
      self.arms = arms
    } else if let arms = Self.heavy[scalar] {
      (self.arms, isHeavy) = (arms, true)
    } else if let arms = Self.round[scalar] {
      (self.arms, isRound) = (arms, true)
    } else {
      return nil
    }
  }

  private static let light: [Unicode.Scalar: Arms] = [
    "─": [.left, .right], "│": [.up, .down], "┌": [.right, .down], "┐": [.left, .down],
    "└": [.up, .right],
    "┘": [.left, .up], "├": [.up, .right, .down], "┤": [.left, .up, .down],
    "┬": [.left, .right, .down],
    "┴": [.left, .up, .right], "┼": [.left, .up, .right, .down], "╴": .left, "╵": .up, "╶": .right,
    "╷": .down,
  ]

  private static let heavy: [Unicode.Scalar: Arms] = [
    "━": [.left, .right], "┃": [.up, .down], "┏": [.right, .down], "┓": [.left, .down],
    "┗": [.up, .right],
    "┛": [.left, .up], "┣": [.up, .right, .down], "┫": [.left, .up, .down],
    "┳": [.left, .right, .down],
    "┻": [.left, .up, .right], "╋": [.left, .up, .right, .down], "╸": .left, "╹": .up, "╺": .right,
    "╻": .down,
  ]

  private static let round: [Unicode.Scalar: Arms] = [
    "╭": [.right, .down], "╮": [.left, .down], "╰": [.up, .right], "╯": [.left, .up],
  ]
}

/// The figures of a row that one pen draws, as a few paths.
struct FigureStrokes {
  private var dots = PathData()
  private var light = PathData()
  private var heavy = PathData()
  /// Areas by the part of them that is ink, in quarters; all of it is the last.
  private var areas = [PathData](repeating: PathData(), count: 5)

  /// Draws a figure in the cell that begins at `x`.
  mutating func draw(_ figure: Figure, at x: Int) {
    switch figure {
    case .text: break
    case .dots(let bits):
      for (bit, place) in Self.dotPlaces.enumerated() where bits >> bit & 1 == 1 {
        dots.dot(x + place.x, place.y)
      }
    case .blocks(let rectangles, let quarters):
      for part in rectangles {
        areas[quarters].rectangle(x + part.left, part.top, part.width, part.height)
      }
    case .lines(let lines):
      if lines.isHeavy {
        Self.draw(lines, at: x, on: &heavy)
      } else {
        Self.draw(lines, at: x, on: &light)
      }
    }
  }

  /// Draws a line under `width` columns of letters.
  mutating func underline(at x: Int, width: Int) {
    light.horizontal(x, CellGrid.baseline + 2, width)
  }

  /// Where the dots of braille are, in the order of its bits.
  private static let dotPlaces: [(x: Int, y: Int)] = [
    (2, 2), (2, 6), (2, 10), (6, 2), (6, 6), (6, 10), (2, 14), (6, 14),
  ]

  private static func draw(_ lines: BoxLines, at x: Int, on path: inout PathData) {
    let arms = lines.arms
    let (left, right) = (arms.contains(.left) ? x : x + 4, arms.contains(.right) ? x + 8 : x + 4)
    let (top, bottom) = (arms.contains(.up) ? 0 : 8, arms.contains(.down) ? 16 : 8)
    if lines.isRound {
      // From the edge above or below, by the middle, to the edge at the side.
      path.append("M\(x + 4) \(top == 0 ? 0 : 16)Q\(x + 4) 8 \(left == x ? left : right) 8")
      return
    }
    if left < right { path.horizontal(left, 8, right - left) }
    if top < bottom { path.append("M\(x + 4) \(top)v\(bottom - top)") }
  }

  /// The paths as elements, areas below lines.
  func markup(by pen: TextPaint) -> String {
    func path(_ data: PathData, _ attributes: String, ink: Double = 1) -> String {
      let opacity = ink * (pen.isDim ? TextPaint.dimOpacity : 1)
      let fading = opacity == 1 ? "" : " opacity=\"\(DecimalText.short(opacity, places: 2))\""
      return data.isEmpty
        ? "" : "<path \(attributes)=\"\(pen.colour.hexadecimal)\"\(fading) d=\"\(data.text)\"/>"
    }
    return areas.indices.map { path(areas[$0], #"class="g" fill"#, ink: Double($0) / 4) }.joined()
      + path(dots, #"class="d" stroke"#) + path(light, #"class="l" stroke"#)
      + path(heavy, #"class="h" stroke"#)
  }
}

/// The `d` of an SVG path in the making; what continues the last piece lengthens it.
struct PathData {
  private var pieces = ""
  /// A rectangle, or a line of height 0, that may go on.
  private var open: (left: Int, top: Int, width: Int, height: Int)?

  /// Whether nothing was drawn.
  var isEmpty: Bool { pieces.isEmpty && open == nil }

  /// The whole.
  var text: String { pieces + (open.map(Self.text) ?? "") }

  /// A filled rectangle.
  mutating func rectangle(_ left: Int, _ top: Int, _ width: Int, _ height: Int) {
    if let last = open, last.top == top, last.height == height, last.left + last.width == left {
      open?.width += width
    } else {
      close()
      open = (left, top, width, height)
    }
  }

  /// A stroked line to the right.
  mutating func horizontal(_ left: Int, _ top: Int, _ width: Int) { rectangle(left, top, width, 0) }

  /// Anything else, which begins with a move.
  mutating func append(_ piece: String) {
    close()
    pieces += piece
  }

  /// A dot: a line of no length with round ends.
  mutating func dot(_ x: Int, _ y: Int) { append("M\(x) \(y)h0") }

  private mutating func close() {
    if let last = open { pieces += Self.text(last) }
    open = nil
  }

  private static func text(_ piece: (left: Int, top: Int, width: Int, height: Int)) -> String {
    let move = "M\(piece.left) \(piece.top)h\(piece.width)"
    return piece.height == 0 ? move : move + "v\(piece.height)h-\(piece.width)z"
  }
}
