/// The dots of one cell of a raster, and where they come from.
struct RasterCell: Hashable, Sendable {
  /// Dots of lines, in the bit order of the braille patterns.
  private(set) var strokes: UInt8 = 0
  /// Dots of areas, before their texture thins them.
  private(set) var area: UInt8 = 0
  /// Four counters of two bits: how many dots were drawn in each direction, 3 standing for more.
  private var directions: UInt8 = 0
  /// The raw value of the texture of the area, or 0.
  private var texture: UInt8 = 0

  /// Whether nothing is drawn here.
  var isEmpty: Bool { strokes == 0 && area == 0 }

  /// Sets a dot of a line; `x` in `0 ... 1`, `y` in `0 ... 3`.
  mutating func mark(_ x: Int, _ y: Int, _ direction: Direction) {
    strokes |= Self.bit(x, y)
    let shift = direction.rawValue * 2
    if directions >> shift & 3 < 3 { directions += 1 << shift }
  }

  /// Sets a dot of an area.
  mutating func cover(_ x: Int, _ y: Int, _ texture: Texture) {
    area |= Self.bit(x, y)
    self.texture = texture.rawValue
  }

  /// Sets all dots of an area.
  mutating func cover(_ texture: Texture) {
    area = 0xFF
    self.texture = texture.rawValue
  }

  /// The character that looks like the dots, or nothing if the texture leaves none of them.
  func scalar(_ glyphs: GlyphLevel) -> Unicode.Scalar? {
    switch glyphs {
    case .braille:
      let dots = strokes | area & pattern
      return dots == 0 ? nil : Unicode.Scalar(0x2800 + UInt32(dots))
    case .blocks: return strokes != 0 ? lineScalar(horizontal: "─", vertical: "│", crossing: "┼") : shade
    case .ascii: return strokes != 0 ? lineScalar(horizontal: "-", vertical: "|", crossing: "+") : letter
    }
  }

  // MARK: - Lines

  /// The upper half, the middle and the lowest row of dots.
  private static let upperHalf: UInt8 = 0b0001_1011
  private static let lowerHalf: UInt8 = 0b1110_0100
  private static let lowestRow: UInt8 = 0b1100_0000

  private static func bit(_ x: Int, _ y: Int) -> UInt8 {
    // Braille counts the upper six dots column by column and has the lowest row, a late addition, at the end.
    y == 3 ? 0x40 << UInt8(x) : 1 << UInt8(3 * x + y)
  }

  private func count(_ direction: Direction) -> UInt8 { directions >> (direction.rawValue * 2) & 3 }

  private func lineScalar(
    horizontal: Unicode.Scalar, vertical: Unicode.Scalar, crossing: Unicode.Scalar
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
    // A gentle slope touches only one half of a cell; a stroke of the full height would look like a staircase.
    if strokes & Self.lowerHalf == 0 { return most == falling ? "`" : "'" }
    if strokes & Self.upperHalf == 0 { return most == falling ? "." : "," }
    return most == falling ? "\\" : "/"
  }

  // MARK: - Areas

  /// Which dots the texture keeps.
  private var pattern: UInt8 {
    switch Texture(rawValue: texture) {
    case .solid: 0xFF
    case .waves: 0b0001_0010  // the second row from the left and the first: a ripple
    case .grass: 0b0110_0010
    case .sparse: 0b0000_0100
    case .hatch: 0b0110_1010
    case nil: 0
    }
  }

  /// A cell less than half covered stays open, so that an edge does not swell.
  private var isMostlyCovered: Bool { area.nonzeroBitCount >= 4 }

  private var letter: Unicode.Scalar? {
    guard isMostlyCovered else { return nil }
    return switch Texture(rawValue: texture) {
    case .solid: "#"
    case .waves: "~"
    case .grass: "\""
    case .sparse: "."
    case .hatch: "%"
    case nil: nil
    }
  }

  private var shade: Unicode.Scalar? {
    guard isMostlyCovered else { return nil }
    return switch Texture(rawValue: texture) {
    case .solid: "█"
    case .waves: "~"
    case .grass: "░"
    case .sparse: "."
    case .hatch: "▒"
    case nil: nil
    }
  }
}
