/// A drawing in dots, of lines and areas in many inks, to be shown on a canvas.
///
/// The same calls draw the same picture for every ``GlyphLevel``: as braille, or with characters that look like the
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
