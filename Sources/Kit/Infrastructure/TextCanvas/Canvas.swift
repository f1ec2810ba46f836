/// A grid of terminal cells, drawn by pure functions.
///
/// Columns and rows count from 0 at the upper left. Drawing outside is allowed and shows nothing. A wide character
/// has both its cells or none: overwriting one half blanks the other. Nothing on a canvas can be a control or bidi
/// character.
package struct Canvas: Sendable {
  /// The whole grid.
  let extent: CanvasSize
  /// Row by row.
  private(set) var cells: [Cell]
  /// The part that is drawn on now, in coordinates of the whole.
  private var window: Area

  /// Creates a blank canvas.
  package init(size: CanvasSize) {
    extent = size
    cells = Array(repeating: .blank, count: size.columns * size.rows)
    window = Area(column: 0, row: 0, columns: size.columns, rows: size.rows)
  }

  /// Creates a blank canvas.
  package init(width: Int, height: Int) { self.init(size: CanvasSize(columns: width, rows: height)) }

  /// The size of the area that is drawn on: of the whole canvas, or inside ``within(_:_:)`` of that area.
  package var size: CanvasSize { window.size }

  /// The cell at a place; a blank outside.
  package subscript(column: Int, row: Int) -> Cell {
    index(column, row).map { cells[$0] } ?? .blank
  }

  /// Draws on a part of the canvas as if it were a whole one, so that two views can share a screen.
  ///
  /// `area` is cut to the canvas; its upper left corner becomes column 0, row 0.
  package mutating func within(_ area: Area, _ draw: (inout Canvas) throws -> Void) rethrows {
    let outer = window
    window = outer.part(area)
    defer { window = outer }
    try draw(&self)
  }

  /// The rows as lines of text, without trailing blanks and without a line end after the last: for golden files.
  package var text: String { lines { $0.text } }

  /// The canvas as lines of printable ASCII, for files and terminals without Unicode.
  package var asciiText: String {
    lines { $0.isContinuation ? " " : String(Character(Unicode.Scalar(ASCIILikeness.of($0.glyph.scalar)))) }
  }

  /// The whole picture as numbers, the size first: to compare pictures that are not in memory together.
  ///
  /// The numbers of one picture are the same in every build.
  package var words: [UInt64] { [UInt64(extent.columns), UInt64(extent.rows)] + cells.map(\.bits) }

  private func lines(_ text: (Cell) -> String) -> String {
    (0..<size.rows).map { row in
      let line = (0..<size.columns).map { text(self[$0, row]) }.joined()
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    .joined(separator: "\n")
  }

  /// Puts a picture over what is drawn, its upper left corner in this one's; what reaches beyond is cut off.
  package mutating func put(_ picture: Canvas) {
    let columns = min(size.columns, picture.size.columns)
    for row in 0..<min(size.rows, picture.size.rows) {
      replace(0..<columns, row: row) { column, _ in
        let cell = picture[column, row]
        // A wide character that is cut becomes blank.
        return column == columns - 1 && picture[columns, row].isContinuation ? Cell(.blank, cell.style) : cell
      }
    }
  }

  // MARK: - For the drawing functions of this module

  /// Returns the index in `cells` of a position in the window, or `nil` outside of it.
  func index(_ column: Int, _ row: Int) -> Int? {
    guard column >= 0, row >= 0, column < size.columns, row < size.rows else { return nil }
    return (window.row + row) * extent.columns + window.column + column
  }

  /// Writes one glyph of one or two columns; a wide one that does not fit becomes a blank.
  mutating func set(_ glyph: Glyph, width: Int, column: Int, row: Int, style: Style) {
    if width == 1 {
      guard let index = index(column, row) else { return }
      makeRoom(index..<index + 1)
      cells[index] = Cell(glyph, style)
    } else if let index = index(column, row), self.index(column + 1, row) != nil {
      makeRoom(index..<index + 2)
      cells[index] = Cell(glyph, style)
      cells[index + 1] = cells[index].continuation
    } else {
      set(.blank, width: 1, column: column, row: row, style: style)
      set(.blank, width: 1, column: column + 1, row: row, style: style)
    }
  }

  /// Changes the cells `columns` of a row, all inside the window, through `change`, which must not write wide characters.
  mutating func replace(_ columns: Range<Int>, row: Int, _ change: (_ column: Int, _ cell: Cell) -> Cell) {
    guard !columns.isEmpty, let first = index(columns.lowerBound, row) else { return }
    makeRoom(first..<first + columns.count)
    for column in columns {
      let index = first + column - columns.lowerBound
      cells[index] = change(column, cells[index])
    }
  }

  /// Changes single cells of a row, all inside the window, where `change` has an answer; it must write narrow characters.
  mutating func revise(_ columns: Range<Int>, row: Int, _ change: (_ column: Int, _ cell: Cell) -> Cell?) {
    guard !columns.isEmpty, let first = index(columns.lowerBound, row) else { return }
    for column in columns {
      let index = first + column - columns.lowerBound
      guard let cell = change(column, cells[index]) else { continue }
      makeRoom(index..<index + 1)
      cells[index] = cell
    }
  }

  /// Moves what lies in an area of the whole grid as ``Scroll`` says; what comes in at its edges is blank.
  ///
  /// No edge of the area, and none of what is left of it, may cut a wide character.
  mutating func scroll(_ area: Area, columns: Int, rows: Int) {
    cells.scroll(area, of: extent, columns: columns, rows: rows, blank: .blank)
  }

  /// Blanks the halves of wide characters that would be left alone beside `range`, which lies in one row.
  private mutating func makeRoom(_ range: Range<Int>) {
    if cells[range.lowerBound].isContinuation {
      cells[range.lowerBound - 1] = Cell(.blank, cells[range.lowerBound].style)
    }
    if range.upperBound < cells.count, cells[range.upperBound].isContinuation {
      cells[range.upperBound] = Cell(.blank, cells[range.upperBound].style)
    }
  }
}

extension Canvas: Equatable {
  /// Whether both show the same.
  package static func == (left: Canvas, right: Canvas) -> Bool {
    left.extent == right.extent && left.cells == right.cells
  }
}

/// Width and height of a drawing area, in terminal cells; each in `0 ... 2048`.
///
/// The upper bound keeps a terminal that claims 65,535 columns and rows from costing gigabytes.
package struct CanvasSize: Hashable, Sendable {
  /// The greatest width and height.
  package static let limit = 2048

  /// How many columns it is wide.
  package let columns: Int
  /// How many rows it is high.
  package let rows: Int

  /// Creates a size; numbers out of range are cut to it.
  package init(columns: Int, rows: Int) {
    self.columns = min(max(0, columns), Self.limit)
    self.rows = min(max(0, rows), Self.limit)
  }
}

/// A rectangle of cells: its upper left corner and its size.
///
/// It may lie partly or wholly outside a canvas.
package struct Area: Hashable, Sendable {
  /// Its first column.
  package let column: Int
  /// Its first row.
  package let row: Int
  /// How wide and high it is.
  package let size: CanvasSize

  /// Creates an area; a corner farther out than any canvas is drawn nearer, so that no sum can overflow.
  package init(column: Int, row: Int, columns: Int, rows: Int) {
    let reach = -2 * CanvasSize.limit...2 * CanvasSize.limit
    self.column = min(max(reach.lowerBound, column), reach.upperBound)
    self.row = min(max(reach.lowerBound, row), reach.upperBound)
    self.size = CanvasSize(columns: columns, rows: rows)
  }

  /// The first column to the right of the area.
  package var endColumn: Int { column + size.columns }
  /// The first row below the area.
  package var endRow: Int { row + size.rows }

  /// The part of `inner`, given in coordinates of this area, that lies inside, in coordinates of the outside.
  func part(_ inner: Area) -> Area {
    let left = min(max(column, column + inner.column), endColumn)
    let top = min(max(row, row + inner.row), endRow)
    let right = max(left, min(endColumn, column + inner.endColumn))
    let bottom = max(top, min(endRow, row + inner.endRow))
    return Area(column: left, row: top, columns: right - left, rows: bottom - top)
  }
}

/// One cell of a canvas, in 8 bytes: a scalar, up to two marks upon it, and a style; or a scalar in two direct colours.
///
/// Two marks are what the scripts of place names need (a Thai vowel and its tone, the vowel and the final of a Hangul
/// syllable); more are dropped, so no name can grow over its neighbours. Equal cells look equal: a blank forgets
/// what would not show on it.
package struct Cell: Hashable, Sendable {
  /// From the lowest bit: 21 bits of scalar, 12 and 12 of marks, 18 of style, and a bit that is 0.
  ///
  /// In a picture: 21 bits of scalar, 42 of two colours, and a bit that is 1.
  let bits: UInt64

  private static let glyphMask: UInt64 = 1 << styleShift - 1
  private static let styleShift: UInt64 = 45
  private static let scalarMask: UInt64 = 0x1F_FFFF

  /// A cell of a glyph.
  ///
  /// A picture's style has no room for marks: a glyph with marks is shown in plain style, for its letters matter more.
  init(_ glyph: Glyph, _ style: Style) {
    if style.isPicture {
      let shown = glyph == .blank ? style.onBlank : glyph.isMarked ? .plain : style
      bits = glyph.bits | shown.bits
    } else {
      let shown = glyph == .blank ? style.onBlank : style
      bits = glyph.bits | shown.bits << Self.styleShift
    }
  }

  /// The right half of a wide character of that style.
  private init(continuationOf style: Style) {
    bits = style.isPicture ? style.bits : style.bits << Self.styleShift
  }

  /// A blank without any style.
  package static let blank = Cell(.blank, .plain)

  /// The right half of the wide character that this cell begins.
  var continuation: Cell { Cell(continuationOf: style) }

  /// Whether the cell is the right half of the wide character on its left.
  package var isContinuation: Bool { glyph.bits == 0 }

  /// The glyph in the cell; empty in the right half of a wide character.
  var glyph: Glyph { Glyph(bits: bits & (isPicture ? Self.scalarMask : Self.glyphMask)) }

  /// How the cell looks.
  package var style: Style { Style(bits: isPicture ? bits & ~Self.scalarMask : bits >> Self.styleShift) }

  /// Whether the cell has two direct colours.
  private var isPicture: Bool { bits >> 63 != 0 }

  /// The character in the cell with its marks; empty in the right half of a wide character.
  package var text: String { isContinuation ? "" : glyph.text }
}
