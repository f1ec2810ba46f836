/// Where a text stands in the room it has.
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
