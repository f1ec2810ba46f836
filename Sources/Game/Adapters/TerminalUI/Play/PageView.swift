package import Editor
package import Game
package import TextCanvas
package import Views

/// The last line to which the page of a game screen can be scrolled; `nil` if no page is shown.
///
/// The session needs this number, and lines are broken only here.
package func lastScroll(of screen: GameScreen, size: CanvasSize, glyphs: GlyphLevel) -> Int? {
  guard case .play(let play) = screen, let page = play.page else { return nil }
  let symbols = Symbols(glyphs: glyphs)
  return PageLayout(page, size: size, above: statusRows(of: play, size: size, symbols), symbols).last
}

/// The last line to which the page of the editor, or of the previewed game, can be scrolled; `nil` if no page is shown.
package func lastScroll(of view: AuthoringView, size: CanvasSize, glyphs: GlyphLevel) -> Int? {
  switch view {
  case .editor(let screen): screen.page.map { PageLayout($0, size: size, Symbols(glyphs: glyphs)).last }
  case .preview(let screen, _): lastScroll(of: screen, size: size, glyphs: glyphs)
  }
}

/// The last line to which `page` can be scrolled.
package func lastScroll(of page: PageScreen, size: CanvasSize, glyphs: GlyphLevel) -> Int {
  PageLayout(page, size: size, Symbols(glyphs: glyphs)).last
}

/// The rows over the keys that a page of the game leaves visible: the lines about the hunt, in windows with room for
/// both.
func statusRows(of screen: PlayScreen, size: CanvasSize, _ symbols: Symbols) -> Int {
  size.rows < 20 ? 0 : HuntPanel(screen.hunt, size: size, symbols).rows
}

/// The keys of a screen; those that show more of its page only where there is more.
///
/// - Parameter rows: how many rows over the keys the page leaves visible.
package func keys(
  _ keys: [KeyHelp], with page: PageScreen?, size: CanvasSize, above rows: Int = 0, _ symbols: Symbols
) -> [KeyHelp] {
  let isWhole = page.map { PageLayout($0, size: size, above: rows, symbols).last == 0 } ?? false
  return isWhole ? keys.filter { $0 != PageScreen.more } : keys
}

/// Draws a page in the middle of the screen, as many of its lines as fit between the status line and the keys.
///
/// - Parameter rows: how many rows over the keys stay visible.
package func drawPage(_ page: PageScreen, above rows: Int = 0, on canvas: inout Canvas, _ symbols: Symbols) {
  let layout = PageLayout(page, size: canvas.size, above: rows, symbols)
  let area = layout.area
  canvas.fill(area)
  canvas.box(area, title: shortened(page.title, columns: area.size.columns - 6), style: Palette.title)
  let first = layout.first(of: page)
  let inner = Area(
    column: area.column + 2, row: area.row + 1, columns: area.size.columns - 4, rows: area.size.rows - 2)
  canvas.within(inner) { canvas in
    for (row, line) in layout.lines.dropFirst(first).prefix(layout.room).enumerated() {
      for part in line { canvas.put(part.text, column: part.column, row: row, style: part.style) }
    }
    let keys = page.chosen == nil ? layout.keys(first: first, turning: page.turning) : layout.choosingKeys
    canvas.put(shortened(keys, columns: canvas.size.columns), .left, row: layout.room, style: Palette.quiet)
  }
}

/// A page broken into lines for a window.
private struct PageLayout {
  /// A piece of a line.
  struct Part {
    var column: Int
    let text: String
    var style = Style.plain
  }

  /// Columns of a page at most, where its rows are texts.
  private static let widest = 68
  /// Columns of a page of keys in two columns.
  private static let twice = 78

  let area: Area
  let lines: [[Part]]
  /// The lines of the row that is chosen.
  private var chosen = 0..<0
  /// Lines that are seen at once.
  let room: Int
  /// Lines that can be scrolled away.
  var last: Int { max(0, lines.count - room) }

  init(_ page: PageScreen, size: CanvasSize, above kept: Int = 0, _ symbols: Symbols) {
    // The first row and the last stay, and what is kept over the last.
    let most = max(0, size.rows - 2 - kept)
    var width = min(size.columns, Self.widest)
    var lines: [[Part]] = []
    for (index, row) in page.rows.enumerated() {
      let start = lines.count
      lines += Self.lines(of: row, columns: width - 4, symbols)
      guard index == page.chosen else { continue }
      chosen = start..<lines.count
      lines[start] = lines[start].map { part in
        Part(column: part.column, text: part.column == 0 ? symbols.right : part.text, style: Palette.message)
      }
    }
    // Keys that do not fit below each other may fit side by side.
    if page.isKeys, lines.count + 3 > most, size.columns >= Self.twice {
      width = Self.twice
      lines = Self.pairs(page.rows, columns: width - 4, symbols)
    }
    if let wide = Self.wide(page, columns: size.columns - 4, rows: most - 3, symbols) {
      (width, lines, chosen) = (size.columns, wide, 0..<0)
    }
    let rows = min(most, lines.count + 3)
    room = max(0, rows - 3)
    self.lines = lines
    area = Area(
      column: (size.columns - width) / 2, row: 1 + (most - rows) / 2, columns: width, rows: rows)
  }

  /// Columns of a list that stands in several, at least, and between two of them.
  private static let (narrowest, gap) = (54, 2)
  /// Lines before and behind such a list at most.
  private static let fewest = 4

  /// A list to choose from in several columns, read downwards, with as many of its rows as there is room for; `nil` for
  /// other pages, and in a window for one column.
  private static func wide(
    _ page: PageScreen, columns: Int, rows: Int, _ symbols: Symbols
  ) -> [[Part]]? {
    let count = (columns + gap) / (narrowest + gap)
    guard count > 1, let chosen = page.chosen, let start = page.rows.firstIndex(where: { $0.role != nil }),
      let end = page.rows.lastIndex(where: { $0.role != nil })
    else { return nil }
    func texts(_ rows: ArraySlice<PageScreen.Row>) -> [[Part]] {
      Array(rows.flatMap { lines(of: $0, columns: columns, symbols) }.prefix(fewest))
    }
    let (head, foot) = (texts(page.rows[..<start]), texts(page.rows[(end + 1)...]))
    let list = Array(page.rows[start...end])
    // Two lines each.
    let most = (rows - head.count - foot.count) / 2
    guard most > 0 else { return nil }
    let height = min(most, (list.count + count - 1) / count)
    let first = max(0, min(chosen - start - height * count / 2, list.count - height * count))
    let width = (columns + gap) / count - gap
    var grid = [[Part]](repeating: [], count: 2 * height)
    for (place, row) in list.dropFirst(first).prefix(height * count).enumerated() {
      let (column, line) = (place / height * (width + gap), place % height * 2)
      let isChosen = first + place == chosen - start
      let role = row.role ?? .place
      grid[line] += [
        Part(
          column: column, text: isChosen ? symbols.right : symbols.mark(role),
          style: isChosen ? Palette.message : Palette.style(of: role)),
        Part(
          column: column + 2, text: shortened(row.name, columns: width - 2),
          style: isChosen ? Palette.message : Palette.key),
      ]
      grid[line + 1].append(Part(column: column + 2, text: shortened(symbols.text(row.value), columns: width - 2)))
    }
    return head + grid + foot
  }

  /// The line to begin with: what is chosen is in the middle, as far as there is something on both sides.
  func first(of page: PageScreen) -> Int {
    let wanted = page.chosen == nil ? page.scrolled : (chosen.lowerBound + chosen.upperBound - room) / 2
    return max(0, min(wanted, last))
  }

  /// The help for scrolling and leaving the page: the longest text that fits.
  func keys(first: Int, turning: String?) -> String {
    let room = area.size.columns - 4
    let turn = turning.map { "r \($0), " } ?? ""
    let short = turning == nil ? "" : "r hint, "
    let tails = ["\(turn)Esc goes back, q quits", "\(short)Esc: back, q: quit", "\(short)Esc: back"]
    let heads =
      last == 0
      ? ["", "", ""] : ["\(seen(first)); arrows show more, ", "\(seen(first)), arrows, ", "\(seen(first)) arrows, "]
    let keys = zip(heads, tails).map { $0 + $1 }
    return keys.first { CharacterWidth.columns(of: $0) <= room } ?? keys[keys.count - 1]
  }

  /// The keys shown while a row is chosen: the longest text that fits.
  var choosingKeys: String {
    let room = area.size.columns - 4
    let keys = [
      "Arrows choose, Enter tells all, +- radius, / search, o order", "Arrows choose, Enter tells all, Esc: back",
      "Enter tells all, Esc: back",
    ]
    return keys.first { CharacterWidth.columns(of: $0) <= room } ?? "Esc: back"
  }

  private func seen(_ first: Int) -> String {
    "\(first + 1)-\(min(lines.count, first + room)) of \(lines.count)"
  }

  /// A row in as many lines as it needs: the name beside the value, or before it where the window is narrow.
  private static func lines(of row: PageScreen.Row, columns: Int, _ symbols: Symbols) -> [[Part]] {
    let value = symbols.text(row.value)
    if let role = row.role { return treasure(role, row.name, value, columns: columns, symbols) }
    if row.name.isEmpty { return paragraph(value, columns: columns) }
    if columns >= 36 {
      return wrapped(value, columns: columns - 13).enumerated().map { index, line in
        (index == 0 ? [Part(column: 0, text: row.name, style: Palette.key)] : []) + [Part(column: 13, text: line)]
      }
    }
    let name = "\(row.name): "
    return wrapped(name + value, columns: columns).enumerated().map { index, line in
      guard index == 0, line.hasPrefix(name) else { return [Part(column: 0, text: line)] }
      let width = CharacterWidth.columns(of: name)
      return [
        Part(column: 0, text: name, style: Palette.key), Part(column: width, text: String(line.dropFirst(name.count))),
      ]
    }
  }

  private static func paragraph(_ text: String, columns: Int) -> [[Part]] {
    text.isEmpty ? [[]] : wrapped(text, columns: columns).map { [Part(column: 0, text: $0)] }
  }

  /// The mark and the name of a treasure, and below them what there is to say.
  private static func treasure(
    _ role: PlaceRole, _ name: String, _ value: String, columns: Int, _ symbols: Symbols
  ) -> [[Part]] {
    let head = [
      Part(column: 0, text: symbols.mark(role), style: Palette.style(of: role)),
      Part(column: 2, text: shortened(name, columns: columns - 2), style: Palette.key),
    ]
    return [head] + wrapped(value, columns: columns - 2).map { [Part(column: 2, text: $0)] }
  }

  /// Keys in two columns, read downwards; what a key does takes as many lines as it needs.
  private static func pairs(_ rows: [PageScreen.Row], columns: Int, _ symbols: Symbols) -> [[Part]] {
    let half = columns / 2
    let cells = rows.map { row in
      wrapped(symbols.text(row.value), columns: half - 13).enumerated().map { index, line in
        (index == 0 ? [Part(column: 0, text: row.name, style: Palette.key)] : []) + [Part(column: 12, text: line)]
      }
    }
    // A key stays whole: the left column ends with the key that makes it as long as the right one.
    let count = cells.reduce(0) { $0 + $1.count }
    var (left, right) = ([[Part]](), [[Part]]())
    for cell in cells { if right.isEmpty, left.count * 2 < count { left += cell } else { right += cell } }
    return left.indices.map { row in
      left[row]
        + (row < right.count ? right[row] : []).map {
          Part(column: $0.column + half, text: $0.text, style: $0.style)
        }
    }
  }
}
