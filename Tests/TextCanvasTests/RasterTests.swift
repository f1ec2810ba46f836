import ChanceTesting
import Testing

@testable import TextCanvas

@Suite("Rasters")
struct RasterTests {
  private func drawn(
    _ columns: Int, _ rows: Int, _ glyphs: GlyphLevel, _ draw: (inout Raster) -> Void
  ) -> String {
    var raster = Raster(size: CanvasSize(columns: columns, rows: rows), glyphs: glyphs)
    draw(&raster)
    var canvas = Canvas(width: columns, height: rows)
    canvas.draw(raster)
    return canvas.text
  }

  @Test("braille dots stand where they are drawn")
  func brailleDots() {
    for (x, y, scalar) in [(0.0, 0.0, "⠁"), (1, 0, "⠈"), (0, 2, "⠄"), (1, 2, "⠠"), (0, 3, "⡀"), (1, 3, "⢀")] {
      #expect(drawn(1, 1, .braille) { $0.line(from: Dot(x: x, y: y), to: Dot(x: x, y: y)) } == scalar)
    }
  }

  @Test("a circle looks round in braille")
  func brailleCircle() {
    let text = drawn(8, 4, .braille) { $0.circle(centre: Dot(x: 7.5, y: 7.5), radius: 7) }
    #expect(
      text
        == """
         ⡠⠒⠒⠒⠒⢄
        ⢸⠀⠀⠀⠀⠀⠀⡇
        ⢸⠀⠀⠀⠀⠀⠀⡇
         ⠑⠤⠤⠤⠤⠊
        """.replacingBlankBraille)
  }

  @Test("streets read as lines in ASCII")
  func asciiLines() {
    let text = drawn(20, 6, .ascii) { raster in
      raster.line(from: Dot(x: 0, y: 9), to: Dot(x: 39, y: 9))
      raster.line(from: Dot(x: 8, y: 0), to: Dot(x: 8, y: 23))
      raster.line(from: Dot(x: 14, y: 0), to: Dot(x: 26, y: 23))
      raster.line(from: Dot(x: 39, y: 12), to: Dot(x: 30, y: 21))
    }
    #expect(
      text == """
            |  \\
            |   \\
        ----+----\\----------
            |     \\       ,'
            |      \\    ,'
            |       \\  '
        """)
  }

  @Test("an area keeps its hole, in every set of characters", arguments: GlyphLevel.allCases)
  func hole(glyphs: GlyphLevel) {
    let outer = [Dot(x: 0, y: 0), Dot(x: 16, y: 0), Dot(x: 16, y: 16), Dot(x: 0, y: 16)]
    let inner = [Dot(x: 4, y: 4), Dot(x: 12, y: 4), Dot(x: 12, y: 12), Dot(x: 4, y: 12)]
    let text = drawn(8, 4, glyphs) { $0.polygon([outer, inner]) }
    let full = ["█", "#", "⣿"][glyphs == .blocks ? 0 : glyphs == .ascii ? 1 : 2]
    let pattern = "########\n##    ##\n##    ##\n########"
    #expect(text == pattern.map { $0 == "#" ? full : String($0) }.joined())
  }

  @Test("a texture of an area lies below a line of the same layer")
  func textures() {
    let text = drawn(6, 3, .ascii) { raster in
      raster.polygon(
        [[Dot(x: -5, y: -5), Dot(x: 50, y: -5), Dot(x: 50, y: 50), Dot(x: -5, y: 50)]], texture: .waves)
      raster.line(from: Dot(x: 0, y: 5), to: Dot(x: 11, y: 5))
    }
    #expect(text == "~~~~~~\n------\n~~~~~~")
  }

  @Test("a layer drawn later lies on top, and its empty cells show what is below")
  func layers() {
    let size = CanvasSize(columns: 5, rows: 2)
    var below = Raster(size: size, glyphs: .ascii)
    below.polygon([[Dot(x: 0, y: 0), Dot(x: 10, y: 0), Dot(x: 10, y: 8), Dot(x: 0, y: 8)]], texture: .sparse)
    var above = Raster(size: size, glyphs: .ascii)
    above.line(from: Dot(x: 4, y: 0), to: Dot(x: 4, y: 7))
    var canvas = Canvas(size: size)
    canvas.draw(below, style: Style(.grey))
    canvas.draw(above, style: Style(.orange))
    #expect(canvas.text == "..|..\n..|..")
    #expect(canvas[2, 0].style == Style(.orange))
    #expect(canvas[1, 1].style == Style(.grey))
  }

  @Test("the part of a line that can be seen does not depend on what lies outside")
  func clipping() {
    let near = drawn(10, 3, .braille) { $0.line(from: Dot(x: 0, y: 6), to: Dot(x: 19, y: 6)) }
    let far = drawn(10, 3, .braille) { $0.line(from: Dot(x: -1e12, y: 6), to: Dot(x: 1e12, y: 6)) }
    #expect(near == far)
  }

  @Test("a huge circle passes as the line it almost is")
  func hugeCircle() {
    let text = drawn(6, 2, .ascii) { $0.circle(centre: Dot(x: 1e6 + 5, y: 4), radius: 1e6) }
    #expect(text == "  |\n  |")
  }

  @Test("hostile coordinates draw nothing, cost nothing and harm nothing", arguments: GlyphLevel.allCases)
  func hostile(glyphs: GlyphLevel) {
    let numbers = [
      Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e12, -1e12, -0.5, 0, .leastNonzeroMagnitude, 19.5, 7,
    ]
    var raster = Raster(size: CanvasSize(columns: 10, rows: 4), glyphs: glyphs)
    var chance = Chance(seed: 3)
    let number = { (chance: inout Chance) in numbers.randomElement(using: &chance) ?? 0 }
    for _ in 0..<3000 {
      let dots = (0..<Int.random(in: 0...5, using: &chance)).map { _ in
        Dot(x: number(&chance), y: number(&chance))
      }
      raster.polyline(dots)
      raster.polygon([dots, dots.reversed()], texture: .hatch)
      raster.polygon([dots])
      raster.circle(centre: Dot(x: number(&chance), y: number(&chance)), radius: number(&chance))
    }
    var empty = Raster(size: CanvasSize(columns: 0, rows: 0), glyphs: glyphs)
    empty.line(from: Dot(x: 0, y: 0), to: Dot(x: 1, y: 1))
    empty.circle(centre: Dot(x: 0, y: 0), radius: 3)
    empty.polygon([[Dot(x: 0, y: 0), Dot(x: 4, y: 0), Dot(x: 4, y: 4)]])
    #expect(empty.cells.isEmpty)
  }
}

extension String {
  /// The empty braille pattern, which a raster leaves out, as the blank it looks like.
  fileprivate var replacingBlankBraille: String { String(map { $0 == "\u{2800}" ? " " : $0 }) }
}
