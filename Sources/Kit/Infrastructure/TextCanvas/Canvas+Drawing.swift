extension Canvas {
  /// Fills an area with one character of one column; one of another width counts as a blank.
  package mutating func fill(_ area: Area, with scalar: Unicode.Scalar = " ", style: Style = .plain) {
    let cell = Cell(Self.narrow(scalar), style)
    for row in rows(of: area) { replace(columns(of: area), row: row) { _, _ in cell } }
  }

  /// Draws a horizontal line of `columns` cells to the right.
  package mutating func horizontalLine(
    column: Int, row: Int, columns: Int, with scalar: Unicode.Scalar = "─", style: Style = .plain
  ) {
    fill(Area(column: column, row: row, columns: columns, rows: 1), with: scalar, style: style)
  }

  /// Draws a vertical line of `rows` cells downwards.
  package mutating func verticalLine(
    column: Int, row: Int, rows: Int, with scalar: Unicode.Scalar = "│", style: Style = .plain
  ) {
    fill(Area(column: column, row: row, columns: 1, rows: rows), with: scalar, style: style)
  }

  /// Draws the border of an area with a title in it; the inside stays as it was.
  ///
  /// An area of less than 2 x 2 cells has no border.
  package mutating func box(_ area: Area, title: String = "", style: Style = .plain) {
    guard area.size.columns >= 2, area.size.rows >= 2 else { return }
    let (left, right) = (area.column, area.endColumn - 1)
    let (top, bottom) = (area.row, area.endRow - 1)
    for row in [top, bottom] { horizontalLine(column: left, row: row, columns: area.size.columns, style: style) }
    for column in [left, right] { verticalLine(column: column, row: top, rows: area.size.rows, style: style) }
    put("┌", column: left, row: top, style: style)
    put("┐", column: right, row: top, style: style)
    put("└", column: left, row: bottom, style: style)
    put("┘", column: right, row: bottom, style: style)
    guard !title.isEmpty, area.size.columns > 4 else { return }
    put(" \(title) ", column: left + 1, row: top, style: style, width: area.size.columns - 2, ellipsis: true)
  }

  /// The columns of an area that can be drawn on.
  func columns(of area: Area) -> Range<Int> {
    let first = min(max(0, area.column), size.columns)
    return first..<max(first, min(area.endColumn, size.columns))
  }

  /// The rows of an area that can be drawn on.
  func rows(of area: Area) -> Range<Int> {
    let first = min(max(0, area.row), size.rows)
    return first..<max(first, min(area.endRow, size.rows))
  }

  private static func narrow(_ scalar: Unicode.Scalar) -> Glyph {
    CharacterWidth.kind(of: scalar) == .narrow ? Glyph(scalar) : .blank
  }
}

/// The alignment of a text in its room.
package enum Alignment: Hashable, Sendable {
  case left, centre, right
}

extension Canvas {
  /// Writes `text` from `column` to the right and returns the columns it took, those outside the canvas included.
  ///
  /// The text is cut at the right border, or after `width` columns. With `ellipsis`, a cut text ends in "…".
  @discardableResult
  package mutating func put(
    _ text: String, column: Int, row: Int, style: Style = .plain, width: Int = .max, ellipsis: Bool = false
  ) -> Int {
    guard row >= 0, row < size.rows, column < size.columns, column > -CanvasSize.limit * 2 else { return 0 }
    let room = max(0, min(width, size.columns - column))
    let isCut = ellipsis && CharacterWidth.columns(of: text, limit: room) > room
    let end = column + room - (isCut ? 1 : 0)
    var cursor = column
    var glyphs = Glyphs(text)
    while cursor < end, let (glyph, width) = glyphs.next(), cursor + width <= end {
      set(glyph, width: width, column: cursor, row: row, style: style)
      cursor += width
    }
    if isCut, room > 0 {
      set(Glyph("…"), width: 1, column: cursor, row: row, style: style)
      cursor += 1
    }
    return cursor - column
  }

  /// Writes `text` on the left, in the middle or on the right of `width` columns from `column`, by default the whole row.
  ///
  /// What does not fit ends in "…"; the rest of the room stays as it was.
  package mutating func put(
    _ text: String, _ alignment: Alignment, row: Int, column: Int = 0, width: Int = .max, style: Style = .plain
  ) {
    guard column < size.columns, column > -CanvasSize.limit * 2 else { return }
    let room = max(0, min(width, size.columns - column))
    let spare = max(0, room - CharacterWidth.columns(of: text, limit: room))
    let indent =
      switch alignment {
      case .left: 0
      case .centre: spare / 2
      case .right: spare
      }
    put(text, column: column + indent, row: row, style: style, width: room - indent, ellipsis: true)
  }
}

extension Canvas {
  /// Shows what a raster holds, all of it in `style`; its empty cells leave what was there.
  ///
  /// Rasters drawn later lie on top.
  package mutating func draw(_ raster: Raster, column: Int = 0, row: Int = 0, style: Style = .plain) {
    draw(raster, column: column, row: row) { column, row, _ in
      raster.scalar(column, row).map { Cell(Glyph($0), style) }
    }
  }

  /// Shows what a raster holds, each line and area in the look of its ink; its empty cells leave what was there.
  ///
  /// A cell with lines shows them, in the style of the highest ink among them, on the background of the area there. A
  /// cell without shows the texture of the area on its background, or the background alone.
  package mutating func draw(_ raster: Raster, column: Int = 0, row: Int = 0, inks: InkTable) {
    draw(raster, column: column, row: row) { column, row, below in
      let cell = raster.cells[row * raster.size.columns + column]
      if cell.isEmpty { return nil }
      let background = cell.ground.flatMap { inks.area($0.ink).background }
      let backdrop = background ?? below.style.background
      if let scalar = raster.lineScalar(column, row) {
        let style = inks.line(cell.lineInk)
        return Cell(Glyph(scalar), style.background == .standard ? style.on(backdrop) : style)
      }
      if let (scalar, ink) = raster.areaScalar(cell) {
        return Cell(Glyph(scalar), inks.area(ink).style.on(backdrop))
      }
      return background.map { Cell(.blank, Style(on: $0)) }
    }
  }

  /// Replaces the cells under a raster by what `look` makes of them; the places it is given count within the raster.
  private mutating func draw(
    _ raster: Raster, column: Int, row: Int, _ look: (_ column: Int, _ row: Int, _ below: Cell) -> Cell?
  ) {
    let area = Area(column: column, row: row, columns: raster.size.columns, rows: raster.size.rows)
    let columns = columns(of: area)
    for line in rows(of: area) {
      revise(columns, row: line) { place, below in look(place - area.column, line - area.row, below) }
    }
  }
}
