internal import Geodesy
internal import TextCanvas
internal import Views

/// Draws how the map is to be read: its scale, whose data it is, where north lies, and what it cannot show.
func drawLegend(_ screen: MapScreen, on canvas: inout Canvas, _ layout: inout LabelLayout, _ pen: MapPen) {
  let (columns, last) = (canvas.size.columns, canvas.size.rows - 1)
  guard last >= 2, columns >= 20 else { return }
  let bar = "├" + String(repeating: "─", count: min(columns, max(2, screen.scale.columns)) - 2) + "┤"
  let end = pen.put("\(bar) \(screen.scale.label) ", column: 0, row: last, style: Palette.key, on: &canvas)
  layout.block(column: 0, row: last, columns: columns)
  layout.furnish(column: 0, row: last, columns: end)
  let credit = drawCredit(pen.symbols.text(screen.attribution), from: end, row: last, on: &canvas, pen)
  layout.furnish(column: columns - credit, row: last, columns: credit)
  let north = " N\(pen.symbols.arrow(Bearing(degrees: -screen.up.degrees))) "
  pen.put(north, column: columns - 4, row: 0, style: Palette.key, on: &canvas)
  layout.furnish(column: columns - 4, row: 0, columns: 4)
  if !screen.isFollowing {
    pen.put(" f: follow me ", column: (columns - 14) / 2, row: 0, style: Palette.hint, on: &canvas)
    layout.furnish(column: (columns - 14) / 2, row: 0, columns: 14)
  }
  if let trouble = screen.trouble, last >= 4 {
    let text = " \(shortened(pen.symbols.text(trouble), columns: columns - 2)) "
    let width = pen.put(text, column: 0, row: last - 1, style: Palette.message, on: &canvas)
    layout.furnish(column: 0, row: last - 1, columns: width)
  }
}

/// Whose data the map is; a licence asks for it, so it is cut rather than left out.
///
/// Returns its columns.
private func drawCredit(_ attribution: String, from end: Int, row: Int, on canvas: inout Canvas, _ pen: MapPen) -> Int {
  let room = canvas.size.columns - end
  guard !attribution.isEmpty, room >= 12 else { return 0 }
  let whole = " map: \(attribution)"
  let text =
    CharacterWidth.columns(of: whole, limit: room) <= room ? whole : shortened(" \(attribution)", columns: room)
  let width = CharacterWidth.columns(of: text)
  pen.put(text, column: canvas.size.columns - width, row: row, style: Palette.quiet, on: &canvas)
  return width
}
