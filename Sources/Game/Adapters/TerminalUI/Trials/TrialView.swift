package import TextCanvas
package import Trials
package import Views

/// The rows that the report of a trial needs at a width of `columns`, with a map of `mapRows` rows.
package func trialRows(_ screen: TrialScreen, columns: Int, mapRows: Int) -> Int {
  TrialPage(screen, columns: columns).lines.count + (mapRows > 0 ? mapRows + 2 : 0)
}

/// Draws the report of a trial, and below it where the players went.
package func drawTrial(
  _ screen: TrialScreen, heat: MapScreen?, on canvas: inout Canvas, glyphs: GlyphLevel, look: MapLook = .standard
) {
  let page = TrialPage(screen, columns: canvas.size.columns)
  for (row, line) in page.lines.enumerated() { line.draw(on: &canvas, row: row, glyphs) }
  guard let heat else { return }
  let top = page.lines.count + 1
  canvas.put("Where they went", column: 0, row: top, style: Palette.title)
  legend(on: &canvas, row: top, glyphs)
  let rows = max(0, canvas.size.rows - top - 1)
  canvas.within(Area(column: 0, row: top + 1, columns: canvas.size.columns, rows: rows)) { canvas in
    drawMap(heat, on: &canvas, glyphs: glyphs, look: look)
  }
}

/// Draws the legend of the shades.
private func legend(on canvas: inout Canvas, row: Int, _ glyphs: GlyphLevel) {
  var column = 18
  for (level, words) in [(1, "passing"), (2, "some time"), (3, "long"), (4, "longest")] {
    canvas.put(HeatRamp.text(level, glyphs), column: column, row: row, style: HeatRamp.style(level))
    column += 2 + canvas.put(words, column: column + 2, row: row, style: Palette.quiet) + 2
  }
}

/// The report as lines.
private struct TrialPage {
  private(set) var lines: [TrialLine] = []

  init(_ screen: TrialScreen, columns: Int) {
    lines = [.words(screen.title, Palette.title), .words(screen.subtitle, Palette.quiet), .empty]
    for text in screen.summary { add(text, indent: 0, Palette.key, columns) }
    if !screen.bars.isEmpty { lines += [.empty] + screen.bars.map(TrialLine.bar) }
    lines += [.empty, .head] + screen.rows.map(TrialLine.row) + [.empty]
    for remark in screen.remarks {
      let (mark, style): (String, Style) =
        switch remark.weight {
        case .good: ("+ ", Style(.green))
        case .note: ("- ", Style(.skyBlue))
        case .warning: ("! ", Style(.vermilion, on: .standard, .bold))
        }
      add(mark + remark.text, indent: 2, style, columns)
    }
    guard !screen.checks.isEmpty else { return }
    lines.append(.empty)
    for check in screen.checks {
      lines.append(
        .words(
          "\(check.isMet ? "kept  " : "BROKEN")  \(check.text)",
          check.isMet ? Style(.green) : Style(.vermilion, on: .standard, .bold)))
    }
  }

  private mutating func add(_ text: String, indent: Int, _ style: Style, _ columns: Int) {
    var line = ""
    for word in text.split(separator: " ") {
      let wider = line.isEmpty ? String(word) : line + " " + word
      if !line.isEmpty, CharacterWidth.columns(of: wider) > columns {
        lines.append(.words(line, style))
        line = String(repeating: " ", count: indent) + word
      } else {
        line = wider
      }
    }
    lines.append(.words(line, style))
  }
}

/// One line of the report.
private enum TrialLine {
  case empty
  case words(String, Style)
  case bar(TrialScreen.Bar)
  case head
  case row(TrialScreen.Row)

  /// Columns of the longest bar.
  private static let barWidth = 48

  func draw(on canvas: inout Canvas, row: Int, _ glyphs: GlyphLevel) {
    switch self {
    case .empty: break
    case .words(let text, let style): canvas.put(text, .left, row: row, style: style)
    case .bar(let bar): draw(bar, on: &canvas, row, glyphs)
    case .head:
      let head = TrialScreen.Row(
        number: "", name: "Stage", reached: "reached", found: "found", lost: "lost", time: "time",
        falseFinds: "false", missed: "missed", error: "error")
      draw(head, on: &canvas, row, Palette.quiet, lost: Palette.quiet)
    case .row(let cells):
      let lost = cells.lost == "0" ? Style.plain : Style(.vermilion, on: .standard, .bold)
      draw(cells, on: &canvas, row, .plain, lost: lost)
    }
  }

  private func draw(_ bar: TrialScreen.Bar, on canvas: inout Canvas, _ row: Int, _ glyphs: GlyphLevel) {
    let full = bar.count == 0 ? 0 : max(1, Int((bar.share * Double(Self.barWidth)).rounded()))
    canvas.put(bar.label, .right, row: row, width: 13)
    let text = String(repeating: glyphs == .ascii ? "#" : "█", count: full)
    let end = 15 + canvas.put(text, column: 15, row: row, style: Style(.skyBlue))
    canvas.put("\(bar.count)", column: end + (full > 0 ? 1 : 0), row: row, style: Palette.quiet)
  }

  private func draw(_ cells: TrialScreen.Row, on canvas: inout Canvas, _ row: Int, _ style: Style, lost: Style) {
    canvas.put(cells.number, .right, row: row, width: 3, style: Palette.quiet)
    canvas.put(cells.name, .left, row: row, column: 4, width: 22, style: style)
    let columns = [
      (cells.reached, 26, 8, style), (cells.found, 34, 7, style), (cells.lost, 41, 6, lost), (cells.time, 47, 9, style),
      (cells.falseFinds, 56, 7, style), (cells.missed, 63, 10, style), (cells.error, 73, 7, style),
    ]
    for (text, column, width, style) in columns {
      canvas.put(text, .right, row: row, column: column, width: width, style: style)
    }
  }
}
