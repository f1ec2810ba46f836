/// What draws strokes into the cells of a raster, for the length of one call.
struct Pen {
  private let cells: UnsafeMutablePointer<RasterCell>
  private let columns: Int
  private let reach: Raster.Reach
  private let ink: UInt8
  /// Whether a cell can show the dots of several lines.
  private let isBraille: Bool

  init(
    cells: UnsafeMutablePointer<RasterCell>, of raster: (columns: Int, glyphs: GlyphLevel), _ reach: Raster.Reach,
    ink: UInt8
  ) {
    self.cells = cells
    columns = raster.columns
    isBraille = raster.glyphs == .braille
    self.reach = reach
    self.ink = ink
  }

  /// Draws a straight line, both ends included: one dot for each step along its longer axis.
  func stroke(from start: FixedDot, to end: FixedDot) {
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let (along, across) = (reach.left..<reach.right, reach.top..<reach.bottom)
    if isBraille {
      let (cells, columns, ink) = (cells, columns, ink)
      if abs(dx) >= abs(dy) {
        Self.trace(start, end, along, across) { x, y in
          cells[(y >> 2) &* columns &+ x >> 1].mark(RasterCell.bit(x, y), ink: ink)
        }
      } else {
        Self.trace(start.transposed, end.transposed, across, along) { y, x in
          cells[(y >> 2) &* columns &+ x >> 1].mark(RasterCell.bit(x, y), ink: ink)
        }
      }
    } else {
      let direction = Direction(x: Double(dx), y: Double(dy))
      if abs(dx) >= abs(dy) {
        Self.trace(start, end, along, across) { x, y in mark(x, y, direction) }
      } else {
        Self.trace(start.transposed, end.transposed, across, along) { y, x in mark(x, y, direction) }
      }
    }
  }

  /// Calls `mark` with each dot of a line that lies in reach; x is its longer axis.
  @inline(__always)
  private static func trace(
    _ start: FixedDot, _ end: FixedDot, _ along: Range<Int>, _ across: Range<Int>, _ mark: (Int, Int) -> Void
  ) {
    let (start, end) = start.x <= end.x ? (start, end) : (end, start)
    let first = max(FixedDot.dot(start.x), along.lowerBound)
    let last = min(FixedDot.dot(end.x), along.upperBound &- 1)
    // The outermost dots may lie half a dot beyond the ends, so up to one farther across.
    guard first <= last, FixedDot.dot(max(start.y, end.y)) >= across.lowerBound &- 1,
      FixedDot.dot(min(start.y, end.y)) <= across.upperBound
    else { return }
    var line = ExactLine(
      along: start.x, across: start.y, run: max(1, end.x &- start.x), rise: end.y &- start.y, first: first,
      rounding: .nearest)
    var x = first
    while x <= last {
      if across.lowerBound <= line.place, line.place < across.upperBound { mark(x, line.place) }
      line.advance()
      x &+= 1
    }
  }

  /// Sets one dot, which lies in reach, of a line in that direction.
  @inline(__always)
  private func mark(_ x: Int, _ y: Int, _ direction: Direction) {
    let cell = cells + ((y >> 2) &* columns &+ x >> 1)
    if isBraille {
      cell.pointee.mark(RasterCell.bit(x, y), ink: ink)
    } else {
      cell.pointee.mark(RasterCell.bit(x, y), direction, ink: ink)
    }
  }

  /// Sets one dot, if it lies in reach.
  func dot(_ x: Int, _ y: Int, _ direction: Direction) {
    if reach.left <= x, x < reach.right, reach.top <= y, y < reach.bottom { mark(x, y, direction) }
  }
}

extension Raster {
  /// Draws with a pen of that ink; not at all where nothing can be painted.
  mutating func draw(ink: UInt8, _ draw: (Pen) -> Void) {
    guard !reach.isEmpty else { return }
    let (raster, reach) = ((columns: size.columns, glyphs: glyphs), reach)
    cells.withUnsafeMutableBufferPointer { cells in
      guard let first = cells.baseAddress else { return }
      draw(Pen(cells: first, of: raster, reach, ink: ink))
    }
  }
}
