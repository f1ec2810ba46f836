extension Raster {
  /// The character for the dots of lines in a cell inside the raster, or nothing where there are none.
  func lineScalar(_ column: Int, _ row: Int) -> Unicode.Scalar? {
    let cell = cells[row * size.columns + column]
    guard cell.strokes != 0 else { return nil }
    switch glyphs {
    case .braille: return Self.braille(cell.strokes)
    case .blocks: return isCut(cell, column, row) ? nil : cell.lineScalar("─", "│", "┼")
    case .ascii: return isCut(cell, column, row) ? nil : cell.lineScalar("-", "|", "+")
    }
  }

  /// The character for what fills a cell and the ink of it, or nothing where no texture leaves a dot.
  func areaScalar(_ cell: RasterCell) -> (scalar: Unicode.Scalar, ink: UInt8)? {
    if glyphs == .braille { return cell.texture.map { (Self.braille($0.dots), $0.fill.ink) } }
    guard let ground = cell.ground, let texture = ground.texture else { return nil }
    return (glyphs == .ascii ? texture.letter : texture.shade, ground.ink)
  }

  /// The character for everything in a cell as if all of it were one layer, or nothing where nothing is seen.
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
