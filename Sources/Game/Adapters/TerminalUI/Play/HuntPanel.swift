internal import Game
internal import TextCanvas
internal import Views

/// The lines about the hunt below the views: what to look for, how much is found, and the hint or what is wrong.
struct HuntPanel {
  private struct Line {
    var left: String
    var right = ""
    var style = Palette.style(of: .target)
  }

  private let lines: [Line]
  /// The rows of the panel: two, or more for a long hint, which must not be cut.
  let rows: Int

  /// Breaks the texts for a screen of `size`.
  init(_ hunt: HuntScreen, size: CanvasSize, _ symbols: Symbols) {
    let columns = size.columns - 2
    let notes = Self.notes(hunt).map { (symbols.text($0.0), $0.1) }
    let most = max(notes.isEmpty ? 2 : 3, (size.rows - 1) / 4)
    let target = Self.target(hunt, hasNote: !notes.isEmpty, columns: columns)
    var lines = target
    for (index, note) in notes.enumerated() {
      // Each of those that are still to come keeps a line.
      let room = most - lines.count - (notes.count - index - 1)
      lines += wrapped(note.0, columns: columns, lines: max(0, room)).map { Line(left: $0, style: note.1) }
    }
    self.lines = Array(lines.prefix(max(most, target.count)))
    rows = max(2, self.lines.count)
  }

  /// The notes under the target, the most urgent first; a hint waits until there is a position.
  private static func notes(_ hunt: HuntScreen) -> [(String, Style)] {
    let places = hunt.places.map { [($0, Palette.hint)] } ?? []
    if let trouble = hunt.trouble { return [(trouble, Palette.message)] + places }
    let reasons = [hunt.obstacle, hunt.claim].compactMap(\.self)
    let obstacle = reasons.isEmpty ? nil : (reasons.joined(separator: " "), Palette.message)
    return [obstacle, hunt.hint.map { ("Hint: \($0)", Palette.hint) }, hunt.race.map { ($0, Palette.ghost) }]
      .compactMap(\.self) + places
  }

  /// The target and the score, in one line where they fit.
  private static func target(_ hunt: HuntScreen, hasNote: Bool, columns: Int) -> [Line] {
    let left = hunt.timeLeft.map { "\($0), " } ?? ""
    let score = "\(left)\(hunt.found) found, \(hunt.points)"
    let (width, right) = (CharacterWidth.columns(of: hunt.target), CharacterWidth.columns(of: score))
    if width + right + 2 <= columns { return [Line(left: hunt.target, right: score)] }
    if !hasNote, width <= columns {
      return [Line(left: hunt.target), Line(left: shortened(score, columns: columns), style: Palette.key)]
    }
    var lines = wrapped(hunt.target, columns: columns, lines: hasNote ? 1 : 2)
    // Time that runs out matters more than the count.
    let tail = hunt.timeLeft ?? hunt.found
    let room = columns - CharacterWidth.columns(of: tail) - 1
    // The count matters less than the target: it takes what the last line leaves.
    guard let last = lines.popLast() else { return [Line(left: "", right: tail)] }
    let fits = CharacterWidth.columns(of: last) <= room
    return lines.map { Line(left: $0) } + [Line(left: last, right: fits ? tail : "")]
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
