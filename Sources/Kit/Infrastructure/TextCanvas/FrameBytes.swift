/// The bytes of one frame in the making, and what the terminal's cursor and style are after them.
struct FrameBytes {
  /// Bytes from which on erasing to the end of a line costs less than writing blanks.
  static let eraseCost = 6

  private(set) var bytes: [UInt8] = []
  private let writer: FrameWriter
  /// The style that the terminal writes in, as it shows it.
  private var style = Style.plain
  private var row: Int?
  /// Not known after a character whose width terminals disagree about, or which filled a row.
  private var column: Int?
  /// The sequences from one style to another that this frame has used.
  private var transitions: [UInt64: [UInt8]] = [:]

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
    let (glyph, wanted) = cheaper(cell.glyph, writer.codes.shown(cell.style))
    // Most of what style does does not show on a blank, so a blank seldom needs a change, and never of the foreground.
    if glyph != .blank {
      change(to: wanted)
    } else if style.onBlank != wanted.onBlank {
      change(to: wanted.nearest(onBlank: style))
    }
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
    if row == targetRow, let column, column <= targetColumn, rewrite(column..<targetColumn, of: canvas, base) {
      return
    }
    go(to: targetRow, targetColumn)
  }

  /// Moves the cursor in the cheapest way that does not print.
  private mutating func go(to targetRow: Int, _ targetColumn: Int) {
    CursorMove.cheapest(from: (row, column), to: targetRow, targetColumn).append(to: &bytes)
    (row, column) = (targetRow, targetColumn)
  }

  // MARK: - Moving what is there

  /// Moves rows from `top` on down, or up if `count` is below 0, as far as `bottom`; the rows after it stay.
  ///
  /// By inserting and deleting lines, which every terminal with a cursor knows, the Linux console too: scroll regions
  /// would outlast a program that is killed, and the console does not know the sequences that move them.
  mutating func moveRows(_ top: Int, _ bottom: Int, by count: Int, of rows: Int) {
    plainBackground()
    let (taken, given) = count > 0 ? (bottom - count, top) : (top, bottom + count)
    // At the last row of the screen there are no rows below to keep in place.
    if count < 0 || bottom < rows { edit(taken, 0, "M", abs(count)) }
    if count > 0 || bottom < rows { edit(given, 0, "L", abs(count)) }
  }

  /// Moves what a row holds from column `left` to `right` to the right, or to the left if `count` is below 0.
  mutating func moveColumns(_ left: Int, _ right: Int, by count: Int, row: Int, of columns: Int) {
    plainBackground()
    let (taken, given) = count > 0 ? (right - count, left) : (left, right + count)
    if count < 0 || right < columns { edit(row, taken, "P", abs(count)) }
    if count > 0 || right < columns { edit(row, given, "@", abs(count)) }
  }

  /// Resets the style before a scroll: the terminal fills the new cells with the current background.
  private mutating func plainBackground() {
    if style.onBlank != .plain { change(to: .plain) }
  }

  /// Goes to a place and inserts or deletes there; the cursor stays.
  private mutating func edit(_ row: Int, _ column: Int, _ final: Unicode.Scalar, _ count: Int) {
    go(to: row, column)
    bytes.appendControl(UInt8(ascii: final), count == 1 ? nil : count)
  }

  // MARK: - Trying

  /// The state of a frame before an attempt, to go back to.
  struct Mark {
    let count: Int
    fileprivate let style: Style
    fileprivate let row: Int?
    fileprivate let column: Int?
  }

  /// The frame as it is now.
  var mark: Mark { Mark(count: bytes.count, style: style, row: row, column: column) }

  /// Takes back what was written since a mark, and returns it.
  mutating func takeBack(to mark: Mark) -> [UInt8] {
    let tried = Array(bytes[mark.count...])
    bytes.removeSubrange(mark.count...)
    (style, row, column) = (mark.style, mark.row, mark.column)
    return tried
  }

  /// Writes again what was taken back, which led to `end`.
  mutating func append(_ tried: [UInt8], endingAt end: Mark) {
    bytes += tried
    (style, row, column) = (end.style, end.row, end.column)
  }

  // MARK: - Parts

  /// Returns a character of a picture and its style, or its inverse in colours that are changed about.
  ///
  /// Both look the same; the inverse is returned if it keeps more of the terminal's colours. Neighbours have common
  /// edges: in a view of houses this saves a seventh of all bytes, and a third with 256 colours.
  private func cheaper(_ glyph: Glyph, _ wanted: Style) -> (Glyph, Style) {
    guard wanted.isPicture, style.isPicture, writer.isUnicode else { return (glyph, wanted) }
    // Of a blank one colour shows, and the other may stay.
    let isBlank = glyph == .blank
    let inverse = Style(front: wanted.back, back: isBlank ? style.back : wanted.front)
    let kept = (isBlank || style.front == wanted.front ? 1 : 0) + (style.back == wanted.back ? 1 : 0)
    let inverseKept = (style.front == inverse.front ? 1 : 0) + (style.back == inverse.back ? 1 : 0)
    guard inverseKept > kept, let scalar = PictureGlyphs.inverse(of: glyph.scalar) else { return (glyph, wanted) }
    return (Glyph(scalar), inverse)
  }

  /// Crosses a short gap by writing again what is there, if that needs no change of style; else does nothing.
  private mutating func rewrite(_ gap: Range<Int>, of canvas: Canvas, _ base: Int) -> Bool {
    guard gap.count <= 4 else { return false }
    for column in gap {
      let cell = canvas.cells[base + column]
      let (isBlank, wanted) = (cell.glyph == .blank, writer.codes.shown(cell.style))
      guard cell.glyph.scalar.isASCII || !writer.isUnicode, !cell.isContinuation, !cell.glyph.isMarked,
        isBlank ? style.onBlank == wanted.onBlank : style == wanted
      else { return false }
    }
    for column in gap { bytes.append(ASCIILikeness.of(canvas.cells[base + column].glyph.scalar)) }
    column = gap.upperBound
    return true
  }

  private mutating func change(to next: Style) {
    guard next != style else { return }
    defer { style = next }
    // A picture has a change for nearly each of its cells, and most of them once.
    if next.isPicture { return writer.codes.append(from: style, toPicture: next, to: &bytes) }
    // Pictures are all left in the same way.
    let key = (style.isPicture ? 1 << 31 : style.bits) << 32 | next.bits
    if let known = transitions[key] {
      bytes += known
    } else {
      let sequence = StyleChange.bytes(from: style, to: next, writer.codes)
      transitions[key] = sequence
      bytes += sequence
    }
  }

  private mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII {
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      for unit in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { bytes.append(unit) }
    }
  }
}

/// A sequence that moves a terminal's cursor, and what it costs.
enum CursorMove {
  /// To a place, wherever the cursor is (CUP).
  case absolute(row: Int, column: Int)
  /// Some rows down by line feeds, and then within the row.
  case down(Int, Horizontal)

  /// A move within a row.
  enum Horizontal {
    case none, start
    case to(column: Int)
    case right(Int), left(Int)
    case back(Int)
  }

  /// The cheapest way to a place from a row and a column, each `nil` if it is unknown.
  static func cheapest(from: (row: Int?, column: Int?), to row: Int, _ column: Int) -> CursorMove {
    let absolute = CursorMove.absolute(row: row, column: column)
    // Upwards there is nothing cheaper, and too far down for line feeds neither.
    guard let start = from.row, (0...6).contains(row - start) else { return absolute }
    let relative = CursorMove.down(row - start, horizontal(from: from.column, to: column))
    return relative.cost <= absolute.cost ? relative : absolute
  }

  private static func horizontal(from: Int?, to column: Int) -> Horizontal {
    if from == column { return .none }
    let known = column == 0 ? Horizontal.start : .to(column: column)
    guard let from else { return known }
    let distance = abs(column - from)
    let step = column > from ? Horizontal.right(distance) : distance <= 3 ? .back(distance) : .left(distance)
    return step.cost < known.cost ? step : known
  }

  /// Bytes of the sequence.
  var cost: Int {
    switch self {
    case .absolute(0, 0): 3
    case .absolute(let row, 0): 3 + (row + 1).digits
    case .absolute(let row, let column): 4 + (row + 1).digits + (column + 1).digits
    case .down(let rows, let move): rows + move.cost
    }
  }

  /// Writes the sequence.
  func append(to bytes: inout [UInt8]) {
    switch self {
    case .absolute(let row, let column):
      bytes.appendControl(UInt8(ascii: "H"), row == 0 && column == 0 ? nil : row + 1, column == 0 ? nil : column + 1)
    case .down(let rows, let move):
      for _ in 0..<rows { bytes.append(0x0A) }
      move.append(to: &bytes)
    }
  }
}

extension CursorMove.Horizontal {
  fileprivate var cost: Int {
    switch self {
    case .none: 0
    case .start: 1
    case .to(let column): 3 + (column + 1).digits
    case .right(let distance), .left(let distance): distance == 1 ? 3 : 3 + distance.digits
    case .back(let distance): distance
    }
  }

  fileprivate func append(to bytes: inout [UInt8]) {
    switch self {
    case .none: break
    case .start: bytes.append(0x0D)
    case .to(let column): bytes.appendControl(UInt8(ascii: "G"), column + 1)
    case .right(let distance): bytes.appendControl(UInt8(ascii: "C"), distance == 1 ? nil : distance)
    case .left(let distance): bytes.appendControl(UInt8(ascii: "D"), distance == 1 ? nil : distance)
    case .back(let distance): for _ in 0..<distance { bytes.append(0x08) }
    }
  }
}

extension [UInt8] {
  /// Appends a control sequence of up to two numbers.
  mutating func appendControl(_ final: UInt8, _ first: Int?, _ second: Int? = nil) {
    append(0x1B)
    append(UInt8(ascii: "["))
    if let first { appendDecimal(first) }
    if let second {
      append(UInt8(ascii: ";"))
      appendDecimal(second)
    }
    append(final)
  }

  private mutating func appendDecimal(_ number: Int) {
    if number >= 10 { appendDecimal(number / 10) }
    append(UInt8(ascii: "0") + UInt8(number % 10))
  }
}

extension Int {
  /// How many decimal digits a number that is not negative has.
  fileprivate var digits: Int { self < 10 ? 1 : 1 + (self / 10).digits }
}
