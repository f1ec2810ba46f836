internal import HuntApplication
internal import TextCanvas

/// Draws everything about the position, in the middle of the screen, as many lines as there is room for.
func drawDetails(_ details: DetailsScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let width = min(canvas.size.columns, 68)
  let lines = details.rows.flatMap { detailLines($0, columns: width - 4, symbols) }
  let rows = min(canvas.size.rows, lines.count + 4)
  let area = Area(
    column: (canvas.size.columns - width) / 2, row: (canvas.size.rows - rows) / 2, columns: width, rows: rows)
  canvas.fill(area)
  canvas.box(area, title: "Position", style: Palette.title)
  let room = rows - 3
  let first = max(0, min(details.scrolled, lines.count - room))
  canvas.within(Area(column: area.column + 2, row: area.row + 1, columns: width - 4, rows: rows - 2)) { canvas in
    for (row, line) in lines.dropFirst(first).prefix(room).enumerated() {
      canvas.put(line.name, column: 0, row: row, style: Palette.key)
      canvas.put(line.value, column: line.indent, row: row)
    }
    let keys = detailKeys(scrolls: lines.count > room, columns: width - 4)
    canvas.put(keys, .left, row: rows - 3, style: Palette.quiet)
  }
}

/// A line of the page.
private struct DetailLine {
  let name: String
  let value: String
  let indent: Int
}

/// A row in as many lines as it needs: the name beside the value, or before it where the window is narrow.
private func detailLines(_ row: DetailsScreen.Row, columns: Int, _ symbols: Symbols) -> [DetailLine] {
  let value = symbols.text(row.value)
  if columns >= 36 {
    return wrapped(value, columns: columns - 12).enumerated().map { index, line in
      DetailLine(name: index == 0 ? row.name : "", value: line, indent: 12)
    }
  }
  return wrapped("\(row.name): \(value)", columns: columns).enumerated().map { index, line in
    let name = index == 0 ? line.prefix { $0 != ":" } : ""
    return DetailLine(
      name: String(name), value: String(line.dropFirst(name.count)), indent: CharacterWidth.columns(of: String(name)))
  }
}

private func detailKeys(scrolls: Bool, columns: Int) -> String {
  guard scrolls else { return shortened("any key goes back to the game", columns: columns) }
  return columns >= 36 ? "arrows show more, any other key goes back" : "arrows: more"
}
