/// A picture in samples of 24-bit colour, to be shown on a canvas in characters of two colours each.
///
/// Samples count from 0 at the upper left. Writing outside is allowed and does nothing.
package struct Picture: Sendable {
  /// The size in cells.
  package let size: CanvasSize
  /// The characters that show it, which decide how many samples a cell has.
  package let glyphs: PictureGlyphs
  /// Whether a cell has only colours that its samples have, instead of means of them: for samples in the few colours of
  /// a palette, between which there are none.
  package let keepsColours: Bool
  /// Row by row, `0x00RRGGBB`; then some more, so that the last cells can be read with others behind them.
  private(set) var samples: [UInt32]

  /// Creates a black picture of that many cells; numbers out of range are cut as those of a ``CanvasSize``.
  package init(columns: Int, rows: Int, glyphs: PictureGlyphs, keepsColours: Bool = false) {
    size = CanvasSize(columns: columns, rows: rows)
    (self.glyphs, self.keepsColours) = (glyphs, keepsColours)
    let count = size.columns * glyphs.across * size.rows * glyphs.down
    samples = Array(repeating: 0, count: count + PictureFit.lanes * glyphs.across)
  }

  /// The width in samples.
  package var width: Int { size.columns * glyphs.across }
  /// The height in samples.
  package var height: Int { size.rows * glyphs.down }

  /// The colour of a sample, `0x00RRGGBB`; 0 outside.
  package subscript(x: Int, y: Int) -> UInt32 {
    get { isInside(x, y) ? samples[y * width + x] : 0 }
    set { if isInside(x, y) { samples[y * width + x] = newValue } }
  }

  private func isInside(_ x: Int, _ y: Int) -> Bool { x >= 0 && y >= 0 && x < width && y < height }

  /// Gives `body` all samples, row by row without gaps, to write many of them; the upper byte of each is ignored.
  package mutating func withSamples<Result>(
    _ body: (inout UnsafeMutableBufferPointer<UInt32>) throws -> Result
  ) rethrows -> Result {
    let count = width * height
    return try samples.withUnsafeMutableBufferPointer { all in
      var inside = UnsafeMutableBufferPointer(rebasing: all[..<count])
      return try body(&inside)
    }
  }
}

/// The characters that show a picture, by how finely they divide a cell.
package enum PictureGlyphs: String, Hashable, Sendable, CaseIterable {
  /// Two columns and three rows: U+1FB00 to U+1FB3B of Unicode 13, which many fonts lack.
  case sextants
  /// Two columns and two rows: U+2596 to U+259F and the half blocks.
  case quadrants
  /// One column and two rows: the upper and the lower half block.
  case halves

  /// How many samples a cell has side by side.
  package var across: Int { self == .halves ? 1 : 2 }
  /// How many samples a cell has one below the other.
  package var down: Int { self == .sextants ? 3 : 2 }

  /// The characters by the samples that they fill: the lowest bit is the upper left one, then row by row.
  package var scalars: [Unicode.Scalar] {
    switch self {
    case .sextants: Self.allSextants
    case .quadrants: Self.allQuadrants
    case .halves: Self.allHalves
    }
  }

  /// Unicode has them in the order of their bits, without those that were there before.
  private static let allSextants = (0..<64).map { bits -> Unicode.Scalar in
    switch bits {
    case 0: " "
    case 0b010101: "▌"
    case 0b101010: "▐"
    case 63: "█"
    default: Unicode.Scalar(UInt32(0x1FAFF + bits - (bits > 0b010101 ? 1 : 0) - (bits > 0b101010 ? 1 : 0))) ?? " "
    }
  }
  private static let allQuadrants = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█".unicodeScalars)
  private static let allHalves = Array(" ▀▄█".unicodeScalars)

  /// The samples that a character fills, as in ``scalars``; `nil` if it is none of them.
  package func filled(by scalar: Unicode.Scalar) -> Int? { scalars.firstIndex(of: scalar) }

  /// The character that fills what another one leaves; `nil` for characters that no picture has.
  package static func inverse(of scalar: Unicode.Scalar) -> Unicode.Scalar? { inverses[scalar] }

  private static let inverses: [Unicode.Scalar: Unicode.Scalar] = {
    let pairs = allCases.flatMap { zip($0.scalars, $0.scalars.reversed()) }
    return Dictionary(pairs) { first, _ in first }
  }()
}

extension Canvas {
  /// Shows a picture, two colours a cell; nothing of what was there stays.
  ///
  /// A cell whose samples are nearly the same becomes a blank. The upper left sample of a cell always belongs to its
  /// background, so that equal samples give equal cells.
  package mutating func draw(_ picture: Picture, column: Int = 0, row: Int = 0) {
    let area = Area(column: column, row: row, columns: picture.size.columns, rows: picture.size.rows)
    let columns = columns(of: area)
    guard !columns.isEmpty else { return }
    var fit = PictureFit(picture)
    for line in rows(of: area) {
      let cells = fit.cells(ofRow: line - area.row)
      replace(columns, row: line) { place, _ in cells[place - area.column] }
    }
  }
}
