import ChanceTesting
import Testing

@testable import TextCanvas

@Suite("Pictures")
struct PictureTests {
  @Test("a picture of one colour is blanks on it", arguments: PictureGlyphs.allCases)
  func oneColour(glyphs: PictureGlyphs) {
    for colour: UInt32 in [0x000000, 0xFFFFFF, 0x4A86C2, 0xFF00_8001] {
      var picture = Picture(columns: 7, rows: 3, glyphs: glyphs)
      picture.withSamples { samples in for index in samples.indices { samples[index] = colour } }
      let canvas = drawn(picture)
      #expect(canvas.cells.allSatisfy { $0 == canvas[0, 0] && $0.text == " " })
      #expect(canvas[0, 0].style.picture?.background == shown(colour))
    }
  }

  @Test("samples that hardly differ are a blank in their mean; one step more, and they are two colours")
  func nearlyOneColour() {
    var picture = Picture(columns: 1, rows: 1, glyphs: .halves)
    (picture[0, 0], picture[0, 1]) = (0x806040, 0x8E5232)
    #expect(drawn(picture)[0, 0] == Cell(.blank, Style(picture: RGB(0, 0, 0), on: RGB(0x87, 0x59, 0x39))))
    picture[0, 1] = 0x8F6040
    #expect(drawn(picture).text == "▄")
  }

  @Test("a picture that keeps its colours shows no means of them", arguments: PictureGlyphs.allCases)
  func keptColours(glyphs: PictureGlyphs) {
    let palette: [UInt32] = [0x5F5F87, 0xD7AF87, 0xFFFFD7, 0x000000, 0x5FAF00, 0x8A8A8A]
    var chance = Chance(seed: 5)
    var picture = Picture(columns: 41, rows: 9, glyphs: glyphs, keepsColours: true)
    picture.withSamples { samples in
      for index in samples.indices { samples[index] = palette.randomElement(using: &chance) ?? 0 }
    }
    let known = Set(palette.map(shown))
    for cell in drawn(picture).cells {
      let colours = cell.style.picture
      #expect(
        colours.map { known.contains($0.background) && (cell.text == " " || known.contains($0.foreground)) } == true)
    }
  }

  @Test("a cell of two colours shows exactly these, in every pattern", arguments: PictureGlyphs.allCases)
  func twoColours(glyphs: PictureGlyphs) throws {
    let count = glyphs.across * glyphs.down
    // The last two are as bright as each other.
    for (one, other) in [(0x000000, 0xFFFFFF), (0xC86432, 0xC86442), (0xE69F00, 0xA4A4A4)] as [(UInt32, UInt32)] {
      // One cell after the other, so that each stands in every place of a group.
      var picture = Picture(columns: 1 << count, rows: 1, glyphs: glyphs)
      for pattern in 0..<1 << count {
        for sample in 0..<count {
          let (x, y) = (pattern * glyphs.across + sample % glyphs.across, sample / glyphs.across)
          picture[x, y] = pattern & (1 << sample) != 0 ? one : other
        }
      }
      let canvas = drawn(picture)
      for pattern in 0..<1 << count {
        let colours = try #require(canvas[pattern, 0].style.picture)
        let filled = try filled(canvas[pattern, 0], glyphs)
        for sample in 0..<count {
          let seen = filled.contains(sample) ? colours.foreground : colours.background
          #expect(seen == shown(pattern & (1 << sample) != 0 ? one : other), "\(pattern), \(sample)")
        }
      }
    }
  }

  @Test(
    "no other two sides would be nearer to the samples than those that are shown", arguments: PictureGlyphs.allCases)
  func bestDivision(glyphs: PictureGlyphs) throws {
    var chance = Chance(seed: 3)
    let count = glyphs.across * glyphs.down
    var picture = Picture(columns: 9, rows: 5, glyphs: glyphs)
    picture.withSamples { samples in
      for index in samples.indices { samples[index] = .random(in: 0...0xFFFFFF, using: &chance) }
    }
    let canvas = drawn(picture)
    for row in 0..<5 {
      for column in 0..<9 {
        let samples = (0..<count).map { sample in
          parts(picture[column * glyphs.across + sample % glyphs.across, row * glyphs.down + sample / glyphs.across])
        }
        let shown = off(samples, front: try filled(canvas[column, row], glyphs))
        let best = (1..<1 << (count - 1)).map { off(samples, front: ones($0)) }
        #expect(shown <= (best.min() ?? 0) * 1.001)
      }
    }
  }

  /// The squares of what is off if each side has its mean.
  private func off(_ samples: [SIMD3<Double>], front: [Int]) -> Double {
    [true, false].reduce(0) { sum, isFront in
      let side = samples.indices.filter { front.contains($0) == isFront }.map { samples[$0] }
      let mean = side.reduce(SIMD3(), +) / Double(max(1, side.count))
      return sum + side.reduce(0) { $0 + (($1 - mean) * ($1 - mean)).sum() }
    }
  }

  @Test("the characters are those that Unicode names by what they fill")
  func names() throws {
    for (bits, scalar) in PictureGlyphs.sextants.scalars.enumerated() {
      let places = ones(bits).map { String($0 + 1) }.joined()
      let name = ["": "SPACE", "135": "LEFT HALF BLOCK", "246": "RIGHT HALF BLOCK", "123456": "FULL BLOCK"][places]
      #expect(scalar.properties.name == name ?? "BLOCK SEXTANT-\(places)")
    }
    let quarters = ["UPPER LEFT", "UPPER RIGHT", "LOWER LEFT", "LOWER RIGHT"]
    for (bits, scalar) in PictureGlyphs.quadrants.scalars.enumerated()
    where scalar.properties.name?.hasPrefix("Q") == true {
      let filled = ones(bits).map { quarters[$0] }
      #expect(scalar.properties.name == "QUADRANT " + filled.joined(separator: " AND "))
    }
    #expect(String(String.UnicodeScalarView(PictureGlyphs.halves.scalars)) == " ▀▄█")
    for glyphs in PictureGlyphs.allCases {
      #expect(Set(glyphs.scalars).count == 1 << (glyphs.across * glyphs.down))
      #expect(glyphs.scalars.allSatisfy { CharacterWidth.kind(of: $0) == .narrow })
    }
  }

  @Test("a picture lies where it is drawn, cut at the borders of its room, and blanks halves of wide characters")
  func place() {
    var picture = Picture(columns: 5, rows: 3, glyphs: .quadrants)
    picture.withSamples { samples in for index in samples.indices { samples[index] = UInt32(index) * 0x01_0101 } }
    let whole = drawn(picture)
    for (column, row) in [(-2, -1), (4, 2), (0, 0), (.min, 0), (0, .max), (3, 0)] {
      var canvas = Canvas(width: 9, height: 5)
      canvas.put("漢漢漢漢", column: 0, row: 1)
      let before = canvas
      canvas.within(Area(column: 1, row: 1, columns: 7, rows: 3)) { $0.draw(picture, column: column, row: row) }
      for y in 0..<5 {
        for x in 0..<9 {
          let isInside = (1..<8).contains(x) && (1..<4).contains(y)
          let (across, down) = (x - 1 &- column, y - 1 &- row)
          if isInside, (0..<5).contains(across), (0..<3).contains(down) {
            #expect(canvas[x, y] == whole[across, down])
          } else {
            #expect(canvas[x, y] == before[x, y] || canvas[x, y].text == " " && canvas[x, y].style == .plain)
          }
          #expect(!canvas[x, y].isContinuation || canvas[x - 1, y].text == "漢")
        }
      }
    }
  }

  @Test("numbers from nowhere make no picture and draw nothing")
  func extremes() {
    var picture = Picture(columns: .max, rows: -1, glyphs: .sextants)
    #expect(picture.width == 4096 && picture.height == 0)
    for number in [Int.min, -1, 4096, .max] { picture[number, 0] = 5 }
    #expect(picture[0, 0] == 0)
    #expect(picture.withSamples { $0.count } == 0)
    #expect(drawn(picture).cells.isEmpty)
    var small = Picture(columns: 2, rows: 2, glyphs: .halves)
    for number in [Int.min, -1, 4, .max] {
      (small[number, 0], small[0, number]) = (0xFFFFFF, 0xFFFFFF)
      #expect(small[number, 1] == 0 && small[1, number] == 0)
    }
    #expect(small.withSamples { samples in samples.allSatisfy { $0 == 0 } })
    #expect(small.withSamples { $0.count } == 8)
  }

  @Test("a style keeps two direct colours to seven bits a part, and has none of the palette")
  func styles() throws {
    for value in UInt8.min...255 {
      let style = Style(picture: RGB(value, 255 - value, 7), on: RGB(0, value, 255))
      let colours = try #require(style.picture)
      for (seen, given) in [
        (colours.foreground.red, value), (colours.foreground.green, 255 - value), (colours.background.green, value),
      ] {
        #expect(abs(Int(seen) - Int(given)) <= 1)
        #expect(given > 1 && given < 254 || seen == given & 0xFE || seen == given | 1)
      }
      #expect(colours.background.red == 0 && colours.background.blue == 255)
      #expect(style.foreground == .standard && style.background == .standard && style.attributes == [])
      #expect(style.on(.orange) == style)
      let cell = Cell(Glyph("▟"), style)
      #expect(cell.style == style && cell.text == "▟" && !cell.isContinuation)
    }
    #expect(Style(.white, on: .ground(111), .underline).picture == nil)
  }

  @Test("a blank forgets the colour in front, letters with marks the picture's colours")
  func textOnPictures() {
    var canvas = Canvas(width: 12, height: 1)
    let style = Style(picture: RGB(200, 0, 0), on: RGB(0, 0, 200))
    canvas.put("a 漢e\u{301}", column: 0, row: 0, style: style)
    #expect(canvas.text == "a 漢e\u{301}")
    #expect(canvas[0, 0].style == style && canvas[2, 0].style == style && canvas[3, 0].style == style)
    #expect(canvas[1, 0].style == Style(picture: RGB(0, 0, 0), on: RGB(0, 0, 200)))
    #expect(canvas[3, 0].isContinuation && !canvas[4, 0].isContinuation)
    #expect(canvas[4, 0].style == .plain)
  }

  @Test("in ASCII a character is a blank or # by how much it fills")
  func ascii() {
    func likeness(_ text: String) -> String {
      String(decoding: text.unicodeScalars.map(ASCIILikeness.of), as: UTF8.self)
    }
    #expect(likeness("▘▝▖▗▚▞▌▐▙▛▜▟") == "    ########")
    #expect(likeness("\u{1FB00}\u{1FB02}\u{1FB06}\u{1FB3B}") == "  ##")
    #expect(likeness(" █") == " #")
    #expect(PictureGlyphs.allCases.flatMap(\.scalars).allSatisfy { ASCIILikeness.of($0) != UInt8(ascii: "?") })
  }

  // MARK: - Parts

  private func drawn(_ picture: Picture) -> Canvas {
    var canvas = Canvas(size: picture.size)
    canvas.draw(picture)
    return canvas
  }

  /// The samples that a cell's character fills.
  private func filled(_ cell: Cell, _ glyphs: PictureGlyphs) throws -> [Int] {
    ones(try #require(cell.text.unicodeScalars.first.flatMap { glyphs.filled(by: $0) }))
  }

  /// The places of the bits that are 1.
  private func ones(_ bits: Int) -> [Int] { (0..<6).filter { bits & (1 << $0) != 0 } }

  private func parts(_ sample: UInt32) -> SIMD3<Double> {
    SIMD3(Double(sample >> 16 & 0xFF), Double(sample >> 8 & 0xFF), Double(sample & 0xFF))
  }

  /// A sample as a cell shows it: in seven bits.
  private func shown(_ sample: UInt32) -> RGB {
    func part(_ shift: UInt32) -> UInt8 {
      let upper = Int(sample >> shift & 0xFF) / 2
      return UInt8(2 * upper + upper / 64)
    }
    return RGB(part(16), part(8), part(0))
  }
}
