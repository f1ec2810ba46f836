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

  /// Where the plain blanks begin that end a row.
  private func blankTail(_ row: Range<Int>) -> Int {
    (row.last { next.cells[$0] != .blank } ?? row.lowerBound - 1) + 1
  }

  private func width(_ index: Int) -> Int {
    index + 1 < next.cells.count && next.cells[index + 1].isContinuation ? 2 : 1
  }
}
