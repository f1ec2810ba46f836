/// A drawing in dots, of lines and areas in many inks, to be shown on a canvas.
///
/// Draws the same picture at every ``GlyphLevel``: as braille, or with characters that look like the
/// lines that pass through a cell. Coordinates count to 1/256 of a dot and everything from there on is exact: a picture
/// painted in pieces (``window``) or moved by whole cells (``scroll(columns:rows:)``) is the picture painted at once.
/// Whatever lies outside costs next to nothing, so that no coordinate is too hostile; a point that is no number, or
/// farther out than any map (1e12), is left out.
package struct Raster: Sendable {
  /// The size in cells.
  package let size: CanvasSize
  /// Which characters show the dots.
  package let glyphs: GlyphLevel
  /// The cells that may be painted, by default all; those outside stay as they are.
  package var window: Area { didSet { reach = Reach(window, within: size) } }
  /// The dots of the window.
  private(set) var reach: Reach
  /// Row by row.
  var cells: [RasterCell]
  /// Where rows of dots enter and leave an area, a bit a dot; all zero between two calls.
  var crossings: [UInt64] = []

  /// Creates an empty raster of that many cells.
  package init(size: CanvasSize, glyphs: GlyphLevel) {
    self.size = size
    self.glyphs = glyphs
    window = Area(column: 0, row: 0, columns: size.columns, rows: size.rows)
    reach = Reach(window, within: size)
    cells = Array(repeating: RasterCell(), count: size.columns * size.rows)
  }

  /// The size in dots.
  package var dots: (width: Int, height: Int) { (2 * size.columns, 4 * size.rows) }

  /// Empties the cells of the window.
  package mutating func clear() {
    for row in reach.top / 4..<reach.bottom / 4 {
      for column in reach.left / 2..<reach.right / 2 { cells[row * size.columns + column] = RasterCell() }
    }
  }

  /// Moves the whole picture by cells, to the right and down; what comes in at the edges is empty.
  package mutating func scroll(columns: Int, rows: Int) {
    cells.scroll(
      Area(column: 0, row: 0, columns: size.columns, rows: size.rows), of: size, columns: columns, rows: rows,
      blank: RasterCell())
  }

  /// The dots that may be painted.
  struct Reach: Hashable, Sendable {
    let left: Int
    let right: Int
    let top: Int
    let bottom: Int

    init(_ window: Area, within size: CanvasSize) {
      let part = Area(column: 0, row: 0, columns: size.columns, rows: size.rows).part(window)
      (left, right) = (2 * part.column, 2 * part.endColumn)
      (top, bottom) = (4 * part.row, 4 * part.endRow)
    }

    var isEmpty: Bool { left >= right || top >= bottom }
  }
}

/// What is drawn in one cell of a raster, in eight bytes: the dots of all lines, and the area on top with the one below.
struct RasterCell: Hashable, Sendable {
  /// What an area is filled with: its texture, if it has one, and its ink.
  struct Fill: Hashable, Sendable {
    /// The raw value of a texture, or 0.
    fileprivate let pattern: UInt8
    let ink: UInt8

    init(_ texture: Texture?, ink: UInt8) {
      pattern = texture?.rawValue ?? 0
      self.ink = ink
    }

    var texture: Texture? { Texture(rawValue: pattern) }
  }

  /// Dots of lines, in the bit order of the braille patterns.
  private(set) var strokes: UInt8 = 0
  /// The highest ink among them.
  private(set) var lineInk: UInt8 = 0
  /// Dots of the area on top, before its texture thins them.
  private(set) var area: UInt8 = 0
  private var top = Fill(nil, ink: 0)
  /// What covered at least half of the cell before; bit 7 of its pattern says that there is one.
  private var belowPattern: UInt8 = 0
  private var belowInk: UInt8 = 0
  /// Four counters of two bits: how many dots were drawn in each direction, 3 standing for more.
  private var directions: UInt8 = 0

  private static let isThere: UInt8 = 0x80

  /// Whether nothing is drawn here.
  var isEmpty: Bool { strokes == 0 && area == 0 && belowPattern == 0 }

  // MARK: - Lines

  /// Sets a dot of a line among all the others.
  @inline(__always)
  mutating func mark(_ dot: UInt8, ink: UInt8) {
    strokes |= dot
    if ink > lineInk { lineInk = ink }
  }

  /// Sets a dot of a line that hides those of lower ink: of several lines, a single character can only show one.
  @inline(__always)
  mutating func mark(_ dot: UInt8, _ direction: Direction, ink: UInt8) {
    if ink != lineInk {
      if ink < lineInk { return }
      (lineInk, strokes, directions) = (ink, 0, 0)
    }
    strokes |= dot
    let shift = direction.rawValue * 2
    if directions >> shift & 3 < 3 { directions += 1 << shift }
  }

  /// Takes dots of lines away.
  mutating func wipe(_ dots: UInt8) {
    strokes &= ~dots
    if strokes == 0 { (lineInk, directions) = (0, 0) }
  }

  /// Returns the number of dots drawn in a direction; 3 means three or more.
  func count(_ direction: Direction) -> UInt8 { directions >> (direction.rawValue * 2) & 3 }

  // MARK: - Areas

  /// Sets dots of an area.
  @inline(__always)
  mutating func cover(_ dots: UInt8, _ fill: Fill) {
    if area != 0, fill == top {
      area |= dots
      return
    }
    // A cell less than half covered stays open, so that an edge does not swell.
    if dots != 0xFF, isMostlyCovered { (belowPattern, belowInk) = (top.pattern | Self.isThere, top.ink) }
    (area, top) = (dots, fill)
  }

  private var isMostlyCovered: Bool { area.nonzeroBitCount >= 4 }
  private var below: Fill? {
    belowPattern == 0 ? nil : Fill(Texture(rawValue: belowPattern & ~Self.isThere), ink: belowInk)
  }

  /// What covers at least half of the cell, or did before something small came upon it.
  var ground: Fill? { isMostlyCovered ? top : below }

  /// The dots that textures leave, and what they are filled with; `nil` if there are none.
  var texture: (dots: UInt8, fill: Fill)? {
    let upper = area & (top.texture?.pattern ?? 0)
    let lower = ~area & (below?.texture?.pattern ?? 0)
    if upper | lower == 0 { return nil }
    return (upper | lower, upper == 0 ? below ?? top : top)
  }

  // MARK: - Dots

  /// The bit of a dot; `x` and `y` count from the edge of any cell.
  @inline(__always)
  static func bit(_ x: Int, _ y: Int) -> UInt8 {
    // Braille counts the upper six dots column by column and has the lowest row, a late addition, at the end.
    UInt8(
      truncatingIfNeeded: (0x8040_2004_1002_0801 as UInt64) &>> UInt64(truncatingIfNeeded: (y & 3) << 4 | (x & 1) << 3))
  }

  /// The dots of four rows of two bits, the upper one lowest, in the bit order of the braille patterns.
  @inline(__always)
  static func dots(_ rows: UInt8) -> UInt8 {
    rows & 0xE1 | (rows & 0x02) << 2 | (rows & 0x04) >> 1 | (rows & 0x08) << 1 | (rows & 0x10) >> 2
  }

  /// The upper and lower half and the lowest row.
  static let upperHalf: UInt8 = 0b0001_1011
  static let lowerHalf: UInt8 = 0b1110_0100
  static let lowestRow: UInt8 = 0b1100_0000
  /// One step from the second row to the third, down and up.
  static let middleSteps: [UInt8] = [0b0010_0010, 0b0001_0100]
}

extension Raster {
  /// The character for the dots of lines in a cell inside the raster, or `nil` if there are none.
  func lineScalar(_ column: Int, _ row: Int) -> Unicode.Scalar? {
    let cell = cells[row * size.columns + column]
    guard cell.strokes != 0 else { return nil }
    switch glyphs {
    case .braille: return Self.braille(cell.strokes)
    case .blocks: return isCut(cell, column, row) ? nil : cell.lineScalar("─", "│", "┼")
    case .ascii: return isCut(cell, column, row) ? nil : cell.lineScalar("-", "|", "+")
    }
  }

  /// The character for what fills a cell and the ink of it, or `nil` if no texture leaves a dot.
  func areaScalar(_ cell: RasterCell) -> (scalar: Unicode.Scalar, ink: UInt8)? {
    if glyphs == .braille { return cell.texture.map { (Self.braille($0.dots), $0.fill.ink) } }
    guard let ground = cell.ground, let texture = ground.texture else { return nil }
    return (glyphs == .ascii ? texture.letter : texture.shade, ground.ink)
  }

  /// The character for everything in a cell as if all of it were one layer, or `nil` if the cell is empty.
  func scalar(_ column: Int, _ row: Int) -> Unicode.Scalar? {
    let cell = cells[row * size.columns + column]
    if cell.isEmpty { return nil }
    if glyphs == .braille {
      let dots = cell.strokes | (cell.texture?.dots ?? 0)
      return dots == 0 ? nil : Self.braille(dots)
    }
    return lineScalar(column, row) ?? areaScalar(cell)?.scalar
  }

  private static func braille(_ dots: UInt8) -> Unicode.Scalar { Unicode.Scalar(0x2800 + UInt32(dots)) ?? " " }

  /// Whether a line only cuts a corner of the cell on its steep way through the one beside it.
  private func isCut(_ cell: RasterCell, _ column: Int, _ row: Int) -> Bool {
    guard cell.strokes.nonzeroBitCount == 1, cell.count(.horizontal) == 0 else { return false }
    let beside = cell.strokes & 0b0100_0111 != 0 ? column - 1 : column + 1
    guard (0..<size.columns).contains(beside) else { return false }
    let main = cells[row * size.columns + beside]
    return main.lineInk == cell.lineInk && main.strokes.nonzeroBitCount >= 3
  }
}

extension RasterCell {
  /// The character that looks like the lines through the cell.
  fileprivate func lineScalar(
    _ horizontal: Unicode.Scalar, _ vertical: Unicode.Scalar, _ crossing: Unicode.Scalar
  ) -> Unicode.Scalar {
    let (across, down) = (count(.horizontal), count(.vertical))
    let (falling, rising) = (count(.falling), count(.rising))
    if min(across, down) >= 2 || min(falling, rising) >= 2 { return crossing }
    let most = max(across, down, falling, rising)
    // One line leaves four dots in a cell, even where it bends; more in two directions are two lines.
    let isMixed = min(max(across, down), max(falling, rising)) >= 2
    if isMixed && strokes.nonzeroBitCount >= 5 { return crossing }
    if most == across { return strokes & ~Self.lowestRow == 0 ? "_" : horizontal }
    if most == down { return vertical }
    // A gentle slope touches only one half of a cell, or crosses its middle by one step; a stroke of the full height
    // would look like a staircase.
    if Self.middleSteps.contains(strokes) { return horizontal }
    if strokes & Self.lowerHalf == 0 { return most == falling ? "`" : "'" }
    if strokes & Self.upperHalf == 0 { return most == falling ? "." : "," }
    return most == falling ? "\\" : "/"
  }
}
