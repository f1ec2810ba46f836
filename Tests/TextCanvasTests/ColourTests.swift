import ChanceTesting
import Foundation
import Testing

@testable import TextCanvas

@Suite("Ground colours")
struct ColourTests {
  @Test("a style keeps any two of all colours, and any attributes")
  func styles() {
    let colours = Colour.named + (0..<Colour.groundLimit).map(Colour.ground)
    #expect(Set(colours).count == colours.count)
    for (index, colour) in colours.enumerated() {
      let other = colours[(index * 37 + 5) % colours.count]
      let attributes = Style.Attributes(rawValue: UInt8(index % 16))
      let style = Style(colour, on: other, attributes)
      #expect(style.foreground == colour && style.background == other && style.attributes == attributes)
      #expect(style.on(colour) == Style(colour, on: colour, attributes))
      let cell = Cell(Glyph("x"), style)
      #expect(cell.style == style && cell.text == "x")
    }
  }

  @Test("a number that no table can have is the standard colour")
  func outOfRange() {
    for number in [-1, 112, .max, .min] { #expect(Colour.ground(number) == .standard) }
    #expect(Colour.ground(111).groundNumber == 111)
    #expect(Colour.orange.groundNumber == nil)
    #expect(ColourTable(Array(repeating: RGB(1, 2, 3), count: 200)).colours.count == 112)
  }

  @Test("is written in what the terminal has; with few colours only in front")
  func codes() {
    let table = ColourTable([RGB(20, 40, 90), RGB(255, 0, 0)])
    func code(_ colour: Colour, _ background: Bool, _ depth: ColourDepth) -> String {
      colour.parameters(background: background, depth: depth, table: table)
    }
    #expect(code(.ground(0), false, .trueColour) == "38;2;20;40;90")
    #expect(code(.ground(1), true, .trueColour) == "48;2;255;0;0")
    #expect(code(.ground(1), true, .twoHundredFiftySix) == "48;5;196")
    #expect(code(.ground(1), false, .sixteen) == "91")
    #expect(code(.ground(1), true, .sixteen) == "49")
    #expect(code(.orange, true, .sixteen) == "43")
    for depth in [ColourDepth.sixteen, .twoHundredFiftySix, .trueColour] {
      #expect(code(.ground(2), false, depth) == "39")
      #expect(code(.ground(2), true, depth) == "49")
    }
    #expect(code(.ground(1), false, .none) == "" && code(.ground(1), true, .none) == "")
  }

  @Test("cells that differ only in a background that is not written cost no sequence")
  func invisibleBackground() {
    var canvas = Canvas(width: 2, height: 1)
    canvas.put("a", column: 0, row: 0, style: Style(.orange, on: .ground(0)))
    canvas.put("b", column: 1, row: 0, style: Style(.orange, on: .ground(1)))
    let writer = FrameWriter(colours: .sixteen, table: ColourTable([RGB(0, 0, 90), RGB(0, 90, 0)]))
    #expect(writer.bytes(from: Canvas(width: 2, height: 1), to: canvas) == Array("\u{1B}[H\u{1B}[33mab\u{1B}[m".utf8))
  }

  @Test("a blank between two letters changes the background and leaves the foreground for the next")
  func blankKeepsForeground() {
    var canvas = Canvas(width: 3, height: 1)
    canvas.put("a", column: 0, row: 0, style: Style(.orange, on: .blue))
    canvas.put(" ", column: 1, row: 0, style: Style(.orange, on: .green))
    canvas.put("b", column: 2, row: 0, style: Style(.orange, on: .green))
    let bytes = FrameWriter(colours: .sixteen).bytes(from: Canvas(width: 3, height: 1), to: canvas)
    #expect(bytes == Array("\u{1B}[H\u{1B}[33;104ma\u{1B}[42m b\u{1B}[m".utf8))
  }

  @Test("every colour of xterm is its own nearest")
  func ownNearest() {
    for (index, colour) in XtermPalette.fixed.enumerated() { #expect(XtermPalette.nearest(to: colour) == index + 16) }
    #expect(XtermPalette.fixed.count == 240)
    #expect(XtermPalette.fixed[239] == RGB(238, 238, 238))
  }

  @Test("a picture's colour of the 256 is shown as itself, any other as the entry with the least squares")
  func pictureColours() {
    for (index, colour) in XtermPalette.fixed.enumerated() {
      #expect(XtermPalette.nearestByParts(to: colour) == index + 16)
      let kept = RGB(sevenBits: colour.sevenBits)
      #expect(kept.shown(at: .twoHundredFiftySix) == colour)
    }
    var chance = Chance(seed: 12)
    for _ in 0..<500 {
      let bits = UInt64.random(in: 0..<1 << 24, using: &chance)
      let colour = RGB(UInt8(bits >> 16), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF))
      let distances = XtermPalette.fixed.map { squares($0, colour) }
      let entry = Int(XtermPalette.nearestByParts(to: colour)) - 16
      #expect(distances[entry] == distances.min())
    }
    #expect(RGB(1, 2, 3).shown(at: .trueColour) == RGB(1, 2, 3))
    #expect(RGB(1, 2, 3).shown(at: .sixteen) == nil && RGB(1, 2, 3).shown(at: .none) == nil)
  }

  private func squares(_ one: RGB, _ other: RGB) -> Int {
    let off =
      SIMD3(Int(one.red), Int(one.green), Int(one.blue)) &- SIMD3(Int(other.red), Int(other.green), Int(other.blue))
    return (off &* off).wrappedSum()
  }

  @Test("the nearest of 256 is the nearest by CIE's distance too, or hardly farther")
  func nearestByCIE() {
    var chance = Chance(seed: 11)
    let entries = XtermPalette.fixed.map(lab)
    let ratios = (0..<100).map { _ in
      let colour = RGB(
        .random(in: 0...255, using: &chance), .random(in: 0...255, using: &chance),
        .random(in: 0...255, using: &chance))
      let own = lab(colour)
      let distances = entries.map { (($0 - own) * ($0 - own)).sum().squareRoot() }
      return (distances[XtermPalette.nearest(to: colour) - 16] + 1) / ((distances.min() ?? 0) + 1)
    }.sorted()
    #expect(ratios[50] < 1.05 && ratios[99] < 3.5)
  }

  @Test("light and dark, warm and cold find their like among 16, and nothing becomes black")
  func nearestOfSixteen() {
    for (colour, code) in [
      (RGB(20, 30, 60), 94), (RGB(0, 0, 0), 90), (RGB(130, 130, 130), 90), (RGB(235, 235, 235), 37),
      (RGB(255, 255, 255), 97), (RGB(200, 20, 20), 31), (RGB(10, 190, 30), 32), (RGB(100, 100, 255), 94),
      // Water, woods, a road and houses of the map's own palettes.
      (RGB(31, 74, 124), 94), (RGB(106, 159, 200), 94), (RGB(47, 107, 60), 32), (RGB(236, 217, 138), 33),
      (RGB(87, 80, 74), 90),
    ] {
      #expect(XtermPalette.nearestCode(to: colour) == code, "\(colour)")
    }
  }

  /// CIE 1976 by way of XYZ (D65): another perceptual space than the one under test.
  private func lab(_ colour: RGB) -> SIMD3<Double> {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value > 0.04045 ? pow((value + 0.055) / 1.055, 2.4) : value / 12.92
    }
    func root(_ value: Double) -> Double { value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116 }
    let (red, green, blue) = (linear(colour.red), linear(colour.green), linear(colour.blue))
    let x = root((0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047)
    let y = root(0.2126 * red + 0.7152 * green + 0.0722 * blue)
    let z = root((0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883)
    return SIMD3(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }
}
