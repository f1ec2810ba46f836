/// A point of a raster, in dots: two to a column, four to a row, from the centre of the upper left dot.
///
/// A cell is about twice as high as wide, so a dot is about square and a circle in dots looks round.
package struct Dot: Hashable, Sendable {
  package var x: Double
  package var y: Double

  /// Creates a point; it may lie anywhere, also outside the raster.
  package init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// Whether the point can be drawn at all: no number, or one beyond every map, cannot.
  var isUsable: Bool { abs(x) <= 1e12 && abs(y) <= 1e12 }
}

/// What an area is filled with; a pattern that stands still on the screen while the map moves.
package enum Texture: UInt8, Hashable, Sendable, CaseIterable {
  /// Every dot.
  case solid = 1
  /// Water.
  case waves
  /// Parks and woods.
  case grass
  /// Sand, squares, anything quiet.
  case sparse
  /// Buildings.
  case hatch
}

/// One layer of drawing in dots, to be shown on a canvas in one style.
///
/// The same calls draw the same picture for every ``GlyphLevel``: as braille, or with characters that look like the
/// lines that pass through a cell. Whatever lies outside is clipped before any dot is counted, so that no coordinate
/// is too hostile and none costs time; a point that is no number is left out.
package struct Raster: Sendable {
  /// The size in cells.
  package let size: CanvasSize
  /// Which characters show the dots.
  package let glyphs: GlyphLevel
  /// Row by row.
  var cells: [RasterCell]
  /// Room for the scan of one polygon, kept to be used again.
  var crossings: [Bool] = []

  /// Creates an empty raster of that many cells.
  package init(size: CanvasSize, glyphs: GlyphLevel) {
    self.size = size
    self.glyphs = glyphs
    cells = Array(repeating: RasterCell(), count: size.columns * size.rows)
  }

  /// The size in dots.
  package var dots: (width: Int, height: Int) { (2 * size.columns, 4 * size.rows) }

  /// The character for a cell inside the raster, or nothing where nothing is drawn.
  func scalar(_ column: Int, _ row: Int) -> Unicode.Scalar? {
    let cell = cells[row * size.columns + column]
    return cell.isEmpty ? nil : cell.scalar(glyphs)
  }

  /// Sets one dot of a line, inside the raster.
  mutating func mark(_ x: Int, _ y: Int, _ direction: Direction) {
    cells[(y >> 2) * size.columns + x >> 1].mark(x & 1, y & 3, direction)
  }
}

/// Which way a line runs through a cell.
enum Direction: UInt8 {
  case horizontal, vertical
  /// Falling to the right: \
  case falling
  /// Rising to the right: /
  case rising

  /// The direction of a step, rows growing downwards; within 22.5 degrees of an axis it counts as the axis.
  init(x: Double, y: Double) {
    let tangent = 0.414  // of 22.5 degrees
    if abs(y) <= tangent * abs(x) {
      self = .horizontal
    } else if abs(x) <= tangent * abs(y) {
      self = .vertical
    } else {
      self = (x < 0) == (y < 0) ? .falling : .rising
    }
  }
}
