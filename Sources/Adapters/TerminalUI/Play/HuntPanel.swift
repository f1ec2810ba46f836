internal import HuntApplication
internal import TextCanvas

/// The lines about the hunt below the views: what to look for, how much is found, and the hint or what is wrong.
struct HuntPanel {
  private struct Line {
    var left: String
    var right = ""
    var style = Palette.style(of: .target)
  }

  private let lines: [Line]
  /// Rows of the panel: two, and more for a long hint, which nobody could read cut.
  let rows: Int

  /// Breaks the texts for a screen of `size`.
  init(_ hunt: HuntScreen, size: CanvasSize, _ symbols: Symbols) {
    let columns = size.columns - 2
    // A hint can wait until the player knows again where they are.
    let note = (hunt.trouble ?? hunt.hint.map { "Hint: \($0)" }).map(symbols.text)
    let most = max(note == nil ? 2 : 3, (size.rows - 1) / 4)
    let target = Self.target(hunt, hasNote: note != nil, columns: columns)
    let rest = wrapped(note ?? "", columns: columns, lines: most - target.count)
    lines = target + rest.map { Line(left: $0, style: hunt.trouble == nil ? Palette.hint : Palette.message) }
    rows = max(2, lines.count)
  }

  /// The target and the score, in one line where they fit.
  private static func target(_ hunt: HuntScreen, hasNote: Bool, columns: Int) -> [Line] {
    let score = "\(hunt.found) found, \(hunt.points)"
    let (left, right) = (CharacterWidth.columns(of: hunt.target), CharacterWidth.columns(of: score))
    if left + right + 2 <= columns { return [Line(left: hunt.target, right: score)] }
    if !hasNote, left <= columns {
      return [Line(left: hunt.target), Line(left: shortened(score, columns: columns), style: Palette.key)]
    }
    var lines = wrapped(hunt.target, columns: columns, lines: hasNote ? 1 : 2)
    let room = columns - CharacterWidth.columns(of: hunt.found) - 1
    // The count matters less than the target: it takes what the last line leaves.
    guard let last = lines.popLast() else { return [Line(left: "", right: hunt.found)] }
    let fits = CharacterWidth.columns(of: last) <= room
    return lines.map { Line(left: $0) } + [Line(left: last, right: fits ? hunt.found : "")]
  }

  /// Draws the panel over the row of the keys.
  func draw(on canvas: inout Canvas) {
    for (index, line) in lines.enumerated() {
      let row = canvas.size.rows - 1 - rows + index
      canvas.put(line.left, column: 1, row: row, style: line.style)
      canvas.put(line.right, .right, row: row, width: canvas.size.columns - 1, style: Palette.key)
    }
  }
}
