/// The bytes of one frame in the making, and what the terminal's cursor and style are after them.
struct FrameBytes {
  /// Bytes from which on erasing to the end of a line costs less than writing blanks.
  static let eraseCost = 6

  private(set) var bytes: [UInt8] = []
  private let writer: FrameWriter
  /// The style that the terminal writes in.
  private var style = Style.plain
  private var row: Int?
  /// Not known after a character whose width terminals disagree about, or which filled a row.
  private var column: Int?
  /// The sequences from one style to another that this frame has used.
  private var transitions: [UInt32: [UInt8]] = [:]

  init(writer: FrameWriter) { self.writer = writer }

  /// Blanks the whole terminal.
  mutating func clear() {
    append("\u{1B}[m\u{1B}[H\u{1B}[2J")
    (row, column) = (0, 0)
  }

  /// Blanks the row from the cursor to its end.
  mutating func eraseLine() {
    change(to: .plain)
    append("\u{1B}[K")
  }

  /// Leaves plain style behind.
  mutating func end() { change(to: .plain) }

  /// Writes one cell at the cursor.
  mutating func put(_ cell: Cell, width: Int, columns: Int) {
    let glyph = cell.glyph
    // Most of what style does does not show on a blank, so a blank seldom needs a change.
    if glyph != .blank || style.onBlank != cell.style.onBlank { change(to: cell.style) }
    let isDoubtful: Bool
    if writer.isUnicode {
      append(glyph.scalar)
      if glyph.isMarked { for mark in glyph.marks { append(mark) } }
      isDoubtful = width == 2 || glyph.isMarked
    } else {
      for _ in 0..<width { bytes.append(ASCIILikeness.of(glyph.scalar)) }
      isDoubtful = false
    }
    guard let reached = column.map({ $0 + width }), !isDoubtful, reached < columns else {
      // At the right border terminals wait with the cursor on, or beyond, the last column.
      column = nil
      return
    }
    column = reached
  }

  /// Moves the cursor in the cheapest way; `canvas` from index `base` on is the row it moves in, which may be rewritten.
  mutating func go(to targetRow: Int, _ targetColumn: Int, over canvas: Canvas, _ base: Int) {
    if row == targetRow, let column, rewrite(column..<targetColumn, of: canvas, base) { return }
    let absolute = CursorMove.absolute(row: targetRow, column: targetColumn)
    let relative = row.flatMap { CursorMove.relative(rows: targetRow - $0, from: column, to: targetColumn) }
    bytes += relative.map { $0.count <= absolute.count ? $0 : absolute } ?? absolute
    (row, column) = (targetRow, targetColumn)
  }

  /// Crosses a short gap by writing again what is there, if that needs no change of style; else does nothing.
  private mutating func rewrite(_ gap: Range<Int>, of canvas: Canvas, _ base: Int) -> Bool {
    guard gap.count <= 4 else { return false }
    var crossing: [UInt8] = []
    for column in gap {
      let cell = canvas.cells[base + column]
      let isBlank = cell.glyph == .blank
      guard cell.glyph.scalar.isASCII || !writer.isUnicode, !cell.isContinuation, !cell.glyph.isMarked,
        isBlank ? style.onBlank == cell.style.onBlank : style == cell.style
      else { return false }
      crossing.append(ASCIILikeness.of(cell.glyph.scalar))
    }
    bytes += crossing
    column = gap.upperBound
    return true
  }

  private mutating func change(to next: Style) {
    guard next != style else { return }
    let key = UInt32(style.bits) << 16 | UInt32(next.bits)
    if let known = transitions[key] {
      bytes += known
    } else {
      let sequence = StyleChange.bytes(from: style, to: next, depth: writer.colours)
      transitions[key] = sequence
      bytes += sequence
    }
    style = next
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      bytes.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }
}
