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
  let layout = TargetLayout(in: canvas.size)
  let words = TargetLayout.columns(beside: radar, in: canvas.size)
  canvas.within(Area(column: 0, row: rows - layout.rows, columns: words, rows: layout.rows)) { canvas in
    drawTarget(screen, layout, on: &canvas, symbols)
  }
}

/// Rows that a picture behind the compass needs: in fewer, names alone say more.
private let leastSceneRows = 6

/// How large the target is written below a compass: it grows with the room, whatever its distance is.
struct TargetLayout: Hashable {
  /// How many times larger than usual the arrow and the digits are.
  let arrow, digits: Int
  /// Whether the arrow stands above the digits, for which there is no room beside it.
  let isStacked: Bool

  /// The largest layout for a compass: large digits come before a large arrow.
  init(in compass: CanvasSize) {
    let columns = Self.columns(beside: Radar.size(in: compass), in: compass)
    let fitting = Self.all.first { $0.rows <= compass.rows / 3 && $0.columns <= columns }
    self = fitting ?? TargetLayout(arrow: 1, digits: 1, isStacked: false)
  }

  /// All layouts, the largest first.
  private static let all = (1...4).reversed().flatMap { digits in
    (1...digits).reversed().flatMap { arrow in
      [false, true].map { TargetLayout(arrow: arrow, digits: digits, isStacked: $0) }
    }
  }

  private init(arrow: Int, digits: Int, isStacked: Bool) {
    (self.arrow, self.digits, self.isStacked) = (arrow, digits, isStacked)
  }

  /// A distance that hardly any target's is longer than: a layout that went by the present one would jump.
  private static let longest = "0000 m"

  /// Rows of the arrow and the digits, with a line above and one below.
  var rows: Int {
    let (arrow, digits) = (TurnArrow.rows * arrow, BigText.rows * digits)
    return 2 + (isStacked ? arrow + digits : max(arrow, digits))
  }
  private var columns: Int {
    let (arrow, digits) = (TurnArrow.columns * arrow, BigText.columns(of: Self.longest, size: digits))
    return isStacked ? max(arrow, digits) : arrow + digits
  }

  /// The columns that the words about the target have.
  static func columns(beside radar: CanvasSize?, in compass: CanvasSize) -> Int {
    compass.columns - (radar.map { $0.columns + 1 } ?? 0)
  }
}

/// Rows at the foot of a compass that say where the target is; no news may cover them.
func compassPanelRows(_ screen: CompassScreen, _ size: CanvasSize) -> Int {
  if size.rows >= 17 && size.columns >= 34 {
    return max(TargetLayout(in: size).rows, Radar.size(in: size)?.rows ?? 0)
  }
  return screen.target == nil ? 0 : 2
}

/// Draws the target in large digits, with an arrow that shows the turn.
private func drawTarget(
  _ screen: CompassScreen, _ layout: TargetLayout, on canvas: inout Canvas, _ symbols: Symbols
) {
  guard let target = screen.target else {
    // Without a position nothing is near, and the target is somewhere.
    let isLost = screen.isStale && screen.list.isEmpty
    let text = isLost ? "No position yet" : "Nothing to look for."
    canvas.put(text, .left, row: 1, style: Palette.quiet)
    return
  }
  let style = screen.isStale ? Palette.quiet : Palette.style(of: .target)
  let foot = layout.rows - 1 - BigText.rows * layout.digits
  canvas.put("\(symbols.mark(.target)) \(target.label)", .left, row: 0, style: style)
  var column = 0
  if let turn = target.turn {
    let row = layout.isStacked ? 1 : layout.rows - 1 - TurnArrow.rows * layout.arrow
    TurnArrow.draw(turn: turn, size: layout.arrow, row: row, on: &canvas, symbols, style: style)
    if !layout.isStacked { column = TurnArrow.columns * layout.arrow }
  }
  if column + BigText.columns(of: target.distance, size: layout.digits) <= canvas.size.columns {
    BigText.draw(
      target.distance, size: layout.digits, column: column, row: foot, block: symbols.block, style: style, on: &canvas)
  } else {
    canvas.put(target.distance, .left, row: layout.rows - 4, column: column, style: style)
  }
  canvas.put(cue(screen, target, symbols), .left, row: layout.rows - 1, style: Palette.hint)
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

/// An arrow that shows where to turn, in its usual size ten columns wide and five rows high.
enum TurnArrow {
  /// Columns of the usual arrow and its margin, and its rows.
  static let (columns, rows) = (12, 5)

  /// Draws the arrow of a turn in degrees, positive to the right; up is straight ahead.
  ///
  /// - Parameter size: how many times larger than usual.
  static func draw(turn: Double, size: Int, row: Int, on canvas: inout Canvas, _ symbols: Symbols, style: Style) {
    let hasDots = symbols.glyphs == .braille
    guard hasDots || size > 1 else { return drawLetters(turn: turn, row: row, on: &canvas, style: style) }
    var raster = Raster(size: CanvasSize(columns: (columns - 2) * size, rows: rows * size), glyphs: symbols.glyphs)
    let (width, height) = hasDots ? raster.dots : (raster.size.columns, raster.size.rows)
    let (sine, cosine) = Angle.sineAndCosine(degrees: turn)
    for y in 0..<height {
      for x in 0..<width {
        let east = (Double(x) + 0.5) / Double(width) * 2 - 1
        let north = 1 - (Double(y) + 0.5) / Double(height) * 2
        guard isInside(right: east * cosine - north * sine, ahead: east * sine + north * cosine) else { continue }
        if hasDots {
          let dot = Dot(x: Double(x), y: Double(y))
          raster.line(from: dot, to: dot)
        } else {
          canvas.put(String(Character(symbols.block)), column: x, row: row + y, style: style)
        }
      }
    }
    canvas.draw(raster, column: 0, row: row, style: style)
  }

  /// Whether a point is inside of the arrow's outline: in its head, or in its shaft.
  private static func isInside(right: Double, ahead: Double) -> Bool {
    ahead >= 0.2 ? abs(right) <= 0.62 * (1 - ahead) / 0.8 : ahead >= -0.95 && abs(right) <= 0.2
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

/// Digits, in their usual size five rows high, for the one number that is read while walking.
enum BigText {
  /// Rows of digits of the usual size.
  static let rows = 5

  /// Columns that `text` takes.
  ///
  /// - Parameter size: how many times larger than usual the digits are.
  static func columns(of text: String, size: Int) -> Int { text.reduce(0) { $0 + columns(of: $1, size) } }

  /// Draws a number from `column` to the right; what is no digit, its unit, stands small at the foot.
  static func draw(
    _ text: String, size: Int, column: Int, row: Int, block: Unicode.Scalar, style: Style, on canvas: inout Canvas
  ) {
    var column = column
    for character in text {
      if let dots = font[character] {
        for (line, dots) in dots.enumerated() {
          for (offset, dot) in dots.enumerated() where dot == "#" {
            canvas.fill(
              Area(column: column + offset * size, row: row + line * size, columns: size, rows: size), with: block,
              style: style)
          }
        }
      } else {
        canvas.put(String(character), column: column, row: row + rows * size - 1, style: style)
      }
      column += columns(of: character, size)
    }
  }

  private static func columns(of character: Character, _ size: Int) -> Int {
    font[character].map { ($0[0].count + 1) * size } ?? CharacterWidth.columns(of: String(character))
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
