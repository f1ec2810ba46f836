import Foundation
import Testing
import TextCanvas

@Suite("Contrast of text")
struct ContrastTests {
  /// Relative luminance by WCAG 2.2, from the parts of sRGB.
  private func luminance(_ colour: RGB) -> Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue)
  }

  private func contrast(_ one: RGB, _ other: RGB) -> Double {
    let (first, second) = (luminance(one), luminance(other))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  @Test("the formula is WCAG's")
  func formula() {
    #expect(abs(contrast(RGB(0, 0, 0), RGB(255, 255, 255)) - 21) < 0.001)
    #expect(abs(contrast(RGB(240, 228, 66), RGB(255, 255, 255)) - 1.32) < 0.01)
    #expect(abs(RGB(240, 228, 66).luminance - luminance(RGB(240, 228, 66))) < 1e-12)
    let middle = RGB.middleLuminance + 0.05
    #expect(abs(1.05 / middle - middle / 0.05) < 0.05)
  }

  @Test(
    "every colour of the palette can be read on the ground of a terminal, dark or light",
    arguments: [ColourDepth.trueColour, .twoHundredFiftySix], [false, true])
  func ground(depth: ColourDepth, isLight: Bool) throws {
    let table = ColourTable([], isLight: isLight)
    let ground = isLight ? RGB(255, 255, 255) : RGB(0, 0, 0)
    // Black on a dark terminal only stands on colours.
    for colour in Colour.named.dropFirst() where isLight || colour != .black {
      let shown = try #require(colour.rgb(depth: depth, table: table))
      #expect(contrast(shown, ground) >= 4.5, "\(colour) is \(shown)")
    }
  }

  @Test("of 16 colours a light terminal gets only those that can be read on white")
  func sixteen() throws {
    let names = [RGB(0, 0, 0), RGB(11, 63, 115), RGB(20, 73, 28), RGB(85, 51, 10), RGB(106, 24, 64), RGB(56, 56, 63)]
    let table = ColourTable(names, isLight: true)
    for colour in Colour.named.dropFirst() + names.indices.map(Colour.ground) {
      let shown = try #require(colour.rgb(depth: .sixteen, table: table))
      #expect(contrast(shown, RGB(255, 255, 255)) >= 4.5, "\(colour) is \(shown)")
    }
  }

  @Test(
    "text on a coloured plate can be read, too",
    arguments: [ColourDepth.trueColour, .twoHundredFiftySix], [false, true])
  func plates(depth: ColourDepth, isLight: Bool) throws {
    let table = ColourTable([], isLight: isLight)
    let plates: [(Colour, Colour)] =
      [Colour.yellow, .orange, .green, .grey, .skyBlue, .white].map { (.black, $0) }
      + [(.white, .blue), (.white, .black), (.grey, .black), (.yellow, .black)]
    for (front, back) in plates {
      let shown = try #require(front.rgb(depth: depth, table: table))
      let behind = try #require(back.rgb(background: true, depth: depth, table: table))
      #expect(contrast(shown, behind) >= 4.5, "\(shown) on \(behind)")
    }
  }
}
