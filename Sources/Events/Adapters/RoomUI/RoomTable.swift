internal import Room
internal import TerminalUI
internal import TextCanvas
internal import Views

/// A list of the room as a table: its name, the titles of its columns, and as many rows as there is room for.
struct RoomTable {
  /// Columns of the mark before the chosen row, and between two columns.
  private static let margin = 2, gap = 1

  private let list: RoomScreen.List
  private let symbols: Symbols

  init(_ list: RoomScreen.List, _ symbols: Symbols) { (self.list, self.symbols) = (list, symbols) }

  func draw(on canvas: inout Canvas) {
    let head = RoomScreen.headRows(of: list.pane)
    let columns = Column.fit(list.columns, into: canvas.size.columns - Self.margin - 1)
    var row = head
    var shown = 0
    for item in list.rows where row < canvas.size.rows {
      row += draw(item, columns, on: &canvas, row: row)
      shown += 1
    }
    drawHead(on: &canvas, shown: shown)
    if list.rows.isEmpty {
      canvas.put(list.hint, .left, row: head, column: Self.margin, style: Palette.quiet)
    } else if head > 1 {
      for column in columns { put(column.column.title, column, on: &canvas, row: 1, Palette.quiet) }
    }
  }

  // MARK: - The head

  /// The names of all lists, the opened one marked; where that is not the place to change, its own name.
  private func drawHead(on canvas: inout Canvas, shown: Int) {
    canvas.fill(Area(column: 0, row: 0, columns: canvas.size.columns, rows: 1))
    canvas.horizontalLine(column: 0, row: 0, columns: canvas.size.columns, style: Palette.quiet)
    let range = shown < list.total ? " \(list.first + 1)-\(list.first + shown) of \(list.total) " : ""
    let width = CharacterWidth.columns(of: range)
    let room = canvas.size.columns - width - 1
    var column = 1
    for (text, isOpen) in names(in: room) {
      column += canvas.put(
        text, column: column, row: 0, style: isOpen ? Palette.bar : Palette.key, width: room - column)
    }
    canvas.put(range, column: canvas.size.columns - width - 1, row: 0, style: Palette.quiet)
  }

  /// The longest names of the lists that fit.
  private func names(in room: Int) -> [(text: String, isOpen: Bool)] {
    guard !list.tabs.isEmpty else { return [(" \(list.list.title) ", false)] }
    let forms: [(RoomScreen.Tab) -> String] = [
      { " \($0.list.rawValue) \($0.list.title) \($0.count) " }, { " \($0.list.rawValue) \($0.list.title) " },
      { $0.list == list.list ? " \($0.list.rawValue) \($0.list.title) " : " \($0.list.rawValue) " },
    ]
    let names = forms.map { form in list.tabs.map { (text: form($0), isOpen: $0.list == list.list) } }
    return names.first { $0.reduce(1) { $0 + CharacterWidth.columns(of: $1.text) } <= room } ?? names[forms.count - 1]
  }

  // MARK: - Rows

  /// Draws a row; returns how many lines it takes.
  private func draw(_ item: RoomScreen.Row, _ columns: [Column], on canvas: inout Canvas, row: Int) -> Int {
    let style = style(of: item)
    if item.isChosen {
      canvas.fill(Area(column: 0, row: row, columns: canvas.size.columns, rows: 1), style: style)
      canvas.put(symbols.right, column: 0, row: row, style: style)
    }
    var lines = 1
    for column in columns where item.cells.indices.contains(column.index) {
      let text = symbols.text(item.cells[column.index])
      guard RoomScreen.isWrapped(list.list), column.index == list.columns.count - 1 else {
        put(text, column, on: &canvas, row: row, style)
        continue
      }
      let parts = wrapped(text, columns: column.width, lines: RoomScreen.mostLines)
      for (line, part) in parts.enumerated() { put(part, column, on: &canvas, row: row + line, style) }
      lines = max(lines, parts.count)
    }
    return lines
  }

  private func put(_ text: String, _ column: Column, on canvas: inout Canvas, row: Int, _ style: Style) {
    canvas.put(
      text, column.column.isNumber ? .right : .left, row: row, column: Self.margin + column.start, width: column.width,
      style: style)
  }

  private func style(of row: RoomScreen.Row) -> Style {
    if row.isChosen { return Palette.bar }
    return switch row.tone {
    case .plain: .plain
    case .good: Palette.style(of: .found)
    case .quiet: Palette.quiet
    case .warning: Palette.message
    }
  }

  /// A column where it is drawn.
  private struct Column {
    let column: RoomScreen.Column
    /// Its place among all columns of the list.
    let index: Int
    /// Cells from the left.
    var start = 0
    var width: Int

    /// The columns that have room, each as wide as there is room for.
    static func fit(_ all: [RoomScreen.Column], into room: Int) -> [Column] {
      func least(_ columns: [Column]) -> Int { columns.reduce(-gap) { $0 + $1.width + gap } }
      var columns = all.enumerated().map { Column(column: $1, index: $0, width: $1.width) }
      while least(columns) > room, let place = columns.lastIndex(where: \.column.isOptional) {
        columns.remove(at: place)
      }
      let spare = max(0, room - least(columns))
      let growth = max(1, columns.reduce(0) { $0 + $1.column.growth })
      var start = 0
      for place in columns.indices {
        columns[place].start = start
        columns[place].width += spare * columns[place].column.growth / growth
        start += columns[place].width + gap
      }
      return columns
    }
  }
}
