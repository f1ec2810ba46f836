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
  /// What the ground colours look like.
  package let table: ColourTable
  let codes: ColourCodes

  /// Bytes of the longest change that is synchronised: half of what a pseudo-terminal holds.
  static let longestSynchronised = 2048

  /// Creates a writer for a terminal of those abilities.
  package init(
    colours: ColourDepth = .trueColour, isUnicode: Bool = true, isSynchronised: Bool = false,
    table: ColourTable = .empty
  ) {
    self.colours = colours
    self.isUnicode = isUnicode
    self.isSynchronised = isSynchronised
    self.table = table
    codes = ColourCodes(depth: colours, table: table)
  }

  /// The bytes that make a terminal that shows `previous` show `next`; none if both are the same.
  ///
  /// Without `previous`, or with one of another size, the terminal may show anything: it is cleared first. With
  /// `scrolled`, what the terminal shows is moved first where that saves bytes; a word that is wrong costs none.
  package func bytes(from previous: Canvas?, to next: Canvas, scrolled: Scroll? = nil) -> [UInt8] {
    guard let previous, previous.extent == next.extent else {
      var frame = FrameBytes(writer: self)
      frame.clear()
      RowWriter(previous: Canvas(size: next.extent), next: next).writeAll(into: &frame)
      frame.end()
      return frame.bytes
    }
    let plain = change(from: previous, to: next, nil)
    var shortest = plain
    if let move = scrolled.flatMap({ ScrollMove($0, on: previous) }), !plain.isEmpty {
      let moved = change(from: previous, to: next, move)
      if moved.count < plain.count { shortest = moved }
    }
    // What a terminal reads at one go it shows at once; more than that it had better not hold back.
    guard isSynchronised, (1...Self.longestSynchronised).contains(shortest.count) else { return shortest }
    return Array("\u{1B}[?2026h".utf8) + shortest + Array("\u{1B}[?2026l".utf8)
  }

  private func change(from previous: Canvas, to next: Canvas, _ move: ScrollMove?) -> [UInt8] {
    var frame = FrameBytes(writer: self)
    var base = previous
    if let move { move.moveRows(of: &base, &frame) }
    RowWriter(previous: base, next: next).writeAll(moving: move, into: &frame)
    frame.end()
    return frame.bytes
  }
}

/// Writes the rows in which two canvases of one size differ.
struct RowWriter {
  let previous: Canvas
  let next: Canvas

  /// Writes every row; with `move`, as a move and what differs after it where that is shorter.
  func writeAll(moving move: ScrollMove? = nil, into frame: inout FrameBytes) {
    for row in 0..<next.extent.rows {
      if let move, move.columns != 0, move.area.row <= row, row < move.area.endRow {
        write(row, moving: move, into: &frame)
      } else {
        write(row, into: &frame)
      }
    }
  }

  /// Writes one row in the shorter of both ways.
  private func write(_ row: Int, moving move: ScrollMove, into frame: inout FrameBytes) {
    let start = frame.mark
    write(row, into: &frame)
    let end = frame.mark
    guard end.count > start.count, let cells = move.moved(row, of: previous) else { return }
    let plain = frame.takeBack(to: start)
    move.moveColumns(of: row, on: next.extent, &frame)
    write(row, over: cells, from: 0, into: &frame)
    guard frame.mark.count - start.count >= plain.count else { return }
    _ = frame.takeBack(to: start)
    frame.append(plain, endingAt: end)
  }

  private func write(_ row: Int, into frame: inout FrameBytes) {
    write(row, over: previous.cells, from: row * next.extent.columns, into: &frame)
  }

  /// Writes what differs from what the row shows: the cells in `shown` from `start` on.
  private func write(_ row: Int, over shown: [Cell], from start: Int, into frame: inout FrameBytes) {
    let columns = next.extent.columns
    let base = row * columns
    let offset = start - base
    guard let changed = changes(shown, offset, base..<base + columns) else { return }
    let blankTail = blankTail(base..<base + columns)
    var index = changed.lowerBound
    while index < changed.upperBound {
      if next.cells[index] == shown[index + offset] || next.cells[index].isContinuation {
        // The right half of a wide character was written together with its left one.
        index += 1
      } else if index >= blankTail, changed.upperBound - index > FrameBytes.eraseCost {
        frame.go(to: row, index - base, over: next, base)
        frame.eraseLine()
        return
      } else {
        frame.go(to: row, index - base, over: next, base)
        frame.put(next.cells[index], width: width(index), columns: columns)
        index += 1
      }
    }
  }

  /// From the first to the last cell of a row that differs.
  private func changes(_ shown: [Cell], _ offset: Int, _ row: Range<Int>) -> Range<Int>? {
    guard let first = row.first(where: { next.cells[$0] != shown[$0 + offset] }),
      let last = row.last(where: { next.cells[$0] != shown[$0 + offset] })
    else { return nil }
    return first..<last + 1
  }

  /// Returns the index of the first of the plain blanks at the end of a row.
  private func blankTail(_ row: Range<Int>) -> Int {
    (row.last { next.cells[$0] != .blank } ?? row.lowerBound - 1) + 1
  }

  private func width(_ index: Int) -> Int {
    index + 1 < next.cells.count && next.cells[index + 1].isContinuation ? 2 : 1
  }
}
