import Geodesy
import Testing
import TextCanvas
import Views

@testable import TerminalUI

/// Landmarks by their coordinates, which are public facts, so that nothing here depends on how a map is drawn.
@Suite("Florence", .enabled(if: City.present.contains { $0.name == "florence" }, "needs the tiles of Florence"))
struct LandmarkTests {
  /// In the middle of the Arno, above and below the old bridge.
  static let river = [
    (43.76860, 11.25050), (43.76815, 11.25220), (43.76825, 11.25200), (43.76805, 11.25250), (43.76770, 11.25400),
    (43.76780, 11.25425),
  ].map(place)
  /// The middle of the old bridge.
  static let bridge = place(43.76800, 11.25316)
  /// Under the dome, in the nave, and in the baptistery before them.
  static let cathedral = [(43.77310, 11.25690), (43.77315, 11.25600), (43.77310, 11.25490)].map(place)

  @Test("the Arno is water, the Ponte Vecchio lies over it, the Duomo and the Baptistery are buildings")
  func landmarks() async throws {
    let screen = try await City.florence.screen(CanvasSize(columns: 200, rows: 60), zoom: 16)
    for place in Self.river {
      let areas = screen.areas(at: place)
      #expect(areas.contains(.water) && !areas.contains(.building), "\(place)")
    }
    for place in Self.cathedral { #expect(screen.areas(at: place).contains(.building), "\(place)") }
  }

  @Test("open water is one texture on the screen, and the bridge none of it", arguments: GlyphLevel.allCases)
  func cells(glyphs: GlyphLevel) async throws {
    let screen = try await City.florence.screen(CanvasSize(columns: 200, rows: 60), zoom: 17, around: Self.bridge)
    let canvas = screen.canvas(glyphs)
    func shown(_ places: [Coordinate]) -> [String] { places.compactMap { screen.cell(at: $0, of: canvas)?.text } }
    let water = shown(Self.river)
    #expect(water.count >= 4 && Set(water).count == 1, "\(water)")
    let way = screen.places(named: "Ponte Vecchio").filter { $0.distance(to: Self.bridge) < 80 }
    let bridge = shown(way)
    #expect(bridge.count >= 2 && Set(bridge).isDisjoint(with: water), "\(bridge)")
  }

  @Test("the names that a visitor looks for are on the map")
  func names() async throws {
    var shown = ""
    for zoom in [15, 15.5, 16, 16.5] {
      shown += try await City.florence.screen(CanvasSize(columns: 200, rows: 60), zoom: zoom).canvas(.braille).text
    }
    // A long name is cut.
    for name in [
      "Ponte Vecchio", "Fiume Arno", "Palazzo Vecchio", "Galleria degli Uffizi", "Piazza della Signoria",
      "Cattedrale di Santa Maria d", "Campanile di Giotto",
    ] {
      #expect(shown.contains(name), "\(name) is not on the map")
    }
  }

  private static func place(_ latitude: Double, _ longitude: Double) -> Coordinate {
    Coordinate(clampingLatitude: latitude, wrappingLongitude: longitude)
  }
}
