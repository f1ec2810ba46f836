internal import Eye
internal import Geodesy
package import TextCanvas
package import Views

/// Draws the compass: the heading tape, what lies ahead and beside, the target large, and the radar.
package func drawCompass(_ screen: CompassScreen, on canvas: inout Canvas, glyphs: GlyphLevel) {
  var memory = EyeMemory(colours: .none)
  drawCompass(
    screen, ahead: nil, in: Area(column: 0, row: 0, columns: canvas.size.columns, rows: canvas.size.rows), on: &canvas,
    glyphs: glyphs, &memory)
}

/// Draws the compass, and behind its places what the eye sees, if that is known.
///
/// - Parameter place: where the canvas lies on the screen.
func drawCompass(
  _ screen: CompassScreen, ahead: EyeScreen?, in place: Area, on canvas: inout Canvas, glyphs: GlyphLevel,
  _ memory: inout EyeMemory
) {
  let symbols = Symbols(glyphs: glyphs)
  let (columns, rows) = (canvas.size.columns, canvas.size.rows)
  let tape = drawTape(screen, on: &canvas, symbols)
  let panel = compassPanelRows(screen, canvas.size)
  guard rows > tape + panel else { return drawTargetLine(screen, row: min(rows - 1, tape), on: &canvas, symbols) }
  let field = Area(column: 0, row: tape, columns: columns, rows: rows - tape - panel)
  // A picture of the full circle would not fit below the tape.
  if let ahead, ahead.camera.fieldOfView == screen.fieldOfView, field.size.rows >= leastSceneRows {
    let fitting = ahead.sized(columns: field.size.columns, rows: field.size.rows)
    memory.note(
      fitting.camera,
      in: Area(
        column: place.column, row: place.row + field.row, columns: field.size.columns, rows: field.size.rows))
    canvas.within(field) {
      drawScene(fitting, on: &$0, look: memory.look(glyphs), signs: &memory.signs)
    }
  } else if screen.hasHeading {
    drawField(screen, in: field, on: &canvas, symbols)
  } else {
    drawList(screen.list, in: field, on: &canvas)
  }
  guard panel > 2 else { return drawTargetLine(screen, row: rows - panel, on: &canvas, symbols) }
  let radar = Radar.size(in: canvas.size)
  if let radar {
    Radar.draw(
      screen,
      in: Area(column: columns - radar.columns, row: rows - radar.rows, columns: radar.columns, rows: radar.rows),
      on: &canvas, symbols)
  }
  let words = columns - (radar.map { $0.columns + 1 } ?? 0)
  canvas.within(Area(column: 0, row: rows - targetRows, columns: words, rows: targetRows)) { canvas in
    drawTarget(screen, on: &canvas, symbols)
  }
}

/// Rows that a picture behind the compass needs: in fewer, names alone say more.
private let leastSceneRows = 6

/// Rows of the target in large digits, with a line above and one below.
private let targetRows = BigText.rows + 2

/// Rows at the foot of a compass that say where the target is; no news may cover them.
func compassPanelRows(_ screen: CompassScreen, _ size: CanvasSize) -> Int {
  if size.rows >= 17 && size.columns >= 34 {
    return max(targetRows, Radar.size(in: size)?.rows ?? 0)
  }
  return screen.target == nil ? 0 : 2
}

/// Draws the target in large digits, with an arrow that shows the turn.
private func drawTarget(_ screen: CompassScreen, on canvas: inout Canvas, _ symbols: Symbols) {
  guard let target = screen.target else {
    // Without a position nothing is near, and the target is somewhere.
    let isLost = screen.isStale && screen.list.isEmpty
    let text = isLost ? "No position yet" : "Nothing to look for."
    canvas.put(text, .left, row: 1, style: Palette.quiet)
    return
  }
  let style = screen.isStale ? Palette.quiet : Palette.style(of: .target)
  canvas.put("\(symbols.mark(.target)) \(target.label)", .left, row: 0, style: style)
  var digits = 0
  if let turn = target.turn {
    TurnArrow.draw(turn: turn, row: 1, on: &canvas, symbols, style: style)
    digits = TurnArrow.columns
  }
  let width = BigText.columns(of: target.distance)
  if digits + width <= canvas.size.columns {
    BigText.draw(target.distance, column: digits, row: 1, block: symbols.block, style: style, on: &canvas)
  } else {
    canvas.put(target.distance, .left, row: 3, column: digits, style: style)
  }
  canvas.put(cue(screen, target, symbols), .left, row: BigText.rows + 1, style: Palette.hint)
}

/// Draws the target in one line, for when there is no room for more.
private func drawTargetLine(_ screen: CompassScreen, row: Int, on canvas: inout Canvas, _ symbols: Symbols) {
  guard let target = screen.target else { return }
  let arrow = target.turn.map { symbols.arrow(Bearing(degrees: $0)) + " " } ?? ""
  let style = screen.isStale ? Palette.quiet : Palette.style(of: .target)
  let room = canvas.size.columns - CharacterWidth.columns(of: "\(arrow) \(target.distance)")
  canvas.put(
    "\(arrow)\(shortened(target.label, columns: room)) \(target.distance)", .centre, row: row, style: style)
  canvas.put(cue(screen, target, symbols), .centre, row: row + 1, style: Palette.hint)
}

/// The instruction to the player, marked as last seen if the position is stale.
private func cue(_ screen: CompassScreen, _ target: CompassScreen.Target, _ symbols: Symbols) -> String {
  guard screen.isStale else { return symbols.text("\(target.cue), \(target.wind)") }
  return symbols.text("last seen: \(target.turn == nil ? "" : "\(target.cue), ")\(target.wind)")
}

/// Draws the nearby places by name and compass point, for when the player's heading is unknown.
private func drawList(_ list: [MapScreen.Row], in area: Area, on canvas: inout Canvas) {
  let width = min(area.size.columns - 2, 48)
  let left = (area.size.columns - width) / 2
  guard width >= 26 else { return }
  canvas.within(area) { canvas in
    // One blank row above and below.
    for (index, place) in list.prefix(max(0, area.size.rows - 2)).enumerated() {
      canvas.put(place.label, .left, row: index + 1, column: left, width: width - 13)
      canvas.put(place.distance, .right, row: index + 1, column: left + width - 12, width: 7, style: Palette.key)
      canvas.put(place.direction, column: left + width - 3, row: index + 1, style: Palette.quiet)
    }
  }
}

/// An arrow ten columns wide and five rows high that shows where to turn.
enum TurnArrow {
  /// Columns of the arrow and its margin.
  static let columns = 12
  private static let size = CanvasSize(columns: 10, rows: 5)

  /// Draws the arrow of a turn in degrees, positive to the right; up is straight ahead.
  static func draw(turn: Double, row: Int, on canvas: inout Canvas, _ symbols: Symbols, style: Style) {
    guard symbols.glyphs == .braille else { return drawLetters(turn: turn, row: row, on: &canvas, style: style) }
    var raster = Raster(size: size, glyphs: symbols.glyphs)
    let centre = (x: 9.5, y: 9.5)
    func point(_ degrees: Double, _ radius: Double) -> Dot {
      let (sine, cosine) = Angle.sineAndCosine(degrees: degrees)
      return Dot(x: centre.x + radius * sine, y: centre.y - radius * cosine)
    }
    let tip = point(turn, 9)
    raster.line(from: point(turn + 180, 9), to: tip)
    for side in [-30.0, 30] {
      raster.line(from: point(turn + side, 3.5), to: tip)
      raster.line(from: point(turn + side * 1.3, 4.5), to: tip)
    }
    canvas.draw(raster, column: 0, row: row, style: style)
  }

  /// Draws one of eight pictures made of letters: a line drawn with letters is no recognisable arrow at this size.
  private static func drawLetters(turn: Double, row: Int, on canvas: inout Canvas, style: Style) {
    guard turn.isFinite else { return }
    let eighth = Int((Bearing(degrees: turn).degrees / 45).rounded()) % 8
    for (line, text) in pictures[eighth].enumerated() {
      canvas.put(text, column: 0, row: row + line, style: style)
    }
  }

  private static let pictures = [
    ["    ^", "   /|\\", "  / | \\", "    |", "    |"],
    ["     ____", "       /|", "      / |", "     /", "    /"],
    ["", "      \\", " ------->", "      /", ""],
    ["    \\", "     \\", "      \\ |", "       \\|", "     ----"],
    ["    |", "    |", "  \\ | /", "   \\|/", "    v"],
    ["      /", "     /", "  | /", "  |/", "  ----"],
    ["", "   /", "  <-------", "   \\", ""],
    ["  ____", "  |\\", "  | \\", "     \\", "      \\"],
  ]
}

/// Digits five rows high, for the one number that is read while walking.
enum BigText {
  static let rows = 5

  /// Columns that `text` takes.
  static func columns(of text: String) -> Int { text.reduce(0) { $0 + columns(of: $1) } }

  /// Draws a number from `column` to the right; what is no digit, its unit, stands small at the foot.
  static func draw(_ text: String, column: Int, row: Int, block: Unicode.Scalar, style: Style, on canvas: inout Canvas)
  {
    var column = column
    for character in text {
      if let dots = font[character] {
        draw(dots, column: column, row: row, block: block, style: style, on: &canvas)
      } else {
        canvas.put(String(character), column: column, row: row + rows - 1, style: style)
      }
      column += columns(of: character)
    }
  }

  private static func draw(
    _ dots: [String], column: Int, row: Int, block: Unicode.Scalar, style: Style, on canvas: inout Canvas
  ) {
    for (line, dots) in dots.enumerated() {
      for (offset, dot) in dots.enumerated() where dot == "#" {
        canvas.put(String(Character(block)), column: column + offset, row: row + line, style: style)
      }
    }
  }

  private static func columns(of character: Character) -> Int {
    font[character].map { $0[0].count + 1 } ?? CharacterWidth.columns(of: String(character))
  }

  private static let font: [Character: [String]] = [
    "0": [" ## ", "#  #", "#  #", "#  #", " ## "], "1": [" # ", "## ", " # ", " # ", "###"],
    "2": ["### ", "   #", " ## ", "#   ", "####"], "3": ["### ", "   #", " ## ", "   #", "### "],
    "4": ["#  #", "#  #", "####", "   #", "   #"], "5": ["####", "#   ", "### ", "   #", "### "],
    "6": [" ## ", "#   ", "### ", "#  #", " ## "], "7": ["####", "   #", "  # ", " #  ", " #  "],
    "8": [" ## ", "#  #", " ## ", "#  #", " ## "], "9": [" ## ", "#  #", " ###", "   #", " ## "],
    ".": [" ", " ", " ", " ", "#"],
  ]
}
