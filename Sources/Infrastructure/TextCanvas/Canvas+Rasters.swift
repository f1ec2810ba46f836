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
