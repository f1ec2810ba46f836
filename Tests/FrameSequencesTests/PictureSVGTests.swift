import ChanceTesting
import Testing
import TextCanvas

@Suite("Pictures in a picture")
struct PictureSVGTests {
  @Test("every part of every cell has the colour that its samples have on a terminal", arguments: 0..<12)
  func painted(seed: Int) throws {
    var chance = Chance(seed: UInt64(seed))
    let depth = [ColourDepth.trueColour, .twoHundredFiftySix][seed % 2]
    let picture = Scribbles.picture(columns: 6, rows: 3, &chance)
    var canvas = Canvas(width: 6, height: 3)
    canvas.draw(picture)
    let pixels = try pixels(of: try AnimatedSVG(title: "", look: PictureLook(depth: depth)).bytes(of: canvas), rows: 3)
    for y in 0..<48 {
      for x in 0..<48 {
        let cell = canvas[x / 8, y / 16]
        let bits = try #require(cell.text.unicodeScalars.first.flatMap { picture.glyphs.filled(by: $0) })
        let sample = self.sample(x % 8, y % 16, picture.glyphs)
        let colours = try #require(cell.style.picture)
        let colour = bits & (1 << sample) != 0 ? colours.foreground : colours.background
        #expect(pixels[y][x] == colour.shown(at: depth).map(hexadecimal), "\(x), \(y)")
      }
    }
  }

  @Test("with too few colours it is drawn as plain text would be", arguments: [ColourDepth.none, .sixteen])
  func plain(depth: ColourDepth) throws {
    var canvas = Canvas(width: 2, height: 1)
    canvas.put("▟ ", column: 0, row: 0, style: Style(picture: RGB(200, 0, 0), on: RGB(0, 0, 200)))
    var same = Canvas(width: 2, height: 1)
    same.put("▟", column: 0, row: 0)
    let maker = AnimatedSVG(title: "", look: PictureLook(depth: depth))
    #expect(try maker.bytes(of: canvas) == maker.bytes(of: same))
  }

  /// The sample of a cell that a pixel lies in; the rows of sextants are 5, 6 and 5 pixels high.
  private func sample(_ x: Int, _ y: Int, _ glyphs: PictureGlyphs) -> Int {
    let row = glyphs.down == 2 ? y / 8 : y < 5 ? 0 : y < 11 ? 1 : 2
    return row * glyphs.across + (glyphs.across == 2 ? x / 4 : 0)
  }

  /// The colours of all pixels, after painting the rectangles one over the other.
  private func pixels(of picture: [UInt8], rows: Int) throws -> [[String?]] {
    let reading = try PictureReading(picture)
    var pixels = [[String?]](repeating: Array(repeating: nil, count: reading.columns * 8), count: rows * 16)
    for mark in try reading.marks(at: 0) {
      try #require(mark.attributes["class"] == "g" && mark.attributes["opacity"] == nil)
      for rectangle in (mark.attributes["d"] ?? "").split(separator: "M") {
        let numbers = rectangle.split { " hvz".contains($0) }.compactMap { Int($0) }
        try #require(numbers.count == 5 && numbers[4] == -numbers[2])
        for y in numbers[1]..<numbers[1] + numbers[3] {
          for x in numbers[0]..<numbers[0] + numbers[2] {
            pixels[mark.row * 16 + y][x] = mark.attributes["fill"].map(long)
          }
        }
      }
    }
    return pixels
  }

  /// `#rgb` as `#rrggbb`.
  private func long(_ colour: String) -> String {
    colour.count == 4 ? "#" + colour.dropFirst().map { "\($0)\($0)" }.joined() : colour
  }

  private func hexadecimal(_ colour: RGB) -> String {
    let parts = [colour.red, colour.green, colour.blue]
    return "#" + parts.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
