internal import TextCanvas
internal import Views

/// Writes the names of the map where the game leaves room, the most important first.
///
/// A name from the right is written in the order in which it is read, as one run, and there is at most one such run in
/// a row: terminals that put letters in order themselves then have nothing to mix up, and the others show it backwards
/// but in its place.
func drawNames(
  _ names: [MapName], besides marks: [MapScreen.Mark], on canvas: inout Canvas, _ layout: inout LabelLayout,
  _ pen: MapPen
) {
  let known = Set(marks.map(\.label))
  // More would hide the map that they belong to.
  var room = canvas.size.columns * canvas.size.rows / 110
  var backward: Set<Int> = []
  for mark in marks where ShownName.isRightToLeft(mark.label) {
    // Its label may stand in the row above or below.
    if let cell = Cell2D(mark.at, in: canvas.size) { backward.formUnion(cell.row - 1...cell.row + 1) }
  }
  for name in names where room > 0 && !known.contains(name.text) {
    guard !(name.isRightToLeft && backward.contains(name.row)),
      layout.place(width: name.width, exactlyAt: name.column, name.row)
    else { continue }
    pen.put(" \(name.text) ", column: name.column - 1, row: name.row, style: pen.look.style(of: name.kind), on: &canvas)
    if name.isRightToLeft { backward.insert(name.row) }
    room -= 1
  }
}
