internal import TextCanvas

/// One row of cells as SVG, its upper left corner at 0, 0.
struct RowPicture {
  private let look: PictureLook
  private var backgrounds = Layers<RGB, PathData>()
  private var figures = Layers<Pen, FigureStrokes>()
  private var runs: [TextRun] = []

  /// Elements that draw `cells`; nothing where nothing shows.
  static func markup(of cells: [Cell], look: PictureLook) -> String {
    var row = RowPicture(look: look)
    for (column, cell) in cells.enumerated() where !cell.isContinuation {
      let isWide = column + 1 < cells.count && cells[column + 1].isContinuation
      row.put(cell, column: column, columns: isWide ? 2 : 1)
    }
    return row.markup
  }

  private init(look: PictureLook) { self.look = look }

  private mutating func put(_ cell: Cell, column: Int, columns: Int) {
    let paint = look.paint(of: cell.style)
    let (x, width) = (column * CellGrid.width, columns * CellGrid.width)
    if let colour = paint.background {
      backgrounds.change(colour, new: PathData()) { $0.rectangle(x, 0, width, CellGrid.height) }
    }
    let text = cell.text
    let scalars = text.unicodeScalars
    let figure = scalars.count == 1 ? scalars.first.map { Figure($0) } ?? .text : .text
    if figure == .text, text != " " {
      write(TextRun(text, pen: paint.pen, column: column, columns: columns))
    }
    if figure != .text || paint.isUnderlined {
      // Figures look the same in bold.
      let pen = Pen(colour: paint.pen.colour, isBold: false, isDim: paint.pen.isDim)
      figures.change(pen, new: FigureStrokes()) { strokes in
        strokes.draw(figure, at: x)
        if paint.isUnderlined { strokes.underline(at: x, width: width) }
      }
    }
  }

  private mutating func write(_ run: TextRun) {
    if runs.isEmpty || !runs[runs.count - 1].take(run) { runs.append(run) }
  }

  private var markup: String {
    backgrounds.entries.map {
      #"<path class="g" fill="\#($0.key.hexadecimal)" d="\#($0.value.text)"/>"#
    }.joined()
      + figures.entries.map { $0.value.markup(by: $0.key) }.joined()
      + runs.map { $0.markup(ink: look.ink.hexadecimal) }.joined()
  }
}

/// Values by their keys, in the order of their first use; few enough to be looked through.
struct Layers<Key: Equatable, Value> {
  private(set) var entries: [(key: Key, value: Value)] = []

  /// Changes the value of a key, which is `new` before its first change.
  mutating func change(_ key: Key, new: Value, _ body: (inout Value) -> Void) {
    let index = entries.firstIndex { $0.key == key } ?? entries.endIndex
    if index == entries.endIndex { entries.append((key, new)) }
    body(&entries[index].value)
  }
}
