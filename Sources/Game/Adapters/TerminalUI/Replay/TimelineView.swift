package import TextCanvas
package import Viewer
internal import Views

/// Draws the timeline at the position that `layout` gives, over the existing content.
func drawTimeline(
  _ screen: TimelineScreen, _ layout: TimelineLayout, on canvas: inout Canvas, _ symbols: Symbols
) {
  let rows = Area(column: 0, row: layout.firstRow, columns: canvas.size.columns, rows: layout.rows)
  canvas.fill(rows)
  if layout.profileRows > 0 { drawProfile(screen, layout, on: &canvas, symbols) }
  if let row = layout.lineRow { drawLine(screen, layout, row: row, on: &canvas, symbols) }
  guard layout.rows > 0 else { return }
  canvas.within(Area(column: 0, row: rows.endRow - 1, columns: canvas.size.columns, rows: 1)) {
    if let prompt = screen.prompt { drawPrompt(prompt, on: &$0) } else { drawClock(screen, on: &$0, symbols) }
  }
}

// MARK: - The line

/// Draws the timeline: the parts replayed, to come, and not yet read, with its events and the cursor.
private func drawLine(
  _ screen: TimelineScreen, _ layout: TimelineLayout, row: Int, on canvas: inout Canvas, _ symbols: Symbols
) {
  let cursor = layout.column(of: screen.cursor)
  let reached = layout.column(of: screen.reached)
  for column in 0..<layout.lineColumns {
    let way = symbols.way(column <= cursor ? .seen : column <= reached ? .coming : .unread)
    canvas.put(way.text, column: layout.margin + column, row: row, style: way.style)
  }
  for mark in screen.marks {
    let (text, style) = symbols.sign(mark.kind)
    canvas.put(text, column: layout.margin + layout.column(of: mark.position), row: row, style: style)
  }
  if layout.lineColumns > 0 {
    canvas.put(symbols.cursor, column: layout.margin + cursor, row: row, style: Palette.player)
  }
}

// MARK: - The profile

/// Draws the elevation profile as a silhouette, with its upper and lower limit beside it.
private func drawProfile(
  _ screen: TimelineScreen, _ layout: TimelineLayout, on canvas: inout Canvas, _ symbols: Symbols
) {
  let steps = symbols.profileSteps
  let across = symbols.glyphs == .braille ? 2 : 1
  let levels = levels(screen.heights, parts: layout.lineColumns * across, of: layout.profileRows * steps)
  for row in 0..<layout.profileRows {
    let floor = (layout.profileRows - 1 - row) * steps
    for column in 0..<layout.lineColumns {
      let filled = (0..<across).map { max(0, min(steps, levels[column * across + $0] - floor)) }
      guard filled.contains(where: { $0 > 0 }) else { continue }
      canvas.put(
        symbols.profile(filled), column: layout.margin + column, row: layout.firstRow + row, style: Palette.quiet)
    }
  }
  guard layout.margin > 1 else { return }
  let last = layout.firstRow + layout.profileRows - 1
  let labels =
    last > layout.firstRow ? [(screen.highest, layout.firstRow), (screen.lowest, last)] : [(screen.highest, last)]
  for (label, row) in labels {
    canvas.put(label ?? "", .right, row: row, width: layout.margin - 1, style: Palette.quiet)
  }
}

/// The height of each of `parts` parts of the profile, in `steps` steps: 1 is the lowest, 0 is unknown.
private func levels(_ heights: [Double?], parts: Int, of steps: Int) -> [Int] {
  (0..<parts).map { part in
    let first = part * heights.count / parts
    let known = heights[first..<max(min(first + 1, heights.count), (part + 1) * heights.count / parts)].compactMap(
      \.self)
    guard !known.isEmpty else { return 0 }
    return 1 + Int((known.reduce(0, +) / Double(known.count) * Double(steps - 1)).rounded())
  }
}

// MARK: - The clock

/// Draws the position and speed of the replay, the last event, and as many keys as fit.
private func drawClock(_ screen: TimelineScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  let state = screen.isPlaying ? symbols.right : symbols.pause
  var column = canvas.put(state, column: 1, row: 0, style: Palette.key) + 2
  column += canvas.put(screen.clock, column: column, row: 0, style: Palette.key) + 2
  for word in [screen.speed] + screen.states {
    column += canvas.put(word, column: column, row: 0, style: Palette.quiet) + 2
  }
  let room = canvas.size.columns - column - 1
  guard room > 0 else { return }
  if let event = screen.event {
    let text = shortened(symbols.text(event), columns: room)
    column += canvas.put(text, column: column, row: 0, style: Palette.hint) + 2
  }
  let left = max(0, canvas.size.columns - column)
  canvas.within(Area(column: column, row: 0, columns: left, rows: 1)) { drawKeys(screen.keys, on: &$0) }
}

/// Draws the input of a time to go to, and beside it the expected format.
private func drawPrompt(_ prompt: TimelineScreen.Prompt, on canvas: inout Canvas) {
  var column = canvas.put("Go to:", column: 1, row: 0, style: Palette.key) + 2
  column += canvas.put(prompt.before, column: column, row: 0)
  let cursor = prompt.after.first.map(String.init) ?? " "
  column += canvas.put(cursor, column: column, row: 0, style: Style(.standard, on: .standard, .reverse))
  column += canvas.put(String(prompt.after.dropFirst()), column: column, row: 0) + 2
  let note = shortened(prompt.note, columns: max(0, canvas.size.columns - column - 1))
  canvas.put(note, column: column, row: 0, style: Palette.quiet)
}

/// Draws a recorded game of one moment, and below it the line of its time.
package func drawReplay(
  _ screen: ReplayScreen, on canvas: inout Canvas, glyphs: GlyphLevel, scenery: inout Scenery
) {
  let size = canvas.size
  let layout = TimelineLayout(
    columns: size.columns, rows: size.rows, hasProfile: !screen.timeline.heights.isEmpty)
  canvas.within(Area(column: 0, row: 0, columns: size.columns, rows: layout.gameRows)) {
    drawGame(screen.game, on: &$0, glyphs: glyphs, scenery: &scenery)
  }
  let symbols = Symbols(glyphs: glyphs)
  if let help = screen.help {
    canvas.within(Area(column: 0, row: 0, columns: size.columns, rows: layout.firstRow)) {
      drawPage(help, on: &$0, symbols)
    }
  }
  drawTimeline(screen.timeline, layout, on: &canvas, symbols)
}

/// How many lines the page that is shown can be scrolled by at most; nothing where there is no page.
package func lastScroll(of screen: ReplayScreen, size: CanvasSize, glyphs: GlyphLevel) -> Int? {
  let layout = TimelineLayout(columns: size.columns, rows: size.rows, hasProfile: !screen.timeline.heights.isEmpty)
  guard let help = screen.help else {
    return lastScroll(of: screen.game, size: CanvasSize(columns: size.columns, rows: layout.gameRows), glyphs: glyphs)
  }
  return lastScroll(of: help, size: CanvasSize(columns: size.columns, rows: layout.firstRow), glyphs: glyphs)
}

/// The characters of the timeline, by what the terminal's font has.
extension Symbols {
  /// A piece of the line.
  enum Way {
    case seen, coming, unread
  }

  /// A piece of the line; its character says what its colour does.
  func way(_ way: Way) -> (text: String, style: Style) {
    switch way {
    case .seen: (glyphs == .ascii ? "=" : "═", Palette.key)
    case .coming: (glyphs == .ascii ? "-" : "─", Palette.quiet)
    case .unread: (glyphs == .ascii ? "." : "·", Palette.quiet)
    }
  }

  /// The mark of the current position.
  var cursor: String { glyphs == .ascii ? "|" : glyphs == .blocks ? "█" : "┃" }

  /// The mark of a paused replay.
  var pause: String { glyphs == .ascii ? "|" : "║" }

  /// The mark of an event on the timeline; the same as on the map.
  func sign(_ kind: TimelineScreen.Mark.Kind) -> (text: String, style: Style) {
    switch kind {
    case .bookmark(let number): ("\(number)", Palette.title)
    case .event(.started): (right, Palette.key)
    case .event(.opened): (mark(.treasure), Palette.style(of: .treasure))
    case .event(.asked): ("?", Palette.style(of: .target))
    case .event(.answered): (mark(.entered), Palette.style(of: .target))
    case .event(.found): (mark(.found), Palette.style(of: .found))
    case .event(.claimed): (mark(.claimed), Palette.style(of: .claimed))
    case .event(.expired): (mark(.expired), Palette.style(of: .expired))
    case .event(.finished): (glyphs == .ascii ? "#" : "■", Palette.key)
    case .event(.fixLost): ("x", Palette.quiet)
    case .event(.fixRegained): ("+", Palette.quiet)
    }
  }

  /// Steps of height that one row of a profile shows.
  var profileSteps: Int { glyphs == .braille ? 4 : glyphs == .blocks ? 2 : 3 }

  /// The character of one profile cell, each part of which is filled from below by the given number of steps.
  func profile(_ filled: [Int]) -> String {
    let steps = max(0, min(profileSteps, filled.first ?? 0))
    switch glyphs {
    case .ascii: return [" ", ".", ":", "#"][steps]
    case .blocks: return [" ", "▄", "█"][steps]
    case .braille:
      // Dots of the left column from below, then of the right one.
      let columns: [[UInt32]] = [[0x40, 0x04, 0x02, 0x01], [0x80, 0x20, 0x10, 0x08]]
      let dots = zip(columns, filled).map { column, steps in column.prefix(max(0, steps)).reduce(0, +) }
      return Unicode.Scalar(0x2800 + dots.reduce(0, +)).map { String(Character($0)) } ?? " "
    }
  }
}
