import Geodesy
import HuntApplication
import HuntTesting
import Testing
import TextCanvas

@testable import TerminalUI

/// Frames of real cities are others' data: what is kept of each is a number that changes when a cell does.
@Suite("Real cities on a map", .enabled(if: !City.present.isEmpty, "needs tiles of real cities beside the package"))
struct CityGoldenTests {
  static let sizes = [CanvasSize(columns: 40, rows: 12), .init(columns: 80, rows: 24), .init(columns: 200, rows: 60)]

  @Test("look as they were read and agreed on", arguments: City.present)
  func frames(city: City) async throws {
    var lines: [String] = []
    for size in Self.sizes {
      for zoom in [12.5, 14, 16] {
        let screen = try await city.screen(size, zoom: zoom)
        for glyphs in GlyphLevel.allCases {
          let canvas = screen.canvas(glyphs)
          let number = Self.number(of: glyphs == .ascii ? canvas.asciiText : canvas.text)
          lines.append("\(size.columns)x\(size.rows) zoom \(zoom) \(glyphs.rawValue) \(number)")
        }
      }
    }
    let mismatch = Golden.mismatch(of: lines.joined(separator: "\n"), with: city.name)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }

  @Test("are 7-bit where only that can be shown, and show no control character", arguments: City.present)
  func ascii(city: City) async throws {
    let screen = try await city.screen(Self.sizes[2], zoom: 15)
    let isPrintable = screen.canvas(.ascii).asciiText.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }
    #expect(isPrintable)
  }

  /// FNV-1a, 64 bits.
  private static func number(of text: String) -> String {
    let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return String(hash, radix: 16)
  }
}
