/// Turns the difference of two canvases into the bytes that change a terminal from one to the other.
///
/// The only place that writes escape sequences of drawing. Expects a terminal that does not translate line feeds
/// (raw mode), and leaves it with plain style; nothing else is remembered between frames.
package struct FrameWriter: Hashable, Sendable {
  /// How many colours may be used.
  package let colours: ColourDepth
  /// Whether characters beyond ASCII may be written; otherwise their nearest likeness is.
  package let isUnicode: Bool
  /// Whether a change asks the terminal to be shown at once (private mode 2026; unknown to a terminal, it is ignored).
  package let isSynchronised: Bool

  /// Bytes of the longest change that is synchronised: half of what a pseudo-terminal holds.
  static let longestSynchronised = 2048

  /// Creates a writer for a terminal of those abilities.
  package init(colours: ColourDepth = .trueColour, isUnicode: Bool = true, isSynchronised: Bool = false) {
    self.colours = colours
    self.isUnicode = isUnicode
    self.isSynchronised = isSynchronised
  }

  /// The bytes that make a terminal that shows `previous` show `next`; none if both are the same.
  ///
  /// Without `previous`, or with one of another size, the terminal may show anything: it is cleared first.
  package func bytes(from previous: Canvas?, to next: Canvas) -> [UInt8] {
    var frame = FrameBytes(writer: self)
    let base: Canvas
    if let previous, previous.extent == next.extent {
      base = previous
    } else {
      base = Canvas(size: next.extent)
      frame.clear()
    }
    for row in 0..<next.extent.rows { writeRow(row, from: base, to: next, into: &frame) }
    frame.end()
    // What a terminal reads at one go it shows at once; more than that it had better not hold back.
    guard isSynchronised, previous?.extent == next.extent, (1...Self.longestSynchronised).contains(frame.bytes.count)
    else { return frame.bytes }
    return Array("\u{1B}[?2026h".utf8) + frame.bytes + Array("\u{1B}[?2026l".utf8)
  }

  private func writeRow(_ row: Int, from previous: Canvas, to next: Canvas, into frame: inout FrameBytes) {
    let columns = next.extent.columns
    let base = row * columns
    guard let changed = changes(previous, next, base..<base + columns) else { return }
    let blankTail = blankTail(next, base..<base + columns)
    var index = changed.lowerBound
    while index < changed.upperBound {
      if next.cells[index] == previous.cells[index] || next.cells[index].isContinuation {
        // The right half of a wide character was written together with its left one.
        index += 1
      } else if index >= blankTail, changed.upperBound - index > FrameBytes.eraseCost {
        frame.go(to: row, index - base, over: next, base)
        frame.eraseLine()
        return
      } else {
        frame.go(to: row, index - base, over: next, base)
        frame.put(next.cells[index], width: width(next, index), columns: columns)
        index += 1
      }
    }
  }

  /// From the first to the last cell of a row that differs.
  private func changes(_ previous: Canvas, _ next: Canvas, _ row: Range<Int>) -> Range<Int>? {
    guard let first = row.first(where: { next.cells[$0] != previous.cells[$0] }),
      let last = row.last(where: { next.cells[$0] != previous.cells[$0] })
    else { return nil }
    return first..<last + 1
  }

  /// Where the plain blanks begin that end a row.
  private func blankTail(_ canvas: Canvas, _ row: Range<Int>) -> Int {
    (row.last { canvas.cells[$0] != .blank } ?? row.lowerBound - 1) + 1
  }

  private func width(_ canvas: Canvas, _ index: Int) -> Int {
    index + 1 < canvas.cells.count && canvas.cells[index + 1].isContinuation ? 2 : 1
  }
}
