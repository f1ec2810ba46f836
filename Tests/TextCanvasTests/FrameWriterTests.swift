import CanvasTesting
import ChanceTesting
import Testing

@testable import TextCanvas

@Suite("Frames as bytes")
struct FrameWriterTests {
  @Test("the bytes turn any canvas into any other", arguments: 0..<60)
  func anyToAny(seed: Int) throws {
    var chance = Chance(seed: UInt64(seed))
    let depth = [ColourDepth.sixteen, .twoHundredFiftySix, .trueColour, .none][seed % 4]
    let table = ColourTable(ground(&chance))
    let writer = FrameWriter(colours: depth, isSynchronised: seed.isMultiple(of: 2), table: table)
    var previous: Canvas?
    var emulator = Emulator(columns: 1, rows: 1, depth: depth, table: table)
    for _ in 0..<12 {
      var next = previous ?? Canvas(width: 0, height: 0)
      if previous == nil || Int.random(in: 0..<5, using: &chance) == 0 {
        next = Canvas(width: .random(in: 1...40, using: &chance), height: .random(in: 1...9, using: &chance))
        emulator = Emulator(columns: next.size.columns, rows: next.size.rows, depth: depth, table: table)
        previous = Bool.random(using: &chance) ? nil : previous
        if previous?.size == next.size { previous = nil }
      }
      scribble(on: &next, &chance)
      try emulator.feed(writer.bytes(from: previous, to: next))
      #expect(emulator.difference(from: next) == nil)
      previous = next
    }
  }

  /// Some ground colours, fewer than are drawn with.
  private func ground(_ chance: inout Chance) -> [RGB] {
    (0..<9).map { _ in
      RGB(
        .random(in: 0...255, using: &chance), .random(in: 0...255, using: &chance), .random(in: 0...255, using: &chance)
      )
    }
  }

  /// Draws some random things, wide characters and marks among them, in and beside the canvas.
  private func scribble(on canvas: inout Canvas, _ chance: inout Chance) {
    let texts = ["a", "well", "日本", "e\u{301}x", "x  y", "🌲", "กำ้", "────", "a 漢 b", "   ", "\u{1B}[2J", "한국"]
    let colours = Colour.named + (0..<11).map(Colour.ground)
    for _ in 0..<Int.random(in: 0...25, using: &chance) {
      let style = Style(
        colours.randomElement(using: &chance) ?? .standard,
        on: Int.random(in: 0..<3, using: &chance) == 0
          ? colours.randomElement(using: &chance) ?? .standard : .standard,
        Style.Attributes(
          rawValue: Bool.random(using: &chance) ? 0 : UInt8.random(in: 0..<16, using: &chance)))
      let column = Int.random(in: -3...canvas.size.columns, using: &chance)
      let row = Int.random(in: -1...canvas.size.rows, using: &chance)
      if Int.random(in: 0..<8, using: &chance) == 0 { canvas.draw(picture(&chance), column: column, row: row) }
      if Int.random(in: 0..<6, using: &chance) == 0 {
        canvas.fill(
          Area(column: column, row: row, columns: .random(in: 0...9, using: &chance), rows: 2),
          with: Bool.random(using: &chance) ? " " : "#", style: Bool.random(using: &chance) ? .plain : style)
      } else {
        canvas.put(texts.randomElement(using: &chance) ?? "", column: column, row: row, style: style)
      }
    }
  }

  /// A small picture of few colours, so that neighbours share some.
  private func picture(_ chance: inout Chance) -> Picture {
    let colours: [UInt32] = [0x000000, 0x5F87AF, 0x5F87AF, 0xD7005F, 0xD7015D, 0x626262, 0x123456, 0xFFFFFF]
    var picture = Picture(
      columns: .random(in: 0...9, using: &chance), rows: .random(in: 0...3, using: &chance),
      glyphs: PictureGlyphs.allCases.randomElement(using: &chance) ?? .halves)
    picture.withSamples { samples in
      for index in samples.indices { samples[index] = colours.randomElement(using: &chance) ?? 0 }
    }
    return picture
  }

  @Test("a picture writes only the colours that change, and leaves them by starting anew")
  func pictureColours() {
    var canvas = Canvas(width: 5, height: 1)
    let (dark, red, blue) = (RGB(0, 0, 0), RGB(0xFE, 0, 0), RGB(0, 0, 0x62))
    canvas.put("a", column: 0, row: 0, style: Style(.standard, .bold))
    canvas.put("▟", column: 1, row: 0, style: Style(picture: red, on: dark))
    canvas.put("▙", column: 2, row: 0, style: Style(picture: red, on: blue))
    canvas.put(" ", column: 3, row: 0, style: Style(picture: dark, on: red))
    canvas.put("b", column: 4, row: 0)
    func text(_ depth: ColourDepth) -> String {
      String(decoding: FrameWriter(colours: depth).bytes(from: Canvas(width: 5, height: 1), to: canvas), as: UTF8.self)
    }
    #expect(
      text(.trueColour)
        == "\u{1B}[H\u{1B}[1ma\u{1B}[0;38;2;255;0;0;48;2;0;0;0m▟\u{1B}[48;2;0;0;98m▙█\u{1B}[mb")
    #expect(
      text(.twoHundredFiftySix)
        == "\u{1B}[H\u{1B}[1ma\u{1B}[0;38;5;196;48;5;16m▟\u{1B}[48;5;17m▙█\u{1B}[mb")
    #expect(text(.sixteen) == "\u{1B}[H\u{1B}[1ma\u{1B}[m▟▙ b")
    #expect(text(.none) == text(.sixteen))
  }

  @Test("what fills the other part in the other colour looks the same, and is written where it keeps more colours")
  func inverses() {
    let (red, blue, dark) = (RGB(0xFE, 0, 0), RGB(0, 0, 0x62), RGB(0, 0, 0))
    func text(_ cells: [(String, RGB, RGB)], isUnicode: Bool = true) -> String {
      var canvas = Canvas(width: cells.count, height: 1)
      for (column, (text, front, back)) in cells.enumerated() {
        canvas.put(text, column: column, row: 0, style: Style(picture: front, on: back))
      }
      let bytes = FrameWriter(isUnicode: isUnicode).bytes(from: Canvas(width: cells.count, height: 1), to: canvas)
      return String(decoding: bytes, as: UTF8.self)
    }
    let begin = "\u{1B}[H\u{1B}[38;2;255;0;0;48;2;0;0;98m"
    #expect(text([("▄", red, blue), ("▛", blue, red), ("\u{1FB00}", blue, red)]) == begin + "▄▗\u{1FB3B}\u{1B}[m")
    #expect(text([("▄", red, blue), ("▛", dark, red)]) == begin + "▄\u{1B}[48;2;0;0;0m▗\u{1B}[m")
    #expect(text([("▄", red, blue), (" ", dark, red), (" ", dark, blue)]) == begin + "▄█ \u{1B}[m")
    #expect(text([("▄", red, blue), ("█", blue, red)]) == begin + "▄ \u{1B}[m")
    // Letters have none.
    #expect(text([("▄", red, blue), ("x", blue, red)]) == begin + "▄\u{1B}[38;2;0;0;98;48;2;255;0;0mx\u{1B}[m")
    #expect(text([("▄", red, blue), (" ", dark, red)], isUnicode: false) == begin + "_\u{1B}[48;2;255;0;0m \u{1B}[m")
  }

  @Test("nothing new costs no byte")
  func sameAgain() {
    var canvas = Canvas(width: 20, height: 3)
    canvas.put("well", column: 3, row: 1, style: Style(.orange))
    #expect(FrameWriter(isSynchronised: true).bytes(from: canvas, to: canvas).isEmpty)
  }

  @Test("one changed digit costs a move, a character and no more")
  func oneDigit() {
    var first = Canvas(width: 80, height: 24)
    first.put("12 m", column: 10, row: 5)
    var second = first
    second.put("13 m", column: 10, row: 5)
    #expect(FrameWriter().bytes(from: first, to: second) == Array("\u{1B}[6;12H3".utf8))
  }

  @Test("a short gap is written over, a vertical line goes down by line feeds")
  func cheapMoves() {
    let empty = Canvas(width: 40, height: 4)
    var gap = empty
    gap.put("a", column: 0, row: 0)
    gap.put("b", column: 3, row: 0)
    #expect(FrameWriter().bytes(from: empty, to: gap) == Array("\u{1B}[Ha  b".utf8))
    var line = empty
    line.verticalLine(column: 4, row: 0, rows: 3, with: "|")
    #expect(FrameWriter().bytes(from: empty, to: line) == Array("\u{1B}[1;5H|\n\u{8}|\n\u{8}|".utf8))
  }

  @Test("the rest of a row is erased at once")
  func erases() {
    var full = Canvas(width: 40, height: 1)
    full.put("a treasure lies somewhere near here", column: 0, row: 0, style: Style(.green))
    #expect(FrameWriter().bytes(from: full, to: Canvas(width: 40, height: 1)) == Array("\u{1B}[H\u{1B}[K".utf8))
  }

  @Test("without colours only attributes are written")
  func noColours() {
    var canvas = Canvas(width: 4, height: 1)
    canvas.put("ab", column: 0, row: 0, style: Style(.orange, on: .blue, .bold))
    canvas.put("c", column: 2, row: 0, style: Style(.green))
    let bytes = FrameWriter(colours: .none).bytes(from: Canvas(width: 4, height: 1), to: canvas)
    #expect(bytes == Array("\u{1B}[H\u{1B}[1mab\u{1B}[mc".utf8))
  }

  @Test("a terminal without Unicode gets the nearest likeness, in the same columns")
  func asciiOnly() throws {
    var canvas = Canvas(width: 16, height: 3)
    canvas.box(Area(column: 0, row: 0, columns: 16, rows: 3))
    canvas.put("Château 漢→x", column: 1, row: 1)
    let bytes = FrameWriter(isUnicode: false).bytes(from: nil, to: canvas)
    #expect(bytes.allSatisfy { $0 < 0x80 })
    var emulator = Emulator(columns: 16, rows: 3, depth: .trueColour)
    try emulator.feed(bytes)
    #expect(emulator.text(row: 0) == "+--------------+")
    #expect(emulator.text(row: 1) == "|Chateau ??>x  |")
  }

  @Test("a terminal that gives an emoji one column keeps what follows in its place")
  func disputedWidth() throws {
    var canvas = Canvas(width: 12, height: 1)
    canvas.put("🌲🏰 tree", column: 0, row: 0)
    var emulator = Emulator(columns: 12, rows: 1, depth: .trueColour)
    emulator.hasNarrowEmoji = true
    try emulator.feed(FrameWriter().bytes(from: nil, to: canvas))
    #expect(emulator.text(row: 0) == "🌲 🏰  tree   ")
  }

  @Test("whatever text is put on a canvas, no escape sequence but the writer's own reaches the terminal")
  func hostileText() throws {
    var chance = Chance(seed: 7)
    for _ in 0..<300 {
      var text = ""
      for _ in 0..<Int.random(in: 1...30, using: &chance) {
        let limit: UInt32 = [0x20, 0xA1, 0x2100, 0x1_1000, 0xE_1000].randomElement(using: &chance) ?? 0x20
        text.unicodeScalars.append(Unicode.Scalar(UInt32.random(in: 0..<limit, using: &chance)) ?? "\u{1B}")
      }
      var canvas = Canvas(width: 30, height: 2)
      canvas.put(text, column: .random(in: -5...20, using: &chance), row: 0, ellipsis: true)
      var emulator = Emulator(columns: 30, rows: 2, depth: .trueColour)
      try emulator.feed(FrameWriter().bytes(from: nil, to: canvas))
      #expect(emulator.difference(from: canvas) == nil)
    }
  }

  @Test("the colours of a depth all differ", arguments: [ColourDepth.sixteen, .twoHundredFiftySix, .trueColour])
  func coloursDiffer(depth: ColourDepth) {
    let codes = Colour.named.map { $0.parameters(background: false, depth: depth) }
    #expect(Set(codes).count == codes.count)
  }
}
