/// One row of cells as SVG, its upper left corner at 0, 0.
struct RowPicture {
  private let look: PictureLook
  private var backgrounds = Layers<RGB, PathData>()
  private var figures = Layers<TextPaint, FigureStrokes>()
  private var runs: [TextRun] = []

  /// Elements that draw `cells`; empty if nothing shows.
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
      let pen = TextPaint(colour: paint.pen.colour, isBold: false, isDim: paint.pen.isDim)
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

/// Characters side by side that one SVG element writes.
struct TextRun {
  let pen: TextPaint
  let column: Int
  private(set) var text: String
  private(set) var columns: Int
  /// Whether every monospaced font has the characters, in one width.
  private let isPlain: Bool

  init(_ text: String, pen: TextPaint, column: Int, columns: Int) {
    (self.text, self.pen, self.column, self.columns) = (text, pen, column, columns)
    isPlain = Self.isPlain(text)
  }

  /// Takes a character in, if it stands beside the last, or after one cell without letters, and looks the same.
  ///
  /// What a font may lack comes in another width from another font, and stands alone for that reason.
  mutating func take(_ next: TextRun) -> Bool {
    let gap = next.column - column - columns
    guard isPlain, next.isPlain, next.pen == pen, (0...1).contains(gap) else { return false }
    text += (gap == 1 ? " " : "") + next.text
    columns += gap + next.columns
    return true
  }

  /// The element; its length keeps the columns in line whatever the font.
  func markup(ink: String) -> String {
    let colour = pen.colour.hexadecimal
    return
      "<text x=\"\(column * CellGrid.width)\" y=\"\(CellGrid.baseline)\" textLength=\"\(columns * CellGrid.width)\""
      + (isPlain && columns > 1 ? "" : " lengthAdjust=\"spacingAndGlyphs\"")
      + (colour == ink ? "" : " fill=\"\(colour)\"") + (pen.isBold ? " class=\"b\"" : "")
      + (pen.isDim ? " opacity=\"\(TextPaint.dimOpacity)\"" : "") + ">\(XML.escaped(text))</text>"
  }

  /// Latin, Greek and Cyrillic without marks.
  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    return scalars.count == 1 && scalars.allSatisfy { $0.value < 0x0530 }
  }
}

/// Text in XML.
enum XML {
  /// `text` as the content of an element; it must hold no control characters.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 0x26 || $0 == 0x3C || $0 == 0x3E }) else { return text }
    // Scalar by scalar: with a mark on it, a "<" is another character.
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
