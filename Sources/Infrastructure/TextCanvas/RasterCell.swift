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

  /// How many dots were drawn in a direction; 3 stands for more.
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

  /// The dots that textures leave, and what they are filled with; nothing if there are none.
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
