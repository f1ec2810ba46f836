internal import Numbers

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
        areas[quarters].rectangle(x + part.left, part.top * 2, part.width, part.height * 2)
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
  func markup(by pen: Pen) -> String {
    func path(_ data: PathData, _ attributes: String, ink: Double = 1) -> String {
      let opacity = ink * (pen.isDim ? Pen.dimOpacity : 1)
      let fading = opacity == 1 ? "" : " opacity=\"\(DecimalText.short(opacity, places: 2))\""
      return data.isEmpty
        ? "" : "<path \(attributes)=\"\(pen.colour.hexadecimal)\"\(fading) d=\"\(data.text)\"/>"
    }
    return areas.indices.map { path(areas[$0], #"class="g" fill"#, ink: Double($0) / 4) }.joined()
      + path(dots, #"class="d" stroke"#) + path(light, #"class="l" stroke"#)
      + path(heavy, #"class="h" stroke"#)
  }
}
