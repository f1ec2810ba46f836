import ChanceTesting
import Testing

@testable import TextCanvas

@Suite("Inks")
struct RasterInkTests {
  private let inks = InkTable(
    lines: [Style(.grey), Style(.white), Style(.orange, on: .black)],
    areas: [
      InkTable.AreaLook(Style(.green), background: .ground(1)),
      InkTable.AreaLook(Style(.skyBlue), background: .ground(2)),
      InkTable.AreaLook(Style(.vermilion)),
    ])

  private func square(_ left: Double, _ top: Double, _ right: Double, _ bottom: Double) -> [Dot] {
    [Dot(x: left, y: top), Dot(x: right, y: top), Dot(x: right, y: bottom), Dot(x: left, y: bottom)]
  }

  /// Three cells: a park, water without a texture, and nothing; a street runs through the lowest dots of all of them.
  private func map(_ glyphs: GlyphLevel, street: UInt8?) -> Canvas {
    var raster = Raster(size: CanvasSize(columns: 3, rows: 1), glyphs: glyphs)
    raster.polygon([square(0, 0, 2, 4)], texture: .grass, ink: 0)
    raster.polygon([square(2, 0, 4, 4)], texture: nil, ink: 1)
    if let street { raster.line(from: Dot(x: 0, y: 3), to: Dot(x: 5, y: 3), ink: street) }
    var canvas = Canvas(width: 3, height: 1)
    canvas.fill(Area(column: 0, row: 0, columns: 3, rows: 1), style: Style(on: .ground(9)))
    canvas.draw(raster, inks: inks)
    return canvas
  }

  @Test("an area shows its texture on its background, or the background alone", arguments: GlyphLevel.allCases)
  func areas(glyphs: GlyphLevel) {
    let canvas = map(glyphs, street: nil)
    #expect(canvas[0, 0].style == Style(.green, on: .ground(1)))
    #expect(canvas[0, 0].text == ["░", "\"", "⡢"][glyphs == .blocks ? 0 : glyphs == .ascii ? 1 : 2])
    #expect(canvas[1, 0] == Cell(.blank, Style(on: .ground(2))))
    #expect(canvas[2, 0] == Cell(.blank, Style(on: .ground(9))))
  }

  @Test("a line stands on the background of the area, or on what was there before", arguments: GlyphLevel.allCases)
  func lines(glyphs: GlyphLevel) {
    let canvas = map(glyphs, street: 1)
    #expect((0..<3).map { canvas[$0, 0].style } == [1, 2, 9].map { Style(.white, on: .ground($0)) })
    #expect(canvas.text == (glyphs == .braille ? "⣀⣀⣀" : "___"))
    #expect(map(glyphs, street: 2)[1, 0].style == Style(.orange, on: .black))
    #expect(map(glyphs, street: 200)[1, 0].style == Style(on: .ground(2)))
  }

  @Test("where lines meet the highest ink is seen, whichever was drawn first", arguments: GlyphLevel.allCases)
  func ranks(glyphs: GlyphLevel) {
    let lines: [(UInt8, Dot, Dot)] = [
      (0, Dot(x: 0, y: 6), Dot(x: 5, y: 6)), (1, Dot(x: 2, y: 0), Dot(x: 2, y: 11)),
    ]
    for order in [lines, lines.reversed()] {
      var raster = Raster(size: CanvasSize(columns: 3, rows: 3), glyphs: glyphs)
      for (ink, start, end) in order { raster.line(from: start, to: end, ink: ink) }
      var canvas = Canvas(width: 3, height: 3)
      canvas.draw(raster, inks: inks)
      #expect(canvas[1, 1].style == Style(.white))
      #expect(canvas[0, 1].style == Style(.grey))
      // Dots of all lines in braille; a single character can only be one.
      #expect(
        canvas.text == [" │\n─│─\n │", " |\n-|-\n |", " ⡇\n⠤⡧⠤\n ⡇"][glyphs == .blocks ? 0 : glyphs == .ascii ? 1 : 2])
    }
  }

  @Test("lines of one ink cross")
  func crossing() {
    var raster = Raster(size: CanvasSize(columns: 3, rows: 1), glyphs: .ascii)
    raster.line(from: Dot(x: 0, y: 1), to: Dot(x: 5, y: 1), ink: 7)
    raster.line(from: Dot(x: 2, y: 0), to: Dot(x: 2, y: 3), ink: 7)
    var canvas = Canvas(width: 3, height: 1)
    canvas.draw(raster, inks: inks)
    #expect(canvas.text == "-+-")
  }

  @Test("an area without a background lets through what was drawn before, and a wide character loses both halves")
  func below() {
    var canvas = Canvas(width: 6, height: 1)
    canvas.put("漢字x", column: 0, row: 0, style: Style(.white, on: .blue))
    var raster = Raster(size: CanvasSize(columns: 6, rows: 1), glyphs: .ascii)
    raster.polygon([square(2, 0, 4, 4)], texture: .hatch, ink: 2)
    canvas.draw(raster, inks: inks)
    #expect(canvas.text == " %字x")
    #expect(canvas[1, 0].style == Style(.vermilion, on: .blue))
  }

  private func drawn(_ glyphs: GlyphLevel, _ end: Dot) -> String {
    var raster = Raster(size: CanvasSize(columns: 12, rows: 5), glyphs: glyphs)
    raster.line(from: Dot(x: 1, y: 0), to: end)
    var canvas = Canvas(width: 12, height: 5)
    canvas.draw(raster)
    return canvas.text
  }

  @Test("a steep slope leaves no crumb beside it where it cuts a corner, a gentle one crosses a cell level")
  func slopes() {
    #expect(drawn(.ascii, Dot(x: 11, y: 19)) == " \\\n  \\\n   \\\n    \\\n     \\")
    #expect(drawn(.ascii, Dot(x: 23, y: 13)) == "``..\n   ``-.\n       ``..\n          ``\n")
  }
}

@Suite("Wide roads")
struct RasterRibbonTests {
  private func drawn(_ columns: Int, _ rows: Int, _ draw: (inout Raster) -> Void) -> Canvas {
    var raster = Raster(size: CanvasSize(columns: columns, rows: rows), glyphs: .ascii)
    draw(&raster)
    var canvas = Canvas(width: columns, height: rows)
    let look = InkTable.AreaLook(Style(.grey), background: .ground(4))
    canvas.draw(raster, inks: InkTable(lines: [Style(.white), Style(.orange)], areas: [look]))
    return canvas
  }

  @Test("are two edges with their colour between them")
  func edges() {
    let canvas = drawn(8, 4) { raster in
      raster.ribbon([Dot(x: -5, y: 7), Dot(x: 20, y: 7)], width: 8, fill: 0, edge: 0)
    }
    #expect(canvas.text == "________\n\n________\n")
    for column in 0..<8 {
      #expect(canvas[column, 1] == Cell(.blank, Style(on: .ground(4))))
      #expect(canvas[column, 2].style == Style(.white, on: .ground(4)))
    }
  }

  @Test("run through a junction without an edge across it")
  func junction() {
    let roads = [[Dot(x: -9, y: 15.5), Dot(x: 60, y: 15.5)], [Dot(x: 19.5, y: -9), Dot(x: 19.5, y: 60)]]
    let canvas = drawn(20, 8) { raster in
      for road in roads { raster.ribbonEdges(road, width: 12, ink: 0) }
      for road in roads { raster.ribbonFill(road, width: 12, ink: 0) }
    }
    for row in 3...4 { for column in 0..<20 { #expect(canvas[column, row].text == " ") } }
    for row in 0..<8 { for column in 8...11 { #expect(canvas[column, row].style == Style(on: .ground(4))) } }
    #expect(canvas[1, 2].text == "-" && canvas[18, 5].text == "-")
    #expect(canvas[7, 0].text == "|" && canvas[13, 7].text == "|")
  }

  @Test("cover every dot that is nearer to their line than half their width, around a bend too", arguments: 0..<10)
  func covers(seed: Int) {
    var chance = Chance(seed: UInt64(seed))
    let points = (0..<4).map { _ in
      Dot(x: .random(in: 0...99, using: &chance), y: .random(in: 0...99, using: &chance))
    }
    let width = Double.random(in: 3...14, using: &chance)
    var raster = Raster(size: CanvasSize(columns: 50, rows: 25), glyphs: .braille)
    raster.ribbonFill(points, width: width, ink: 0)
    let stretches = Array(zip(points, points.dropFirst()))
    for at in stride(from: 0, to: 10_000, by: 3) {
      let (x, y) = (at % 100, at / 100)
      let isSet = raster.cells[y / 4 * 50 + x / 2].area & RasterCell.bit(x, y) != 0
      // Joints are pointed or cut off, so between this and twice that either is right.
      let mustBe = stretches.contains { isBeside(x, y, $0, $1, width / 2 - 0.05) }
      let mayBe = mustBe || stretches.contains { isNear(x, y, $0, $1, width + 0.05) }
      if mustBe != isSet, mayBe != isSet { Issue.record("\(x),\(y): \(isSet)") }
    }
  }

  /// Whether a dot lies straight beside a stretch, at most so far away.
  private func isBeside(_ x: Int, _ y: Int, _ a: Dot, _ b: Dot, _ reach: Double) -> Bool {
    let (dx, dy, px, py) = (b.x - a.x, b.y - a.y, Double(x) - a.x, Double(y) - a.y)
    let length = (dx * dx + dy * dy).squareRoot()
    let along = (px * dx + py * dy) / length
    // Near a joint a pointed inner corner takes some of it away, which the other stretch covers.
    return along > reach * 2 && along < length - reach * 2 && abs(px * dy - py * dx) / length < reach
  }

  private func isNear(_ x: Int, _ y: Int, _ a: Dot, _ b: Dot, _ reach: Double) -> Bool {
    let (dx, dy, px, py) = (b.x - a.x, b.y - a.y, Double(x) - a.x, Double(y) - a.y)
    let along = min(1, max(0, (px * dx + py * dy) / (dx * dx + dy * dy)))
    let (offX, offY) = (px - along * dx, py - along * dy)
    return offX * offX + offY * offY <= reach * reach
  }

  @Test("are a line where they are narrow, and nothing where they cannot be drawn")
  func hostile() {
    let line = [Dot(x: 0, y: 5), Dot(x: 9, y: 5)]
    let street = drawn(5, 3) { $0.polyline(line, ink: 1) }
    for width in [0.0, 1, 2.9, -4, .nan, .infinity, 1e300] {
      #expect(drawn(5, 3) { $0.ribbon(line, width: width, fill: 0, edge: 1) } == street)
    }
    let numbers = [Double.nan, .infinity, -1e300, 1e12, -1e12, 0, 3, 3, 7.25]
    var chance = Chance(seed: 1)
    for _ in 0..<500 {
      _ = drawn(5, 3) { raster in
        let dots = (0..<Int.random(in: 0...5, using: &chance)).map { _ in
          Dot(x: numbers.randomElement(using: &chance) ?? 0, y: numbers.randomElement(using: &chance) ?? 0)
        }
        raster.ribbon(dots, width: [3, 4, 900, 1e6].randomElement(using: &chance) ?? 3, fill: 0, edge: 1)
      }
    }
  }
}
