import Geodesy
import HuntTesting
import Testing
import TextCanvas
import Views

@testable import TerminalUI

@Suite("A city on a map")
struct MapCityGoldenTests {
  static let sizes = [(40, 12), (80, 24), (200, 60)]

  @Test("is what was read and agreed on", arguments: sizes, GlyphLevel.allCases)
  func frame(size: (Int, Int), glyphs: GlyphLevel) {
    check(
      cityScreen(size.0, size.1, zoom: size.0 < 60 ? 14.5 : size.0 < 100 ? 15.5 : 16), size, glyphs,
      "map-city-\(size.0)x\(size.1)")
  }

  @Test("near, streets are as wide as they are", arguments: GlyphLevel.allCases)
  func near(glyphs: GlyphLevel) {
    check(cityScreen(80, 24, zoom: 18), (80, 24), glyphs, "map-city-near")
  }

  @Test("turned, north is where the arrow points")
  func turned() {
    check(cityScreen(80, 24, zoom: 15.5, turns: 3), (80, 24), .braille, "map-city-turned")
  }

  private func check(_ screen: MapScreen, _ size: (Int, Int), _ glyphs: GlyphLevel, _ name: String) {
    var canvas = Canvas(width: size.0, height: size.1)
    drawMap(screen, on: &canvas, glyphs: glyphs)
    let text = glyphs == .ascii ? canvas.asciiText : canvas.text
    let mismatch = Golden.mismatch(of: text, with: glyphs == .braille ? name : "\(name)-\(glyphs.rawValue)")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }
}
