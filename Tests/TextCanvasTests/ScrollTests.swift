import CanvasTesting
import ChanceTesting
import Testing

@testable import TextCanvas

@Suite("Frames after a scroll")
struct ScrollTests {
  private static let narrow = ["a", "well", "e\u{301}x", "────", "~~~", "#"]
  private static let all = narrow + ["日本", "🌲", "漢 b", "한국"]

  /// A canvas full of things, wide characters among them by default.
  private func crowd(_ size: CanvasSize, _ chance: inout Chance, texts: [String] = all) -> Canvas {
    var canvas = Canvas(size: size)
    for row in 0..<size.rows {
      var column = 0
      while column < size.columns {
        let style = Style(
          Colour.named.randomElement(using: &chance) ?? .standard,
          on: Int.random(in: 0..<4, using: &chance) == 0 ? .blue : .standard)
        let text = texts.randomElement(using: &chance) ?? ""
        column += max(1, canvas.put(text, column: column, row: row, style: style))
        column += Int.random(in: 0...3, using: &chance)
      }
    }
    return canvas
  }

  /// What a map that has moved looks like: drawn anew in the area, moved by so many cells.
  private func moved(
    _ canvas: Canvas, _ scroll: Scroll, _ chance: inout Chance, texts: [String] = all
  ) -> Canvas {
    var next = canvas
    let fresh = crowd(canvas.size, &chance, texts: texts)
    next.within(scroll.area) { window in
      let size = window.size
      var ground = Canvas(size: size)
      ground.put(fresh)
      for row in 0..<size.rows {
        var column = 0
        while column < size.columns {
          let (left, top) = (column - scroll.columns + scroll.area.column, row - scroll.rows + scroll.area.row)
          let isOld =
            (0..<size.columns).contains(column - scroll.columns) && (0..<size.rows).contains(row - scroll.rows)
          let text = isOld ? canvas[left, top].text : ""
          if isOld { ground.put(text.isEmpty ? " " : text, column: column, row: row, style: canvas[left, top].style) }
          column += isOld && !text.isEmpty ? max(1, CharacterWidth.columns(of: text)) : 1
        }
      }
      window.put(ground)
    }
    // Something on the map that stands still.
    next.put("you", column: canvas.size.columns / 2, row: canvas.size.rows / 2)
    return next
  }

  @Test("the screen shows the next canvas, however the word of a scroll fits", arguments: 0..<30)
  func anyScroll(seed: Int) throws {
    var chance = Chance(seed: UInt64(seed) + 500)
    let size = CanvasSize(columns: .random(in: 1...50, using: &chance), rows: .random(in: 1...14, using: &chance))
    var canvas = crowd(size, &chance)
    let writer = FrameWriter(isSynchronised: seed.isMultiple(of: 2))
    var emulator = Emulator(columns: size.columns, rows: size.rows, depth: .trueColour)
    try emulator.feed(writer.bytes(from: nil, to: canvas))
    for _ in 0..<10 {
      let isWhole = Bool.random(using: &chance)
      let scroll = Scroll(
        area: Area(
          column: isWhole ? 0 : .random(in: -3...20, using: &chance), row: .random(in: -2...4, using: &chance),
          columns: isWhole ? size.columns : .random(in: 0...40, using: &chance),
          rows: .random(in: 0...14, using: &chance)),
        columns: .random(in: -6...6, using: &chance),
        rows: Bool.random(using: &chance) ? 0 : .random(in: -5...5, using: &chance))
      // Now and then the word is wrong.
      let next = Int.random(in: 0..<5, using: &chance) == 0 ? crowd(size, &chance) : moved(canvas, scroll, &chance)
      let bytes = writer.bytes(from: canvas, to: next, scrolled: scroll)
      #expect(bytes.count <= writer.bytes(from: canvas, to: next).count)
      try emulator.feed(bytes)
      #expect(emulator.difference(from: next) == nil, "\(scroll)")
      canvas = next
    }
  }

  @Test(
    "a map that has moved costs a move and what came in",
    arguments: [(0, 1, 0), (0, -2, 0), (3, 0, 0), (-1, 0, 0), (2, 1, 0), (4, 0, 30), (-4, 0, 30)])
  func saves(columns: Int, rows: Int, panel: Int) throws {
    var chance = Chance(seed: 77)
    let size = CanvasSize(columns: 120, rows: 40)
    let canvas = crowd(size, &chance, texts: Self.narrow)
    let scroll = Scroll(
      area: Area(column: 0, row: 1, columns: 120 - panel, rows: 37), columns: columns, rows: rows)
    let next = moved(canvas, scroll, &chance, texts: Self.narrow)
    let writer = FrameWriter()
    let bytes = writer.bytes(from: canvas, to: next, scrolled: scroll)
    let plain = writer.bytes(from: canvas, to: next)
    #expect(bytes.count * 3 < plain.count, "\(bytes.count) of \(plain.count)")
    var emulator = Emulator(columns: 120, rows: 40, depth: .trueColour)
    try emulator.feed(writer.bytes(from: nil, to: canvas))
    try emulator.feed(bytes)
    #expect(emulator.difference(from: next) == nil)
  }

  @Test("a picture that moves to the side is moved by the terminal, and only what is new is written")
  func movesPictures() throws {
    var chance = Chance(seed: 78)
    var picture = Picture(columns: 63, rows: 12, glyphs: .sextants)
    picture.withSamples { samples in
      for index in samples.indices { samples[index] = .random(in: 0...0xFFFFFF, using: &chance) }
    }
    var (canvas, next) = (Canvas(width: 60, height: 12), Canvas(width: 60, height: 12))
    canvas.draw(picture)
    next.draw(picture, column: -3)
    let scroll = Scroll(area: Area(column: 0, row: 0, columns: 60, rows: 12), columns: -3, rows: 0)
    let writer = FrameWriter()
    let bytes = writer.bytes(from: canvas, to: next, scrolled: scroll)
    #expect(bytes.count * 12 < writer.bytes(from: canvas, to: next).count)
    var emulator = Emulator(columns: 60, rows: 12, depth: .trueColour)
    try emulator.feed(writer.bytes(from: nil, to: canvas))
    try emulator.feed(bytes)
    #expect(emulator.difference(from: next) == nil)
  }

  @Test("rows move by deleting lines above and inserting them below, so that a last line stays where it is")
  func sequences() {
    var canvas = Canvas(width: 10, height: 6)
    for row in 0..<6 { canvas.put("row \(row) long", column: 0, row: row) }
    var next = canvas
    for row in 1..<4 { next.put("row \(row + 1) long", column: 0, row: row) }
    next.fill(Area(column: 0, row: 4, columns: 10, rows: 1))
    let up = Scroll(area: Area(column: 0, row: 1, columns: 10, rows: 4), columns: 0, rows: -1)
    #expect(
      FrameWriter().bytes(from: canvas, to: next, scrolled: up)
        == Array("\u{1B}[2H\u{1B}[M\n\n\n\u{1B}[L".utf8))
  }

  @Test("a word of nothing, of everything, and from nowhere changes nothing")
  func extremes() {
    var chance = Chance(seed: 5)
    let size = CanvasSize(columns: 20, rows: 5)
    let (canvas, next) = (crowd(size, &chance), crowd(size, &chance))
    let plain = FrameWriter().bytes(from: canvas, to: next)
    for number in [Int.min, -20, 0, 20, .max] {
      for area in [
        Area(column: 0, row: 0, columns: 20, rows: 5), Area(column: .min, row: .min, columns: .max, rows: .max),
        Area(column: 30, row: 9, columns: 4, rows: 4),
      ] {
        let scroll = Scroll(area: area, columns: number, rows: number)
        #expect(FrameWriter().bytes(from: canvas, to: next, scrolled: scroll) == plain)
      }
    }
    let scroll = Scroll(area: Area(column: 0, row: 0, columns: 20, rows: 5), columns: 1, rows: 1)
    #expect(FrameWriter().bytes(from: canvas, to: canvas, scrolled: scroll).isEmpty)
    #expect(
      FrameWriter().bytes(from: nil, to: next, scrolled: scroll) == FrameWriter().bytes(from: nil, to: next))
  }
}
