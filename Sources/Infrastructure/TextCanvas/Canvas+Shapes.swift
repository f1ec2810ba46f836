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
