internal import Numbers

/// The content of every row of the screen over time; each different content is drawn once.
///
/// In the picture, all that a row ever shows lies side by side in a strip, which jumps to the side to show the next.
struct RowStrips {
  /// From `time` on a row shows the content of that number.
  private struct Change {
    let time: Duration
    let content: Int
  }

  private let look: PictureLook
  /// The numbers of rows by what is in them, without the plain blanks at their ends.
  private var numbers: [[Cell]: Int] = [:]
  /// The contents of rows, by their numbers.
  private var contents: [String] = []
  /// The changes of each row of the screen.
  private var changes: [[Change]] = []
  private(set) var columns = 0
  private(set) var rows = 0
  /// Bytes of all rows and changes so far.
  private(set) var bytes = 0

  init(look: PictureLook) { self.look = look }

  /// Shows a canvas from a time on, which is not before the last.
  mutating func show(_ canvas: Canvas, at time: Duration) {
    let size = canvas.size
    columns = max(columns, size.columns)
    while changes.count < size.rows {
      // A row that was not there yet was blank.
      changes.append(time > .zero && rows > 0 ? [Change(time: .zero, content: number(of: []))] : [])
    }
    rows = max(rows, size.rows)
    for row in changes.indices {
      let cells = (0..<size.columns).map { canvas[$0, row] }
      let content = number(of: Array(cells[..<(1 + (cells.lastIndex { $0 != .blank } ?? -1))]))
      // Of several at one time the last counts.
      if changes[row].last?.time == time { changes[row].removeLast() }
      guard changes[row].last?.content != content else { continue }
      changes[row].append(Change(time: time, content: content))
      bytes += 4
    }
  }

  private mutating func number(of cells: [Cell]) -> Int {
    if let known = numbers[cells] { return known }
    let markup = RowPicture.markup(of: cells, look: look)
    numbers[cells] = contents.count
    contents.append(markup)
    bytes += markup.utf8.count
    return contents.count - 1
  }

  // MARK: - Markup

  /// The rows, one below the other, over and over again after `length`.
  func markup(lasting length: Duration) -> String {
    let strips = changes.map { changes in
      var seen: Set<Int> = []
      return changes.map(\.content).filter { seen.insert($0).inserted }
    }
    var uses: [Int: Int] = [:]
    for content in strips.joined() { uses[content, default: 0] += 1 }
    let shared = contents.indices.filter { uses[$0, default: 0] > 1 && !contents[$0].isEmpty }
    let library = shared.map { "<g id=\"r\($0)\">\(contents[$0])</g>\n" }.joined()
    return (library.isEmpty ? "" : "<defs>\n\(library)</defs>\n")
      + strips.indices.map { row in self.row(row, strips[row], uses, length) }.joined()
  }

  private func row(_ row: Int, _ strip: [Int], _ uses: [Int: Int], _ length: Duration) -> String {
    let pieces = strip.enumerated().map { place, content in
      piece(content, at: place * stride, isShared: uses[content, default: 0] > 1)
    }
    if pieces.allSatisfy(\.isEmpty) { return "" }
    let drawn = pieces.joined()
    let content = strip.count == 1 ? drawn : "<g>\(jumps(changes[row], strip, length))\(drawn)</g>"
    return "<g transform=\"translate(0 \(row * CellGrid.height))\">\(content)</g>\n"
  }

  /// How far the pieces of a strip are apart.
  private var stride: Int { columns * CellGrid.width }

  private func piece(_ content: Int, at x: Int, isShared: Bool) -> String {
    if contents[content].isEmpty { return "" }
    if isShared { return "<use href=\"#r\(content)\"" + (x == 0 ? "/>" : " x=\"\(x)\"/>") }
    return x == 0 ? contents[content] : "<g transform=\"translate(\(x))\">\(contents[content])</g>"
  }

  /// The animation that brings the right piece into the picture at any time.
  private func jumps(_ changes: [Change], _ strip: [Int], _ length: Duration) -> String {
    let places = Dictionary(uniqueKeysWithValues: strip.enumerated().map { ($1, $0) })
    let values = changes.map { String(-(places[$0.content] ?? 0) * stride) }
    let times = changes.map { DecimalText.short($0.time / length, places: 6) }
    return """
      <animateTransform attributeName="transform" type="translate" calcMode="discrete" repeatCount="indefinite" \
      dur="\(DecimalText.short(max(length.inSeconds, 0.001), places: 3))s" values="\(values.joined(separator: ";"))" \
      keyTimes="\(times.joined(separator: ";"))"/>
      """
  }
}
